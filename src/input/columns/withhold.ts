// Removes the values of fields from columns. What remains says which lines have the field, whether it is empty, and how many bytes it takes.
import { type Column, type ColumnRows, WITHHELD } from './column-part.ts';
import { TextTable } from './text-table.ts';

/** An array or an object with nothing but whitespace inside; null and the empty string. */
const EMPTY = /^(?:null|""|\[[ \t\r]*\]|\{[ \t\r]*\})$/;
/** A longer text is not empty. Bytes: more only of whitespace. */
const EMPTY_BYTES = 64;

/** Returns the rows without the values of fields: asterisks in place of the bytes of each text that is not empty. */
export function withhold(part: ColumnRows, names: readonly string[]): ColumnRows {
  const found = names.filter((name) => part.fields.get(name) !== undefined);
  if (found.length === 0) return part;
  const fields = new Map([...part.fields.keys()].map((name) => [name, part.fields.get(name)!]));
  for (const name of found) fields.set(name, masked(fields.get(name)!));
  return { ...part, fields, withheld: new Set(found) };
}

function masked({ codes, texts: { bytes, ends } }: Column): Column {
  const table = new TextTable();
  let start = 0;
  const numbers = Uint32Array.from(ends, (end) => {
    const text = bytes.subarray(start, end);
    start = end;
    // Without a text: a row of a column without codes.
    if (text.length === 0) return 0;
    const isEmpty = text.length <= EMPTY_BYTES && EMPTY.test(Buffer.from(text).toString('latin1'));
    return table.add(isEmpty ? text : new Uint8Array(text.length).fill(WITHHELD));
  });
  return table.column(
    codes === undefined ? numbers : Uint32Array.from(codes, (code) => (code === 0 ? 0 : numbers[code - 1]!)),
  );
}
