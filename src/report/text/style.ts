// Formats text: colors, width, numbers and bars. Knows nothing about reports.
import { styleText } from 'node:util';
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
