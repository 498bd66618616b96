// Renders one kind of table of a page as CSV, with every row and exact figures. Tables of several jobs become one table with a column for
// the job.
import { stringify } from 'csv-stringify/sync';
import { HeadgateError } from '../../base/index.ts';
import { type Block, type Cell, type Column, type Page, plainText, present, type Table } from '../page/page.ts';
import type { Renderer } from '../renderer.ts';

/** Significant digits of a number with decimals. */
const DIGITS = 6;
/** Numbers from this on are rounded to whole ones. */
const WHOLE_FROM = 1000;

/** Creates the renderer of a result. @param pageOf creates the page @param tables names of its tables, the default first */
export function csvRenderer<Result>(pageOf: (result: Result) => Page, tables: readonly string[]): Renderer<Result> {
  return (result, { table }) => renderCsv(pageOf(result), table === undefined ? tables : [table]);
}

/**
 * Renders the first of the tables that the page has. The first line contains the keys of the columns.
 * @throws HeadgateError `no-table` if the page has none of them
 */
export function renderCsv(page: Page, names: readonly string[]): string {
  const all = page.sections.flatMap(({ blocks }) => blocks.filter(hasKeys));
  const name = names.find((one) => all.some((table) => table.name === one));
  if (name === undefined) {
    const found = [...new Set(all.map((table) => table.name))].join(', ');
    throw new HeadgateError(
      'no-table',
      `cannot write the table ${names[0]} as CSV: found ${found === '' ? 'no table' : `the tables ${found}`} in this report`,
    );
  }
  const tables = all.filter((table) => table.name === name);
  const [{ columns, group }] = tables as [Table, ...Table[]];
  const head = present(group?.key, ...columns.flatMap(keysOf));
  const rows = tables.flatMap((table) =>
    table.rows.map((cells) =>
      present(table.group?.value, ...cells.flatMap((cell, index) => cellValues(cell, columns[index]!))),
    ),
  );
  // Spreadsheets run a text that begins with =, +, - or @ as a formula.
  return stringify([head, ...rows], { escape_formulas: true });
}

/** Whether programs read the block. */
function hasKeys(block: Block): block is Table {
  return block.kind === 'table' && block.columns.some(({ key }) => key !== '');
}

function keysOf({ key, isEstimated = false }: Column): string[] {
  if (key === '') return [];
  return isEstimated ? [key, `${key}_low`, `${key}_high`] : [key];
}

/** An exact figure of a column of estimates is both ends of its interval. */
function cellValues(
  { text, value = plainText(text), interval }: Cell,
  { key, isEstimated = false }: Column,
): (string | number)[] {
  if (key === '') return [];
  const values = isEstimated ? [value, ...(interval ?? [value, value])] : [value];
  return values.map((one) => (typeof one === 'number' ? rounded(one) : one));
}

/** Integers are exact. Rates and money have as many digits as are meaningful, and no rounding errors of binary fractions. */
function rounded(value: number): number {
  return Math.abs(value) >= WHOLE_FROM ? Math.round(value) : Number(value.toPrecision(DIGITS));
}
