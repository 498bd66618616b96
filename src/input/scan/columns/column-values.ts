// Decodes the texts of a column to the values that filters test, and tests each distinct text once.
import { isAscii } from 'node:buffer';
import type { FieldSource, Value } from '../../../base/index.ts';
import { ABSENT, type CompiledCondition } from '../../../language/filter/index.ts';
import type { Column } from '../../columns/index.ts';
import { decodeValue } from '../../record/index.ts';

const QUOTE = 34;
/** In place of each byte of a value that was left out. */
const WITHHELD = 42;
const BACKSLASH = 92;

/** The texts of a column as values, by their numbers. */
export class ColumnValues {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  readonly #hasEscapes: boolean;
  /** All texts if they are ASCII: a part of a string takes a third of the time of decoding bytes. */
  readonly #ascii: string | undefined;

  constructor({ texts: { bytes, ends } }: Column) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#ends = ends;
    this.#hasEscapes = bytes.includes(BACKSLASH);
    this.#ascii = isAscii(this.#bytes) ? this.#bytes.toString('latin1') : undefined;
  }

  /** Returns the value of a text; undefined for an empty one, which is no value, and for one that the index does not contain. */
  at(number: number): Value | undefined {
    const start = number === 1 ? 0 : this.#ends[number - 2]!;
    const end = this.#ends[number - 1]!;
    const bytes = this.#bytes;
    if (start === end || bytes[start] === WITHHELD) return undefined;
    if (bytes[start] !== QUOTE) return decodeValue(bytes, start, end, false);
    if (this.#hasEscapes && bytes.subarray(start, end).includes(BACKSLASH)) return decodeValue(bytes, start, end, true);
    return this.#ascii?.slice(start + 1, end - 1) ?? decodeValue(bytes, start, end, false);
  }
}

/** A source whose only value the caller sets before each use. */
export class OneValue implements FieldSource {
  value: Value | undefined;

  get(): Value | undefined {
    return this.value;
  }
}

/** Returns the outcomes of conditions on one field, by the number of its text: 0 is absent. */
export function outcomesOf(column: Column, conditions: readonly CompiledCondition[]): Uint8Array[] {
  const texts = column.texts.ends.length;
  const outcomes = conditions.map(() => new Uint8Array(texts + 1).fill(ABSENT, 0, 1));
  const values = valuesOf(column);
  const source = new OneValue();
  for (let number = 1; number <= texts; number += 1) {
    source.value = values.at(number);
    for (let index = 0; index < conditions.length; index += 1)
      outcomes[index]![number] = conditions[index]!.test(source);
  }
  return outcomes;
}

const known = new WeakMap<Column, ColumnValues>();

/** Returns the values of a column, which are prepared once. */
export function valuesOf(column: Column): ColumnValues {
  const values = known.get(column) ?? new ColumnValues(column);
  known.set(column, values);
  return values;
}
