// Finds the end of objects and arrays inside a line, and checks that they are well formed. No recursion; one bit per level.
import { numberEnd } from './numbers';
import { closingQuote } from './text';
import { wordEnd } from './words';

/** Deeper nesting is deferred. Levels. */
const MAX_LEVELS: u32 = 60;

export abstract class Nested {
  /** Whitespace outside strings in the last value. Bytes. */
  static spaces: usize = 0;
  /** Whether the last value failed because of its depth. */
  static isDeep: bool = false;
}

/** Skips and counts spaces and tabs. */
// @ts-ignore: decorator
@inline
function passSpace(at: usize): usize {
  while (load<u8>(at) == 32 || load<u8>(at) == 9) {
    at += 1;
    Nested.spaces += 1;
  }
  return at;
}

/** Skips a key and its colon. @returns the address of the value, 0 if there is no key */
// @ts-ignore: decorator
@inline
function passKey(at: usize): usize {
  if (load<u8>(at) != 34) return 0;
  at = closingQuote(at + 1);
  if (at == 0) return 0;
  at = passSpace(at + 1);
  if (load<u8>(at) != 58) return 0;
  return passSpace(at + 1);
}

/** @param at address of the value @returns the address after it, 0 if it is not well formed or too deep */
export function nestedEnd(at: usize): usize {
  Nested.spaces = 0;
  Nested.isDeep = false;
  // 1: object, 0: array; the innermost is lowest.
  let levels: u64 = 0;
  let depth: u32 = 0;
  while (true) {
    const c = load<u8>(at);
    if (c == 34) {
      at = closingQuote(at + 1);
      if (at == 0) return 0;
      at += 1;
    } else if ((c | 0x20) == 123) {
      // `[` | 0x20 is `{`.
      const isObject = c == 123;
      if (depth == MAX_LEVELS) {
        Nested.isDeep = true;
        return 0;
      }
      depth += 1;
      levels = (levels << 1) | (isObject ? 1 : 0);
      at = passSpace(at + 1);
      if (load<u8>(at) != (isObject ? 125 : 93)) {
        if (isObject) {
          at = passKey(at);
          if (at == 0) return 0;
        }
        continue;
      }
      depth -= 1;
      levels >>= 1;
      at += 1;
    } else {
      at = ((c - 48) as u8) <= 9 || c == 45 ? numberEnd(at) : wordEnd(at);
      if (at == 0) return 0;
    }
    for (;;) {
      if (depth == 0) return at;
      at = passSpace(at);
      const follow = load<u8>(at);
      if (follow == 44) {
        at = passSpace(at + 1);
        if ((levels & 1) != 0) {
          at = passKey(at);
          if (at == 0) return 0;
        }
        break;
      }
      if (follow != ((levels & 1) != 0 ? 125 : 93)) return 0;
      depth -= 1;
      levels >>= 1;
      at += 1;
    }
  }
}
