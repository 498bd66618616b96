// Cells of values that have an order: each constant of a condition, and each interval between two constants that has a value.
import { compareNumbers, type Decimal, type Integer, type Value } from '../../../base/index.ts';
import { listOf, OPERATORS } from '../../filter/index.ts';
import { acceptedRanges, type FieldCells, unionOf } from './range-set.ts';

/** The place of a value in the order. */
export type OrderKey = Integer | Decimal;

/**
 * Makes the cells.
 * @param constants of all conditions
 * @param values at least one of each interval that has any; of several in a cell, the first is preferred in witnesses
 * @param keyOf of a constant and of a value
 */
export function orderedCells(
  constants: readonly Value[],
  values: readonly Value[],
  keyOf: (value: Value) => OrderKey,
): FieldCells {
  const sorted = constants.map(keyOf).sort(compareNumbers);
  const points = sorted.filter((one, index) => index === 0 || compareNumbers(one, sorted[index - 1]!) !== 0);
  /** Position 2n + 1 is the constant n, and 2n is the interval below it. */
  const positionOf = (key: OrderKey): number => {
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareNumbers(points[middle]!, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low < points.length && compareNumbers(points[low]!, key) === 0 ? 2 * low + 1 : 2 * low;
  };
  const end = 2 * points.length + 1;
  const byPosition = new Map<number, Value>();
  for (const value of values) {
    const position = positionOf(keyOf(value));
    if (!byPosition.has(position)) byPosition.set(position, value);
  }
  // Positions without a value are no cells: there is no integer between 5 and 6.
  const cellAt = new Int32Array(end + 1);
  for (let position = 0; position < end; position += 1) {
    cellAt[position + 1] = cellAt[position]! + (byPosition.has(position) ? 1 : 0);
  }
  const inOrder: Value[] = [];
  for (const [position, value] of byPosition) inOrder[cellAt[position]!] = value;
  return {
    values: inOrder,
    preferred: [...byPosition.keys()].map((position) => cellAt[position]!),
    positiveSet({ condition }) {
      const positions = listOf(condition).map((value) => positionOf(keyOf(value)));
      const { positive } = OPERATORS[condition.operator];
      const ranges = acceptedRanges(positive, positions, (position) => position + 1, 0, end);
      const cells = ranges.map(([from, to]) => [cellAt[from]!, cellAt[to]!]);
      return unionOf(cells.filter(([from, to]) => from !== to));
    },
  };
}
