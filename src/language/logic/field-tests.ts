// The different tests of one field: two filters share equal ones, and a condition and its negation are one test.
import { type CompiledCondition, OPERATORS } from '../filter/index.ts';
import type { FieldCells } from './values/field-cells.ts';
import { listedValues } from './values/listed-values.ts';
import { type CellSet, complementOf } from './values/range-set.ts';
import { testKey, type ValuesOfField, valuesOfField } from './values/values-of-field.ts';

/** A test or its negation. */
export interface TestUse {
  /** Number of the test among those of its field. */
  readonly test: number;
  readonly isNegated: boolean;
}

/** Numbers different things in the order in which they occur. */
export class Numbering<Thing> {
  readonly things: Thing[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a thing. @param key equal for equal things */
  numberOf(key: string, thing: Thing): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.things.push(thing) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** The tests of a field whose values are reduced to cells. Each accepts a set of cells, which need not be that of one condition. */
export class CellTests {
  readonly cells: FieldCells;
  readonly #sets = new Numbering<CellSet>();

  constructor(cells: FieldCells) {
    this.cells = cells;
  }

  get count(): number {
    return this.#sets.things.length;
  }

  /** Returns the test that accepts a set of cells. */
  use(set: CellSet): TestUse {
    // Of a set and its complement, the one without the first cell is the test.
    const isNegated = set[0] === 0;
    const tested = isNegated ? complementOf(set, 0, this.cells.values.length) : set;
    return { test: this.#sets.numberOf(tested.join(), tested), isNegated };
  }

  values(): ValuesOfField {
    return listedValues(this.#sets.things, this.cells);
  }
}

/** The tests of a field whose values are not reduced to cells. Each is that of conditions. */
export class ConditionTests {
  readonly #beyond: { readonly beyond: string } | undefined;
  readonly #conditions = new Numbering<CompiledCondition>();

  /** @param beyond why the values are beyond a bound */
  constructor(beyond?: { readonly beyond: string }) {
    this.#beyond = beyond;
  }

  get count(): number {
    return this.#conditions.things.length;
  }

  /** Returns the test of a condition. */
  use(compiled: CompiledCondition): TestUse {
    const { isNegated } = OPERATORS[compiled.condition.operator];
    return { test: this.#conditions.numberOf(testKey(compiled), compiled), isNegated };
  }

  values(): ValuesOfField {
    return this.#beyond ?? valuesOfField(this.#conditions.things);
  }
}
