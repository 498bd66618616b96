// The counts of excluded lines and objects, with the singular where there is one.
import { expect, it } from 'vitest';
import { dayFoldersOutside, printExcludedCounts } from '../../../src/report/page/excluded-counts.ts';

it.each([
  [0, []],
  [1, ['  objects: 1 day folder outside the time range']],
  [1200, ['  objects: 1,200 day folders outside the time range']],
])('%i day folders', (count, lines) => {
  expect(printExcludedCounts('objects', [[count, dayFoldersOutside(count)]])).toEqual(lines);
});
