// Fields whose values fall into few cells: all values of a cell have the same truth values. The caller lists at least one value of each cell.
import type { Value } from '../../base/index.ts';
import { FALSE, KNOWN, TRUE } from '../truths.ts';
import type { FieldTest, FieldValues } from './field-values.ts';

/** Truth values that are compared in the time of a step: one takes 5 ns. */
const COMPARED_PER_STEP = 4;

/** The truth value of each test for the values of one cell. */
interface Cell {
  readonly truths: Uint8Array;
  /** The first listed value of the cell. */
  readonly value: Value;
}

/** @param values at least one of each cell; of several, the first is preferred in witnesses */
export function listedValues(tests: readonly FieldTest[], values: Iterable<Value>): FieldValues {
  const cells = cellsOf(tests, values);
  const union = new Uint8Array(tests.length);
  return {
    find: (wanted) => cells.find((cell) => testsIn(cell, wanted) === tests.length)?.value,
    narrow(wanted, budget) {
      union.fill(0);
      let isPossible = false;
      let compared = 0;
      for (let at = 0; at < cells.length; at += 1) {
        const cell = cells[at]!;
        const fitting = testsIn(cell, wanted);
        compared += fitting + 1;
        if (fitting < tests.length) continue;
        isPossible = true;
        compared += tests.length;
        for (let index = 0; index < union.length; index += 1) union[index]! |= cell.truths[index]!;
      }
      for (let index = 0; index < union.length; index += 1) wanted[index]! &= ~KNOWN | union[index]!;
      budget.left -= compared / COMPARED_PER_STEP;
      return isPossible;
    },
  };
}

/** The number of the first tests, up to one whose truth value is not wanted. */
function testsIn({ truths }: Cell, wanted: Uint8Array): number {
  for (let index = 0; index < truths.length; index += 1) if ((truths[index]! & wanted[index]!) === 0) return index;
  return truths.length;
}

function cellsOf(tests: readonly FieldTest[], values: Iterable<Value>): Cell[] {
  const cells = new Map<string, Cell>();
  for (const value of values) {
    const truths = Uint8Array.from(tests, (test) => (test.matches(value) ? TRUE : FALSE));
    const key = truths.join('');
    if (!cells.has(key)) cells.set(key, { truths, value });
  }
  return [...cells.values()];
}
