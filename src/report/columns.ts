// Measures, cuts, wraps and pads text by the columns that it takes on a terminal: two for most CJK characters and emoji, none for combining marks.
// Every renderer measures and cuts here. Escapes nothing.
import { charactersOf, columnsOf, startOf } from '../base/index.ts';

export { columnsOf } from '../base/index.ts';

/** Height if the output is not a terminal: that of the smallest usual one. Rows. */
export const DEFAULT_HEIGHT = 24;
/** Width if the output is not a terminal. Columns. */
export const DEFAULT_WIDTH = 100;
/** Maximum UTF-16 units in one column: more are marks without width, which would fill the screen. */
const UNITS_PER_COLUMN = 32;
/** Share of a shortened text before the gap. */
const HEAD = 0.6;

/** Returns the start of a text that fits into `columns`, cut between characters. */
export function startIn(text: string, columns: number): string {
  return fits(text, columns) ? text : text.slice(0, lengthIn(charactersOf(startOf(text, mostUnits(columns))), columns));
}

/** Cuts the end of a text that does not fit into `columns`, with `…` in its place. */
export function cutIn(text: string, columns: number): string {
  return fits(text, columns) ? text : `${startIn(text, columns - 1)}…`;
}

/** Splits a text into parts of at most `columns`, between characters; a wider character is a part of its own. */
export function partsIn(text: string, columns: number): string[] {
  const parts = [''];
  for (const character of fits(text, columns) ? [text] : charactersOf(text)) {
    const last = parts.at(-1)!;
    if (last === '' || columnsOf(last + character) <= columns) parts[parts.length - 1] = last + character;
    else parts.push(character);
  }
  return parts;
}

/** Shortens a text to `columns` by replacing its middle, between characters. */
export function shorten(text: string, columns: number): string {
  if (fits(text, columns)) return text;
  const head = Math.ceil((columns - 1) * HEAD);
  const tail = columns - 1 - head;
  // The first one may be the rest of a character.
  const [, ...last] = charactersOf(text.slice(text.length - mostUnits(tail)));
  return `${startIn(text, head)}…${text.slice(text.length - lengthIn(last.reverse(), tail))}`;
}

/** Like {@link wrap}, and breaks longer words: every part of a condition or filter must be shown, since any may be the operator. */
export function wrapWhole(text: string, columns: number): string[] {
  return wrap(text, columns).flatMap((line) => partsIn(line, columns));
}

/** Like {@link wrapWhole}, and cuts what does not fit into the last of `most` rows. */
export function wrapTo(text: string, columns: number, most: number): string[] {
  const lines = wrapWhole(text, columns);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutIn(lines.slice(most - 1).join(' '), columns)];
}

/** Wraps a text at blanks into lines of at most `columns`; a longer word gets its own line. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const word of text.split(' ')) {
    const width = columnsOf(word);
    if (lines.length > 0 && used + 1 + width <= columns) {
      lines[lines.length - 1] += ` ${word}`;
      used += 1 + width;
    } else {
      lines.push(word);
      used = width;
    }
  }
  return lines;
}

/** Fills a text with blanks to `columns`. */
export function padded(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const blank = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return align === 'left' ? text + blank : blank + text;
}

/** Measures no text that is far too long: values of logs may be. */
function fits(text: string, columns: number): boolean {
  return text.length <= mostUnits(columns) && columnsOf(text) <= columns;
}

function mostUnits(columns: number): number {
  return Math.max(0, columns) * UNITS_PER_COLUMN;
}

/** The length of the first characters that fit. UTF-16 units. */
function lengthIn(characters: readonly string[], columns: number): number {
  let [used, length] = [0, 0];
  for (const character of characters) {
    used += columnsOf(character);
    if (used > columns) break;
    length += character.length;
  }
  return length;
}
