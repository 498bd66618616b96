// The values of one field in the lines of a space, each once, with what lines of each weigh; and rows numbered by the values of several fields. Uses no
// conditions.
import { mix32 } from '../../base/index.ts';
import { type Column, type ColumnRows, textAt } from '../../input/columns/index.ts';
import { RowSignatures } from '../../input/scan/index.ts';
import { FieldTexts } from '../rows/index.ts';
import type { LineSpace } from './line-space.ts';

/** Distinct texts of a field, at most. Ours: their weights take 24 bytes each, and 16 for each period that is left out in turn. */
const MAX_TEXTS = 2 ** 20;

/** By text, of lines that no promise protects; text 0: lines without the field. */
export interface Weights {
  bytes: Float64Array;
  worth: Float64Array;
}

/** The values of a field. */
export class FieldDictionary {
  readonly name: string;
  readonly texts: FieldTexts;
  readonly #space: LineSpace;

  private constructor(name: string, space: LineSpace) {
    this.name = name;
    this.#space = space;
    this.texts = space.odd.fields.get(name)?.texts ?? new FieldTexts();
  }

  /** Reads the texts of a field. @returns undefined if there are too many */
  static read(name: string, space: LineSpace): FieldDictionary | undefined {
    const dictionary = new FieldDictionary(name, space);
    const { texts } = dictionary;
    for (const part of space.parts.keys()) {
      const column = dictionary.#columnOf(part);
      if (column === undefined) continue;
      if (column.texts.ends.length > MAX_TEXTS) return undefined;
      texts.numbersOf(column);
      if (texts.table.count > MAX_TEXTS) return undefined;
    }
    return dictionary;
  }

  /** Distinct texts. */
  get distinct(): number {
    return this.texts.table.count;
  }

  /** All texts as the dictionary of a column, for conditions. */
  get column(): Column {
    return { texts: this.texts.table.texts };
  }

  /** The JSON text of a value by its number. */
  textOf(number: number): string {
    return Buffer.from(textAt(this.column, number)).toString('utf8');
  }

  /** By row of the space: the number of its text, 0 without one. An array of its own for each call. */
  numbers(): Uint32Array {
    const { parts, odd, bytes } = this.#space;
    const found = new Uint32Array(bytes.length);
    for (const [part, runs] of parts) {
      const column = this.#columnOf(part);
      if (column === undefined) continue;
      const { codes } = column;
      const numbers = this.texts.numbersOf(column);
      for (const { from, to, first } of runs)
        for (let row = from; row < to; row += 1)
          found[first + row - from] = numbers[codes === undefined ? row + 1 : codes[row]!]!;
    }
    const own = odd.fields.get(this.name)?.numbers;
    for (const [index, row] of odd.rows.entries()) found[row] = own?.[index] ?? 0;
    return found;
  }

  /**
   * Weighs each text.
   * @param worth by row @param leftOut periods
   * @returns by text, the sum of random numbers of its lines: equal sums, equal lines; what its lines weigh; and what they weigh without one of `leftOut`.
   * Without a period that does not exist, they weigh the same
   */
  weigh(
    worth: Uint32Array,
    leftOut: readonly number[],
  ): { marks: Float64Array; all: Weights; without: (period: number) => Weights } {
    const { bytes, droppable, periodOf, periods } = this.#space;
    const numbers = this.numbers();
    const zeros = () => new Float64Array(this.distinct + 1);
    const [marks, all] = [zeros(), { bytes: zeros(), worth: zeros() }];
    const rests = periods.map((_, period) =>
      leftOut.includes(period) ? { bytes: zeros(), worth: zeros() } : undefined,
    );
    for (let row = 0; row < numbers.length; row += 1) {
      if (droppable[row] === 0) continue;
      const number = numbers[row]!;
      marks[number]! += mix32(row);
      all.bytes[number]! += bytes[row]!;
      all.worth[number]! += worth[row]!;
      const rest = rests[periodOf[row]!];
      if (rest === undefined) continue;
      rest.bytes[number]! -= bytes[row]!;
      rest.worth[number]! -= worth[row]!;
    }
    for (const rest of rests)
      for (let number = 0; rest !== undefined && number < marks.length; number += 1) {
        rest.bytes[number]! += all.bytes[number]!;
        rest.worth[number]! += all.worth[number]!;
      }
    return { marks, all, without: (period) => rests[period] ?? all };
  }

  #columnOf(part: ColumnRows): Column | undefined {
    if (part.withheld.has(this.name)) return undefined;
    return (part.passing?.() ?? part).fields.get(this.name);
  }
}

/**
 * Numbers rows: equal numbers for rows in the same classes.
 * @param fields their numbers by row, and the class of each number
 * @param counted by row: 0 for one that gets no number
 * @returns by row its number; by number the first row of it
 */
export function numberRows(
  fields: readonly (readonly [field: Pick<FieldDictionary, 'numbers'>, classOf: Uint32Array])[],
  counted: Uint8Array | Uint32Array,
): { of: Uint32Array; first: number[] } {
  const signatures = new RowSignatures(counted.length);
  for (const [field, classOf] of fields) {
    const count = classOf.reduce((most, one) => Math.max(most, one), 0) + 1;
    const classes = field.numbers();
    for (let row = 0; row < classes.length; row += 1) classes[row] = classOf[classes[row]!]!;
    signatures.add(classes, undefined, count);
  }
  const { of, size } = signatures;
  const known = new Int32Array(size).fill(-1);
  const first: number[] = [];
  for (let row = 0; row < of.length; row += 1) {
    if (counted[row] === 0) continue;
    if (known[of[row]!] === -1) known[of[row]!] = first.push(row) - 1;
    of[row] = known[of[row]!]!;
  }
  return { of, first };
}
