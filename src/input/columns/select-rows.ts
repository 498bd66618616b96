// Copies some rows of a part: what remains has no text of the others.
import { leanColumn } from './column-builder.ts';
import { codeOf, textAt } from './column-lines.ts';
import type { Column, ColumnRows } from './column-part.ts';
import { TextTable } from './text-table.ts';

/** Returns the given rows, in their order. Columns keep their numbers, which templates name. */
export function selectRows(part: ColumnRows, rows: Uint32Array): ColumnRows {
  const { offsets, bytes, times, templates, lines, fields, withheld } = part;
  const select = (column: Column): Column => {
    const texts = new TextTable();
    const known = new Uint32Array(column.texts.ends.length + 1);
    const codes = rows.map((row) => {
      const code = codeOf(column, row);
      if (code === 0) return 0;
      const text = textAt(column, code);
      known[code] ||= texts.add(text, 0, text.length);
      return known[code]!;
    });
    return leanColumn(narrowest(codes, texts.count), texts.texts());
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

function narrowest(codes: Uint32Array, texts: number): NonNullable<Column['codes']> {
  if (texts <= 0xff) return Uint8Array.from(codes);
  return texts <= 0xff_ff ? Uint16Array.from(codes) : codes;
}
