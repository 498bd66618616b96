// The values of one field in the lines of a space, each once, with what lines of each weigh: one pass over the codes of its columns. Uses no conditions.
import { mix32 } from '../../base/index.ts';
import { type Column, type ColumnRows, textAt } from '../../input/columns/index.ts';
import { RowSignatures } from '../../input/scan/index.ts';
import { FieldTexts } from '../rows/index.ts';
import type { LineSpace, SpaceRun } from './line-space.ts';

/** Distinct texts of a field, at most. Ours: their weights take 24 bytes each. */
export const MAX_TEXTS = 2 ** 20;
/** Entries of weights by text and period; a field with more is weighed for one selection of periods at a time. Ours. */
const MAX_ENTRIES = 2 ** 21;

/** Classes that fit into a byte. */
const MAX_BYTE_CLASSES = 256;

/** The weights of lines that no promise protects. */
export interface Weights {
  /** By text, then by period; text 0: lines without the field. */
  bytes: Float64Array;
  worth: Float64Array;
  /** Periods that are counted apart: 1 if all that were weighed are one. */
  periods: number;
  /** By text: the sum of random numbers of its lines in all periods. Equal sums: equal lines. */
  marks: Float64Array;
}

/** The values of a field. */
export class FieldDictionary {
  readonly name: string;
  readonly texts: FieldTexts;
  readonly #space: LineSpace;

  private constructor(name: string, space: LineSpace, texts: FieldTexts) {
    this.name = name;
    this.#space = space;
    this.texts = texts;
  }

  /** Reads the texts of a field. @returns their number if there are too many */
  static read(name: string, space: LineSpace): FieldDictionary | number {
    const texts = space.odd.fields.get(name)?.texts ?? new FieldTexts();
    const dictionary = new FieldDictionary(name, space, texts);
    for (const { part } of space.parts) {
      const column = dictionary.#columnOf(part);
      if (column === undefined) continue;
      if (column.texts.ends.length > MAX_TEXTS) return column.texts.ends.length;
      texts.numbersOf(column);
      if (texts.table.count > MAX_TEXTS) return texts.table.count;
    }
    return dictionary;
  }

  /** All texts as the dictionary of a column, for conditions. */
  get column(): Column {
    return { texts: this.texts.table.texts };
  }

  /** The JSON text of a value by its number. */
  textOf(number: number): string {
    return Buffer.from(textAt({ texts: this.texts.table.texts }, number)).toString('utf8');
  }

  /** By code of a part: the number of its text; undefined if no line has the field. The codes are in `column`. */
  numbersIn(part: ColumnRows): { column: Column; numbers: Uint32Array } | undefined {
    const column = this.#columnOf(part);
    return column && { column, numbers: this.texts.numbersOf(column) };
  }

  /** Calls for each row of the space, those of the record reader last. @param visit receives the row and the number of its text: 0 without one */
  visit(visit: (row: number, number: number) => void): void {
    const { parts, odd } = this.#space;
    const isOdd = oddMarks(this.#space);
    for (const { part, runs } of parts) {
      const found = this.numbersIn(part);
      for (const run of runs) visitRun(run, found, isOdd, visit);
    }
    const numbers = odd.fields.get(this.name)?.numbers;
    for (const [index, row] of odd.rows.entries()) visit(row, numbers?.[index] ?? 0);
  }

  /** Whether all periods are weighed apart at once: of one that is not, each selection is weighed on its own. */
  get isByPeriod(): boolean {
    return (this.texts.table.count + 1) * this.#space.periods.length <= MAX_ENTRIES;
  }

  /** Weighs each text. @param worth by row @param selection by period: whether its bytes and worth count @default all do */
  weigh(worth: Uint32Array, selection?: readonly boolean[]): Weights {
    const { bytes, droppable, periodOf, periods } = this.#space;
    const count = this.texts.table.count + 1;
    const counted = this.isByPeriod ? periods.length : 1;
    const weights: Weights = {
      ...{ bytes: new Float64Array(count * counted), worth: new Float64Array(count * counted), periods: counted },
      marks: new Float64Array(count),
    };
    this.visit((row, number) => {
      if (droppable[row] === 0) return;
      weights.marks[number]! += mix32(row);
      if (selection?.[periodOf[row]!] === false) return;
      const at = counted === 1 ? number : number * counted + periodOf[row]!;
      weights.bytes[at]! += bytes[row]!;
      weights.worth[at]! += worth[row]!;
    });
    return weights;
  }

  #columnOf(part: ColumnRows): Column | undefined {
    if (part.withheld.has(this.name)) return undefined;
    return (part.passing?.() ?? part).fields.get(this.name);
  }
}

/** A field whose texts are classed. */
export interface ClassedField {
  dictionary: FieldDictionary;
  /** By number of a text: its class. */
  classOf: Uint8Array | Uint32Array;
}

/** Numbers the rows of a part: equal numbers for equal classes in all fields. */
export function signRows(
  part: ColumnRows,
  fields: readonly ClassedField[],
): { signatures: RowSignatures; classesOf: (row: number) => number[] } {
  const signatures = new RowSignatures(part.rows);
  const rowClasses = fields.map(({ dictionary, classOf }) => {
    const found = dictionary.numbersIn(part);
    if (found === undefined) return () => classOf[0]!;
    const { codes } = found.column;
    const byCode = found.numbers.map((number) => classOf[number]!);
    const count = byCode.reduce((most, one) => Math.max(most, one), 0) + 1;
    if (count <= MAX_BYTE_CLASSES) signatures.add(codes, Uint8Array.from(byCode), count);
    else {
      const byRow = codes === undefined ? byCode.subarray(1) : Uint32Array.from(codes, (code) => byCode[code]!);
      signatures.add(byRow, undefined, count);
    }
    return (row: number) => byCode[codes === undefined ? row + 1 : codes[row]!]!;
  });
  return { signatures, classesOf: (row) => rowClasses.map((of) => of(row)) };
}

function visitRun(
  { from, to, first }: SpaceRun,
  found: { column: Column; numbers: Uint32Array } | undefined,
  isOdd: Uint8Array | undefined,
  visit: (row: number, number: number) => void,
): void {
  const codes = found?.column.codes;
  const shift = first - from;
  for (let row = from; row < to; row += 1) {
    if (isOdd?.[row + shift] === 1) continue;
    visit(row + shift, found === undefined ? 0 : found.numbers[codes === undefined ? row + 1 : codes[row]!]!);
  }
}

const marked = new WeakMap<LineSpace, Uint8Array>();

/** By row: 1 if the record reader reads its values; undefined if none is. */
export function oddMarks(space: LineSpace): Uint8Array | undefined {
  if (space.odd.rows.length === 0) return undefined;
  const known = marked.get(space);
  if (known !== undefined) return known;
  const marks = new Uint8Array(space.bytes.length);
  for (const row of space.odd.rows) marks[row] = 1;
  marked.set(space, marks);
  return marks;
}
