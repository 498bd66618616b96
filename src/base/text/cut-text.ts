// Cuts text from outside for messages, between the characters that a reader sees, and measures it. Output is cut by columns in src/report.
import { eastAsianWidth } from 'get-east-asian-width';

/** Units after the cut that decide whether a character ends there: an emoji of several people has up to 35. UTF-16 units. */
const LONGEST_CHARACTER = 64;
const HALF_AT_END = /[\ud800-\udbff]$/;
/** The color codes of `paint`; those of text from outside are escaped before. */
const COLORS = /\u001b\[[\d;]*m/g;
/** Text of one column for each unit: Latin letters, and the signs, lines and bars of reports. */
const NARROW = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2013-\u2026\u2190-\u21ff\u2212\u2500-\u259f]*$/;
const HANGUL = /^[\u1100-\u11ff\ua960-\ua97c\uac00-\ud7fb]/;

/** Created on use: with their sets of characters, they take as long as a tenth of a short command. */
let classes: { emoji: RegExp; invisible: RegExp } | undefined;

function createClasses(): NonNullable<typeof classes> {
  return {
    emoji:
      /^(?:\p{RGI_Emoji}|\p{Regional_Indicator}|[\d#*]\ufe0f|\p{Extended_Pictographic}.*\u200d\p{Extended_Pictographic})/v,
    invisible: /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Enclosing_Mark}\p{Nonspacing_Mark}\p{Format}]/v,
  };
}

let segmenter: Intl.Segmenter | undefined;

/** Loaded on use: it takes as long as all modules of a short command. */
function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Splits a text into the characters that a reader sees. */
export function charactersOf(text: string): string[] {
  return Array.from(segments(text), ({ segment }) => segment);
}

/** Returns the offset of the character that contains an offset. UTF-16 units. */
export function characterAt(text: string, offset: number): number {
  return segments(text.slice(0, offset + LONGEST_CHARACTER)).containing(offset)?.index ?? offset;
}

/** Returns the width of a text on a terminal: two columns for most CJK characters and emoji, none for combining marks and color codes. */
export function columnsOf(text: string): number {
  const plain = text.includes('\u001b') ? text.replace(COLORS, '') : text;
  if (NARROW.test(plain)) return plain.length;
  return charactersOf(plain).reduce((sum, character) => sum + widthOf(character), 0);
}

function widthOf(character: string): number {
  classes ??= createClasses();
  if (classes.emoji.test(character)) return 2;
  if (HANGUL.test(character)) return eastAsianWidth(character.codePointAt(0)!);
  let width = 0;
  for (const point of character.toWellFormed()) {
    // What is joined has no width of its own.
    if (point === '\u200d' && width > 0) break;
    if (!classes.invisible.test(point)) width += eastAsianWidth(point.codePointAt(0)!);
  }
  return width;
}

/** Returns the start of a text. Never splits a character, unless it alone is longer than `most`, and never a surrogate pair. @param most UTF-16 units */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = characterAt(text, most);
  return cut > 0 ? text.slice(0, cut) : text.slice(0, most).replace(HALF_AT_END, '');
}

/** Like {@link startOf}, with `…` after a text that was cut. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most)}…`;
}
