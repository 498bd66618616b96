// Does an array hold an element? Only of well-formed arrays without escapes. Elements of another type are passed over.
import { passSpace } from './bytes';
import { Integer, readInteger } from './numbers';
import { isText } from '../filter/texts';

/** 0: it does not, 1: it does, 2: only the compiled filter can tell. */
const UNSURE: u32 = 2;

/** @param at behind the opening quote @returns where the closing one is */
// @ts-ignore: decorator
@inline
function quoteAfter(at: usize): usize {
  while (load<u8>(at) != 34) at += 1;
  return at;
}

/** Behind a number or word. */
// @ts-ignore: decorator
@inline
function plainEnd(at: usize): usize {
  for (let c = load<u8>(at); c != 44 && c != 93 && c != 32 && c != 9; c = load<u8>(at)) at += 1;
  return at;
}

/** @param at where the bracket is */
export function arrayHasText(text: usize, at: usize): u32 {
  while (true) {
    at = passSpace(at + 1);
    const c = load<u8>(at);
    if (c == 93) return 0;
    if (c == 34) {
      const end = quoteAfter(at + 1);
      if (isText(text, at + 1, end)) return 1;
      at = end + 1;
    } else if ((c | 0x20) == 123) {
      return UNSURE;
    } else {
      at = plainEnd(at);
    }
    at = passSpace(at);
    if (load<u8>(at) == 93) return 0;
  }
}

/** @param at where the bracket is */
export function arrayHasInteger(wanted: i64, at: usize): u32 {
  while (true) {
    at = passSpace(at + 1);
    const c = load<u8>(at);
    if (c == 93) return 0;
    // A string may hold a canonical integer.
    if (c == 34 || (c | 0x20) == 123) return UNSURE;
    const end = plainEnd(at);
    if (((c - 48) as u8) <= 9 || c == 45) {
      if (!readInteger(at, end)) return UNSURE;
      if (Integer.value == wanted) return 1;
    }
    at = passSpace(end);
    if (load<u8>(at) == 93) return 0;
  }
}
