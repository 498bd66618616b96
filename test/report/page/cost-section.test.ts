// What a filter saves, printed like the column of costs beside it.
import { expect, it } from 'vitest';
import { exactly } from '../../../src/analysis/cost/index.ts';
import { printSaving } from '../../../src/report/page/cost-section.ts';

it.each([
  [1.003, 1.001, '$0'],
  [1.004, 1.006, 'none: costs $0.01 more'],
  [1, 0.75, '$0.25'],
  [0.75, 1, 'none: costs $0.25 more'],
  [1.001, 1.003, '$0'],
])('all lines cost %d and a filter %d', (all, mine, printed) => {
  const format = { currency: '$', decimals: 2 };
  const costing = (value: number) => ({ price: 'price', currency: '$', amount: exactly(value) });
  expect(printSaving(costing(mine), costing(all), format)).toBe(printed);
});
