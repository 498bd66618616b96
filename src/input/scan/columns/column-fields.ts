// Counts the fields of rows: lines, empty values and bytes of each column, by the set of jobs that keeps the row. Knows neither filters nor objects.
import { type Column, type ColumnRows, type RowRange, WITHHELD } from '../../columns/index.ts';
import type { ScannedField } from '../../kernel/index.ts';

const SPACE = 32;
const QUOTE = 34;
const LOWER_N = 110;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
const BACKSLASH = 92;
/** `""`, `[]` and `{}` without whitespace. Bytes. */
const EMPTY_BYTES = 2;
/** Quotes of a key, a colon and a comma. Bytes. */
const KEY_MARKS_BYTES = 4;
/** Figures of a field over a set: lines, empty lines, bytes of the values. */
const FIGURES = 3;
const MAX_UINT32 = 0xffff_ffff;

/** What a text adds to the counts of its field, by number: bytes without whitespace, 0 for an empty text; and whether the value is empty. */
interface Weights {
  bytes: Uint32Array;
  /** Undefined if no value is empty. */
  empty: Uint8Array | undefined;
}

/** Sets of rows. */
interface RowSets {
  /** By row: the number of its set. */
  of: Uint32Array;
  count: number;
}

/**
 * Counts the fields of rows.
 * @param longest size of the longest line. Bytes
 * @param visit receives each field that a set contains, one field after the other
 */
export function countFields(
  { fields }: ColumnRows,
  ranges: readonly RowRange[],
  sets: RowSets,
  longest: number,
  visit: (set: number, field: ScannedField) => void,
): void {
  const figures = new Float64Array(sets.count * FIGURES);
  const rows = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  for (const name of fields.keys()) {
    const column = fields.get(name)!;
    const weights = weightsOf(column);
    figures.fill(0);
    const { codes } = column;
    const entries = weights.bytes.length * sets.count;
    if (codes === undefined || entries > rows) addRows(codes, weights, ranges, sets, longest, figures);
    else {
      const counts = new Uint32Array(entries);
      for (const range of ranges) countCodes(codes, range, sets, counts);
      addCounts(counts, weights, sets.count, figures);
    }
    const keyBytes = Buffer.byteLength(name) + KEY_MARKS_BYTES;
    for (let set = 0; set < sets.count; set += 1) {
      const [lines, empty, bytes] = figures.subarray(set * FIGURES, (set + 1) * FIGURES) as unknown as number[];
      if (lines! > 0) visit(set, { name, lines: lines!, empty: empty!, bytes: bytes! + lines! * keyBytes });
    }
  }
}

/** Counts the rows of each code in each set. Three loops: each array type has the fast one of its own. */
function countCodes(
  codes: NonNullable<Column['codes']>,
  { from, to }: RowRange,
  { of: sets, count: setCount }: RowSets,
  counts: Uint32Array,
): void {
  if (codes instanceof Uint8Array) {
    for (let row = from; row < to; row += 1) counts[codes[row]! * setCount + sets[row]!]! += 1;
  } else if (codes instanceof Uint16Array) {
    for (let row = from; row < to; row += 1) counts[codes[row]! * setCount + sets[row]!]! += 1;
  } else {
    for (let row = from; row < to; row += 1) counts[codes[row]! * setCount + sets[row]!]! += 1;
  }
}

function addCounts(counts: Uint32Array, { bytes, empty }: Weights, setCount: number, figures: Float64Array): void {
  // Code 0 is a line without the field.
  for (let at = setCount, code = 1; at < counts.length; code += 1) {
    for (let set = 0; set < setCount; set += 1, at += 1) {
      const lines = counts[at]!;
      if (lines === 0) continue;
      figures[set * FIGURES]! += lines;
      if (empty !== undefined) figures[set * FIGURES + 1]! += lines * empty[code]!;
      figures[set * FIGURES + 2]! += lines * bytes[code]!;
    }
  }
}

/** Adds rows one by one: few rows, or nearly as many texts as rows. */
function addRows(
  codes: Column['codes'],
  { bytes, empty }: Weights,
  ranges: readonly RowRange[],
  { of: sets }: RowSets,
  longest: number,
  figures: Float64Array,
): void {
  // Adding integers takes half of the time of adding floating-point numbers.
  const step = Math.max(1, Math.floor(MAX_UINT32 / longest));
  const sums = new Uint32Array(figures.length);
  for (const { from, to } of ranges) {
    for (let start = from; start < to; start += step) {
      const end = Math.min(to, start + step);
      for (let row = start; row < end; row += 1) {
        const code = codes === undefined ? row + 1 : codes[row]!;
        const size = bytes[code]!;
        if (size === 0) continue;
        const at = sets[row]! * FIGURES;
        sums[at]! += 1;
        if (empty !== undefined) sums[at + 1]! += empty[code]!;
        sums[at + 2]! += size;
      }
      for (let at = 0; at < sums.length; at += 1) figures[at]! += sums[at]!;
      sums.fill(0);
    }
  }
}

const known = new WeakMap<Column, Weights>();

/** Returns the weights of a column, which are computed once. */
function weightsOf(column: Column): Weights {
  const weights = known.get(column) ?? weigh(column.texts);
  known.set(column, weights);
  return weights;
}

function weigh({ bytes, ends }: Column['texts']): Weights {
  const sizes = new Uint32Array(ends.length + 1);
  let empty: Uint8Array | undefined;
  let start = 0;
  for (let index = 0; index < ends.length; index += 1) {
    const end = ends[index]!;
    let size = end - start;
    const first = bytes[start]!;
    const isNested = first === OPEN_BRACKET || first === OPEN_BRACE;
    if (size > 0 && (isNested || first === WITHHELD)) size -= spacesIn(bytes, start, end);
    sizes[index + 1] = size;
    if (size > 0 && (first === LOWER_N || (size === EMPTY_BYTES && (isNested || first === QUOTE)))) {
      empty ??= new Uint8Array(ends.length + 1);
      empty[index + 1] = 1;
    }
    start = end;
  }
  return { bytes: sizes, empty };
}

/** Counts the whitespace outside strings. */
function spacesIn(bytes: Uint8Array, start: number, end: number): number {
  let spaces = 0;
  let isText = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte <= SPACE) spaces += 1;
  }
  return spaces;
}
