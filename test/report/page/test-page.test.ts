// The page of filter tests in a comment and as text: why a case failed, what no case shows, and everything that fails a run.
import { expect, it } from 'vitest';
import type { CaseResult, FilterTest, TestResult } from '../../../src/analysis/suite/index.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { testPage } from '../../../src/report/page/test-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';

const failed: CaseResult = {
  ...{ name: 'b', path: 'cases[1]', line: 7, note: 'see @octocat', expected: 'drop', found: 'keep', passed: false },
  explanation: null,
};
const missing = [{ goal: 'sole-blocker' as const, advice: 'add a line' }];
const condition = { path: 'where', text: 'BotScore < 30', true: 1, false: 1, unknown: 0, soleBlocker: 0, missing };
const counts = { passed: 0, failed: 1 };
const result: TestResult = {
  ...{ version: 1, passed: false, cases: counts, minCoverage: null },
  suites: [
    {
      file: 's.json',
      tests: [
        {
          ...{ name: 'f', dataset: 'http_requests', filter: 'BotScore < 30', nullAs: 'unknown', ...counts },
          cases: [failed],
          ...{ isDecided: true, missingFields: [], isCovered: true },
          coverage: { goals: 3, covered: 2, share: 2 / 3, conditions: [condition] },
        },
      ],
    },
  ],
};

it.each([
  '✗ `b`: expected drop, found keep (`cases[1]`, line 7)',
  'Note: `see @octocat`',
  'no filter: keeps every line',
  '2 of 3 outcomes',
  'as sole blocker',
  'Sole blocker: dropped lines that the filter would keep if this condition alone were true.',
  '- `add a line`',
])('contains %s', (text) => {
  expect(renderMarkdown(testPage(result))).toContain(text);
});

const [only] = result.suites[0]!.tests as [FilterTest];

function textOf(tests: readonly Partial<FilterTest>[], more: Partial<TestResult> = {}): string {
  const whole = tests.map((test) => ({ ...only, cases: [], failed: 0, ...test }));
  const found = { ...result, cases: { passed: 2, failed: 0 }, suites: [{ file: 's.json', tests: whole }], ...more };
  return [...renderText(testPage(found), { color: false, width: 100 })].join('');
}

it('text has the case, its note and its tree, with control characters escaped', () => {
  const counts = { cases: { passed: 0, failed: 1 } };
  const text = textOf([{ filter: null, failed: 1, cases: [{ ...failed, name: 'login\u001b[2J' }] }], counts);
  expect(text).toMatch(/^✗ 1 of 1 case failed\.\n/);
  expect(text).toContain(
    [
      '  ✗ login\\u001b[2J: expected drop, found keep (cases[1], line 7)',
      '  Note: see @octocat',
      '    no filter: keeps every line',
      '',
    ].join('\n'),
  );
});

it('describes each missing line once, and a bounded number of them', () => {
  const conditions = Array.from({ length: 20 }, (_, at) => ({
    ...{ ...condition, path: `where.or[${at}]`, text: `BotScore == ${at}` },
    missing: (['false', 'sole-blocker'] as const).map((goal) => ({ goal, advice: `add line ${at}` })),
  }));
  const coverage = { goals: 60, covered: 20, share: 1 / 3, conditions };
  const text = textOf([{ coverage }]);
  expect(text.match(/→ add line 0\n/g)).toHaveLength(1);
  expect(text).toContain('→ and 8 more lines, which --format json lists\n');
  expect(text).not.toContain('add line 12');
  // Without a verdict, lines with all fields come first.
  expect(textOf([{ coverage, isDecided: false }])).not.toContain('add line');
});

const FIELDS = Array.from({ length: 9 }, (_, at) => `Field${at}`);

it.each([
  [{ missingFields: ['BotScore'] }, '  ? No case has BotScore: add it to the lines, or mine the suite with --whole.'],
  [{ missingFields: FIELDS }, ', Field7 and 1 more: add them to\n  the lines, or mine the suite with --whole.'],
])('fields that no case has: %j', (test, text) => {
  expect(textOf([test])).toContain(text);
});

it.each<[string, Partial<FilterTest>[], number, string]>([
  ['coverage', [{}, { isCovered: false }], 0, '✗ The coverage is lower than required in 1 of 2 tests.\n'],
  ['no answer', [{}, { isDecided: false }], 0, '? No answer in 1 of 2 tests: every case is undecided.\n'],
  [
    'all',
    [{ isCovered: false }, { isDecided: false }],
    1,
    '✗ 1 of 3 cases failed; the coverage is lower than required',
  ],
])('names everything that fails the run: %s', (_, tests, failures, text) => {
  expect(textOf(tests, { passed: false, cases: { passed: 2, failed: failures } }).startsWith(text)).toBe(true);
});

it.each([
  [1, 3, 0.333333333333334, false, '✗ Coverage 33.3 % (1 of 3 outcomes), required 33.3333333333334 %.'],
  [2, 3, 0.6667, false, '✗ Coverage 66.6 % (2 of 3 outcomes), required 66.67 %.'],
  [2, 3, 0.6666, true, 'Coverage 66.66 % (2 of 3 outcomes), required 66.66 %.'],
  [2, 3, 2 / 3, true, 'Coverage 66.6666666666667 % (2 of 3 outcomes), required 66.6666666666667 %.'],
  [2000, 2001, 1, false, '✗ Coverage 99.9 % (2,000 of 2,001 outcomes), required 100 %.'],
  [9, 10, 0.9, true, 'Coverage 90 % (9 of 10 outcomes), required 90 %.'],
])('coverage of %d in %d, required %d', (covered, goals, minCoverage, isCovered, expected) => {
  const coverage = { goals, covered, share: covered / goals, conditions: [] };
  expect(textOf([{ coverage, isCovered }], { minCoverage })).toContain(`\n  ${expected}\n`);
});
