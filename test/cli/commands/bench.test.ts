// headgate bench, as a user runs it: the content of the report, not the speed. Few rounds over a small source.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { benchPage } from '../../../src/report/page/bench-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import type { FilterSpeed } from '../../../src/verbs/index.ts';
import { runCli, runTogether, type SharedRun } from '../../helpers/cli/run-cli.ts';

const FILTER = 'EdgeResponseStatus >= 500';
const SOURCE = 'samples/logs/errors-and-threats/20261101';
const QUICK = ['--rounds', '2', '--seconds', '1'];
const bench = (args: string[], options: SharedRun['options'] = {}) =>
  runTogether(['bench', ...(args.includes('--rounds') ? [] : QUICK), ...args], options);
const benchJson = async (args: string[], options: SharedRun['options'] = {}) => {
  const run = await bench([...args, '--format', 'json'], options);
  return { ...run, report: run.stdout === '' ? undefined : JSON.parse(run.stdout) };
};
const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** Whether the figures of a filter hold together. */
function expectFilter({ split, seconds, ...speed }: FilterSpeed, lines: number): void {
  expect(split.map(({ step }) => step)).toEqual(['read', 'inflate', 'scan', 'evaluate']);
  expect(sum(split.map(({ share }) => share))).toBeCloseTo(1, 6);
  expect(sum(split.map((step) => step.seconds))).toBeCloseTo(seconds, 9);
  expect(speed.ratioToNoFilter).toBeGreaterThan(0);
  expect(speed.linesPerSecond).toBeCloseTo(lines / seconds, 3);
  expect(Math.min(speed.bytesPerSecond, speed.storedBytesPerSecond)).toBeGreaterThan(0);
}

describe.concurrent('over the samples', () => {
  it('reports speed, steps, deferred lines, and that equal filters do not differ', async () => {
    const { code, stderr, report } = await benchJson([SOURCE, '-f', FILTER, '--compare', FILTER]);
    expect(code).toBe(0);
    expect(stderr).toContain('headgate: measuring');
    expect(report).toMatchObject({ version: 1, partial: false, dataset: 'http_requests', detail: 'full' });
    const { measured, filters, comparison } = report;
    const replayed = JSON.parse((await runTogether(['replay', SOURCE, '--format', 'json'])).stdout);
    const { objects, bytes } = replayed.source;
    expect(measured).toMatchObject({ objects, objectsInAll: objects, bytes, damaged: 0, unreadable: 0, rounds: 2 });
    expect(measured.lines).toEqual(replayed.lines);
    expect(filters.map(({ name }: { name: string }) => name)).toEqual(['filter-1', 'filter-2']);
    for (const filter of filters as FilterSpeed[]) {
      expect(filter.filters).toEqual([FILTER]);
      expectFilter(filter, measured.lines.read);
      expect(filter.left.kernel).toBe('on');
      expect(filter.left.reasons.length).toBeGreaterThan(0);
      expect(sum(filter.left.reasons.map(({ lines }) => lines))).toBe(filter.left.lines);
    }
    expect(comparison).toMatchObject({
      first: 'filter-1',
      second: 'filter-2',
      cheaper: 'neither',
      low: null,
      high: null,
    });
  });

  it('as text', async () => {
    const run = await bench([
      SOURCE,
      '-f',
      FILTER,
      '-f',
      'BotScore < 30',
      '--compare',
      '@samples/filters/errors.json',
      '-q',
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    for (const text of [
      'Time to no filter',
      'Reads the whole source',
      'evaluate and count',
      'Deferred to the compiled filter',
      'Too few rounds to compare the filters: found 2 rounds, expected at least 11; raise --rounds and --seconds, or lower --bytes',
    ])
      expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(text);
    expect(run.stdout).toMatch(/^filter-1 \+ filter-2 {2}EdgeResponseStatus >= 500\n {2}BotScore < 30\n/m);
    expect(run.stdout).toMatch(/^errors {2}/m);
  });

  it('--counts, without the kernel', async () => {
    const env = { HEADGATE_KERNEL: 'off' };
    const { report } = await benchJson([SOURCE, '-f', FILTER, '--counts'], { env });
    const [filter] = report.filters;
    expectFilter(filter, report.measured.lines.read);
    expect(filter.left).toEqual({ kernel: 'off', lines: report.measured.lines.read, reasons: [] });
    expect(report).not.toHaveProperty('comparison');
    const text = [...renderText(benchPage(report), { color: false, width: 60 })].join('');
    expect(text).toContain('Kernel off');
  });

  it('a filter beyond the kernel', async () => {
    const { report } = await benchJson([SOURCE, '-f', 'ClientASN < 99999999999999999999']);
    expect(report.filters[0].left).toMatchObject({ kernel: 'beyond', lines: report.measured.lines.read });
  });

  it('damaged objects are measured and reported', async () => {
    const { code, stderr, report } = await benchJson(['samples/damaged', '-f', FILTER]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^headgate: warning: 3 objects not read completely; the first is samples\/damaged\/\S+: /m);
    expect(report.measured).toMatchObject({ objects: 7, damaged: 3, unreadable: 0 });
  });
});

describe.concurrent('about --bytes are measured: whole objects from all of the source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const LINES_OF_FIRST = 100;
  // The number of lines tells which objects were measured: each has twice the lines of the one before.
  const counts = Array.from({ length: 6 }, (_, index) => LINES_OF_FIRST * 2 ** index);
  for (const [index, count] of counts.entries())
    writeFileSync(join(folder, `${index}.log`), '{"EdgeResponseStatus":500}\n'.repeat(count));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['1', [0]],
    ['half', [0, 2, 4]],
    ['1000000', [0, 1, 2, 3, 4, 5]],
  ])('%s', async (limit, chosen) => {
    const all = 27 * sum(counts);
    const bytes = limit === 'half' ? String(Math.ceil(all / 2)) : limit;
    const { code, report } = await benchJson([folder, '-f', FILTER, '--bytes', bytes]);
    expect(code).toBe(0);
    const read = sum(chosen.map((index) => counts[index]!));
    expect(report.measured).toMatchObject({
      objects: chosen.length,
      objectsInAll: 6,
      bytesInAll: all,
      bytes: 27 * read,
    });
    expect(report.measured.lines.read).toBe(read);
  });

  it('as text', async () => {
    const { stdout } = await bench([folder, '-f', FILTER, '--bytes', '1']);
    expect(stdout).toContain('Reads objects evenly from 6 objects, 170 kB; raise --bytes for more');
  });
});

