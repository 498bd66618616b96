// The different tests of one field: two filters share equal ones, and a condition and its negation are one test.
import { type CompiledCondition, OPERATORS } from '../filter/index.ts';
import { type CellSet, complementOf } from './values/cell-set.ts';
import type { FieldCells } from './values/field-cells.ts';
import { listedValues } from './values/listed-values.ts';
import { testKey, type ValuesOfField, valuesOfField } from './values/values-of-field.ts';

/** A test or its negation. */
export interface TestUse {
  /** Number of the test among those of its field. */
  readonly test: number;
  readonly isNegated: boolean;
}

/** The tests of a field whose values are reduced to cells. Each accepts a set of cells, which need not be that of one condition. */
export class CellTests {
  readonly cells: FieldCells;
  readonly #sets: CellSet[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(cells: FieldCells) {
    this.cells = cells;
  }

  get count(): number {
    return this.#sets.length;
  }

  /** Returns the test that accepts a set of cells. */
  use(set: CellSet): TestUse {
    // Of a set and its complement, the one without the first cell is the test.
    const isNegated = set[0] === 0;
    const tested = isNegated ? complementOf(set, this.cells.values.length) : set;
    const key = tested.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return { test: known, isNegated };
    const test = this.#sets.push(tested) - 1;
    this.#numbers.set(key, test);
    return { test, isNegated };
  }

  values(): ValuesOfField {
    return listedValues(this.#sets, this.cells);
  }
}

/** The tests of a field whose values are not reduced to cells. Each is that of conditions. */
export class ConditionTests {
  readonly #beyond: { readonly beyond: string } | undefined;
  readonly #conditions: CompiledCondition[] = [];
  readonly #numbers = new Map<string, number>();

  /** @param beyond why the values are beyond a bound */
  constructor(beyond?: { readonly beyond: string }) {
    this.#beyond = beyond;
  }

  get count(): number {
    return this.#conditions.length;
  }

  /** Returns the test of a condition. */
  use(compiled: CompiledCondition): TestUse {
    const { isNegated } = OPERATORS[compiled.condition.operator];
    const key = testKey(compiled);
    const known = this.#numbers.get(key);
    if (known !== undefined) return { test: known, isNegated };
    const test = this.#conditions.push(compiled) - 1;
    this.#numbers.set(key, test);
    return { test, isNegated };
  }

  values(): ValuesOfField {
    return this.#beyond ?? valuesOfField(this.#conditions);
  }
}
