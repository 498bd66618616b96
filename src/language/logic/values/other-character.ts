// Finds a character that separates the parts of a text: one that no constant of a condition contains.

/** Characters that read well in a witness. */
const PREFERRED = 'xyzabcdefghijklmnopqrstuvwXYZ0123456789-_.';
/** Number of UTF-16 code units. */
const CODE_UNITS = 0x1_0000;

/** Returns a character that no text contains; undefined when they contain all. */
export function otherCharacter(texts: readonly string[]): string | undefined {
  const used = new Uint8Array(CODE_UNITS);
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) used[text.charCodeAt(index)] = 1;
  }
  const readable = PREFERRED.split('').find((one) => used[one.charCodeAt(0)] === 0);
  if (readable !== undefined) return readable;
  const unit = used.indexOf(0);
  return unit < 0 ? undefined : String.fromCharCode(unit);
}
