// Cuts text from outside for messages, between the characters that a reader sees. Output in columns is cut in src/render.

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Units after the cut that decide whether a character ends there: an emoji of several people has up to 35. UTF-16 units. */
const LONGEST_CHARACTER = 64;
const HALF_AT_END = /[\ud800-\udbff]$/;

/** Returns the start of a text. Never splits a character, unless it alone is longer than `most`, and never a surrogate pair. @param most UTF-16 units */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = GRAPHEMES.segment(text.slice(0, most + LONGEST_CHARACTER)).containing(most)?.index ?? 0;
  return cut > 0 ? text.slice(0, cut) : text.slice(0, most).replace(HALF_AT_END, '');
}

/** Like {@link startOf}, with `…` after a text that was cut. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most)}…`;
}
