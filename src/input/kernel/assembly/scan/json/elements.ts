// Checks whether all elements of a well-formed array are of one kind.
import { nestedEnd } from './nested';
import { isInteger, numberEnd } from './numbers';
import { closingQuote } from './text';

/** Kinds of elements, in the order of the kinds of arrays in abi.ts; any other is objects. */
const TEXTS: u32 = 0;
const INTEGERS: u32 = 1;

const QUOTE: u8 = 34;
const COMMA: u8 = 44;
const OPEN_BRACE: u8 = 123;
const CLOSE_BRACKET: u8 = 93;

/** @param start of an array that is not empty @returns also false for whitespace between elements, or an integer of over 32 characters */
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
