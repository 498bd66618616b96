// The text of one filter: verdict first, within a terminal of 24 rows and 80 columns, with the number of all that it leaves out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../src/base/text/cut-text.ts';
import type { Style } from '../../../src/report/index.ts';
import { FITTED_ROWS } from '../../../src/report/page/page.ts';
import { replayPage } from '../../../src/report/page/replay-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import { type ReplayResult, replay } from '../../../src/verbs/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { HOSTILE, replayReport } from '../../helpers/report/reports.ts';

/** Too high for the answer to be out of sight, so that it is not repeated. */
const TERMINAL: Style = { color: false, width: 80, height: 1000 };

const rowsOf = (report: ReplayResult, style: Partial<Style> = {}): string[] =>
  [...renderText(replayPage(report), { ...TERMINAL, ...style })].join('').trimEnd().split('\n');

/** Expects no more rows than a terminal has; more only for broken guards. */
function expectFits(rows: readonly string[], width = 80): void {
  const start = rows.findIndex((row) => row.startsWith('Guards: '));
  const guards = start < 0 ? [] : rows.slice(start, rows.indexOf('', start));
  const isOver = rows.length > FITTED_ROWS;
  if (isOver) expect(guards.filter((row) => row.includes('✓ holds'))).toEqual([]);
  const needed = isOver && guards.some((row) => row.includes('✗ broken')) ? guards.length : 0;
  expect(rows.length - needed).toBeLessThanOrEqual(FITTED_ROWS);
  expect(rows.filter((row) => columnsOf(row) > width)).toEqual([]);
}

const EIGHT =
  '(EdgeResponseStatus >= 500 or BotScore < 30) and ClientCountry != "de" and ClientRequestMethod in {"GET" "POST"} and not ClientRequestPath contains "/health" and ClientRequestHost == "shop.example.com" and CacheCacheStatus != "hit" and WAFAttackScore < 50';

describe.each([
  ['one condition', 'EdgeResponseStatus >= 500', 'samples/logs/errors-and-threats', {}],
  ['eight conditions', EIGHT, 'samples/logs/errors-and-threats', {}],
  ['every line', 'all', 'samples/logs/errors-and-threats', {}],
  [
    'twenty conditions',
    Array.from({ length: 20 }, (_, at) => `BotScore != ${at}`).join(' and '),
    'samples/logs/errors-and-threats',
    {},
  ],
  [
    'a long value',
    `ClientRequestPath in {"/${'a'.repeat(300)}" "/日本語${'語'.repeat(90)}"}`,
    'samples/logs/errors-and-threats',
    {},
  ],
  ['warnings', EIGHT, 'samples/damaged', {}],
  [
    'warnings, guards and prices',
    EIGHT,
    'samples/damaged',
    {
      guards: ['kept >= 1%', 'dropped <= 10%', 'kept-bytes <= 1 MB'],
      neverDrop: ['EdgeResponseStatus >= 500', 'BotScore < 2'],
      price: 'ingest=0.5/GB,stored=0.1/GB-month',
    },
  ],
])('%s', (_, filter, source, request) => {
  it('fits, and starts with the verdict', async () => {
    const report = await replay({ sources: [source], filters: [filter], threads: 1, ...request });
    const rows = rowsOf(report);
    expectFits(rows);
    expect(rows.slice(0, 4).join('\n')).toMatch(
      / keeps \S+(?: %)?(?: to \S+ %)? of [\d,]+ lines|No answer: every line is undecided/,
    );
    expect(rows.findIndex((row) => row.startsWith('  kept '))).toBeGreaterThan(0);
    expect(rows.join('\n')).toContain(' lines');
    expectFits(rowsOf(report, { width: 100 }), 100);
    const all = rowsOf(report, { hasDetails: true });
    expect(all.length).toBeGreaterThan(rows.length);
    expect(all.join('\n')).not.toContain('--details');
    const shown = rows.filter((row) => /^ +\d+ {2}\S/.test(row)).length;
    const more = Number(
      /conditions \((\d+) more\)/.exec(rows.join(' '))?.[1] ??
        (shown === 0 ? (report.jobs![0]!.conditions ?? []).length : 0),
    );
    const { conditions = [] } = report.jobs![0]!;
    if (conditions.length > 1) expect(shown + more).toBe(conditions.length);
    const broken = report.guards?.filter(({ holds }) => !holds).length ?? 0;
    const isBroken = broken > 0;
    expect(rows.filter((row) => row.startsWith('  ✗ broken'))).toHaveLength(broken);
    expect(/^✗ [\s\S]*\nGuards: \d of \d broken\n +Result +Guard +Figure\n {2}✗ broken/.test(rows.join('\n'))).toBe(
      isBroken,
    );
  });
});

