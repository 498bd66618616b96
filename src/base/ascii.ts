// Texts of ASCII characters: secrets that an HTTP header carries, and the letters of addresses.

/** Whether a text has at least one character, and only visible ASCII: no program changes such a header value on the way. */
export function isVisibleAscii(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/**
 * Turns the letters A to Z into lower case, and leaves every other character. `toLowerCase` turns other characters into these letters too:
 * the Kelvin sign into `k`.
 */
export function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
