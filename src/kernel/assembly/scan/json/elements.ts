// Whether all elements of an array are of one kind. The array is known to be well formed.
import { nestedEnd } from './nested';
import { isInteger, numberEnd } from './numbers';
import { closingQuote } from './text';

/** Kinds. */
const TEXTS: u32 = 0;
const INTEGERS: u32 = 1;

const QUOTE: u8 = 34;
const COMMA: u8 = 44;
const OPEN_BRACE: u8 = 123;
const CLOSE_BRACKET: u8 = 93;

/** @param start of an array that is not empty @returns false, too, where there is white space between elements, or a very large integer */
export function elementsAre(kind: u32, start: usize): bool {
  let at = start;
  do {
    at += 1;
    if (kind == TEXTS) {
      if (load<u8>(at) != QUOTE) return false;
      at = closingQuote(at + 1) + 1;
    } else if (kind == INTEGERS) {
      const end = numberEnd(at);
      if (end == 0 || !isInteger(at, end)) return false;
      at = end;
    } else {
      if (load<u8>(at) != OPEN_BRACE) return false;
      at = nestedEnd(at);
    }
  } while (load<u8>(at) == COMMA);
  return load<u8>(at) == CLOSE_BRACKET;
}
