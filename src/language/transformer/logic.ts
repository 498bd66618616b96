// AND and OR in three-valued logic, with failures and undecided parts. Defines the meaning once for expressions and for the conditions of WHERE.
import type { Compiled, Evaluate } from './compiled.ts';
import { type Result, Stop } from './stop.ts';

/**
 * Joins results in the order of the SQL. A failure on the left fails the batch. On the right of a deciding value, whether it is evaluated
 * depends on the other lines of the batch, and on the right of an undecided one on that: the result is undecided.
 */
export class Junction {
  readonly #deciding: boolean;
  readonly #shortCircuit: Stop;
  #result: Result;

  /** @param deciding false for AND, true for OR @param shortCircuit the result of a failure after a deciding or an undecided value */
  constructor(deciding: boolean, shortCircuit: Stop) {
    this.#deciding = deciding;
    this.#shortCircuit = shortCircuit;
    this.#result = !deciding;
  }

  get result(): Result {
    return this.#result;
  }

  /** @returns whether no later value changes the result */
  add(value: Result): boolean {
    const isOpen = this.#result === this.#deciding || this.#result instanceof Stop;
    if (value instanceof Stop && value.isFailure) {
      this.#result = isOpen ? this.#shortCircuit : value;
      return true;
    }
    if (value instanceof Stop && value.mayFail) {
      this.#result = value;
      return true;
    }
    if (value === this.#deciding || (!isOpen && value !== !this.#deciding)) this.#result = value;
    return false;
  }
}

/** Builds the closure of a chain. Parameters as those of {@link Junction}. */
export function chainOf(deciding: boolean, conditions: readonly Compiled[], shortCircuit: Stop): Evaluate {
  const items = conditions.map(({ evaluate }) => evaluate);
  /** The first index from which no item can fail: a deciding value ends the evaluation there. */
  const safeFrom = conditions.findLastIndex(({ canFail }) => canFail) + 1;
  return (row) => {
    let junction: Junction | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const value = items[index]!(row);
      if (value === !deciding) continue;
      if (value === deciding && index + 1 >= safeFrom && junction === undefined) return value;
      junction ??= new Junction(deciding, shortCircuit);
      if (junction.add(value)) break;
    }
    return junction === undefined ? !deciding : junction.result;
  };
}
