// Describes why a line is malformed, as a complete sentence. Called only for malformed lines: may be slow, but never quadratic.
import { isUtf8 } from 'node:buffer';
import { printCount, printPlural } from '../../../base/index.ts';
import type { Malformed } from '../record.ts';
import type { LineScanner } from './line-scanner.ts';
import { MAX_NESTING } from './value-scanner.ts';

/** Describes the line `bytes[start, end)` that `scanner` has just rejected. */
export function describeFailure(
  scanner: LineScanner,
  bytes: Buffer,
  start: number,
  end: number,
): Pick<Malformed, 'reason' | 'message'> {
  const { failure, failedAt, wanted } = scanner;
  const place = `after ${printPlural(failedAt - start, 'byte')}`;
  switch (failure) {
    case 'not-object':
      return {
        reason: failure,
        message: `cannot parse the line: found ${typeAt(bytes[failedAt]!)}, expected one JSON object`,
      };
    case 'too-deep':
      return {
        reason: failure,
        message: `cannot parse the line: found deeper nesting ${place}, expected at most ${MAX_NESTING} levels`,
      };
    case 'invalid-json':
      return {
        reason: failure,
        message: `cannot parse the line: found ${found(bytes, failedAt, end)} ${place}, expected ${wanted}`,
      };
  }
}

/** Describes a line that is not UTF-8. @param what `line`, `row` or `element` */
export function describeInvalidUtf8(
  bytes: Buffer,
  start: number,
  end: number,
  what: string,
): Pick<Malformed, 'reason' | 'message'> {
  const at = firstInvalidByte(bytes, start, end);
  const byte = `0x${bytes[at]!.toString(16).padStart(2, '0')}`;
  return {
    reason: 'invalid-utf8',
    message: `cannot parse the ${what}: found the byte ${byte} after ${printPlural(at - start, 'byte')}, expected UTF-8`,
  };
}

/** Describes a line that exceeds the limit. @param what `line`, `row` or `element` */
export function describeTooLong(
  size: number,
  maxLineBytes: number,
  what: string,
): Pick<Malformed, 'reason' | 'message'> {
  return {
    reason: 'too-long',
    message: `cannot parse the ${what}: found ${printPlural(size, 'byte')}, expected at most ${printCount(maxLineBytes)}`,
  };
}

function found(bytes: Buffer, at: number, end: number): string {
  if (at >= end) return 'the end of the line';
  const character = String.fromCodePoint(bytes.toString('utf8', at, Math.min(at + 4, end)).codePointAt(0)!);
  return JSON.stringify(character);
}

function typeAt(first: number): string {
  if (first === 91) return 'an array';
  if (first === 34) return 'a string';
  if (first === 110) return 'null';
  return first === 116 || first === 102 ? 'a boolean' : 'a number';
}

function firstInvalidByte(bytes: Buffer, start: number, end: number): number {
  let i = start;
  while (i < end) {
    const length = characterLength(bytes[i]!);
    if (length !== 1 && (i + length > end || !isUtf8(bytes.subarray(i, i + length)))) return i;
    i += length;
  }
  return i;
}

/** Size of the UTF-8 character that begins with `first`; 2 for a byte that cannot begin a character, which the caller's check then rejects. */
function characterLength(first: number): 1 | 2 | 3 | 4 {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
