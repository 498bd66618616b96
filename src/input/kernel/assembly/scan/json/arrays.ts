// Whether an array contains an element. Only for well-formed arrays without escapes. Skips elements of another type.
import { passSpace } from './bytes';
import { Integer, readInteger } from './numbers';
import { isText } from '../filter/texts';

/** Besides 0 (it does not) and 1 (it does): only the compiled filter can decide. */
const UNSURE: u32 = 2;

/** @param at after the opening quote @returns the address of the closing one */
// @ts-ignore: decorator
@inline
function quoteAfter(at: usize): usize {
  while (load<u8>(at) != 34) at += 1;
  return at;
}

/** Returns the address after a number or word. */
// @ts-ignore: decorator
@inline
function plainEnd(at: usize): usize {
  for (let c = load<u8>(at); c != 44 && c != 93 && c != 32 && c != 9; c = load<u8>(at)) at += 1;
  return at;
}

/** @param at address of the bracket */
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

/** @param at address of the bracket */
export function arrayHasInteger(wanted: i64, at: usize): u32 {
  while (true) {
    at = passSpace(at + 1);
    const c = load<u8>(at);
    if (c == 93) return 0;
    // A string may contain a canonical integer.
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
