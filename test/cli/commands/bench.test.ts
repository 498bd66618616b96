// headgate bench, as a user runs it: the content of the report, not the speed. Few rounds over a small source.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { benchPage } from '../../../src/report/page/bench-page.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import type { FilterSpeed } from '../../../src/verbs/index.ts';
import { runCli, runTogether, type SharedRun } from '../../helpers/cli/run-cli.ts';

const FILTER = 'EdgeResponseStatus >= 500';
const SOURCE = 'samples/logs/errors-and-threats/20261101';
const QUICK = ['--rounds', '2', '--seconds', '1'];
/** Time enough for all of a small source to be measured, however busy the machine. */
const ROOMY = ['--rounds', '1', '--seconds', '4'];
const bench = (args: string[], options: SharedRun['options'] = {}) =>
  runTogether(['bench', ...(args.includes('--rounds') ? [] : QUICK), ...args], options);
const benchJson = async (args: string[], options: SharedRun['options'] = {}) => {
  const run = await bench([...args, '--format', 'json'], options);
  return { ...run, report: run.stdout === '' ? undefined : JSON.parse(run.stdout) };
};
const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** Whether the figures of a filter hold together. */
function expectFilter({ split, seconds, ...speed }: FilterSpeed, steps: string[], lines: number): void {
  expect(split.map(({ step }) => step)).toEqual(steps);
  expect(sum(split.map(({ share }) => share))).toBeCloseTo(1, 6);
  expect(sum(split.slice(1).map((step) => step.seconds))).toBeCloseTo(seconds, 9);
  expect(speed.linesPerSecond).toBeCloseTo(lines / seconds, 3);
  expect(Math.min(speed.bytesPerSecond, speed.storedBytesPerSecond)).toBeGreaterThan(0);
}

describe.concurrent('over the samples', () => {
  it('reports speed, steps, deferred lines, and that equal filters do not differ', async () => {
    const { code, stderr, report } = await benchJson([SOURCE, '-f', FILTER, '--compare', FILTER]);
    expect(code).toBe(0);
    expect(stderr).toContain('headgate: measuring');
    expect(report).toMatchObject({ version: 1, partial: false, dataset: 'http_requests', detail: 'full' });
    const { measured, filters, comparison, whole } = report;
    const replayed = JSON.parse((await runTogether(['replay', SOURCE, '--format', 'json'])).stdout);
    expect(measured).toMatchObject({ damaged: 0, unreadable: 0, rounds: 2 });
    expect(measured.objects).toBeLessThanOrEqual(measured.objectsInAll);
    expect(whole).toMatchObject({ threads: 1, lines: replayed.lines, bytes: replayed.source.bytes });
    expect(filters.map(({ name }: { name: string }) => name)).toEqual(['filter-1', 'filter-2']);
    for (const filter of filters as FilterSpeed[]) {
      expect(filter.filters).toEqual([FILTER]);
      expectFilter(filter, ['read', 'inflate', 'scan', 'fields', 'evaluate'], measured.lines.read);
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
      '1 thread, from memory',
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
    expectFilter(filter, ['read', 'inflate', 'scan', 'evaluate'], report.measured.lines.read);
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
    const { code, report } = await benchJson(['samples/damaged', '-f', FILTER, ...ROOMY]);
    expect(code).toBe(1);
    expect(report.measured).toMatchObject({ objects: 7, damaged: 3, unreadable: 0 });
  });
});

describe.concurrent('no more than --bytes is read', () => {
  const lines = Array.from(
    { length: 4000 },
    (_, line) => `{"RayID":"${line * 7919}","EdgeResponseStatus":${line % 600}}\n`,
  );
  const text = lines.join('');

  it.each([
    ['plain', Buffer.from(text)],
    ['gzip', gzipSync(text)],
  ])('%s, cut between lines', async (_, stdin) => {
    const { code, report } = await benchJson(['-', '-f', FILTER, '--bytes', '20000', ...ROOMY], { stdin });
    expect(code).toBe(0);
    const { read, malformed, bytes } = report.measured.lines;
    expect(report.measured).toMatchObject({ objects: 1, isCut: true, damaged: 0 });
    expect(report.measured.bytes).toBeLessThanOrEqual(20_000);
    expect({ malformed, bytes }).toEqual({ malformed: 0, bytes: lines.slice(0, read).join('').length });
    expect(report).not.toHaveProperty('whole');
  });
});

describe.concurrent('no answer', () => {
  it.each<[string[], number, string, string?]>([
    [[SOURCE], 2, 'found no filter'],
    [['-f', FILTER], 2, 'found no source'],
    [['nowhere', '-f', FILTER], 2, 'the file or folder does not exist'],
    [[SOURCE, '-f', FILTER, '--compare', 'Nothing == 1'], 1, 'cannot use filter-2'],
    [['-', '-f', FILTER, '--compare', '-'], 2, 'cannot read standard input twice'],
    [[SOURCE, '-f', FILTER, '--until', '2020-01-01'], 2, 'widen --since/--until'],
    [['-', '-f', FILTER], 2, '(1 malformed line in 1 object; '],
    [['-', '-f', FILTER], 2, '(2 malformed lines and 1 blank line in 1 object; ', 'no\n\nno'],
    [['-', '-f', FILTER], 2, 'found no records (no line in 1 object)', ''],
  ])('%j', async (args, code, message, stdin = 'no\n') => {
    const run = await bench(args, { stdin });
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
