// Finds the end of small JSON values in the bytes of a line, as the platform writes them: without white space between tokens. Says -1 for
// everything else, right or wrong: whoever asks then takes the exact way. Wants LF at the end of the line, so that no loop runs past it,
// and the same bytes as an array and as a view, so that texts can be passed over four bytes at a time.

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const COLON = 58;

/** Deepest nesting followed here; levels. */
const MAX_DEPTH = 16;

/** 1 for what may follow a backslash alone. */
const SHORT_ESCAPE = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) SHORT_ESCAPE[byte] = 1;
/** 1 for hexadecimal digits. */
const HEX_DIGIT = new Uint8Array(256);
for (const byte of Buffer.from('0123456789abcdefABCDEF')) HEX_DIGIT[byte] = 1;

/** @param at index of the backslash @returns index behind the escape */
export function skipEscape(bytes: Uint8Array, at: number): number {
  const c = bytes[at + 1]!;
  if (SHORT_ESCAPE[c] === 1) return at + 2;
  if (c !== 117) return -1;
  for (let i = at + 2; i < at + 6; i += 1) if (HEX_DIGIT[bytes[i]!] !== 1) return -1;
  return at + 6;
}

const ONES = 0x01010101;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
const BLANKS = 0x20202020;
/** The top bit of each of four bytes. */
const TOP_BITS = 0x80808080 | 0;

/**
 * The first quote, backslash or control character from `at` on, before `limit`, the view's bytes. Four bytes at a time, by the bit trick that finds a zero byte (or one below
 * a limit): what it finds above the first hit may be wrong, the first hit is not. Measured: twice as fast as byte by byte.
 */
export function specialAt(view: DataView, at: number, limit = view.byteLength): number {
  const last = limit - 4;
  let i = at;
  for (; i <= last; i += 4) {
    const four = view.getInt32(i, true);
    const quotes = four ^ QUOTES;
    const slashes = four ^ BACKSLASHES;
    const hits = (((quotes - ONES) & ~quotes) | ((slashes - ONES) & ~slashes) | ((four - BLANKS) & ~four)) & TOP_BITS;
    if (hits !== 0) return i + ((31 - Math.clz32(hits & -hits)) >> 3);
  }
  for (; i < limit; i += 1) {
    const c = view.getUint8(i);
    if (c === QUOTE || c === BACKSLASH || c < 32) break;
  }
  return i;
}

/** @param at index behind the opening quote @returns index behind the closing one */
export function skipString(bytes: Uint8Array, view: DataView, at: number): number {
  let i = at;
  for (;;) {
    i = specialAt(view, i);
    const c = bytes[i];
    if (c === QUOTE) return i + 1;
    if (c !== BACKSLASH) return -1;
    i = skipEscape(bytes, i);
    if (i < 0) return -1;
  }
}

/** A canonical integer; `-0`, a fraction and an exponent are -1. */
export function skipInteger(bytes: Uint8Array, at: number): number {
  let i = at;
  const isNegative = bytes[i] === MINUS;
  if (isNegative) i += 1;
  let c = bytes[i]!;
  if (c === ZERO) {
    if (isNegative) return -1;
    c = bytes[++i]!;
  } else {
    if (c < ZERO || c > NINE) return -1;
    while (c >= ZERO && c <= NINE) c = bytes[++i]!;
  }
  return c === DOT || c === 101 || c === 69 ? -1 : i;
}

/** A number of any form but with an exponent. */
export function skipNumber(bytes: Uint8Array, at: number): number {
  let i = at;
  if (bytes[i] === MINUS) i += 1;
  let c = bytes[i]!;
  if (c === ZERO) c = bytes[++i]!;
  else {
    if (c < ZERO || c > NINE) return -1;
    while (c >= ZERO && c <= NINE) c = bytes[++i]!;
  }
  if (c === DOT) {
    c = bytes[++i]!;
    if (c < ZERO || c > NINE) return -1;
    while (c >= ZERO && c <= NINE) c = bytes[++i]!;
  }
  return c === 101 || c === 69 ? -1 : i;
}

/** `true`, `false` or `null`. */
export function skipWord(bytes: Uint8Array, at: number): number {
  const c = bytes[at];
  if (c === 116 && bytes[at + 1] === 114 && bytes[at + 2] === 117 && bytes[at + 3] === 101) return at + 4;
  if (c === 110) return skipNull(bytes, at);
  const isFalse = c === 102 && bytes[at + 1] === 97 && bytes[at + 2] === 108;
  return isFalse && bytes[at + 3] === 115 && bytes[at + 4] === 101 ? at + 5 : -1;
}

/** `null` alone. */
export function skipNull(bytes: Uint8Array, at: number): number {
  const isNull = bytes[at] === 110 && bytes[at + 1] === 117 && bytes[at + 2] === 108 && bytes[at + 3] === 108;
  return isNull ? at + 4 : -1;
}

/** Any value. */
export function skipValue(bytes: Uint8Array, view: DataView, at: number, depth = 0): number {
  const c = bytes[at]!;
  if (c === QUOTE) return skipString(bytes, view, at + 1);
  if (c === OPEN_BRACKET) return skipArray(bytes, view, at, 0, depth);
  if (c === OPEN_BRACE) return skipObject(bytes, view, at, depth);
  if (c === MINUS || (c >= ZERO && c <= NINE)) return skipNumber(bytes, at);
  return skipWord(bytes, at);
}

/** An array. @param first byte that every element begins with: a quote, a brace; 1 for integers; 0 for any */
export function skipArray(bytes: Uint8Array, view: DataView, at: number, first: number, depth = 0): number {
  if (bytes[at] !== OPEN_BRACKET || depth >= MAX_DEPTH) return -1;
  let i = at + 1;
  if (bytes[i] === CLOSE_BRACKET) return i + 1;
  for (;;) {
    if (first === 1) i = skipInteger(bytes, i);
    else if (first !== 0 && bytes[i] !== first) return -1;
    else i = skipValue(bytes, view, i, depth + 1);
    if (i < 0) return -1;
    if (bytes[i] === CLOSE_BRACKET) return i + 1;
    if (bytes[i] !== COMMA) return -1;
    i += 1;
  }
}

/** An object. */
export function skipObject(bytes: Uint8Array, view: DataView, at: number, depth = 0): number {
  if (bytes[at] !== OPEN_BRACE || depth >= MAX_DEPTH) return -1;
  let i = at + 1;
  if (bytes[i] === CLOSE_BRACE) return i + 1;
  for (;;) {
    if (bytes[i] !== QUOTE) return -1;
    i = skipString(bytes, view, i + 1);
    if (i < 0 || bytes[i] !== COLON) return -1;
    i = skipValue(bytes, view, i + 1, depth + 1);
    if (i < 0) return -1;
    if (bytes[i] === CLOSE_BRACE) return i + 1;
    if (bytes[i] !== COMMA) return -1;
    i += 1;
  }
}
