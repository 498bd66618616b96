// Decodes the texts of a column to the values that filters test, and tests each distinct text once.
import { isAscii } from 'node:buffer';
import type { FieldSource, Value } from '../../../base/index.ts';
import {
  ABSENT,
  type CompiledCondition,
  listOf,
  OPERATORS,
  type PositiveOperator,
} from '../../../language/filter/index.ts';
import type { Column } from '../../columns/index.ts';
import { decodeValue } from '../../record/index.ts';

const QUOTE = 34;
/** In place of each byte of a value that was left out. */
const WITHHELD = 42;
const BACKSLASH = 92;
const ZERO = 48;
const NINE = 57;

/** The texts of a column as values, by their numbers. */
export class ColumnValues {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  readonly #hasEscapes: boolean;
  /** All texts if they are ASCII: a part of a string takes a third of the time of decoding bytes. */
  readonly #ascii: string | undefined;
  #others: readonly number[] | undefined;
  #zones: readonly (readonly [number, number] | undefined)[] | undefined;

  constructor({ texts: { bytes, ends } }: Column) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#ends = ends;
    this.#hasEscapes = bytes.includes(BACKSLASH);
    this.#ascii = isAscii(this.#bytes) ? this.#bytes.toString('latin1') : undefined;
  }

  /** Whether {@link visit} finds texts: strings have no other form of a character. */
  get isSearchable(): boolean {
    return this.#ascii !== undefined && !this.#hasEscapes;
  }

  /** Numbers of the texts that are no strings. */
  get others(): readonly number[] {
    this.#others ??= [...this.#ends.keys()].flatMap((index) =>
      this.#bytes[this.#startOf(index + 1)] === QUOTE ? [] : [index + 1],
    );
    return this.#others;
  }

  /** By zone: its least and its greatest number; undefined if a text is not a plain integer with as many digits as the others. */
  get zones(): readonly (readonly [number, number] | undefined)[] {
    this.#zones ??= Array.from({ length: Math.ceil(this.#ends.length / ZONE_TEXTS) }, (_, zone) => this.#zoneAt(zone));
    return this.#zones;
  }

  /** Visits the texts that contain another text, which consists of printable ASCII without quotes and backslashes. */
  visit(searched: string, visit: (number: number) => void): void {
    const ends = this.#ends;
    const ascii = this.#ascii!;
    let index = 0;
    for (let at = ascii.indexOf(searched); at >= 0; at = ascii.indexOf(searched, ends[index]!)) {
      let step = 1;
      while (index + step < ends.length && ends[index + step]! <= at) step *= 2;
      for (; step >= 1; step = Math.floor(step / 2))
        if (index + step < ends.length && ends[index + step - 1]! <= at) index += step;
      visit(index + 1);
    }
  }

  #startOf(number: number): number {
    return number === 1 ? 0 : this.#ends[number - 2]!;
  }

  #zoneAt(zone: number): [number, number] | undefined {
    const first = zone * ZONE_TEXTS + 1;
    const end = Math.min(first + ZONE_TEXTS, this.#ends.length + 1);
    const bytes = this.#bytes;
    const digits = this.#ends[first - 1]! - this.#startOf(first);
    let [least, greatest] = [first, first];
    for (let number = first; number < end; number += 1) {
      const start = this.#startOf(number);
      if (this.#ends[number - 1]! - start !== digits || !isInteger(bytes, start, digits)) return undefined;
      if (isBelow(bytes, start, this.#startOf(least), digits)) least = number;
      else if (isBelow(bytes, this.#startOf(greatest), start, digits)) greatest = number;
    }
    return [least, greatest];
  }

  /** Returns the value of a text; undefined for an empty one, which is no value, and for one that the index does not contain. */
  at(number: number): Value | undefined {
    const start = this.#startOf(number);
    const end = this.#ends[number - 1]!;
    const bytes = this.#bytes;
    if (start === end || bytes[start] === WITHHELD) return undefined;
    if (bytes[start] !== QUOTE) return decodeValue(bytes, start, end, false);
    if (this.#hasEscapes && bytes.subarray(start, end).includes(BACKSLASH)) return decodeValue(bytes, start, end, true);
    return this.#ascii?.slice(start + 1, end - 1) ?? decodeValue(bytes, start, end, false);
  }
}

/** Whether a text is an integer without a sign and in its usual form. */
function isInteger(bytes: Uint8Array, start: number, digits: number): boolean {
  if (digits === 0 || (bytes[start] === ZERO && digits > 1)) return false;
  for (let at = start; at < start + digits; at += 1) if (bytes[at]! < ZERO || bytes[at]! > NINE) return false;
  return true;
}

/** Compares the digits of two numbers with equally many. */
function isBelow(bytes: Uint8Array, a: number, b: number, digits: number): boolean {
  for (let at = 0; at < digits; at += 1) {
    const difference = bytes[a + at]! - bytes[b + at]!;
    if (difference !== 0) return difference < 0;
  }
  return false;
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
  const test = (number: number): void => {
    source.value = values.at(number);
    outcomes[number] = condition.test(source);
  };
  const shortCut = SHORT_CUTS[OPERATORS[condition.condition.operator].positive];
  const searched = shortCut === 'contained' ? searchedTexts(condition) : undefined;
  if (searched !== undefined && values.isSearchable) {
    // No other text contains what the condition compares with.
    source.value = '';
    outcomes.fill(condition.test(source), 1);
    for (const number of values.others) test(number);
    for (const text of searched) values.visit(text, test);
    return outcomes;
  }
  const zones = shortCut === 'ordered' ? values.zones : [];
  for (let zone = 0, number = 1; number <= texts; zone += 1) {
    const end = Math.min(number + ZONE_TEXTS, texts + 1);
    const limits = zones[zone];
    if (limits !== undefined) for (const one of limits) test(one);
    // Between two numbers with the same outcome, an order has no other.
    if (limits !== undefined && outcomes[limits[0]] === outcomes[limits[1]])
      outcomes.fill(outcomes[limits[0]]!, number, end);
    else for (let one = number; one < end; one += 1) test(one);
    number = end;
  }
  return outcomes;
}

/**
 * How texts can be tested together. `contained`: a value that matches contains a text of the condition. `ordered`: between two values that match
 * are no others.
 */
const SHORT_CUTS: Readonly<Record<PositiveOperator, 'contained' | 'ordered'>> = {
  ...{ eq: 'contained', in: 'contained', contains: 'contained', startsWith: 'contained', endsWith: 'contained' },
  ...{ lt: 'ordered', leq: 'ordered', gt: 'ordered', geq: 'ordered' },
};
/** Texts of a zone. Ours: few zones of a time are neither before nor after another time. */
const ZONE_TEXTS = 256;
/** A text that JSON contains as it is. */
const PLAIN = /^[ !#-[\]-~]+$/;

/** Returns the texts that a condition on a string compares with; undefined if values may contain them in another form. */
function searchedTexts({ type, condition }: CompiledCondition): string[] | undefined {
  if (type !== 'string') return undefined;
  const texts = listOf(condition).map(String);
  return texts.every((text) => PLAIN.test(text)) ? texts : undefined;
}

const known = new WeakMap<Column, ColumnValues>();

/** Returns the values of a column, which are prepared once. */
export function valuesOf(column: Column): ColumnValues {
  const values = known.get(column) ?? new ColumnValues(column);
  known.set(column, values);
  return values;
}
