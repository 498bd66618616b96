// Lines that are not records: blank ones, and malformed ones by the reasons of src/input/record. Classifies as src/input/record/line does, or returns
// UNSURE. The first lines of each kind may be deferred: the caller reports their place and what is wrong. The others are counted.
import { BLANK, INVALID_JSON, INVALID_UTF8, NO_RECORD_KINDS, NOT_OBJECT } from '../../abi';
import { NO_RECORDS, NO_RECORDS_TO_DEFER } from '../memory';
import { passSpace } from './json/bytes';
import { Nested, nestedEnd } from './json/nested';
import { isUtf8 } from './json/utf8';

/** The line may be a record, or the reason is not certain here. */
const UNSURE: u32 = NO_RECORD_KINDS;

const LF: u8 = 10;
const CR: u8 = 13;

export abstract class Bare {
  /** Address after the line, or lines, that {@link passNoRecord} has counted. */
  static end: usize = 0;
}

/** Returns how many lines of a kind were counted so far. */
export function noRecordsOf(kind: u32): u64 {
  return load<u64>(NO_RECORDS + (kind << 3));
}

export function clearNoRecords(): void {
  memory.fill(NO_RECORDS, 0, (NO_RECORD_KINDS as usize) << 3);
}

/** Defers the next `lines` lines of a kind. */
export function deferLines(kind: u32, lines: f64): void {
  store<u64>(NO_RECORDS_TO_DEFER + (kind << 3), lines as u64);
}

/**
 * Counts the line at `at` if it is not a record, and the blank lines after a blank one.
 * @param end address after the LF of the last line
 * @param maxLineBytes longer lines are not classified
 * @returns false if the line must be deferred
 */
export function passNoRecord(at: usize, end: usize, maxLineBytes: u32): bool {
  const first = load<u8>(at);
  if (first == LF || (first == CR && load<u8>(at, 1) == LF)) {
    if (isDeferred(BLANK)) return false;
    passLineFeeds(at, end);
    return true;
  }
  const kind = kindOf(at, maxLineBytes);
  if (kind == UNSURE || isDeferred(kind)) return false;
  count(kind, 1);
  return true;
}

/** Whether to defer another line of the kind; if so, uses one up. */
function isDeferred(kind: u32): bool {
  const place = NO_RECORDS_TO_DEFER + (kind << 3);
  const left = load<u64>(place);
  if (left == 0) return false;
  store<u64>(place, left - 1);
  return true;
}

// @ts-ignore: decorator
@inline
function count(kind: u32, lines: u64): void {
  const place = NO_RECORDS + (kind << 3);
  store<u64>(place, load<u64>(place) + lines);
}

/** Counts consecutive lines that are only LF, or only CR LF. */
function passLineFeeds(at: usize, end: usize): void {
  const isPair = load<u8>(at) == CR;
  const bytes: usize = isPair ? 2 : 1;
  const wanted = isPair ? i16x8.splat(0x0a0d) : i8x16.splat(LF);
  const start = at;
  while (at + 16 <= end && i8x16.bitmask(i8x16.eq(v128.load(at), wanted)) == 0xffff) at += 16;
  while (at + bytes <= end && load<u8>(at) == (isPair ? CR : LF) && load<u8>(at + bytes - 1) == LF) at += bytes;
  Bare.end = at;
  count(BLANK, ((at - start) / bytes) as u64);
}

/** Returns the kind of one line and finds its end. */
function kindOf(start: usize, maxLineBytes: u32): u32 {
  let at = start;
  let returns: u32 = 0;
  let beyond: u32 = 0;
  let feeds: u32;
  for (;;) {
    const bytes = v128.load(at);
    feeds = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(LF)));
    // A bit for each byte before the first LF.
    const before = feeds == 0 ? 0xffff : (feeds & -feeds) - 1;
    returns += popcnt(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(CR))) & before);
    beyond |= i8x16.bitmask(bytes) & before;
    if (feeds != 0) break;
    at += 16;
  }
  const feed = at + (ctz(feeds) as usize);
  Bare.end = feed + 1;
  if (Bare.end - start > (maxLineBytes as usize)) return UNSURE;
  const hasReturn = feed > start && load<u8>(feed - 1) == CR;
  // A CR that does not belong to the line end is whitespace in JSON.
  if (returns > (hasReturn ? 1 : 0)) return UNSURE;
  const end = hasReturn ? feed - 1 : feed;
  const first = passSpace(start);
  if (first == end) return BLANK;
  if (beyond != 0 && !isUtf8(start, end)) return INVALID_UTF8;
  const isObject = load<u8>(first) == 123;
  const valueEnd = nestedEnd(first);
  if (valueEnd == 0) return Nested.isDeep ? UNSURE : INVALID_JSON;
  if (passSpace(valueEnd) != end) return INVALID_JSON;
  return isObject ? UNSURE : NOT_OBJECT;
}
