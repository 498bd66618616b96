// The option CVE-2021-44228: rewrites `${` so that downstream loggers cannot expand it. Works in place: the replacement
// has the same length.

const DOLLAR = 36;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const X = 120;
/** Escapes in a JSON string; hexadecimal digits may have either case. */
const ESCAPED_DOLLAR = '\\u0024';
const ESCAPED_BRACE = /^\\u007[bB]$/;
const ESCAPE_BYTES = ESCAPED_DOLLAR.length;

/**
 * Turns every `${` of `bytes` into `x{`.
 * @param isJson whether to rewrite those that JSON escapes hide: `\u0024{` becomes `\u0078{`, an escaped x, and
 * `$\u007b` becomes `x\u007b`. The platform documents nothing about escapes, but a decoder of the line would find the
 * `${`.
 */
export function rewriteLookups(bytes: Buffer, isJson: boolean): void {
  // Searching for single bytes is several times as fast as for pairs.
  for (let at = bytes.indexOf(DOLLAR); at >= 0; at = bytes.indexOf(DOLLAR, at + 1)) {
    if (bytes[at + 1] === OPEN_BRACE || (isJson && isEscapedBrace(bytes, at + 1))) bytes[at] = X;
  }
  if (!isJson) return;
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; ) {
    // An escaped backslash is skipped as a unit: the byte after it begins no escape.
    const isDollar = bytes[at + 1] === ESCAPED_DOLLAR.charCodeAt(1) && textAt(bytes, at) === ESCAPED_DOLLAR;
    const after = at + (isDollar ? ESCAPE_BYTES : 2);
    if (isDollar && (bytes[after] === OPEN_BRACE || isEscapedBrace(bytes, after))) {
      bytes.write('78', after - 2, 'latin1');
    }
    at = bytes.indexOf(BACKSLASH, after);
  }
}

/** Whether {@link rewriteLookups} would change the bytes. */
export function hasLookup(bytes: Uint8Array, isJson: boolean): boolean {
  const copy = Buffer.from(bytes);
  rewriteLookups(copy, isJson);
  return !copy.equals(bytes);
}

function isEscapedBrace(bytes: Buffer, at: number): boolean {
  return bytes[at] === BACKSLASH && ESCAPED_BRACE.test(textAt(bytes, at));
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + ESCAPE_BYTES);
}

/** Whether two consecutive pieces form a `${`. */
export function makesLookup(last: number | undefined, first: number | undefined): boolean {
  return last === DOLLAR && first === OPEN_BRACE;
}

/** The replacement of a `$` before a `{`. */
export const REWRITTEN_DOLLAR = X;
