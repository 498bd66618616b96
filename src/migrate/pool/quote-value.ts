// A value of the API in a sentence: as JSON, cut at a length.

/** The longest quotation. Characters. */
const MAX_QUOTED = 80;

/** A value as JSON, whose end is `…` if it is longer than {@link MAX_QUOTED}. */
export function quoteValue(value: unknown): string {
  const json = JSON.stringify(value);
  // A cut within a character of two units leaves half of it.
  return json.length <= MAX_QUOTED ? json : `${json.slice(0, MAX_QUOTED).toWellFormed()}…`;
}
