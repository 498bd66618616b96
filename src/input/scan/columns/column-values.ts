// Decodes the texts of a column to the values that filters test, and tests each distinct text once.
import {
  Decimal,
  type FieldSource,
  firstFrom,
  MILLISECONDS_BELOW,
  NS_PER_MS,
  NS_PER_SECOND,
  SECONDS_BELOW,
  type Value,
} from '../../../base/index.ts';
import { instantOf } from '../../../language/dataset/index.ts';
import {
  ABSENT,
  type CompiledCondition,
  listOf,
  OPERATORS,
  type Outcome,
  type PositiveOperator,
} from '../../../language/filter/index.ts';
import { type Column, WITHHELD } from '../../columns/index.ts';
import { markTexts } from '../../kernel/index.ts';
import { decodeValue } from '../../record/index.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const ZERO = 48;

/** The texts of a column as values, by their numbers. */
export class ColumnValues {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  readonly #hasEscapes: boolean;
  #others: readonly number[] | undefined;
  #integers: Integers | undefined;

  constructor({ texts: { bytes, ends } }: Column) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#ends = ends;
    this.#hasEscapes = this.#bytes.includes(BACKSLASH);
  }

  /** Numbers of the texts that are no strings, or contain a character in another form. */
  get others(): readonly number[] {
    if (this.#others !== undefined) return this.#others;
    const others: number[] = [];
    for (let number = 1, start = 0; number <= this.#ends.length; number += 1) {
      const end = this.#ends[number - 1]!;
      if (start === end || this.#bytes[start] !== QUOTE) others.push(number);
      start = end;
    }
    if (this.#hasEscapes) this.visit('\\', (number) => others.push(number));
    this.#others = others;
    return others;
  }

  get integers(): Integers {
    this.#integers ??= integersOf(this.#bytes, this.#ends);
    return this.#integers;
  }

  /** By number, until the next search: 1 for each text that contains one of others, which are ASCII and not empty. */
  found(searched: readonly string[]): Uint8Array {
    const size = this.#ends.length + 1;
    if (searchMarks.length < size) searchMarks = new Uint8Array(size);
    const marks = searchMarks.subarray(0, size).fill(0);
    for (const text of searched) {
      if (markTexts(this.#bytes, this.#ends, Buffer.from(text), marks)) continue;
      this.visit(text, (number) => {
        marks[number] = 1;
      });
    }
    return marks;
  }

  /** Visits the texts that contain another text, which is ASCII and not empty. */
  visit(searched: string, visit: (number: number) => void): void {
    const ends = this.#ends;
    const bytes = this.#bytes;
    const pattern = Buffer.from(searched);
    let index = 0;
    for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, ends[index]!)) {
      index = firstFrom(ends, at + 1, index);
      // It may begin in one text and end in the next one.
      if (at + pattern.length <= ends[index]!) visit(index + 1);
    }
  }

  #startOf(number: number): number {
    return number === 1 ? 0 : this.#ends[number - 2]!;
  }

  /** Returns the value of a text; undefined for an empty one, which is no value, and for one that the index does not contain. */
  at(number: number): Value | undefined {
    const start = this.#startOf(number);
    const end = this.#ends[number - 1]!;
    const bytes = this.#bytes;
    if (start === end || bytes[start] === WITHHELD) return undefined;
    const isEscaped = this.#hasEscapes && bytes[start] === QUOTE && bytes.subarray(start, end).includes(BACKSLASH);
    return decodeValue(bytes, start, end, isEscaped);
  }
}

/** Memory that each search uses again: with new memory, the slowest of 60 searches in 2 million texts takes twice as long. */
let searchMarks = new Uint8Array();

/** Texts as integers. */
interface Integers {
  /** By number: an integer without a sign, off by less than {@link NEAR} times itself; NaN for any other text. */
  of: Float64Array;
  /** By block of {@link BLOCK} texts: its least and greatest integer; NaN if one is NaN. */
  least: Float64Array;
  most: Float64Array;
}

function integersOf(bytes: Uint8Array, ends: Uint32Array): Integers {
  const of = new Float64Array(ends.length + 1).fill(Number.NaN, 0, 1);
  const blocks = Math.ceil(ends.length / BLOCK);
  const least = new Float64Array(blocks).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(blocks).fill(Number.NEGATIVE_INFINITY);
  let start = 0;
  for (let index = 0; index < ends.length; index += 1) {
    const end = ends[index]!;
    const integer = integerOf(bytes, start, end);
    of[index + 1] = integer;
    const block = Math.floor(index / BLOCK);
    least[block] = Math.min(least[block]!, integer);
    most[block] = Math.max(most[block]!, integer);
    start = end;
  }
  return { of, least, most };
}

/** Reads as many digits at a time as an integer of 32 bits has room for: floating-point numbers take three times as long. */
function integerOf(bytes: Uint8Array, start: number, end: number): number {
  if (start === end || end - start > MAX_DIGITS) return Number.NaN;
  let integer = 0;
  for (let at = start; at < end; ) {
    const stop = Math.min(end, at + DIGITS_AT_ONCE);
    const power = POWERS[stop - at]!;
    let part = 0;
    for (; at < stop; at += 1) {
      const digit = bytes[at]! - ZERO;
      if (digit < 0 || digit > 9) return Number.NaN;
      part = (Math.imul(part, 10) + digit) | 0;
    }
    integer = integer * power + part;
  }
  return integer;
}

/** A source whose only value the caller sets before each use. */
export class OneValue implements FieldSource {
  value: Value | undefined;

  get(): Value | undefined {
    return this.value;
  }
}

/** Returns the outcomes of a condition on one field, by the number of its text: 0 is absent. */
export function outcomesOf(column: Column, condition: CompiledCondition): Uint8Array {
  const texts = column.texts.ends.length;
  const outcomes = new Uint8Array(texts + 1).fill(ABSENT, 0, 1);
  const values = valuesOf(column);
  const source = new OneValue();
  const test = (number: number): Outcome => {
    source.value = values.at(number);
    const outcome = condition.test(source);
    outcomes[number] = outcome;
    return outcome;
  };
  const searched = searchedTexts(condition);
  const limits = limitsOf(condition);
  if (searched !== undefined) {
    // A string matches if it is the text of the condition, and so does each that is found.
    const byMark = Uint8Array.from([NO_TEXT, String(listOf(condition.condition)[0])], (text) => {
      source.value = text;
      return condition.test(source);
    });
    const marks = values.found(searched);
    // A branch takes three times as long: marks follow no pattern.
    for (let number = 1; number <= texts; number += 1) outcomes[number] = byMark[marks[number]!]!;
    for (const number of values.others) test(number);
  } else if (limits !== undefined) testIntegers(values.integers, limits, outcomes, test);
  else for (let number = 1; number <= texts; number += 1) test(number);
  return outcomes;
}

/** Returns texts: a string without escapes matches a condition if its JSON contains one of them. Undefined if there are no such texts. */
function searchedTexts({ type, condition }: CompiledCondition): string[] | undefined {
  if (type !== 'string') return undefined;
  const [before, after] = MARKS[OPERATORS[condition.operator].positive];
  const texts = listOf(condition).map((text) => `${before}${text}${after}`);
  return listOf(condition).every((text) => PLAIN.test(String(text))) && !texts.includes('') ? texts : undefined;
}

/** What is around the text of a condition in the JSON of a string that matches. */
const MARKS: Readonly<Record<PositiveOperator, readonly [before: string, after: string]>> = {
  ...{ eq: ['"', '"'], in: ['"', '"'], contains: ['', ''], startsWith: ['"', ''], endsWith: ['', '"'] },
  ...{ lt: ['', ''], leq: ['', ''], gt: ['', ''], geq: ['', ''] },
};
/** A text that JSON contains as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** No condition compares with it. */
const NO_TEXT = '\0';

/** Returns, ascending, the integers between which the outcomes of a condition do not change; undefined if there are none, or many. */
function limitsOf({ type, condition }: CompiledCondition): number[] | undefined {
  const values = listOf(condition);
  if (values.length > MAX_LIMITS || (type !== 'int' && type !== 'float' && type !== 'timestamp')) return undefined;
  const limits = values.flatMap((value) => {
    if (type !== 'timestamp') return [Number(value instanceof Decimal ? value.text : value)];
    const time = Number(instantOf(value));
    const units = [1n, NS_PER_MS, NS_PER_SECOND].map((unit) => time / Number(unit));
    return [...units, Number(SECONDS_BELOW), Number(MILLISECONDS_BELOW)];
  });
  return limits.every(Number.isFinite) ? limits.sort((a, b) => a - b) : undefined;
}

/** Tests one integer between each two limits, all that are near a limit, and all texts of another form. */
function testIntegers(
  integers: Integers,
  limits: readonly number[],
  outcomes: Uint8Array,
  test: (number: number) => Outcome,
): void {
  // By gap: between which integers it is, and its outcome.
  const from = Float64Array.of(-1, ...limits).map((limit) => limit + Math.abs(limit) * NEAR);
  const to = Float64Array.of(...limits.map((limit) => limit - Math.abs(limit) * NEAR), Number.POSITIVE_INFINITY);
  const known = new Uint8Array(from.length).fill(UNKNOWN);
  // Most integers are in the gap of the one before; times are nearly ascending, so that most blocks are.
  let [least, most, outcome] = [0, 0, UNKNOWN];
  for (let first = 1, block = 0; first < outcomes.length; first += BLOCK, block += 1) {
    const end = Math.min(first + BLOCK, outcomes.length);
    if (integers.least[block]! > least && integers.most[block]! < most) {
      outcomes.fill(outcome, first, end);
      continue;
    }
    for (let number = first; number < end; number += 1) {
      const integer = integers.of[number]!;
      if (integer > least && integer < most) {
        outcomes[number] = outcome;
        continue;
      }
      let gap = limits.length;
      while (integer <= from[gap]!) gap -= 1;
      if (!(integer < to[gap]!)) test(number);
      else {
        if (known[gap] === UNKNOWN) known[gap] = test(number);
        outcome = known[gap]!;
        outcomes[number] = outcome;
        [least, most] = [from[gap]!, to[gap]!];
      }
    }
  }
}

/** In place of an outcome. */
const UNKNOWN = 255;
/** More than the share of an integer that is lost when it is read, digit by digit, as a floating-point number. */
const NEAR = 2 ** -46;
/** Digits of a longer integer lose more. */
const MAX_DIGITS = 40;
const DIGITS_AT_ONCE = 9;
const POWERS = Array.from({ length: DIGITS_AT_ONCE + 1 }, (_, digits) => 10 ** digits);
/** Texts that are tested at once if their integers are between the same limits. Ours. */
const BLOCK = 1024;
/** With more values, testing each text takes no longer. Ours. */
const MAX_LIMITS = 8;

const known = new WeakMap<Column, ColumnValues>();

/** Returns the values of a column, which are prepared once. */
export function valuesOf(column: Column): ColumnValues {
  const values = known.get(column) ?? new ColumnValues(column);
  known.set(column, values);
  return values;
}
