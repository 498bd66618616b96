// The option CVE-2021-44228: no `${` leaves the house, so that no logger behind it looks anything up. Works in place: what is
// written instead has the same length.

const DOLLAR = 36;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const X = 120;
/** As escapes in a JSON string; hexadecimal digits have two cases. */
const ESCAPED_DOLLAR = '\\u0024';
const ESCAPED_BRACE = /^\\u007[bB]$/;
const ESCAPE_BYTES = ESCAPED_DOLLAR.length;

/**
 * Turns every `${` of `bytes` into `x{`.
 * @param isJson also where JSON escapes hide it: `\u0024{` becomes `\u0078{`, an x again, and `$\u007b` becomes `x\u007b`. The platform
 * documents nothing about escapes; whoever decodes the line would find the `${` there.
 */
export function rewriteLookups(bytes: Buffer, isJson: boolean): void {
  // Searched for single bytes, which is several times as fast as for two.
  for (let at = bytes.indexOf(DOLLAR); at >= 0; at = bytes.indexOf(DOLLAR, at + 1)) {
    if (bytes[at + 1] === OPEN_BRACE || (isJson && isEscapedBrace(bytes, at + 1))) bytes[at] = X;
  }
  if (!isJson) return;
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; ) {
    // An escaped backslash is passed over as a whole: what follows it is no escape.
    const isDollar = bytes[at + 1] === ESCAPED_DOLLAR.charCodeAt(1) && textAt(bytes, at) === ESCAPED_DOLLAR;
    const behind = at + (isDollar ? ESCAPE_BYTES : 2);
    if (isDollar && (bytes[behind] === OPEN_BRACE || isEscapedBrace(bytes, behind))) {
      bytes.write('78', behind - 2, 'latin1');
    }
    at = bytes.indexOf(BACKSLASH, behind);
  }
}

/** Whether {@link rewriteLookups} would change anything. */
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

/** Whether two pieces that are written one after the other make a `${`. */
export function makesLookup(last: number | undefined, first: number | undefined): boolean {
  return last === DOLLAR && first === OPEN_BRACE;
}

/** What a `$` before a `{` becomes. */
export const REWRITTEN_DOLLAR = X;
