// Removes the values of fields from columns. What remains says which lines have the field, whether it is empty, and how many bytes it takes.
import type { Column, ColumnRows } from './column-part.ts';
import { TextTable } from './text-table.ts';

const ASTERISK = 42;
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
    const from = start;
    start = end;
    // Of a column without codes: the row has no text.
    if (end === from) return 0;
    const isEmpty = end - from <= EMPTY_BYTES && EMPTY.test(Buffer.from(bytes.subarray(from, end)).toString('latin1'));
    return isEmpty ? table.add(bytes, from, end) : table.add(new Uint8Array(end - from).fill(ASTERISK), 0, end - from);
  });
  const wide = codes === undefined ? numbers : Uint32Array.from(codes, (code) => (code === 0 ? 0 : numbers[code - 1]!));
  return { codes: wide, texts: table.texts() };
}
