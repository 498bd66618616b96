// Filter tests as cases: one suite for each filter of a suite file, with the coverage as its last case if it is required.
import type { CaseResult, FilterTest, TestResult } from '../../analysis/suite/index.ts';
import { printable } from '../../base/index.ts';
import { DEFAULT_WIDTH } from '../columns.ts';
import { present } from '../page/page.ts';
import { failedText } from '../page/test-page.ts';
import { printTree } from '../page/truth-tree.ts';
import type { Case, CaseSuite } from './case.ts';

/** Creates the suites. */
export function testSuites({ suites, minCoverage }: TestResult): CaseSuite[] {
  return suites.flatMap(({ file, tests }) =>
    tests.map(
      (test): CaseSuite => ({
        name: printable(tests.length > 1 ? `${file} ${test.name}` : file),
        cases: [
          ...decidedCases(test, file),
          ...test.cases.map((one) => caseOf(one, file)),
          ...coverageCases(test, file, minCoverage),
        ],
      }),
    ),
  );
}

/** An error if no case is kept or dropped, even if that is expected. */
function decidedCases({ isDecided }: FilterTest, file: string): Case[] {
  if (isDecided) return [];
  return [
    { name: 'has an answer', result: 'error', message: 'No answer: every case is undecided', file: printable(file) },
  ];
}

function caseOf(
  {
    name,
    passed,
    expected,
    found,
    note,
    line,
    explanation,
    reason,
    expectedRecords = [],
    foundRecords = [],
  }: CaseResult,
  file: string,
): Case {
  if (passed) return { name: printable(name), result: 'passed' };
  const tree = explanation === undefined || explanation === null ? [] : printTree(explanation, DEFAULT_WIDTH);
  return {
    name: printable(name),
    result: 'failed',
    message: `${printable(name)}: ${failedText({ expected, found })}`,
    details: present(
      note !== undefined && printable(note),
      reason !== undefined && printable(reason),
      ...expectedRecords.map((text) => `expected ${printable(text)}`),
      ...foundRecords.map((text) => `found ${printable(text)}`),
      ...tree,
    ),
    ...{ file: printable(file), line },
  };
}

function coverageCases({ coverage, isCovered }: FilterTest, file: string, minCoverage: number | null): Case[] {
  if (minCoverage === null) return [];
  const name = 'coverage of conditions';
  if (isCovered) return [{ name, result: 'passed' }];
  return [
    {
      ...{ name, result: 'failed', file: printable(file) },
      message: `The cases cover ${coverage.covered} of ${coverage.goals} outcomes of conditions`,
      details: coverage.conditions.flatMap(({ missing }) => missing.map(({ advice }) => printable(advice))),
    },
  ];
}
