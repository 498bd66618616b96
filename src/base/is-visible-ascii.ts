// The characters of a secret that an HTTP header carries.

/** Whether a text has at least one character, and only visible ASCII: no program changes such a header value on the way. */
export function isVisibleAscii(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
