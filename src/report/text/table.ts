// Aligns columns of text. Color codes have no width.
import { columnsOf } from '../../base/index.ts';
import { padded } from '../columns.ts';

/** The title and the alignment of a column. */
export interface Column {
  title: string;
  /** @default 'left' */
  align?: 'left' | 'right';
  /** Minimum width, for a table that is printed in parts. Columns. @default 0 */
  width?: number;
}

/** Prints rows as aligned lines, after the titles unless all are empty. A cell with line ends spans several lines. @param indent prefix of each line */
export function printTable(columns: readonly Column[], rows: readonly (readonly string[])[], indent = ''): string[] {
  const hasTitles = columns.some((column) => column.title !== '');
  const lines = rows.flatMap(linesOf);
  const all = hasTitles ? [columns.map((column) => column.title), ...lines] : lines;
  const widths = columns.map(({ width: least = 0 }, index) =>
    all.reduce((width, row) => Math.max(width, columnsOf(row[index] ?? '')), least),
  );
  return all.map((row) => {
    const cells = columns.map((column, index) => padded(row[index] ?? '', widths[index]!, column.align));
    return indent + cells.join('  ').trimEnd();
  });
}

function linesOf(row: readonly string[]): string[][] {
  const cells = row.map((cell) => cell.split('\n'));
  const height = Math.max(1, ...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => cells.map((parts) => parts[line] ?? ''));
}
