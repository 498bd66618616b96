// Prints the most frequent values of a field in a set of lines, with their shares. Computes no figures.
import type { DistinguishingValue, FieldValues } from '../../analysis/compare/index.ts';
import { estimatedShare } from '../page/estimated-share.ts';
import { type Style, shorten } from './style.ts';
import { printTable } from './table.ts';

/** Columns of the shares and the gaps. */
const FIGURE_COLUMNS = 34;
/** Minimum width of a value. Columns. */
const LEAST_COLUMNS = 30;

/** Prints the values; nothing of a field that no line has. @param indent of the lines */
export function printFieldValues({ field, absent, values, rest }: FieldValues, indent: string, style: Style): string[] {
  if (absent !== undefined) return [];
  const columns = columnsOfValues(indent, style);
  const rows = values.map((value) => [`  ${shorten(value.value, columns)}`, ...printShares(value)]);
  if (rest > 0) rows.push(['  … other values or none', estimatedShare(rest, 0).share, '']);
  return printTable(shareColumns(`by ${field}`), rows, indent);
}

/** Width of a value beside its shares. */
export function columnsOfValues(indent: string, style: Style): number {
  return Math.max(LEAST_COLUMNS, style.width - FIGURE_COLUMNS - (indent.length - 2));
}

/** The columns of a table of values. @param title of the values */
export function shareColumns(title: string) {
  return [{ title }, { title: 'of these', align: 'right' }, { title: 'of all lines', align: 'right' }] as const;
}

/** The cells of the shares of a value. */
export function printShares({ share, shareError, shareOfAll, shareOfAllError }: DistinguishingValue): string[] {
  return [printEstimate(share, shareError), printEstimate(shareOfAll, shareOfAllError)];
}

/** A share in percent, with its error unless it is exact. */
function printEstimate(given: number, givenError: number): string {
  const { share, error } = estimatedShare(given, givenError);
  return error === undefined ? share : `${share} ±${error}`;
}
