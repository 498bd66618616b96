// The head of a comparison: what changes and what was checked. Guards that hold are no answer about anything else.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompareReport } from '../../../../src/analysis/compare/index.ts';
import type { GuardResult } from '../../../../src/analysis/guard/index.ts';
import { renderCsv } from '../../../../src/report/csv/render-csv.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { comparePage } from '../../../../src/report/page/compare/compare-page.ts';
import { plainText } from '../../../../src/report/page/page.ts';
import { renderText } from '../../../../src/report/text/render-text.ts';
import { compare } from '../../../../src/verbs/index.ts';
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

const CHANGE = 'strict keeps 9 lines fewer (−36.0 %, −900 B): 12 newly dropped, 3 newly kept.';

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
        'neutral: strict keeps between 20 lines fewer and 10 more (−50.0 % to +25.0 %): 12 newly dropped, 3 newly kept; 30 lines are undecided.',
      ],
    ],
    [
      'a range with undecided lines where no other line differs',
      {
        ...report,
        jobs: [
          { ...report.jobs[0]!, kept: { lines: 40, bytes: 0 }, undecided: none },
          { ...report.jobs[1]!, kept: { lines: 40, bytes: 0 }, undecided: { lines: 30, bytes: 0 } },
        ],
        comparisons: [
          {
            ...comparison!,
            onlyBefore: { ...comparison!.onlyBefore, ...none },
            onlyAfter: { ...comparison!.onlyAfter, ...none },
            undecided: { lines: 30, bytes: 0 },
          },
        ],
      },
      [
        'neutral: strict keeps the same lines as the old one; 30 lines are undecided.',
        'unclear: With the undecided lines, it keeps up to 30 lines more (0.0 % to +75.0 %).',
      ],
    ],
    [
      'several new filters',
      { ...severalReport(), guards: [] },
      [
        'neutral: Both new filters newly drop lines (strict 12, stricter 12); both new filters newly keep lines (strict 3, stricter 3).',
        `neutral: ${CHANGE}`,
        `neutral: ${CHANGE.replace('strict', 'stricter')}`,
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

const textOf = (given: CompareReport, width = 100, height?: number): string =>
  [...renderText(comparePage(given), { color: false, width, height })].join('');

it.each<[string, CompareReport, string]>([
  [
    'guards that were not judged',
    { ...report, partial: true, unjudgedGuards: [{ kind: 'never-drop', guard: 'strict' }] },
    '? never drop strict',
  ],
  [
    'why lines are undecided',
    {
      ...report,
      jobs: report.jobs.map((job) => ({ ...job, missingFields: [{ name: 'BotScore', lines: 4 }] })),
      comparisons: [{ ...comparison!, undecided: { lines: 4, bytes: 0 } }],
    },
    'Undecided where lines lack a field that a filter tests: BotScore (4 lines).',
  ],
  [
    'what a job pushes',
    {
      ...report,
      jobs: [report.jobs[0]!, { ...report.jobs[1]!, pushed: { lines: { value: 7, low: 5, high: 9 }, bytes: null } }],
    },
    'strict: kept 25 lines, 2.50 kB; pushed about 7 lines, size not measured (95 % interval: 5 to 9 lines)',
  ],
  [
    'the share of other values',
    {
      ...report,
      comparisons: [
        {
          ...comparison!,
          onlyBefore: {
            ...comparison!.onlyBefore,
            by: [{ field: 'ClientCountry', values: comparison!.onlyBefore.values, rest: 0.29 }],
          },
        },
      ],
    },
    'Values of ClientCountry (others or none: 29.0 %)',
  ],
  [
    'the values of a list that change',
    {
      ...report,
      comparisons: [
        {
          ...comparison!,
          changes: [
            { ...comparison!.changes[0]!, kind: 'changed', values: { added: ['"at"'], removed: ['"de"', '"ch"'] } },
          ],
        },
      ],
    },
    '~\u00a0added "at", removed "de" "ch"',
  ],
  [
    'filters that mean the same',
    { ...report, comparisons: [{ ...comparison!, changes: [] }] },
    'None: no condition was added, removed or changed.',
  ],
])('the text has %s', (_, given, text) => {
  expect(textOf(given, 140)).toContain(text);
});

it('ends with the answer again if it is longer than the terminal', () => {
  const [whole, tall] = [textOf(report), textOf(report, 100, 1000)];
  expect(whole.startsWith(CHANGE)).toBe(true);
  expect(whole).toBe(`${tall}\n${CHANGE}\n`);
});

describe('on lines', () => {
  const source = join(mkdtempSync(join(tmpdir(), 'headgate-compare-page-')), 'lines.ndjson');
  writeFileSync(
    source,
    Array.from({ length: 400 }, (_, index) => ({
      ...{ EdgeResponseStatus: index % 4 === 0 ? 404 : 200, BotScore: index % 4 === 0 ? 1 : 90 },
      ...{ ClientRequestPath: index % 4 === 0 ? '/missing' : `/p/${index}`, ClientRequestMethod: 'GET' },
      ...{ ClientRequestURI: index % 4 === 0 ? '/missing' : `/p/${index}` },
    }))
      .map((line, index) =>
        JSON.stringify({ ...line, ...(index % 4 === 1 ? { ClientRequestMethod: 'POST' } : {}), RayID: String(index) }),
      )
      .map((line) => `${line}\n`)
      .join(''),
  );
  const compared = (from: string, ...to: string[]): Promise<CompareReport> =>
    compare({ sources: [source], from, to, samples: 0 });

  it.each([
    ['BotScore < 30', 'BotScore <= 29', 'the old one: proven equal, written differently'],
    [
      'BotScore < 30 or BotScore >= 30',
      'all',
      'the old one: proven equal for complete records, on which the platform evaluates filters, written differently',
    ],
    // The same lines here, but not proven; and the same filter.
    ['BotScore > 2', 'BotScore > 3', 'the old one'],
    ['BotScore > 2 and RayID != ""', 'RayID != "" and BotScore > 2', 'the old one'],
  ])('%s → %s keeps the same lines as %s', async (from, to, words) => {
    expect(plainText(comparePage(await compared(from, to)).answer.text)).toContain(`the same lines as ${words}.`);
  });

  it('a file named after its role has a name, and a filter without one has only a role', async () => {
    const named = join(dirname(source), 'after.json');
    writeFileSync(named, JSON.stringify({ where: { key: 'BotScore', operator: 'gt', value: 1 } }));
    const answer = async (from: string, to: string) => plainText(comparePage(await compared(from, to)).answer.text);
    expect(await answer(`@${named}`, 'BotScore > 2')).toBe('The new filter keeps the same lines as after.');
    expect(await answer('BotScore > 2', `@${named}`)).toBe('after keeps the same lines as the old one.');
  });

  it('people do not read values that both filters require, nor those of another field again; CSV has them', async () => {
    const method = 'ClientRequestMethod == "GET"';
    const page = comparePage(await compared(method, `${method} and EdgeResponseStatus < 300`));
    const fields = (text: string): string[] =>
      ['ClientRequestPath', 'ClientRequestURI', 'ClientRequestMethod', 'BotScore'].filter((field) =>
        text.includes(field),
      );
    const [, lines = ''] = [...renderText(page, { color: false, width: 100 })].join('').split('Where they come from');
    expect(fields(lines)).toEqual(['ClientRequestPath', 'BotScore']);
    expect(fields(renderCsv(page, ['values']))).toEqual([
      ...['ClientRequestPath', 'ClientRequestURI', 'ClientRequestMethod', 'BotScore'],
    ]);
    // Required by the old filter alone: it is what changed.
    const lifted = comparePage(await compared(method, 'EdgeResponseStatus < 300'));
    const [, others = ''] = [...renderText(lifted, { color: false, width: 100 })]
      .join('')
      .split('Where they come from');
    expect(fields(others)).toContain('ClientRequestMethod');
  });

  it.each([true, false])('malformed lines, with --strict: %s', async (isStrict) => {
    const broken = join(dirname(source), 'broken.ndjson');
    writeFileSync(broken, '{"BotScore":1}\n{"BotScore"\n[]\n');
    const request = { sources: [broken], from: 'BotScore > 2', to: ['BotScore > 3'] };
    const style = { color: false, width: 100, isStrict };
    const text = [...renderText(comparePage(await compare(request), style), style)].join('');
    expect(text).toContain('1 of 3 lines, 30 B, from 1 object');
    expect(text.includes('warning: 2 malformed lines (--strict accepts none)\n')).toBe(isStrict);
  });
});
