// The head of a comparison: what changes and what was checked. Guards that hold are no answer about anything else.
import { describe, expect, it } from 'vitest';
import type { CompareReport } from '../../../../src/analysis/compare/index.ts';
import type { GuardResult } from '../../../../src/analysis/guard/index.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { comparePage } from '../../../../src/report/page/compare/compare-page.ts';
import { plainText } from '../../../../src/report/page/page.ts';
import { compareReport, replayReport, severalReport } from '../../../helpers/report/reports.ts';

const report = compareReport('strict');
const [comparison] = report.comparisons;
const [broken, holds] = replayReport('strict').guards!;
const none = { lines: 0, bytes: 0 };
const zero = { value: 0, low: 0, high: 0 };
const nothing = { lines: zero, bytes: zero, stored: zero };

const withGuards = (...guards: GuardResult[]): CompareReport => ({ ...report, guards });
const headOf = (given: CompareReport) => {
  const { answer, statements = [] } = comparePage(given);
  return [answer, ...statements].map(({ tone, text }) => `${tone}: ${plainText(text)}`);
};

const CHANGE = 'strict newly drops 12 lines and newly keeps 3 lines.';

describe('states', () => {
  it.each<[string, CompareReport, string[]]>([
    ['no guard', report, [`neutral: ${CHANGE}`]],
    [
      'guards that hold',
      withGuards(holds!),
      [`neutral: ${CHANGE}`, 'good: Guard holds: kept >= 1%: kept 25 of 100 lines'],
    ],
    [
      'a broken guard beside one that holds',
      withGuards(holds!, broken!),
      ['bad: 1 of 2 guards broken.', `neutral: ${CHANGE}`, 'bad: never drop strict: drops 3 lines'],
    ],
    [
      'more guards than there is space for',
      withGuards(...Array.from({ length: 5 }, () => holds!)),
      [
        `neutral: ${CHANGE}`,
        ...['', '', ', and 2 more guards'].map((more) => `good: Guard holds: kept >= 1%: kept 25 of 100 lines${more}`),
      ],
    ],
    [
      'a range with undecided lines',
      {
        ...report,
        jobs: [
          { ...report.jobs[0]!, kept: { lines: 40, bytes: 0 }, undecided: none },
          { ...report.jobs[1]!, kept: { lines: 20, bytes: 0 }, undecided: { lines: 30, bytes: 0 } },
        ],
        comparisons: [{ ...comparison!, undecided: { lines: 30, bytes: 0 } }],
      },
      [
        'neutral: strict newly drops 12 lines and newly keeps 3 lines; 30 lines are undecided.',
        'unclear: With the undecided lines, it keeps between 20 lines fewer and 10 more (−50.0 % to +25.0 %).',
      ],
    ],
    [
      'no change',
      {
        ...report,
        comparisons: [
          {
            ...comparison!,
            changes: [],
            cost: { ...comparison!.cost!, perMonth: nothing, money: [] },
            onlyBefore: { ...comparison!.onlyBefore, ...none },
            onlyAfter: { ...comparison!.onlyAfter, ...none },
          },
        ],
      },
      ['neutral: No change: strict keeps the same lines as the old one.'],
    ],
    [
      'the same lines with other output options',
      {
        ...report,
        comparisons: [
          {
            ...comparison!,
            changes: [],
            onlyBefore: { ...comparison!.onlyBefore, ...none },
            onlyAfter: { ...comparison!.onlyAfter, ...none },
          },
        ],
      },
      ['neutral: strict keeps the same lines as the old one.'],
    ],
  ])('%s', (_name, given, head) => {
    expect(headOf(given)).toEqual(head);
  });
});

it('has the costs before and after, and says that they leave out undecided lines', () => {
  const [cost] = comparePage({
    ...report,
    comparisons: [{ ...comparison!, undecided: { lines: 5, bytes: 0 } }],
  }).highlights;
  expect(cost).toEqual({
    label: 'cost per month',
    figure: '+$12.50',
    note: '$12.50 → $25.00; +$12.00 to +$13.00 (95 %); without undecided lines',
  });
});

it('with several filters has their table before the guards, and the lines that break a guard once', () => {
  const markdown = renderMarkdown(comparePage(severalReport()));
  expect(markdown.indexOf('#### Filters')).toBeLessThan(markdown.indexOf('#### Guards'));
  const examples = markdown.match(/Examples of lines that break .*/g);
  expect(examples).toEqual(['Examples of lines that break never drop strict with strict and stricter (2)</summary>']);
});
