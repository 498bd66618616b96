// The text of filter tests: what a name may contain, notes, several filters, jobs without a filter.
import { expect, it } from 'vitest';
import type { CaseResult, FilterTest, TestResult } from '../../../../src/analysis/suite/index.ts';
import { renderTestText } from '../../../../src/report/text/test/test-text.ts';

const STYLE = { color: false, width: 60 };

function resultOf(tests: readonly Partial<FilterTest>[], more: Partial<TestResult> = {}): TestResult {
  const whole = tests.map(
    (test): FilterTest => ({
      ...{ name: 'errors', dataset: 'http_requests', filter: 'BotScore < 30', nullAs: 'unknown', passed: 0, failed: 0 },
      ...{ cases: [], coverage: { goals: 0, covered: 0, share: 1, conditions: [] } },
      ...{ isDecided: true, missingFields: [], isCovered: true },
      ...test,
    }),
  );
  return {
    ...{ version: 1, passed: true, cases: { passed: 0, failed: 0 }, minCoverage: null },
    suites: [{ file: 'suite.json', tests: whole }],
    ...more,
  };
}

const failing: CaseResult = {
  ...{
    name: 'login\u001b[2J',
    path: 'cases[0]',
    line: 1234,
    note: 'why this line matters so much that its note is long',
  },
  ...{ expected: 'drop', found: 'keep', passed: false, explanation: null },
};

it('a failing case of a job without a filter', () => {
  const text = renderTestText(
    resultOf([{ filter: null, failed: 1, cases: [failing] }], { passed: false, cases: { passed: 0, failed: 1 } }),
    STYLE,
  );
  expect(text).toBe(
    [
      '✗ suite.json  no filter: keeps every line',
      '  ✗ login\\u001b[2J  line 1,234, cases[0]',
      '      expected drop, found keep',
      '      note: why this line matters so much that its note is',
      '      long',
      '      no filter: keeps every line',
      '',
      '✗ 1 case failed, 0 cases passed',
      '',
    ].join('\n'),
  );
});

it('describes each missing line once, and a bounded number of them', () => {
  const conditions = Array.from({ length: 20 }, (_, at) => ({
    ...{ path: `where.or[${at}]`, text: `BotScore == ${at}`, true: 1, false: 0, unknown: 0, soleBlocker: 0 },
    missing: (['false', 'sole-blocker'] as const).map((goal) => ({ goal, advice: `add line ${at}` })),
  }));
  const coverage = { goals: 60, covered: 20, share: 1 / 3, conditions };
  const text = renderTestText(resultOf([{ coverage }]), STYLE);
  expect(text.match(/add line 0\n/g)).toHaveLength(1);
  expect(text).toContain('    → and 8 more lines, which --format json lists\n');
  expect(text).not.toContain('add line 12');
});

it('several filters of a suite have their names, and coverage is rounded down', () => {
  const coverage = { goals: 2001, covered: 2000, share: 2000 / 2001, conditions: [] };
  const text = renderTestText(
    resultOf(
      [
        { name: 'a', passed: 1 },
        { name: 'b', passed: 1, coverage, isCovered: false },
      ],
      {
        ...{ passed: false, cases: { passed: 2, failed: 0 }, minCoverage: 1 },
      },
    ),
    STYLE,
  );
  expect(text).toBe(
    [
      '✓ suite.json  a  BotScore < 30',
      '',
      '✓ suite.json  b  BotScore < 30',
      '  coverage 99.9 % (2,000 of 2,001 outcomes), required 100 %',
      '',
      '✗ 2 cases passed, coverage too low in 1 of 2',
      '',
    ].join('\n'),
  );
});

it('a suite without an answer beside another one', () => {
  const cases: CaseResult[] = [
    { name: 'a', path: 'cases[0]', line: 1, expected: 'undecided', found: 'undecided', passed: true },
  ];
  const result = resultOf(
    [
      { name: 'a', passed: 1 },
      { name: 'b', passed: 1, cases, isDecided: false },
    ],
    {
      ...{ passed: false, cases: { passed: 2, failed: 0 } },
    },
  );
  expect(renderTestText(result, STYLE)).toBe(
    [
      '✓ suite.json  a  BotScore < 30',
      '',
      '✗ suite.json  b  BotScore < 30',
      '  no answer: every case is undecided',
      '',
      '✗ 2 cases passed, no answer in 1 of 2',
      '',
    ].join('\n'),
  );
});

it.each([
  [1, 3, 0.333333333333334, false, 'coverage 33.3 % (1 of 3 outcomes), required 33.3333333333334 %'],
  [2, 3, 0.6667, false, 'coverage 66.6 % (2 of 3 outcomes), required 66.67 %'],
  [2, 3, 0.6666, true, 'coverage 66.66 % (2 of 3 outcomes), required 66.66 %'],
  [2, 3, 2 / 3, true, 'coverage 66.6666666666667 % (2 of 3 outcomes), required 66.6666666666667 %'],
  [9, 10, 0.9, true, 'coverage 90 % (9 of 10 outcomes), required 90 %'],
])('coverage of %d in %d, required %d', (covered, goals, minCoverage, isCovered, expected) => {
  const coverage = { goals, covered, share: covered / goals, conditions: [] };
  expect(renderTestText(resultOf([{ coverage, isCovered }], { minCoverage }), STYLE)).toContain(`  ${expected}\n`);
});
