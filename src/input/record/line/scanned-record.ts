// The LineRecord of a reader: a view of the newest scanned line. Decodes values on demand.
import { numberOf, parseJson, SAFE_DIGITS, type Value } from '../../../base/index.ts';
import type { LineRecord } from '../record.ts';
import type { LineScanner } from './line-scanner.ts';
import { skipSpace } from './value-scanner.ts';

/** A view of the newest line of a {@link LineScanner}; {@link moveTo} moves it to the next line. */
export class ScannedRecord implements LineRecord {
  offset = 0;
  bytes = 0;
  readonly #scanner: LineScanner;
  #line: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #stored: Uint8Array | undefined;
  /** By field: the decoded value, because several jobs and hints read the same fields. */
  readonly #values: (Value | undefined)[] = [];
  /** The fields with a value in {@link #values}, which must be released with their line: it may have several megabytes. */
  readonly #decoded: number[] = [];

  constructor(scanner: LineScanner) {
    this.#scanner = scanner;
  }

  /** @param bytes the bytes that the scanner has just scanned. @param size with the line end. @param stored the stored form, if it differs */
  moveTo(bytes: Buffer, start: number, end: number, offset: number, size: number, stored?: Uint8Array): void {
    this.#line = bytes;
    this.#start = start;
    this.#end = end;
    this.offset = offset;
    this.bytes = size;
    this.#stored = stored;
    while (this.#decoded.length > 0) this.#values[this.#decoded.pop()!] = undefined;
  }

  get fieldCount(): number {
    return this.#scanner.count;
  }

  get(field: string): Value | undefined {
    const index = this.#scanner.indexOf(field);
    return index < 0 ? undefined : this.#value(index);
  }

  stored(): Uint8Array {
    return new Uint8Array(this.#stored ?? this.#line.subarray(this.#start, this.#end));
  }

  pushed(): Uint8Array {
    return this.stored();
  }

  get wrapper(): LineRecord | undefined {
    return undefined;
  }

  get envelope(): string | undefined {
    return undefined;
  }

  get json(): Buffer {
    return this.#line.subarray(this.#start, this.#end);
  }

  indexOf(field: string): number {
    return this.#scanner.indexOf(field);
  }

  valueStart(index: number): number {
    return this.#scanner.starts[index]! - this.#start;
  }

  valueEnd(index: number): number {
    return this.#scanner.ends[index]! - this.#start;
  }

  fieldName(index: number): string {
    return this.#scanner.keys.names[this.#scanner.ids[index]!]!;
  }

  fieldBytes(index: number): number {
    return this.#scanner.sizes[index]!;
  }

  isEmpty(index: number): boolean {
    const { ids, keys, starts, ends, hasRepeats } = this.#scanner;
    const last = hasRepeats ? keys.last[ids[index]!]! : index;
    const start = starts[last]!;
    const end = ends[last]!;
    const first = this.#line[start]!;
    if (first === 34) return end - start === 2;
    if (first === 110) return true;
    return (first === 91 || first === 123) && skipSpace(this.#line, start + 1, end) === end - 1;
  }

  isRepeat(index: number): boolean {
    const { hasRepeats, keys, ids } = this.#scanner;
    return hasRepeats && keys.first[ids[index]!] !== index;
  }

  toMap(): Map<string, Value> {
    const result = new Map<string, Value>();
    for (let index = 0; index < this.fieldCount; index += 1) {
      if (!this.isRepeat(index))
        result.set(this.fieldName(index), this.#value(this.#scanner.keys.last[this.#scanner.ids[index]!]!));
    }
    return result;
  }

  #value(index: number): Value {
    const known = this.#values[index];
    if (known !== undefined) return known;
    const { starts, ends, escaped } = this.#scanner;
    const value = decodeValue(this.#line, starts[index]!, ends[index]!, escaped[index] === 1);
    this.#values[index] = value;
    this.#decoded.push(index);
    return value;
  }
}

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;

/** Decodes the exact value of one JSON value, which the scanner has validated. @param isEscaped whether a string has an escape */
export function decodeValue(bytes: Buffer, start: number, end: number, isEscaped: boolean): Value {
  const first = bytes[start]!;
  if (first === QUOTE) {
    return isEscaped ? JSON.parse(bytes.toString('utf8', start, end)) : bytes.toString('utf8', start + 1, end - 1);
  }
  switch (first) {
    case 116:
      return true;
    case 102:
      return false;
    case 110:
      return null;
    case 91:
    case 123:
      return parseJson(bytes.toString('utf8', start, end));
    default:
      return smallInteger(bytes, start, end) ?? numberOf(bytes.toString('latin1', start, end));
  }
}

/** Decodes a canonical integer of few digits without creating a string; undefined for every other number. */
function smallInteger(bytes: Buffer, start: number, end: number): number | undefined {
  const isNegative = bytes[start] === MINUS;
  const from = isNegative ? start + 1 : start;
  if (end - from > SAFE_DIGITS) return undefined;
  let result = 0;
  for (let i = from; i < end; i += 1) {
    const digit = bytes[i]! - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    result = result * 10 + digit;
  }
  if (!isNegative) return result;
  return result === 0 ? undefined : -result;
}
