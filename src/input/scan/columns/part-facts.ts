// What is known of the rows of a part whatever the filters are: which the record reader must read, and their hours. Computed once for each part.
import { type Instant, MS_PER_HOUR, NS_PER_MS, type TimeRange } from '../../../base/index.ts';
import { type Dataset, hasCustomFields, LOGGED_KEYS, TRUNCATED_FROM_BYTES } from '../../../language/dataset/index.ts';
import {
  type ColumnRows,
  codeOf,
  END_TIME,
  NO_TIME,
  type RowRange,
  templatePieces,
  textAt,
  textOf,
} from '../../columns/index.ts';
import { lineHash } from '../line-hash.ts';

/** An hour is 2^13 times so many nanoseconds: without these bits, times and hours are exact as floating-point numbers. */
const HOUR_BITS = 13;
const HOUR_UNITS = (MS_PER_HOUR * Number(NS_PER_MS)) / 2 ** HOUR_BITS;
const WORD_BITS = 32;

/** Lines of an object that are deferred whatever the filters are. */
export interface LineLimits {
  /** Longer lines are deferred. Bytes, line end included. */
  maxLineBytes: number;
  /** Whether lines without a field of the dataset are deferred: they may be in an envelope, which only the record reader can remove. */
  defersNoField: boolean;
}

/** The hours of rows. */
interface RowTimes {
  /** By row: index in {@link numbers}, 0 without time. */
  hours: Uint32Array;
  /** Numbers of hours since 1970, after the first entry. */
  numbers: readonly number[];
}

/** What was found of parts, by its name and parameters. */
const known = new WeakMap<ColumnRows, Map<string, unknown>>();

function once<Fact>(part: ColumnRows, key: string, find: () => Fact): Fact {
  const facts = known.get(part) ?? new Map<string, unknown>();
  known.set(part, facts);
  if (!facts.has(key)) facts.set(key, find());
  return facts.get(key) as Fact;
}

/** Size of the longest line, at least 1. Bytes. */
export function longestLine(part: ColumnRows): number {
  return once(part, 'longest', () => {
    const { bytes } = part;
    let longest = 1;
    for (let row = 0; row < bytes.length; row += 1) if (bytes[row]! > longest) longest = bytes[row]!;
    return longest;
  });
}

/** The hours of all rows. */
export function timesOf(part: ColumnRows): RowTimes {
  return once(part, 'times', () => {
    const { rows } = part;
    const words = timeWords(part);
    const none = wordsOf(NO_TIME);
    const hours = new Uint32Array(rows);
    const numbers: number[] = [Number.NaN];
    const indexes = new Map<number, number>();
    let hour = Number.NaN;
    let index = 0;
    for (let row = 0; row < rows; row += 1) {
      const low = words[row * 2]! >>> 0;
      const high = words[row * 2 + 1]!;
      if (high === none.high && low === none.low) continue;
      const number = Math.floor((high * 2 ** (WORD_BITS - HOUR_BITS) + (low >>> HOUR_BITS)) / HOUR_UNITS);
      if (number !== hour) {
        hour = number;
        index = indexes.get(number) ?? numbers.length;
        if (index === numbers.length) {
          numbers.push(number);
          indexes.set(number, index);
        }
      }
      hours[row] = index;
    }
    return { hours, numbers };
  });
}

/** Marks the rows whose time is outside a range, in `marks`. */
export function markOutside(part: ColumnRows, { since, until }: TimeRange, marks: Uint32Array, mark: number): void {
  const { hours } = timesOf(part);
  const words = timeWords(part);
  const [first, end] = [since, until].map((bound) => (bound === undefined ? undefined : wordsOf(bound)));
  for (let row = 0; row < hours.length; row += 1) {
    if (hours[row] === 0) continue;
    const low = words[row * 2]! >>> 0;
    const high = words[row * 2 + 1]!;
    const isBefore = first !== undefined && (high < first.high || (high === first.high && low < first.low));
    const isAfter = end !== undefined && (high > end.high || (high === end.high && low >= end.low));
    if (isBefore || isAfter) marks[row] = mark;
  }
}

