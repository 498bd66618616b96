// Filter tests as cases for JUnit and GitHub: places in the suite, coverage, suites without an answer.
import { expect, it } from 'vitest';
import type { CaseResult, TestResult } from '../../../src/analysis/suite/index.ts';
import { testSuites } from '../../../src/report/cases/test-cases.ts';

const passed: CaseResult = {
  ...{ name: 'a', path: 'cases[0]', line: 3, expected: 'keep', found: 'keep', passed: true },
};
const failed: CaseResult = {
  ...{ name: 'b\u0007', path: 'cases[1]', line: 7, note: 'why', expected: 'drop', found: 'keep', passed: false },
  explanation: null,
};
const missing = [{ goal: 'true' as const, advice: 'add a line' }];
const condition = { path: 'where', text: 'BotScore < 30', true: 0, false: 1, unknown: 0, soleBlocker: 1, missing };

function resultOf(cases: CaseResult[], minCoverage: number | null): TestResult {
  const coverage = { goals: 3, covered: 2, share: 2 / 3, conditions: [condition] };
  const counts = { passed: 1, failed: 1 };
  const isDecided = cases.some(({ found }) => found !== 'undecided');
  const isCovered = minCoverage === null || minCoverage < 0.6;
  const test = { name: 'f', dataset: 'http_requests', filter: 'BotScore < 30', nullAs: 'unknown' as const };
  return {
    ...{ version: 1, passed: false, cases: counts, minCoverage },
    suites: [
      { file: 's.json', tests: [{ ...test, ...counts, cases, isDecided, missingFields: [], coverage, isCovered }] },
    ],
  };
}

it('a failed case has its place, note and tree', () => {
  expect(testSuites(resultOf([passed, failed], null))).toEqual([
    {
      name: 's.json',
      cases: [
        { name: 'a', result: 'passed' },
        {
          ...{ name: 'b\\u0007', result: 'failed', message: 'b\\u0007: expected drop, found keep' },
          ...{ details: ['why'], file: 's.json', line: 7 },
        },
      ],
    },
  ]);
});

it.each([
  [0.5, { name: 'coverage of conditions', result: 'passed' }],
  [
    1,
    {
      ...{ name: 'coverage of conditions', result: 'failed', file: 's.json' },
      ...{ message: 'The cases cover 2 of 3 outcomes of conditions', details: ['add a line'] },
    },
  ],
])('required coverage of %d', (minCoverage, expected) => {
  expect(testSuites(resultOf([passed], minCoverage))[0]!.cases.at(-1)).toEqual(expected);
});

it('undecided cases alone are an error', () => {
  const undecided: CaseResult = { ...passed, expected: 'undecided', found: 'undecided' };
  expect(testSuites(resultOf([undecided], null))[0]!.cases[0]).toMatchObject({ result: 'error' });
});
