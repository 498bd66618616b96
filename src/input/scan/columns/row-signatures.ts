// Numbers the rows of a part by their classes in several columns: rows with the same classes have the same number, so that whatever follows
// from the classes is computed once for each number, not for each row.
import type { Column } from '../../columns/index.ts';

/** Numbers that rows may have although no row has them: tables of this size stay in a processor's cache. Ours. */
const MAX_SPARSE = 2 ** 16;
/** Entries of the largest table that numbers are looked up in while they are made dense. Ours: 16 MB. */
const MAX_TABLE = 2 ** 22;

/** The codes of a column; undefined: a row has the number of its place plus 1. */
type Codes = Column['codes'];

/** A number for each row. */
export class RowSignatures {
  /** By row, below {@link size}. */
  readonly of: Uint32Array;
  /** Numbers that rows may have. */
  size = 1;

  /** @param from numbers to begin with @default all rows have the same */
  constructor(rows: number, from?: RowSignatures) {
    this.of = from === undefined ? new Uint32Array(rows) : from.of.slice();
    this.size = from?.size ?? 1;
  }

  /**
   * Distinguishes rows by their classes in one more column.
   * @param classes by code
   * @param count of the classes
   */
  add(codes: Codes, classes: Uint32Array, count: number): void {
    if (count === 1) return;
    if (this.size * count > MAX_TABLE) this.#makeDense();
    if (this.size * count > MAX_TABLE) this.#addSparse(codes, classes, count);
    else {
      addScaled(this.of, codes, classes, this.size);
      this.size *= count;
    }
    if (this.size > MAX_SPARSE) this.#makeDense();
  }

  /** Renumbers the rows, so that rows have all numbers. */
  #makeDense(): void {
    const { of, size } = this;
    const table = new Uint32Array(size);
    let count = 0;
    for (let row = 0; row < of.length; row += 1) {
      const old = of[row]!;
      let number = table[old]!;
      if (number === 0) {
        count += 1;
        number = count;
        table[old] = number;
      }
      of[row] = number - 1;
    }
    this.size = count;
  }

  /** Distinguishes rows if there is no room for a table of all pairs. */
  #addSparse(codes: Codes, classes: Uint32Array, count: number): void {
    const { of } = this;
    const numbers = new Map<number, number>();
    for (let row = 0; row < of.length; row += 1) {
      const pair = of[row]! * count + classes[codes === undefined ? row + 1 : codes[row]!]!;
      const number = numbers.get(pair) ?? numbers.size;
      if (number === numbers.size) numbers.set(pair, number);
      of[row] = number;
    }
    this.size = numbers.size;
  }
}

/** Adds to each row the entry of its code, times a factor. Three loops: each array type has the fast one of its own. */
function addScaled(to: Uint32Array, codes: Codes, entries: Uint32Array, by: number): void {
  const rows = to.length;
  if (codes instanceof Uint8Array) {
    for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(entries[codes[row]!]!, by);
  } else if (codes instanceof Uint16Array) {
    for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(entries[codes[row]!]!, by);
  } else if (codes !== undefined) {
    for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(entries[codes[row]!]!, by);
  } else for (let row = 0; row < rows; row += 1) to[row]! += Math.imul(entries[row + 1]!, by);
}

/** Classes of the codes of one column: codes with the same outcomes of all conditions have the same class. */
export function classesOf(outcomes: readonly Uint8Array[], codes: number): { classes: Uint32Array; count: number } {
  const classes = new Uint32Array(codes);
  let count = 1;
  for (const one of outcomes) {
    const numbers = new Uint32Array(count * OUTCOMES);
    count = 0;
    for (let code = 0; code < codes; code += 1) {
      const pair = classes[code]! * OUTCOMES + one[code]!;
      if (numbers[pair] === 0) {
        count += 1;
        numbers[pair] = count;
      }
      classes[code] = numbers[pair]! - 1;
    }
  }
  return { classes, count };
}

/** More than any outcome. */
const OUTCOMES = 8;
