// The JSON grammar of RFC 8259 over bytes, one value at a time: finds the end of a value and checks that it is well formed.
// Decodes nothing. Requires that the bytes are valid UTF-8 and that bytes[end] is LF or CR: no loop over the inside of a string or
// number can then run past the end.
import { MAX_JSON_DEPTH } from '../../../base/index.ts';

/** Maximum nesting of a line, including its outermost object. Equals the limit of parseJson, which decode-value.ts calls. Levels. */
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

/** 1 for the characters of one-character escapes: `"\/bfnrt`. */
const SHORT_ESCAPE = flags('"\\/bfnrt');
const HEX_DIGIT = flags('0123456789abcdefABCDEF');

/** Index of the first byte in [at, end) that is not whitespace, or `end`. */
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
  /** Whitespace outside strings that {@link nested} has read since the caller set this to 0. Bytes. */
  spaces = 0;
  /** Whether a string had an escape since the caller set this to false. */
  isEscaped = false;
  failedAt = -1;
  /** The expected text at {@link failedAt}; empty when the nesting exceeded {@link MAX_NESTING}. */
  wanted = '';
  /** By level: 1 for an object, 0 for an array. */
  readonly #isObject = new Uint8Array(MAX_NESTING);

  /** @param at index of the value's first byte, after whitespace. @param depth number of levels around the value */
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

  /** Scans `true`, `false` or `null`; rejects anything else. */
  word(bytes: Uint8Array, at: number): number {
    const c = bytes[at];
    if (c === 116 && bytes[at + 1] === 114 && bytes[at + 2] === 117 && bytes[at + 3] === 101) return at + 4;
    if (c === 110 && bytes[at + 1] === 117 && bytes[at + 2] === 108 && bytes[at + 3] === 108) return at + 4;
    const isFalse = c === 102 && bytes[at + 1] === 97 && bytes[at + 2] === 108;
    if (isFalse && bytes[at + 3] === 115 && bytes[at + 4] === 101) return at + 5;
    return this.fail(at, 'a value');
  }

  /** Scans an object or array without recursion. @param at index of the bracket. @param depth number of levels around it */
  nested(bytes: Uint8Array, at: number, end: number, depth: number): number {
    const kinds = this.#isObject;
    let level = depth;
    let i = at;
    for (;;) {
      // Invariant: bytes[i] is the first byte of a value.
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
      // Invariant: a value has just ended. Close the levels that end with it, up to the next comma.
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

  /** Scans a key and a colon; returns the index of the value's first byte. */
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
