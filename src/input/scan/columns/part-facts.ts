// What is known of the rows of a part whatever the filters are: which the record reader must read, and their hours. Computed once for each part.
import { type Instant, MS_PER_HOUR, NS_PER_MS, type TimeRange } from '../../../base/index.ts';
import { type Dataset, hasCustomFields, LOGGED_KEYS, TRUNCATED_FROM_BYTES } from '../../../language/dataset/index.ts';
import { type ColumnRows, codeOf, NO_TIME, templatePieces, textAt, textOf } from '../../columns/index.ts';
import { lineHash } from '../line-hash.ts';

/** An hour is 2^13 times so many nanoseconds: without these bits, times and hours are exact as floating-point numbers. */
const HOUR_BITS = 13;
const HOUR_UNITS = (MS_PER_HOUR * Number(NS_PER_MS)) / 2 ** HOUR_BITS;
const WORD_BITS = 32;

/** The hours of rows. */
interface RowTimes {
  /** By row: index in {@link numbers}, 0 without time. */
  hours: Uint32Array;
  /** Numbers of hours since 1970, after the first entry. */
  numbers: readonly number[];
}

/** Facts of one part. */
export class PartFacts {
  readonly #part: ColumnRows;
  readonly #dataset: Dataset;
  #times: RowTimes | undefined;
  #longest: number | undefined;
  /** By the parameters of {@link oddRows}. */
  readonly #odd = new Map<string, readonly number[]>();
  /** By the parameters of {@link examinedRows}. */
  readonly #examined = new Map<string, Uint32Array>();

  private constructor(part: ColumnRows, dataset: Dataset) {
    this.#part = part;
    this.#dataset = dataset;
  }

  /** @param dataset with which the part was built */
  static of(part: ColumnRows, dataset: Dataset): PartFacts {
    const facts = known.get(part) ?? new PartFacts(part, dataset);
    known.set(part, facts);
    return facts;
  }

  /** Size of the longest line, at least 1. Bytes. */
  get longest(): number {
    if (this.#longest !== undefined) return this.#longest;
    const { bytes } = this.#part;
    let longest = 1;
    for (let row = 0; row < bytes.length; row += 1) if (bytes[row]! > longest) longest = bytes[row]!;
    this.#longest = longest;
    return longest;
  }

  /** The hours of all rows. */
  times(): RowTimes {
    this.#times ??= this.#readTimes();
    return this.#times;
  }

  /** Marks the rows whose time is outside a range, in `marks`. */
  markOutside({ since, until }: TimeRange, marks: Uint32Array, mark: number): void {
    const { hours } = this.times();
    const words = this.#timeWords();
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

  /**
   * Returns the rows that the record reader must read.
   * @param maxLineBytes longer lines are among them. Bytes, line end included
   * @param defersNoField whether lines without a field of the dataset are
   * @param countsFields whether the bytes of fields are counted
   */
  oddRows(maxLineBytes: number, defersNoField: boolean, countsFields: boolean): readonly number[] {
    const key = [maxLineBytes, defersNoField, countsFields].join();
    const odd = this.#odd.get(key) ?? this.#findOdd(maxLineBytes, defersNoField, countsFields);
    this.#odd.set(key, odd);
    return odd;
  }

  /** Returns the rows of an object that begin in its first bytes, and of the others one in so many, by their hashes. @param object its hash */
  examinedRows(object: number, from: number, to: number, headBytes: number, oneIn: number): Uint32Array {
    const key = [object, from, to, headBytes, oneIn].join();
    const known = this.#examined.get(key);
    if (known !== undefined) return known;
    const { offsets } = this.#part;
    const found: number[] = [];
    for (let row = from; row < to; row += 1) {
      const offset = offsets[row]!;
      if (offset < headBytes || lineHash(object, offset) % oneIn === 0) found.push(row);
    }
    const rows = Uint32Array.from(found);
    this.#examined.set(key, rows);
    return rows;
  }

  #findOdd(maxLineBytes: number, defersNoField: boolean, countsFields: boolean): readonly number[] {
    const { bytes, templates, lines } = this.#part;
    const isOdd = Uint8Array.from({ length: templates.texts.ends.length + 1 }, (_, template) =>
      template === 0 || this.#isOddForm(template, defersNoField, countsFields) ? 1 : 0,
    );
    const isAnyOdd = lines.texts.ends.length > 0 || isOdd.lastIndexOf(1) > 0;
    const cutFrom = countsFields && hasCustomFields(this.#dataset) ? TRUNCATED_FROM_BYTES : Number.POSITIVE_INFINITY;
    const found: number[] = [];
    if (!isAnyOdd && this.longest <= Math.min(maxLineBytes, cutFrom)) return found;
    for (let row = 0; row < bytes.length; row += 1) {
      const isLong = bytes[row]! > maxLineBytes || (bytes[row]! > cutFrom && this.#customBytes(row) >= cutFrom);
      if (isLong || isOdd[codeOf(templates, row)] === 1) found.push(row);
    }
    return found;
  }

  /** Whether lines of a template have no field of the dataset, or a key with an escape, which has other bytes than its name. */
  #isOddForm(template: number, defersNoField: boolean, countsFields: boolean): boolean {
    const { templates, fields } = this.#part;
    const names = [...fields.keys()];
    const keys = templatePieces(textAt(templates, template)).flatMap(({ bytes, column }) =>
      column === undefined ? [] : [{ name: names[column]!, before: Buffer.from(bytes).toString() }],
    );
    const hasField = keys.some(({ name }) => this.#dataset.fields.has(name));
    const hasOddKey = keys.some(
      ({ name, before }) => before.slice(before.indexOf('"'), before.lastIndexOf('"') + 1) !== `"${name}"`,
    );
    return (countsFields && hasOddKey) || (defersNoField && !hasField);
  }

  #customBytes(row: number): number {
    return LOGGED_KEYS.reduce((sum, key) => {
      const column = this.#part.fields.get(key);
      return sum + (column === undefined ? 0 : textOf(column, row).length);
    }, 0);
  }

  /** Low and high halves of all times. */
  #timeWords(): Int32Array {
    const { times } = this.#part;
    return new Int32Array(times.buffer, times.byteOffset, times.length * 2);
  }

  #readTimes(): RowTimes {
    const { rows } = this.#part;
    const words = this.#timeWords();
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
  }
}

const known = new WeakMap<ColumnRows, PartFacts>();

/** The nearest time of 64 bits in halves. */
function wordsOf(time: Instant): { low: number; high: number } {
  const last = -NO_TIME - 1n;
  const clamped = time < NO_TIME ? NO_TIME : time > last ? last : time;
  return { low: Number(BigInt.asUintN(WORD_BITS, clamped)), high: Number(clamped >> BigInt(WORD_BITS)) };
}
