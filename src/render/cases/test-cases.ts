// The results of filter tests as cases: one suite for each suite file and filter, with the place of each failed case in its file.
import type { TestResult } from '../../task/index.ts';
import { printable } from '../text/style.ts';
import type { Case, CaseSuite } from './case.ts';

type SuiteResult = TestResult['suites'][number];
type FilterTest = SuiteResult['tests'][number];

/** Creates the suites. */
export function testSuites({ suites, minCoverage }: TestResult): CaseSuite[] {
  return suites.flatMap(({ file, tests }) =>
    tests.map((test) => ({
      name: printable(`${file}: ${test.name}`),
      cases: [
        ...test.cases.map((one) => caseOf(one, file)),
        answerCase(test, file),
        ...coverageCases(test, file, minCoverage),
      ],
    })),
  );
}

function caseOf({ name, line, expected, found, passed, note }: FilterTest['cases'][number], file: string): Case {
  const named = printable(name);
  if (passed) return { name: named, result: 'passed' };
  const remark = note === undefined ? '' : `; ${printable(note)}`;
  return { name: named, result: 'failed', message: `expected ${expected}, found ${found}${remark}`, file, line };
}

/** A filter that decides no case was not tested. */
function answerCase({ cases }: FilterTest, file: string): Case {
  const name = 'decides a case';
  if (cases.some(({ found }) => found !== 'undecided')) return { name, result: 'passed' };
  return { name, result: 'error', message: 'No answer: every case is undecided', file };
}

function coverageCases({ coverage }: FilterTest, file: string, least: number | null): Case[] {
  if (least === null) return [];
  const name = 'has the required coverage';
  if (coverage.share >= least) return [{ name, result: 'passed' }];
  const advice = coverage.conditions.flatMap(({ text, missing }) =>
    missing.map((one) => printable(`${text}: never ${one.goal}; ${one.advice}`)),
  );
  const message = `covers ${coverage.covered} of ${coverage.goals} goals, expected at least ${(least * 100).toFixed(1)} %`;
  return [{ name, result: 'failed', message, details: advice, file }];
}
