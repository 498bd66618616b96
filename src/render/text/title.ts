// The title of what a filter did: its name, then the whole filter, over as many lines as it takes.
import { type Style, wrapWhole } from './style.ts';

/** A filter is not wrapped to less. Columns. */
const LEAST_FILTER_COLUMNS = 20;
/** Between the name and the filter, and before its further lines. */
const GAP = '  ';

/** Prints it. @param title the name, painted @param columns of the name */
export function printTitle(title: string, columns: number, filter: string, style: Style): string[] {
  const free = style.width - columns - GAP.length;
  // A filter that the line of the name cannot hold begins below it.
  if (filter.length <= free) return [`${title}${GAP}${filter}`];
  const lines = wrapWhole(filter, Math.max(LEAST_FILTER_COLUMNS, style.width - GAP.length));
  return [title, ...lines.map((line) => `${GAP}${line}`)];
}
