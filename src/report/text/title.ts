// Prints a title: the name, then the filter, wrapped.
import { columnsOf } from '../../base/index.ts';
import { cutIn, type Style, wrapTo } from './style.ts';

/** Minimum width of a wrapped filter. Columns. */
const LEAST_FILTER_COLUMNS = 20;
/** Separates the name from the filter, and indents wrapped lines. */
const GAP = '  ';

/**
 * Prints the title.
 * @param title the name, colored
 * @param columns width of the name
 * @param most maximum rows of the filter; the rest is cut. @default all
 */
export function printTitle(
  title: string,
  columns: number,
  filter: string,
  style: Style,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const free = style.width - columns - GAP.length;
  // A filter too long for the line of the name begins on the next line.
  if (columnsOf(filter) <= free) return [`${title}${GAP}${filter}`];
  if (most === 1 && free >= LEAST_FILTER_COLUMNS) return [`${title}${GAP}${cutIn(filter, free)}`];
  const indent = GAP + ' '.repeat(title.length - title.trimStart().length);
  const lines = wrapTo(filter, Math.max(LEAST_FILTER_COLUMNS, style.width - indent.length), most);
  return [title.trimEnd(), ...lines.map((line) => `${indent}${line}`)];
}
