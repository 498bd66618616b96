// Formats text: colors, width, numbers and bars. Knows nothing about reports.
import { styleText } from 'node:util';
import { columnsOf } from '../../base/index.ts';
import { cutIn, partsIn } from '../columns.ts';
import type { PageSettings } from '../page/page.ts';

/** The terminal capabilities that text may use, and what the user chose to see. */
export interface Style extends Omit<PageSettings, 'columns'> {
  color: boolean;
  /** Maximum width of a line. Columns. */
  width: number;
  /** Whether text has the details of a page, too. @default false */
  hasDetails?: boolean | undefined;
  /** Height of the terminal. Rows. @default DEFAULT_HEIGHT */
  height?: number | undefined;
}

/** Height if the output is not a terminal: that of the smallest usual one. Rows. */
export const DEFAULT_HEIGHT = 24;
/** Minimum width for bars; narrower terminals use their columns for text. Columns. */
export const BARS_FROM_WIDTH = 80;
/** Maximum width of tables on a wider terminal. Columns. */
export const MAX_WIDTH = 140;

type Format = Parameters<typeof styleText>[0];

/** Colors a text if color is on. */
export function paint(style: Style, format: Format, text: string): string {
  return style.color ? styleText(format, text, { validateStream: false }) : text;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `columns` for a share; anything above zero shows. */
export function printBar(style: Style, part: number, whole: number, columns: number, format: Format): string {
  const eighths = whole === 0 ? 0 : Math.max(part > 0 ? 1 : 0, Math.round((part / whole) * columns * 8));
  const filled = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
  return paint(style, format, filled) + paint(style, 'dim', '·'.repeat(columns - Math.ceil(eighths / 8)));
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
