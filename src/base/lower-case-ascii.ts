// The case of addresses.

/**
 * Turns the letters A to Z into lower case, and leaves every other character. `toLowerCase` turns other characters into these letters too:
 * the Kelvin sign into `k`.
 */
export function lowerCaseAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
