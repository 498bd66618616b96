// The functions to scan: the caller begins an object and has its lines read.
import { JOB_VERDICT, jobAt } from './filter/request';
import { Line } from './fields';
import { writeBytes } from './json/bytes';
import { acceptLine, readLines as readWholeLines, Scan } from './lines';
import { deferLines } from './no-records';
import { END, ESCAPED_STRING, KIND, LINE, slotAt, START } from './slots';

export { timeOfSampled } from './lines';

writeBytes();

/** Defers the next `lines` lines of a kind of abi.ts that are not records; later ones are counted. */
export function deferNoRecords(kind: u32, lines: f64): void {
  deferLines(kind, lines);
}

/**
 * Begins an object.
 * @param object hash of its name
 * @param maxLineBytes longer lines are deferred
 * @param defersNoField whether lines without a field of the dataset are deferred
 */
export function beginObject(object: u32, maxLineBytes: u32, defersNoField: bool): void {
  Scan.defersNoField = defersNoField;
  Scan.object = object;
  Scan.maxLineBytes = maxLineBytes;
}

/**
 * Reads the lines of `[at, end)`, whose last byte must be a LF, until one is deferred.
 * @param offset of the byte at `at` in its object
 * @returns READ, or the reason to defer the line at `readUpTo`
 */
export function readLines(at: usize, end: usize, offset: f64): u32 {
  Scan.offset = offset as u64;
  return readWholeLines(at, end);
}

/** Returns the address of the deferred line, or the end of the lines read. */
export function readUpTo(): usize {
  return Scan.at;
}

/** Counts the deferred line as if it had been read. Only for SAMPLED, UNDECIDED_LINE and NEAR_LIMIT. */
export function countDeferred(): void {
  acceptLine();
}

/** Returns the verdict of a job on the line deferred as SAMPLED. */
export function verdictOfSampled(job: u32): u32 {
  return load<u32>(jobAt(job), JOB_VERDICT);
}

/** Returns the address of a slot's value in the line deferred as SAMPLED, quotes included; 0 if the line lacks it. */
export function valueStart(slot: u32): usize {
  const at = slotAt(slot);
  if (load<u32>(at, LINE) != Line.number) return 0;
  const start = load<u32>(at, START) as usize;
  return load<u32>(at, KIND) <= ESCAPED_STRING ? start - 1 : start;
}

/** Returns the address after the value, likewise. */
export function valueEnd(slot: u32): usize {
  const at = slotAt(slot);
  const end = load<u32>(at, END) as usize;
  return load<u32>(at, KIND) <= ESCAPED_STRING ? end + 1 : end;
}

/** Whether the value is a string with an escape. */
export function isEscaped(slot: u32): bool {
  return load<u32>(slotAt(slot), KIND) == ESCAPED_STRING;
}

/** Returns the address after the last LF of `[at, end)`, `at` if there is none. */
export function afterLastLineFeed(at: usize, end: usize): usize {
  while (end > at && load<u8>(end - 1) != 10) end -= 1;
  return end;
}

/** Returns the address after the first LF at or after `at`, which must exist. */
export function afterLineFeed(at: usize): usize {
  while (load<u8>(at) != 10) at += 1;
  return at + 1;
}
