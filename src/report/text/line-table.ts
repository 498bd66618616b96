// Fits a table of example lines into the width of the output: leaves out the last columns, shortens long values, or prints each line as a
// list of fields. The caller formats values.
import { columnsOf } from '../../base/index.ts';
import { padded, shorten } from '../columns.ts';
import { present } from '../page/page.ts';
import type { Cell, LineColumn } from '../page/sample-columns.ts';
import { paint, type Style } from './style.ts';
import { printTable } from './table.ts';

/** How to print the table. */
export interface LineTableOptions {
  /** Columns that must be shown; the others are left out if they do not fit. */
  least: number;
  /** Blanks before each line. */
  lead: string;
  style: Style;
}

/** A value is shortened to this, before a column is left out. Columns. */
const LEAST_VALUE_COLUMNS = 16;
/** A longer value is shortened even if there is space. Columns. */
const MOST_VALUE_COLUMNS = 60;
/** Between two columns. */
const GAP = 2;

/** Prints the table; nothing without a row. */
export function printLineTable(columns: readonly LineColumn[], options: LineTableOptions): string[] {
  const { least, lead, style } = options;
  if (columns.every(({ cells }) => cells.length === 0)) return [];
  const whole = columns.filter(({ isWhole }) => isWhole === true);
  const fitted = columns.filter(({ isWhole }) => isWhole !== true);
  const free = style.width - lead.length;
  const count = columnsIn(fitted, free);
  const needed = Math.min(least, fitted.length);
  if (count < needed) return printLists([...fitted.slice(0, needed), ...whole], lead, style);
  const shown = fitted.slice(0, count);
  const widths = widthsIn(shown, free);
  const all = [...shown, ...whole];
  const rows = all[0]!.cells.map((_, row) => all.map(({ cells }, index) => painted(cells[row]!, style, widths[index])));
  const [head, ...body] = printTable(
    all.map(({ title, cells }) => ({ title, align: isNumeric(cells) ? 'right' : 'left' })),
    rows,
    lead,
  );
  return [`${lead}${paint(style, 'dim', head!.slice(lead.length))}`, ...body];
}

/** How many of the first columns fit if every value is as short as it may be. */
function columnsIn(columns: readonly LineColumn[], free: number): number {
  let used = -GAP;
  const found = columns.findIndex((column) => {
    used += GAP + leastWidth(column);
    return used > free;
  });
  return found < 0 ? columns.length : found;
}

/** Widths of the values: the space that is left goes to the narrowest columns whose values need it. */
function widthsIn(columns: readonly LineColumn[], free: number): number[] {
  const widths = columns.map(leastWidth);
  const wanted = columns.map(mostWidth);
  let left = free - widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
  while (left > 0) {
    const open = widths.map((_, index) => index).filter((index) => widths[index]! < wanted[index]!);
    if (open.length === 0) break;
    const narrowest = open.reduce((best, index) => (widths[index]! < widths[best]! ? index : best));
    widths[narrowest]! += 1;
    left -= 1;
  }
  return widths;
}

function leastWidth(column: LineColumn): number {
  const most = mostWidth(column);
  if (column.isFinding === true || column.cells.some(({ isTime }) => isTime)) return most;
  return Math.min(most, Math.max(columnsOf(column.title), LEAST_VALUE_COLUMNS));
}

function mostWidth({ title, cells }: LineColumn): number {
  const longest = cells.reduce((width, { text }) => Math.max(width, columnsOf(text)), 0);
  return Math.max(columnsOf(title), Math.min(longest, MOST_VALUE_COLUMNS));
}

/** Numbers are compared digit by digit; marks have no digits. */
function isNumeric(cells: readonly Cell[]): boolean {
  return cells.some(({ isNumber }) => isNumber) && cells.every(({ isNumber, isMark }) => isNumber || isMark);
}

/** Prints each line as a list of its fields. */
function printLists(columns: readonly LineColumn[], lead: string, style: Style): string[] {
  const names = columns.reduce((width, { title }) => Math.max(width, columnsOf(title)), 0);
  const free = Math.max(LEAST_VALUE_COLUMNS, style.width - lead.length - names - GAP);
  return columns[0]!.cells.flatMap((_, row) =>
    present(
      row !== 0 && '',
      ...columns.flatMap(({ title, cells, isWhole, isFinding }) => {
        const cell = cells[row]!;
        const name = `${lead}${paint(style, 'dim', padded(title, names))}`;
        if (isFinding !== true || columnsOf(cell.text) <= free)
          return [`${name}  ${painted(cell, style, isWhole === true ? undefined : free)}`];
        const below = `${lead}  `;
        return [name.trimEnd(), `${below}${painted(cell, style, style.width - below.length)}`];
      }),
    ),
  );
}

/** @param width undefined: the text is not shortened */
function painted({ text, isMark }: Cell, style: Style, width: number | undefined): string {
  const shown = width === undefined ? text : shorten(text, width);
  return isMark === true ? paint(style, 'dim', shown) : shown;
}
