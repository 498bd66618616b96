// Joins rows with the same content, and columns with the same content: they can always share groups, so that the problem becomes smaller
// without losing a solution.
import type { EventMask } from '../pool/event-mask.ts';

/** Events that a row needs in a column. Rows are pools, columns are recipients, or classes of them; both are numbers from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  /** At least one. */
  readonly events: EventMask;
}

/** Cells between classes of rows and columns. */
export interface JoinedCells {
  readonly cells: readonly Cell[];
  /** The rows of each class of rows. Ascending. */
  readonly rows: readonly (readonly number[])[];
  /** The columns of each class of columns. Ascending. */
  readonly columns: readonly (readonly number[])[];
}

/** Joins rows that are alike, then columns that are alike. Classes are numbered in the order of their first member. */
export function joinAlike(cells: readonly Cell[]): JoinedCells {
  const rows = joinRows(cells);
  const columns = joinRows(rows.cells.map(transposed));
  return { cells: columns.cells.map(transposed), rows: rows.members, columns: columns.members };
}

function transposed({ row, column, events }: Cell): Cell {
  return { row: column, column: row, events };
}

function joinRows(cells: readonly Cell[]): {
  readonly cells: Cell[];
  readonly members: readonly (readonly number[])[];
} {
  const byContent = new Map<string, { readonly cells: readonly Cell[]; readonly members: number[] }>();
  for (const [row, own] of [...Map.groupBy(cells, (cell) => cell.row)].sort(([a], [b]) => a - b)) {
    const content = own
      .sort((a, b) => a.column - b.column)
      .map(({ column, events }) => `${column}:${events}`)
      .join();
    const known = byContent.get(content);
    if (known === undefined) byContent.set(content, { cells: own, members: [row] });
    else known.members.push(row);
  }
  const joined = [...byContent.values()];
  return {
    cells: joined.flatMap((one, row) => one.cells.map(({ column, events }) => ({ row, column, events }))),
    members: joined.map(({ members }) => members),
  };
}
