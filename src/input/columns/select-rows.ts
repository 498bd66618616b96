// Copies some rows of a part: what remains has no text of the others.
import { codeOf, textAt } from './column-lines.ts';
import type { Column, ColumnRows } from './column-part.ts';
import { TextTable } from './text-table.ts';

/** Returns the given rows, in their order. Columns keep their numbers, which templates name. */
export function selectRows(part: ColumnRows, rows: Uint32Array): ColumnRows {
  const { offsets, bytes, times, templates, lines, fields, withheld } = part;
  const select = (column: Column): Column => {
    const texts = new TextTable();
    const known = new Uint32Array(column.texts.ends.length + 1);
    return texts.column(
      rows.map((row) => {
        const code = codeOf(column, row);
        if (code > 0) known[code] ||= texts.add(textAt(column, code));
        return known[code]!;
      }),
    );
  };
  return {
    rows: rows.length,
    offsets: Float64Array.from(rows, (row) => offsets[row]!),
    bytes: rows.map((row) => bytes[row]!),
    times: BigInt64Array.from(rows, (row) => times[row]!),
    templates: select(templates),
    lines: select(lines),
    fields: new Map([...fields.keys()].map((name) => [name, select(fields.get(name)!)])),
    withheld,
  };
}
