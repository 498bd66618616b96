// Prints a title: the name, then the complete filter, wrapped.
import { columnsOf, type Style, wrapWhole } from './style.ts';

/** Minimum width of a wrapped filter. Columns. */
const LEAST_FILTER_COLUMNS = 20;
/** Separates the name from the filter, and indents wrapped lines. */
const GAP = '  ';

/** Prints the title. @param title the name, colored @param columns width of the name */
export function printTitle(title: string, columns: number, filter: string, style: Style): string[] {
  const free = style.width - columns - GAP.length;
  // A filter too long for the line of the name begins on the next line.
  if (columnsOf(filter) <= free) return [`${title}${GAP}${filter}`];
  const indent = GAP + ' '.repeat(title.length - title.trimStart().length);
  const lines = wrapWhole(filter, Math.max(LEAST_FILTER_COLUMNS, style.width - indent.length));
  return [title.trimEnd(), ...lines.map((line) => `${indent}${line}`)];
}
