// What the caller does to scan: names the object, and has its lines read.
import { writeBytes } from './json/bytes';
import { acceptLine, readLines as readWholeLines, Scan } from './lines';
import { deferLines } from './no-records';

writeBytes();

/** Has the next lines that are no records left, of a kind of no-records.ts; those behind them are counted. */
export function deferNoRecords(kind: u32, lines: f64): void {
  deferLines(kind, lines);
}

/** Says which object the lines to come are of. @param object hash of its name @param maxLineBytes longer lines go another way */
export function beginObject(object: u32, maxLineBytes: u32): void {
  Scan.object = object;
  Scan.maxLineBytes = maxLineBytes;
}

/**
 * Reads all lines of `[at, end)`, whose last byte must be a LF, until one goes another way.
 * @param offset of the byte at `at` in its object
 * @returns a number of defer-reasons.ts
 */
export function readLines(at: usize, end: usize, offset: f64): u32 {
  Scan.offset = offset as u64;
  return readWholeLines(at, end);
}

/** Where the line is that went another way, or the end of what was read. */
export function readUpTo(): usize {
  return Scan.at;
}

/** Counts the line that was left, as if it had not been. Only of SAMPLED, where no hints are looked for, UNDECIDED_FORM and NEAR_LIMIT. */
export function countDeferred(): void {
  acceptLine();
}

/** Behind the last LF of `[at, end)`; `at` where there is none. */
export function afterLastLineFeed(at: usize, end: usize): usize {
  while (end > at && load<u8>(end - 1) != 10) end -= 1;
  return end;
}

/** Behind the LF at or after `at`, which must be there. */
export function afterLineFeed(at: usize): usize {
  while (load<u8>(at) != 10) at += 1;
  return at + 1;
}
