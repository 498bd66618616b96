// Whether a line may contain a `${`, plain or with JSON escapes. src/language/output defines what a lookup is.
import { Text } from '../json/text';

const DOLLAR: u8 = 36;
const OPEN_BRACE: u8 = 123;
const BACKSLASH: u8 = 92;
/** `u002` as a little-endian word: the start of an escaped dollar sign, after the backslash. */
const ESCAPED_DOLLAR: u32 = 0x3230_3075;

/** @param start of the line that `readFields` has just read */
export function mayHaveLookup(start: usize, end: usize): bool {
  const dollars = i8x16.splat(DOLLAR as i8);
  for (let at = start; at < end; at += 64) {
    const low = v128.or(i8x16.eq(v128.load(at), dollars), i8x16.eq(v128.load(at, 16), dollars));
    const high = v128.or(i8x16.eq(v128.load(at, 32), dollars), i8x16.eq(v128.load(at, 48), dollars));
    if (v128.any_true(v128.or(low, high)) && hasDollar(at, min(at + 64, end))) return true;
  }
  return Text.escapeAt > start && hasEscapedDollar(start, end);
}

function hasDollar(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    if (load<u8>(at) != DOLLAR) continue;
    const next = load<u8>(at, 1);
    if (next == OPEN_BRACE || next == BACKSLASH) return true;
  }
  return false;
}

function hasEscapedDollar(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    if (load<u8>(at) == BACKSLASH && load<u32>(at, 1) == ESCAPED_DOLLAR) return true;
  }
  return false;
}
