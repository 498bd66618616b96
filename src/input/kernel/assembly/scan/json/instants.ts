// Reads points in time as nanoseconds since 1970: integers, whose size determines the unit, and RFC 3339 in UTC in its usual form. Rejects
// everything else that may be a time: offsets, lower case, leap seconds, years beyond 1970 to 2261.
import { Integer, readInteger } from './numbers';
import { MILLISECONDS, MILLISECONDS_BELOW, SECONDS_BELOW } from '../../../abi';
import { NUMBER, STRING } from '../slots';

const NS_PER_MS: i64 = 1_000_000;
const NS_PER_SECOND: i64 = 1_000_000_000;
/** The range of i64 in nanoseconds. */
const MAX_SECONDS: i64 = 9_223_372_036;
const MAX_MILLISECONDS: i64 = 9_223_372_036_854;
/** `2026-11-01T10:00:00` and `Z`. Bytes. */
const CLOCK_BYTES: usize = 19;

export abstract class Instant {
  /** The last result of {@link readInstant}. */
  static value: i64 = 0;
}

/** Reads the value of a slot. @param unit MILLISECONDS or TIMESTAMP @returns false if the line must be deferred */
export function readInstant(kind: u32, unit: u32, start: usize, end: usize): bool {
  if (kind == STRING) return readClock(start, end);
  if (kind != NUMBER || !readInteger(start, end)) return false;
  const value = Integer.value;
  const size = value < 0 ? -value : value;
  if (unit == MILLISECONDS || (size >= SECONDS_BELOW && size < MILLISECONDS_BELOW)) {
    if (size > MAX_MILLISECONDS) return false;
    Instant.value = value * NS_PER_MS;
  } else if (size < SECONDS_BELOW) {
    if (size > MAX_SECONDS) return false;
    Instant.value = value * NS_PER_SECOND;
  } else {
    Instant.value = value;
  }
  return true;
}

/** @returns the number in `count` digits at `at`, negative if one is not a digit */
// @ts-ignore: decorator
@inline
function digits(at: usize, count: usize): i32 {
  let value: i32 = 0;
  for (let index: usize = 0; index < count; index++) {
    const digit = (load<u8>(at + index) - 48) as u8;
    if (digit > 9) return -1_000_000;
    value = value * 10 + digit;
  }
  return value;
}

function readClock(at: usize, end: usize): bool {
  if (end - at <= CLOCK_BYTES || load<u8>(end - 1) != 90) return false;
  const marks =
    load<u8>(at, 4) == 45 && load<u8>(at, 7) == 45 && load<u8>(at, 10) == 84 && load<u8>(at, 13) == 58 && load<u8>(at, 16) == 58;
  const year = digits(at, 4);
  const month = digits(at + 5, 2);
  const day = digits(at + 8, 2);
  const hour = digits(at + 11, 2);
  const minute = digits(at + 14, 2);
  const second = digits(at + 17, 2);
  if (!marks || year < 1970 || year > 2261 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return false;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  let fraction: i64 = 0;
  at += CLOCK_BYTES;
  end -= 1;
  if (at < end) {
    if (load<u8>(at) != 46 || at + 1 == end) return false;
    let places = 0;
    for (at += 1; at < end; at++) {
      const digit = (load<u8>(at) - 48) as u8;
      if (digit > 9) return false;
      if (places++ < 9) fraction = fraction * 10 + digit;
    }
    for (; places < 9; places++) fraction *= 10;
  }
  const seconds = (((daysBefore(year, month) + day - 1) as i64) * 24 + hour) * 3600 + minute * 60 + second;
  Instant.value = seconds * NS_PER_SECOND + fraction;
  return true;
}

// @ts-ignore: decorator
@inline
function isLeap(year: i32): bool {
  return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
}

function daysOf(year: i32, month: i32): i32 {
  if (month == 2) return isLeap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** Returns the days from 1970 to the first day of a month. */
function daysBefore(year: i32, month: i32): i32 {
  // Years start in March: a leap day is the last day of a year.
  const years = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  return years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 - 719468;
}
