// Finds the end of JSON numbers, and reads plain integers.
import { nines, zeros } from './bytes';

const MINUS: u8 = 45;
const ZERO: u8 = 48;
/** `00000000`. */
const EIGHT_ZEROS: u64 = 0x3030_3030_3030_3030;
/** Any number with this many digits fits into u64. */
const MAX_DIGITS: usize = 19;

/** @returns how many digits there are at `at`, at most 32 */
// @ts-ignore: decorator
@inline
function digitsAt(at: usize): usize {
  const low = i8x16.bitmask(i8x16.le_u(i8x16.sub(v128.load(at), zeros()), nines()));
  if (low != 0xffff) return ctz(~low) as usize;
  const high = i8x16.bitmask(i8x16.le_u(i8x16.sub(v128.load(at, 16), zeros()), nines()));
  return (16 + ctz(~high)) as usize;
}

// @ts-ignore: decorator
@inline
function isDigit(c: u8): bool {
  return ((c - ZERO) as u8) <= 9;
}

/** Returns the end of the number at `at`, which begins with a digit or a minus sign; 0 if it is not a number by RFC 8259. */
// @ts-ignore: decorator
@inline
export function numberEnd(at: usize): usize {
  const start = load<u8>(at) == MINUS ? at + 1 : at;
  const digits = digitsAt(start);
  if (digits == 0 || digits == 32 || (digits > 1 && load<u8>(start) == ZERO)) return numberEndSlow(start);
  at = start + digits;
  const c = load<u8>(at) | 0x20;
  // `.` | 0x20 is itself; `E` | 0x20 is `e`.
  return c == 46 || c == 101 ? numberEndSlow(start) : at;
}

/** {@link numberEnd} after the sign, for numbers of every form. */
function numberEndSlow(at: usize): usize {
  if (load<u8>(at) == ZERO) at += 1;
  else {
    if (!isDigit(load<u8>(at))) return 0;
    while (isDigit(load<u8>(at))) at += 1;
  }
  if (load<u8>(at) == 46) {
    at += 1;
    if (!isDigit(load<u8>(at))) return 0;
    while (isDigit(load<u8>(at))) at += 1;
  }
  if ((load<u8>(at) | 0x20) == 101) {
    at += 1;
    if (load<u8>(at) == 43 || load<u8>(at) == MINUS) at += 1;
    if (!isDigit(load<u8>(at))) return 0;
    while (isDigit(load<u8>(at))) at += 1;
  }
  return at;
}

/** Whether a JSON number of at most 32 characters has neither fraction nor exponent, and is not `-0`. */
// @ts-ignore: decorator
@inline
export function isInteger(start: usize, end: usize): bool {
  const first = load<u8>(start) == MINUS ? start + 1 : start;
  const length = end - first;
  if (digitsAt(first) < length) return false;
  return first == start || load<u8>(first) != ZERO;
}

export abstract class Integer {
  /** The last result of {@link readInteger}. */
  static value: i64 = 0;
}

/** Returns the number in eight digits, one in each byte, the first one in the lowest: pairs, then fours, then all are joined. */
// @ts-ignore: decorator
@inline
function eightDigits(digits: u64): u64 {
  const pairs = digits * 10 + (digits >> 8);
  return (
    ((pairs & 0x0000_00ff_0000_00ff) * 0x000f_4240_0000_0064 + ((pairs >> 16) & 0x0000_00ff_0000_00ff) * 0x0000_2710_0000_0001) >> 32
  );
}

/** Reads a JSON number that is a plain integer below the largest i64. @returns false for `-0`, fractions, exponents and larger numbers */
export function readInteger(start: usize, end: usize): bool {
  const isNegative = load<u8>(start) == MINUS;
  let at = isNegative ? start + 1 : start;
  if (end - at > MAX_DIGITS) return false;
  let value: u64 = 0;
  for (; at + 8 <= end; at += 8) {
    const digits = load<u64>(at) ^ EIGHT_ZEROS;
    // A byte above 9 has a high bit, or gets one here.
    if (((digits + 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080) return false;
    value = value * 100_000_000 + eightDigits(digits);
  }
  for (; at < end; at += 1) {
    const digit = (load<u8>(at) - ZERO) as u8;
    if (digit > 9) return false;
    value = value * 10 + digit;
  }
  if (value >= (i64.MAX_VALUE as u64) || (isNegative && value == 0)) return false;
  Integer.value = isNegative ? -(value as i64) : (value as i64);
  return true;
}
