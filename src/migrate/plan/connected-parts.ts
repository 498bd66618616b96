// Splits a problem into parts that share neither a pool nor a recipient, which can be solved one by one.
import type { Cell } from './join-alike.ts';

/** Splits cells into parts that share neither a row nor a column, in the order of their first cells. */
export function connectedParts(cells: readonly Cell[]): (readonly Cell[])[] {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const byColumn = Map.groupBy(cells, ({ column }) => column);
  const parts: Cell[][] = [];
  for (const first of cells) {
    if (!byRow.has(first.row)) continue;
    const part: Cell[] = [];
    const open = [first.row];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      for (const cell of byRow.get(row) ?? []) {
        part.push(cell);
        for (const other of byColumn.get(cell.column) ?? []) open.push(other.row);
        byColumn.delete(cell.column);
      }
      byRow.delete(row);
    }
    parts.push(part.sort((a, b) => a.row - b.row || a.column - b.column));
  }
  return parts;
}
