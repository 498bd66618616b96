// The sentences of a comparison without its charts and tables are those of its page.
import { expect, it } from 'vitest';
import type { CompareReport } from '../../../../src/analysis/compare/index.ts';
import { comparisonRemarks } from '../../../../src/report/index.ts';
import { comparePage } from '../../../../src/report/page/compare/compare-page.ts';
import { plainText } from '../../../../src/report/page/page.ts';
import { compareReport } from '../../../helpers/report/reports.ts';

const { hours: _, ...report } = compareReport('strict');
const none = { lines: 0, bytes: 0 };
const hourOf = (lines: number, index: number): NonNullable<CompareReport['hours']>[number] => ({
  ...{ hour: `2026-11-01T0${index}:00:00Z`, lines, bytes: lines * 100 },
  jobs: report.jobs.map(() => ({ kept: none, undecided: none })),
});

it.each([
  ['without hours', undefined],
  ['no line has a time', []],
  ['all lines have a time', [60, 30, 10]],
  ['some lines have no time', [60, 30, 3]],
])('facts: %s', async (_, hours) => {
  const given: CompareReport = { ...report, ...(hours && { hours: hours.map(hourOf) }) };
  const { facts } = await comparisonRemarks(given);
  expect(facts).toEqual(comparePage(given).facts.map(plainText));
  expect(facts.join().includes('without a readable timestamp')).toBe(hours?.at(-1) === 3);
});
