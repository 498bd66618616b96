// The JSON grammar of RFC 8259 over bytes, one value at a time: where does it end, and is it well formed.
// Decodes nothing. Relies on two things: the bytes are valid UTF-8, and bytes[end] is LF or CR, so that no loop over
// the inside of a string or number can run past the end.
import { MAX_JSON_DEPTH } from '../../base/index.ts';

/** Deepest nesting of a line, the line's own object counted: what decode-value.ts has read by parseJson fits. Levels. */
export const MAX_NESTING = MAX_JSON_DEPTH;

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** 1 for what may follow a backslash alone: `"\/bfnrt`. */
const SHORT_ESCAPE = flags('"\\/bfnrt');
const HEX_DIGIT = flags('0123456789abcdefABCDEF');

/** Index of the first byte in [at, end) that is no white space, else `end`. */
export function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end) {
    const c = bytes[i]!;
    if (c !== SPACE && c !== TAB && c !== LF && c !== CR) break;
    i += 1;
  }
  return i;
}

/** Finds the end of values. Each method returns the index after the value, or -1 with `failedAt` and `wanted` set. */
export class ValueScanner {
  /** White space found outside strings by {@link nested}, since the caller last set it to 0. Bytes. */
  spaces = 0;
  /** Whether a string had an escape, since the caller last set it to false. */
  isEscaped = false;
  failedAt = -1;
  /** What should have stood at {@link failedAt}; {@link MAX_NESTING} was exceeded where it is empty. */
  wanted = '';
  /** By level: 1 for an object, 0 for an array. */
  readonly #isObject = new Uint8Array(MAX_NESTING);

  /** @param at index of the value's first byte, white space passed over. @param depth levels open around it */
  value(bytes: Uint8Array, at: number, end: number, depth: number): number {
    const c = bytes[at]!;
    if (c === QUOTE) return this.string(bytes, at);
    if (c === OPEN_BRACE || c === OPEN_BRACKET) return this.nested(bytes, at, end, depth);
    if (c === MINUS || (c >= ZERO && c <= NINE)) return this.number(bytes, at);
    return this.word(bytes, at);
  }

  /** @param at index of the opening quote */
  string(bytes: Uint8Array, at: number): number {
    let i = at + 1;
    for (;;) {
      let c = bytes[i]!;
      while (c !== QUOTE && c !== BACKSLASH && c >= SPACE) c = bytes[++i]!;
      if (c === QUOTE) return i + 1;
      if (c !== BACKSLASH) return this.fail(i, 'a closing quote before any control character');
      i = this.escape(bytes, i);
      if (i < 0) return i;
    }
  }

  /** @param at index of the backslash */
  escape(bytes: Uint8Array, at: number): number {
    this.isEscaped = true;
    const c = bytes[at + 1]!;
    if (SHORT_ESCAPE[c] === 1) return at + 2;
    if (c !== 117) return this.fail(at + 1, 'one of "\\/bfnrtu after the backslash');
    for (let i = at + 2; i < at + 6; i += 1) {
      if (HEX_DIGIT[bytes[i]!] !== 1) return this.fail(i, 'four hexadecimal digits');
    }
    return at + 6;
  }

  /** @param at index of the minus sign or the first digit */
  number(bytes: Uint8Array, at: number): number {
    let i = at;
    if (bytes[i] === MINUS) i += 1;
    let c = bytes[i]!;
    if (c === ZERO) c = bytes[++i]!;
    else {
      if (c < ZERO || c > NINE) return this.fail(i, 'a digit');
      while (c >= ZERO && c <= NINE) c = bytes[++i]!;
    }
    if (c === 46) {
      c = bytes[++i]!;
      if (c < ZERO || c > NINE) return this.fail(i, 'a digit after the decimal point');
      while (c >= ZERO && c <= NINE) c = bytes[++i]!;
    }
    if (c === 101 || c === 69) {
      c = bytes[++i]!;
      if (c === 43 || c === MINUS) c = bytes[++i]!;
      if (c < ZERO || c > NINE) return this.fail(i, 'a digit in the exponent');
      while (c >= ZERO && c <= NINE) c = bytes[++i]!;
    }
    return i;
  }

  /** `true`, `false` or `null`; anything else is no value. */
  word(bytes: Uint8Array, at: number): number {
    const c = bytes[at];
    if (c === 116 && bytes[at + 1] === 114 && bytes[at + 2] === 117 && bytes[at + 3] === 101) return at + 4;
    if (c === 110 && bytes[at + 1] === 117 && bytes[at + 2] === 108 && bytes[at + 3] === 108) return at + 4;
    const isFalse = c === 102 && bytes[at + 1] === 97 && bytes[at + 2] === 108;
    if (isFalse && bytes[at + 3] === 115 && bytes[at + 4] === 101) return at + 5;
    return this.fail(at, 'a value');
  }

  /** An object or array, without recursion. @param at index of the bracket. @param depth levels open around it */
  nested(bytes: Uint8Array, at: number, end: number, depth: number): number {
    const kinds = this.#isObject;
    let level = depth;
    let i = at;
    for (;;) {
      // Here bytes[i] is the first byte of a value.
      const c = bytes[i]!;
      if (c === OPEN_BRACE || c === OPEN_BRACKET) {
        if (level >= MAX_NESTING) return this.fail(i, '');
        kinds[level++] = c === OPEN_BRACE ? 1 : 0;
        i = this.#space(bytes, i + 1, end);
        if (bytes[i] !== (c === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) {
          if (c === OPEN_BRACE) {
            i = this.#key(bytes, i, end);
            if (i < 0) return i;
          }
          continue;
        }
        level -= 1;
        i += 1;
      } else {
        i = c === QUOTE ? this.string(bytes, i) : this.value(bytes, i, end, level);
        if (i < 0) return i;
      }
      // Here a value has just ended: close what ends with it, up to the next comma.
      for (;;) {
        if (level === depth) return i;
        i = this.#space(bytes, i, end);
        const isObject = kinds[level - 1] === 1;
        const follow = bytes[i]!;
        if (follow === COMMA) {
          i = this.#space(bytes, i + 1, end);
          if (isObject) {
            i = this.#key(bytes, i, end);
            if (i < 0) return i;
          }
          break;
        }
        if (follow !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET))
          return this.fail(i, isObject ? '"," or "}"' : '"," or "]"');
        level -= 1;
        i += 1;
      }
    }
  }

  fail(at: number, wanted: string): -1 {
    this.failedAt = at;
    this.wanted = wanted;
    return -1;
  }

  /** Key and colon; returns the index of the value's first byte. */
  #key(bytes: Uint8Array, at: number, end: number): number {
    if (bytes[at] !== QUOTE) return this.fail(at, 'a key in double quotes');
    let i = this.string(bytes, at);
    if (i < 0) return i;
    i = this.#space(bytes, i, end);
    if (bytes[i] !== COLON) return this.fail(i, '":"');
    return this.#space(bytes, i + 1, end);
  }

  #space(bytes: Uint8Array, at: number, end: number): number {
    if (bytes[at]! > SPACE) return at;
    const i = skipSpace(bytes, at, end);
    this.spaces += i - at;
    return i;
  }
}

function flags(characters: string): Uint8Array {
  const result = new Uint8Array(256);
  for (const character of characters) result[character.charCodeAt(0)] = 1;
  return result;
}
