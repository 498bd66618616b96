// Reads the usual nested values without whitespace: objects of strings, arrays of strings, arrays of numbers, such as custom fields and
// lists of rules. nested.ts reads these too, in twice the time.
import { numberEnd } from './numbers';
import { closingQuote } from './text';

/** Little-endian words. */
const OPEN_OBJECT: u32 = 0x227b; // {"
const OPEN_ARRAY: u32 = 0x225b; // ["
const COLON: u32 = 0x223a22; // ":"
const COMMA: u32 = 0x222c22; // ","
const CLOSE_OBJECT: u32 = 0x7d22; // "}
const CLOSE_ARRAY: u32 = 0x5d22; // "]
const THREE: u32 = 0xffffff;
const TWO: u32 = 0xffff;

/** @param at address of the bracket @returns the address after its match, 0 if the value has another form */
export function flatEnd(at: usize): usize {
  const opening = load<u32>(at) & TWO;
  if (opening == OPEN_OBJECT) return objectEnd(at + 2);
  return opening == OPEN_ARRAY ? textsEnd(at + 2) : numbersEnd(at);
}

// @ts-ignore: decorator
@inline
function objectEnd(at: usize): usize {
  while (true) {
    at = closingQuote(at);
    if (at == 0 || (load<u32>(at) & THREE) != COLON) return 0;
    at = closingQuote(at + 3);
    if (at == 0) return 0;
    const follow = load<u32>(at) & THREE;
    if (follow != COMMA) return (follow & TWO) == CLOSE_OBJECT ? at + 2 : 0;
    at += 3;
  }
}

// @ts-ignore: decorator
@inline
function textsEnd(at: usize): usize {
  while (true) {
    at = closingQuote(at);
    if (at == 0) return 0;
    const follow = load<u32>(at) & THREE;
    if (follow != COMMA) return (follow & TWO) == CLOSE_ARRAY ? at + 2 : 0;
    at += 3;
  }
}

// @ts-ignore: decorator
@inline
function numbersEnd(at: usize): usize {
  if (load<u8>(at) != 91) return 0;
  do {
    at = numberEnd(at + 1);
    if (at == 0) return 0;
  } while (load<u8>(at) == 44);
  return load<u8>(at) == 93 ? at + 1 : 0;
}
