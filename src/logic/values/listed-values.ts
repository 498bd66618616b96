// Fields whose values fall into few cells: all values of a cell have the same truth values. The caller lists at least one value of each cell.
import type { Value } from '../../base/index.ts';
import { FALSE, KNOWN, TRUE } from '../truths.ts';
import type { FieldTest, FieldValues } from './field-values.ts';

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
    find: (wanted) => cells.find((cell) => isIn(cell, wanted))?.value,
    narrow(wanted) {
      union.fill(0);
      let isPossible = false;
      for (let at = 0; at < cells.length; at += 1) {
        const cell = cells[at]!;
        if (!isIn(cell, wanted)) continue;
        isPossible = true;
        for (let index = 0; index < union.length; index += 1) union[index]! |= cell.truths[index]!;
      }
      for (let index = 0; index < union.length; index += 1) wanted[index]! &= ~KNOWN | union[index]!;
      return isPossible;
    },
  };
}

function isIn({ truths }: Cell, wanted: Uint8Array): boolean {
  for (let index = 0; index < truths.length; index += 1) if ((truths[index]! & wanted[index]!) === 0) return false;
  return true;
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