it.each(HOSTILE)('hostile text fits: %j', (text) => {
  const { by: _, ...report } = replayReport(text);
  delete report.jobs![0]!.by;
  report.jobs![0]!.samples = { kept: [], dropped: [], undecided: [] };
  for (const width of [60, 80, 140]) expectFits(rowsOf(report, { width }), width);
});

it('any number of conditions, guards, prices and remarks fits, and what is left out is counted', () => {
  const words = fc.string({ unit: fc.constantFrom('a', '日', '👩‍💻', ' ', 'é', '"'), minLength: 1, maxLength: 90 });
  fc.assert(
    fc.property(
      words,
      fc.array(words, { maxLength: 40 }),
      fc.array(fc.tuple(words, fc.boolean()), { maxLength: 120 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 1e15 }),
      (name, conditions, guards, prices, kinds, lines) => {
        const { by: _, ...report } = replayReport('x');
        const [job] = report.jobs!;
        const texts = conditions.length === 0 ? [name] : conditions;
        const money = report.cost!.all.money[0]!;
        const filled: ReplayResult = {
          ...report,
          lines: { ...report.lines, read: lines + 75 },
          jobs: [
            {
              ...{ ...job!, name, filter: texts.join(' or '), by: undefined as never },
              ...{ kept: { lines, bytes: lines * 3 }, samples: { kept: [], dropped: [], undecided: [] } },
              conditions: texts.map((text, at) => ({ ...job!.conditions![0]!, path: `where.or[${at}]`, text })),
            },
          ],
          guards: guards.map(([guard, holds]) => ({ ...report.guards![0]!, guard, holds, value: 1 })),
          problemCounts: Object.fromEntries(Array.from({ length: kinds }, (_, at) => [`code-${at}`, at + 1])),
          cost: {
            ...report.cost!,
            all: { ...report.cost!.all, money: Array.from({ length: prices }, () => money) },
            jobs: report.cost!.jobs.map((one) => ({
              ...{ ...one, name },
              money: Array.from({ length: prices }, () => one.money[0]!),
            })),
          },
        };
        const rows = rowsOf(filled);
        expectFits(rows);
        const text = rows.join(' ');
        if (guards.length > 0) expect(text).toContain('Guards: ');
        expect(text.split('✗ broken')).toHaveLength(guards.filter(([, holds]) => !holds).length + 1);
        if (/adds (?:.*, )?guards: [^(]*\(\d+ more/.test(text)) {
          // Nothing less important is left, and no guard fits into the rows that are free.
          expect(text).not.toMatch(/\$\d|Lines per day|Problems in the data/);
          expect(rows.filter((row) => /^ +\d+ {2}\S/.test(row)).length).toBeLessThanOrEqual(1);
          expect(rows.length).toBeGreaterThan(FITTED_ROWS - 2);
        }
        if (kinds > 0) expect(text).toMatch(/Problems in the data|remarks|…$/);
      },
    ),
    { numRuns: randomRuns(60) },
  );
});

it.each([1, 2, 3, 4, 8])('guards are shown before the costs of %i prices', async (prices) => {
  const report = await replay({
    ...{ sources: ['samples/logs/errors-and-threats'], filters: [EIGHT], threads: 1, undecidedOk: true },
    guards: ['kept >= 1%', 'kept <= 90%', 'dropped <= 99%', 'kept-bytes <= 1 GB', 'undecided <= 50%', 'kept >= 0.1%'],
    price: ['cloudflare', 'r2', 'r2-infrequent', 'pipelines-json', 'pipelines-parquet'].slice(0, prices),
  });
  const rows = rowsOf(report);
  expectFits(rows);
  expect(rows.filter((row) => /^ {2}[✓✗] (?:holds|broken)/.test(row))).toHaveLength(6);
  expect(rows.length).toBeGreaterThan(FITTED_ROWS - 2);
});

it('what flags asked for is whole, after the rows that fit', () => {
  const report = replayReport('x');
  const rows = rowsOf(report);
  expect(rows.filter((row) => row.includes('Examples of')).length).toBe(2);
  expect(rows.join('\n')).toContain('Values of x');
});