/** Returns the rows of an object that begin in its first bytes, and of the others one in so many, by their hashes. @param object its hash */
export function examinedRows(
  part: ColumnRows,
  object: number,
  { from, to }: RowRange,
  headBytes: number,
  oneIn: number,
): Uint32Array {
  return once(part, ['examined', object, from, to, headBytes, oneIn].join(), () => {
    const { offsets } = part;
    const found: number[] = [];
    for (let row = from; row < to; row += 1) {
      const offset = offsets[row]!;
      if (offset < headBytes || lineHash(object, offset) % oneIn === 0) found.push(row);
    }
    return Uint32Array.from(found);
  });
}

/**
 * Returns the rows that the record reader must read.
 * @param dataset with which the part was built
 * @param maxLineBytes longer lines are among them. Bytes, line end included
 * @param defersNoField whether lines without a field of the dataset are
 * @param countsFields whether the bytes of fields are counted
 */
export function oddRows(
  part: ColumnRows,
  dataset: Dataset,
  { maxLineBytes, defersNoField }: LineLimits,
  countsFields: boolean,
): readonly number[] {
  return once(part, ['odd', maxLineBytes, defersNoField, countsFields].join(), () => {
    const { bytes, templates, lines, withheld } = part;
    const isOdd = Uint8Array.from({ length: templates.texts.ends.length + 1 }, (_, template) =>
      template === 0 || isOddForm(part, dataset, template, defersNoField, countsFields) ? 1 : 0,
    );
    const isAnyOdd = lines.texts.ends.length > 0 || isOdd.lastIndexOf(1) > 0;
    // Lines without values that are withheld would lack their fields.
    const findsCut = countsFields && hasCustomFields(dataset) && withheld.size === 0;
    const cutFrom = findsCut ? TRUNCATED_FROM_BYTES : Number.POSITIVE_INFINITY;
    const found: number[] = [];
    if (!isAnyOdd && longestLine(part) <= Math.min(maxLineBytes, cutFrom)) return found;
    for (let row = 0; row < bytes.length; row += 1) {
      const isLong = bytes[row]! > maxLineBytes || (bytes[row]! > cutFrom && customBytes(part, row) >= cutFrom);
      if (isLong || isOdd[codeOf(templates, row)] === 1) found.push(row);
    }
    return found;
  });
}

/** Whether lines of a template have no field of the dataset, or a key with an escape, which has other bytes than its name. */
function isOddForm(
  { templates, fields }: ColumnRows,
  dataset: Dataset,
  template: number,
  defersNoField: boolean,
  countsFields: boolean,
): boolean {
  const names = [...fields.keys()];
  const keys = templatePieces(textAt(templates, template)).flatMap(({ bytes, column }) =>
    column === undefined ? [] : [{ name: names[column]!, before: Buffer.from(bytes).toString() }],
  );
  const hasField = keys.some(({ name }) => dataset.fields.has(name));
  const hasOddKey = keys.some(
    ({ name, before }) => before.slice(before.indexOf('"'), before.lastIndexOf('"') + 1) !== `"${name}"`,
  );
  return (countsFields && hasOddKey) || (defersNoField && !hasField);
}

function customBytes({ fields }: ColumnRows, row: number): number {
  return LOGGED_KEYS.reduce((sum, key) => {
    const column = fields.get(key);
    return sum + (column === undefined ? 0 : textOf(column, row).length);
  }, 0);
}

/** Low and high halves of all times. */
function timeWords({ times }: ColumnRows): Int32Array {
  return new Int32Array(times.buffer, times.byteOffset, times.length * 2);
}

/** The nearest time of 64 bits in halves. */
function wordsOf(time: Instant): { low: number; high: number } {
  const clamped = time < NO_TIME ? NO_TIME : time > END_TIME ? END_TIME : time;
  return { low: Number(BigInt.asUintN(WORD_BITS, clamped)), high: Number(clamped >> BigInt(WORD_BITS)) };
}
