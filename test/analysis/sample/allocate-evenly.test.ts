// The number of lines that each stratum contributes: equal, except that the others contribute the lines that small strata lack.
import { expect, it } from 'vitest';
import { allocateEvenly } from '../../../src/analysis/sample/allocate-evenly.ts';

it.each<[number[], number, { level: number; rest: number }]>([
  [[10, 10, 10], 6, { level: 2, rest: 0 }],
  [[10, 10, 10], 7, { level: 2, rest: 1 }],
  [[1, 10, 10], 7, { level: 3, rest: 0 }],
  [[0, 1, 2, 100], 50, { level: 47, rest: 0 }],
  [[5, 5, 5], 2, { level: 0, rest: 2 }],
  [[5, 5], 10, { level: Number.POSITIVE_INFINITY, rest: 0 }],
  [[5, 5], 11, { level: Number.POSITIVE_INFINITY, rest: 0 }],
  [[], 3, { level: Number.POSITIVE_INFINITY, rest: 0 }],
])('%j, %i wanted', (sizes, wanted, level) => {
  expect(allocateEvenly(sizes, wanted)).toEqual(level);
});
