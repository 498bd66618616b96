// Finds the end of JSON strings and checks that they are well formed, 16 bytes at a time.
import { backslashes, quotes, spaces } from './bytes';

const QUOTE: u8 = 34;
const BACKSLASH: u8 = 92;

export abstract class Text {
  /** Address of the last escape that was read. */
  static escapeAt: usize = 0;
  /** Whether the line contains a byte beyond ASCII. */
  static isBeyondAscii: bool = false;
}

/** Returns a bit for each byte that is not plain ASCII text: quote, backslash, control characters, and all from 0x80 on. */
// @ts-ignore: decorator
@inline
function specials(at: usize): u32 {
  const bytes = v128.load(at);
  // As signed numbers, bytes from 0x80 on are less than the space, as control characters are.
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, quotes()), i8x16.eq(bytes, backslashes())),
      i8x16.lt_s(bytes, spaces()),
    ),
  );
}

/** {@link specials} without the bytes from 0x80 on. */
// @ts-ignore: decorator
@inline
function specialsOfText(at: usize): u32 {
  const bytes = v128.load(at);
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, quotes()), i8x16.eq(bytes, backslashes())),
      i8x16.lt_u(bytes, spaces()),
    ),
  );
}

/** @param at after the opening quote @returns the address of the closing one, 0 if the string is not well formed */
// @ts-ignore: decorator
@inline
export function closingQuote(at: usize): usize {
  let found = specials(at);
  if (found == 0) {
    at += 16;
    found = specials(at);
  }
  if (found != 0) {
    at += ctz(found);
    if (load<u8>(at) == QUOTE) return at;
  } else {
    at += 16;
  }
  return closingQuoteSlow(at);
}

/** {@link closingQuote} for a string that is long, contains escapes, or is beyond ASCII. */
function closingQuoteSlow(at: usize): usize {
  while (true) {
    let found = specials(at);
    while (found == 0) {
      at += 16;
      found = specials(at);
    }
    at += ctz(found);
    let c = load<u8>(at);
    if (c == QUOTE) return at;
    if (c >= 0x80) {
      Text.isBeyondAscii = true;
      found = specialsOfText(at);
      while (found == 0) {
        at += 16;
        found = specialsOfText(at);
      }
      at += ctz(found);
      c = load<u8>(at);
      if (c == QUOTE) return at;
    }
    if (c != BACKSLASH) return 0;
    at = passEscape(at);
    if (at == 0) return 0;
  }
}

/** @param at address of the backslash @returns the address after the escape, 0 if it is not an escape */
function passEscape(at: usize): usize {
  Text.escapeAt = at;
  switch (load<u8>(at, 1)) {
    case 34: case 47: case 92: case 98: case 102: case 110: case 114: case 116:
      return at + 2;
    case 117: {
      for (let digit: usize = 2; digit < 6; digit++) if (!isHexDigit(load<u8>(at + digit))) return 0;
      return at + 6;
    }
    default:
      return 0;
  }
}

// @ts-ignore: decorator
@inline
function isHexDigit(c: u8): bool {
  const lower = c | 0x20;
  return ((c - 48) as u8) <= 9 || (((lower - 97) as u8) <= 5 && c >= 65);
}