describe.concurrent('no answer', () => {
  it.each<[string[], number, string]>([
    [[SOURCE], 2, 'found no filter'],
    [['-f', FILTER], 2, 'found no source'],
    [['nowhere', '-f', FILTER], 2, 'the file or folder does not exist'],
    [[SOURCE, '-f', FILTER, '--compare', 'Nothing == 1'], 1, 'cannot use filter-2'],
    [['-', '-f', FILTER, '--compare', '-'], 2, 'cannot read standard input twice'],
    [[SOURCE, '-f', FILTER, '--until', '2020-01-01'], 2, 'widen --since/--until'],
    [['-', '-f', FILTER], 2, 'cannot measure stdin: it can be read only once'],
  ])('%j', async (args, code, message) => {
    const run = await bench(args, { stdin: 'no\n' });
    expect(run.stderr).toContain(message);
    expect(run).toMatchObject({ code, stdout: '' });
  });
});

it.concurrent('Ctrl-C prints what is known, marked partial', async () => {
  const args = ['bench', SOURCE, '-f', FILTER, '--rounds', '1000000', '--seconds', '4', '--format', 'json'];
  let printed = '';
  // Nothing shows from outside that the first round has ended: a run that is interrupted before it has no result, and the next one has longer.
  for (let delayMs = 1000; printed === ''; delayMs *= 2) {
    const run = await runCli(args, {
      onStart: (kill, stderr) => stderr.once('data', () => setTimeout(() => kill('SIGINT'), delayMs)),
    });
    expect(run.code).toBe(130);
    if (run.stdout === '') expect(run.stderr).toContain('interrupted before the first round: nothing was measured');
    printed = run.stdout;
  }
  const report = JSON.parse(printed);
  expect(report.partial).toBe(true);
  expect(report.measured.rounds).toBeGreaterThan(0);
});
