// The report as text, at any width: a condition is shown whole with its operator, and undecided lines are named where jobs are compared.
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { readFilter } from '../../../src/language/filter/index.ts';
import type { Style } from '../../../src/report/index.ts';
import { replayPage } from '../../../src/report/page/replay-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import { printTable } from '../../../src/report/text/table.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';

const dataset = getDataset('http_requests');
const LONG = `EdgeResponseStatus >= 500 and ClientRequestUserAgent contains "Mozilla/5.0 (X11; Linux x86_64)" and not ClientRequestPath in {"/${'a'.repeat(90)}" "/b"}`;
/** Words that must stay whole: fields and operators. */
const WORDS = ['EdgeResponseStatus', '>=', 'ClientRequestUserAgent', 'contains', 'not', 'ClientRequestPath', 'in'];
const LINES = [
  '{"EdgeResponseStatus":500,"ClientRequestUserAgent":"curl","ClientRequestPath":"/b"}',
  '{"EdgeResponseStatus":500,"ClientRequestPath":"/c","BotScore":3}',
  '{"EdgeResponseStatus":200,"ClientRequestUserAgent":"curl","ClientRequestPath":"/c","BotScore":99}',
];

function reportOf(filters: Readonly<Record<string, string>>, lines: readonly string[] = LINES): Report {
  const replay = new ReplayPass({
    names: Object.keys(filters),
    filters: Object.values(filters).map((text) => readFilter(text, dataset).filter!),
  });
  return replay.read('object.log', lines.map((line) => `${line}\n`).join('')).report();
}

const printReport = (report: Report, style: Style): string =>
  [...renderText(replayPage(report), { hasDetails: true, ...style })].join('');

const wordsIn = (text: string): string[] => stripVTControlCharacters(text).split(/[\s()]+/);

describe.each([40, 60, 80, 140])('%i columns', (width) => {
  it.each([true, false])('a condition is whole (colour: %s)', (color) => {
    const text = printReport(reportOf({ long: LONG }), { color, width });
    const job = text.split('\n\n').slice(0, 2).join('\n');
    expect(job).not.toContain('…');
    for (const word of WORDS) expect(wordsIn(job).filter((one) => one === word).length).toBeGreaterThanOrEqual(2);
    const table = stripVTControlCharacters(job).split('\n');
    expect(table.filter((line) => line.length > Math.max(width, 64))).toEqual([]);
    expect(job.replaceAll(/\s/g, '')).toContain('a'.repeat(20));
  });
});

it('a table with both sole figures fits 80 columns, without bars', () => {
  const filter = 'EdgeResponseStatus >= 500 and (ClientRequestPath == "/b" or BotScore < 30)';
  const lines = Array.from({ length: 1200 }, (_, line) => LINES[line % 3]!);
  const text = printReport(reportOf({ both: filter }, lines), { color: false, width: 80 });
  expect(text).toMatch(/# {2}Conditions +True +False {2}Unknown {2}Sole blocker {2}Sole keeper\n/);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it('lines that a job leaves undecided are named below what the jobs keep together', () => {
  const text = printReport(reportOf({ long: LONG, bots: 'BotScore < 30' }), { color: false, width: 100 });
  expect(text).toContain('Undecided lines count as not kept: 1 by long, 1 by bots.\n');
  const decided = printReport(reportOf({ a: 'EdgeResponseStatus >= 500', b: 'EdgeResponseStatus < 500' }), {
    color: false,
    width: 100,
  });
  expect(decided).toContain('Overlap');
  expect(decided).not.toContain('ndecided lines');
});

describe('lines by hour', () => {
  const START = Date.UTC(2026, 10, 1);
  const lineOf = (hour: number, status: number) =>
    JSON.stringify({ EdgeStartTimestamp: new Date(START + hour * 3_600_000), EdgeResponseStatus: status });
  const print = (lines: string[], width = 100): string[] =>
    printReport(reportOf({ errors: 'EdgeResponseStatus >= 500' }, lines), { color: false, width }).split('\n');
  const hours = (counts: readonly number[], status = 200): string[] =>
    counts.flatMap((count, hour) => Array.from({ length: count }, () => lineOf(hour, status)));

  it('a level for each hour with lines of the verdict, a blank without, and the peak', () => {
    const text = print([...hours([1, 3, 7, 0, 0, 2]), ...hours([0, 700, 0, 0, 0, 1], 500)]);
    const at = text.findIndex((row) => row.startsWith('  per hour'));
    expect(text.slice(at, at + 3)).toEqual([
      '  per hour  2026-11-01T00:00:00Z to 2026-11-01T06:00:00Z  peak (█ of the row)',
      '  kept       █ ··▁                                        700 at 2026-11-01T01:00:00Z',
      '  dropped   ▂▄█··▃                                        7 at 2026-11-01T02:00:00Z',
    ]);
  });

  it.each([
    [100, '  per 3 hours  2026-11-01T00:00:00Z to 2026-11-07T00:00:00Z      peak (█ of the row)', 48],
    [80, '  per 4 hours                                        peak (█ of the row)', 36],
    [60, '  per 12 hours                peak (█ of the row)', 12],
    [
      140,
      '  per 2 hours  2026-11-01T00:00:00Z to 2026-11-07T00:00:00Z                              peak (█ of the row)',
      72,
    ],
  ])('in %i columns', (width, title, columns) => {
    const text = print(hours(Array.from({ length: 144 }, () => 3)), width);
    const at = text.indexOf(title);
    expect(text).toContain(title);
    expect(text[at + 1]).toMatch(new RegExp(`^ {2}dropped +█{${columns}} +\\d+ at 2026-11-01T00:00:00Z$`));
    expect(text[at + 1]!.length).toBeLessThanOrEqual(width);
  });

  it.each([
    [
      'days',
      [0, 24 * 50],
      '  per day  2026-11-01T00:00:00Z to 2026-12-21T01:00:00Z',
      '  dropped  █·{49}█  1 at 2026-11-01$',
    ],
  ])('gaps of %s', (_, at, title, row) => {
    const text = print(at.map((hour) => lineOf(hour, 200))).join('\n');
    expect(text).toContain(title);
    expect(text).toMatch(new RegExp(row, 'm'));
  });

  it('narrow output names the peak alone', () => {
    expect(print(hours([1, 2]), 40)).toContain('  dropped   2 at 2026-11-01T01:00:00Z');
  });

  it('a single hour has no series', () => {
    expect(print(hours([5])).join()).not.toContain('per hour');
  });

  it('lines without a time are in no hour', () => {
    expect(print([...hours([1, 1]), '{"EdgeResponseStatus":200}'])).toContain(
      '  Lines: 1 without a readable timestamp',
    );
    expect(print(['{"EdgeResponseStatus":200}']).join()).not.toContain('timestamp');
  });
});

it('of no line there are no bars and no tables', () => {
  const report: Report = { ...reportOf({ long: LONG, bots: 'BotScore < 30' }, ['', ' ']), partial: true };
  const text = printReport(report, { color: false, width: 100 });
  expect(text).toBe(
    '? Interrupted: no line was read.\n  0 of 2 lines, 3 B, from 1 object (0 B stored)\n  Lines: 2 blank\n',
  );
});

it('a line end in a cell makes further lines of its row', () => {
  const columns = [{ title: 'name' }, { title: 'count', align: 'right' }] as const;
  expect(
    printTable(
      columns,
      [
        ['a\nbcdef\n g', '12'],
        ['h', '3'],
      ],
      '> ',
    ),
  ).toEqual(['> name   count', '> a         12', '> bcdef', '>  g', '> h          3']);
});
