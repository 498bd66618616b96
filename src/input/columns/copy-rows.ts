// Copies rows of a part without some of what it contains: other rows, or the values of fields. Nothing of that is in the copy.
import { codeOf, textAt } from './column-lines.ts';
import { type Column, type ColumnRows, WITHHELD } from './column-part.ts';
import { TextTable } from './text-table.ts';

const SPACE = 32;
const QUOTE = 34;
const LOWER_N = 110;
const BACKSLASH = 92;
/** First bytes of `""`, `[]` and `{}`. */
const OPENING: readonly number[] = [QUOTE, 91, 123];
/** Their bytes without whitespace. */
const EMPTY_BYTES = 2;

/** Returns the given rows, in their order. Columns keep their numbers, which templates name. */
export function selectRows(part: ColumnRows, rows: Uint32Array): ColumnRows {
  const { offsets, bytes, times, templates, lines, fields, withheld } = part;
  return {
    rows: rows.length,
    offsets: Float64Array.from(rows, (row) => offsets[row]!),
    bytes: rows.map((row) => bytes[row]!),
    times: BigInt64Array.from(rows, (row) => times[row]!),
    templates: copyColumn(templates, rows),
    lines: copyColumn(lines, rows),
    fields: new Map([...fields.keys()].map((name) => [name, copyColumn(fields.get(name)!, rows)])),
    withheld,
  };
}

/** Returns the rows without the values of fields: asterisks in place of the counted bytes of each text that is not empty. */
export function withhold(part: ColumnRows, names: readonly string[]): ColumnRows {
  const found = names.filter((name) => part.fields.get(name) !== undefined);
  if (found.length === 0) return part;
  const fields = new Map([...part.fields.keys()].map((name) => [name, part.fields.get(name)!]));
  const all = Uint32Array.from({ length: part.rows }, (_, row) => row);
  for (const name of found) fields.set(name, copyColumn(fields.get(name)!, all, masked));
  return { ...part, fields, withheld: new Set(found) };
}

function copyColumn(column: Column, rows: Uint32Array, convert = (text: Uint8Array): Uint8Array => text): Column {
  const texts = new TextTable();
  const known = new Uint32Array(column.texts.ends.length + 1);
  return texts.column(
    rows.map((row) => {
      const code = codeOf(column, row);
      if (code > 0) known[code] ||= texts.add(convert(textAt(column, code)));
      return known[code]!;
    }),
  );
}

/** An empty value stays: null, `""`, and a list or an object with nothing but whitespace inside. Whitespace outside strings stays, too: it does not count. */
function masked(text: Uint8Array): Uint8Array {
  const mask = new Uint8Array(text);
  let counted = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]!;
    if (!isText && byte <= SPACE) continue;
    mask[at] = WITHHELD;
    counted += 1;
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) {
      // What is escaped, such as a quote.
      at += 1;
      mask[at] = WITHHELD;
      counted += 1;
    }
  }
  const first = text[0]!;
  return first === LOWER_N || (counted === EMPTY_BYTES && OPENING.includes(first)) ? text : mask;
}
