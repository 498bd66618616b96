// Counts the bytes of the values in an object of custom fields. Only for strings without escapes.
import { closingQuote, Text } from '../json/text';

export const NOT_PLAIN_TEXTS: usize = -1;

const QUOTE: u8 = 34;
const COMMA: u8 = 44;
const CLOSE_BRACE: u8 = 125;

/** @param at the opening brace of an object without whitespace @returns bytes, or NOT_PLAIN_TEXTS */
export function bytesOfTexts(at: usize): usize {
  if (load<u8>(at, 1) == CLOSE_BRACE) return 0;
  const escapeBefore = Text.escapeAt;
  // An escape of an earlier line may have the same address as one of this line.
  Text.escapeAt = 0;
  let bytes: usize = 0;
  do {
    const value = closingQuote(at + 2) + 2;
    if (load<u8>(value) != QUOTE) return NOT_PLAIN_TEXTS;
    const end = closingQuote(value + 1);
    bytes += end - value - 1;
    at = end + 1;
  } while (load<u8>(at) == COMMA);
  const isEscaped = Text.escapeAt != 0;
  if (!isEscaped) Text.escapeAt = escapeBefore;
  return isEscaped ? NOT_PLAIN_TEXTS : bytes;
}
