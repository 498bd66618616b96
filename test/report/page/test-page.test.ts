// The page of filter tests in a comment: why a case failed, and what no case shows.
import { expect, it } from 'vitest';
import type { CaseResult, TestResult } from '../../../src/analysis/suite/index.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { testPage } from '../../../src/report/page/test-page.ts';

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
