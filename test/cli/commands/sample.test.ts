// headgate sample, as a user runs it.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ROOT, runCli, runShell, runTogether, type SharedRun } from '../../helpers/cli/run-cli.ts';
import { programPath } from '../../helpers/programs.ts';
import { linesOf, storedObjects } from '../../helpers/stored-samples.ts';

const LOGS = 'samples/logs/all-requests';
const ERRORS = 'EdgeResponseStatus >= 500';
const sample = (args: string[], options?: SharedRun['options']) => runTogether(['sample', ...args], options);
const lines = storedObjects('all-requests').flatMap(({ text }) => linesOf(text));
const folder = mkdtempSync(join(tmpdir(), 'headgate-sample-cli-'));

/** Lines with every kind of end, and some that are no records. */
const MIXED = ['{"a":1}\r\n', '\n', '{"a":2}\n', 'broken\n', '{"a": "é ☕"}\n', ' \t\r\n', '{"a":4}'].join('');

it('draws lines byte for byte and says of how many', async () => {
  const run = await sample([LOGS, '-n', '25']);
  expect(run.code).toBe(0);
  expect(linesOf(run.stdout)).toHaveLength(25);
  for (const line of linesOf(run.stdout)) expect(lines).toContain(line);
  expect(run.stderr).toContain(`headgate: 25 of ${lines.length.toLocaleString('en-US')} lines, seed 0\n`);
});

it('keeps line ends, ends the last line, draws no blank and no malformed one', async () => {
  const run = await sample(['-', '-n', '100'], { stdin: MIXED });
  expect(run).toMatchObject({ code: 0, stdout: '{"a":1}\r\n{"a":2}\n{"a": "é ☕"}\n{"a":4}\n' });
  expect(run.stderr).toContain('all 4 lines, 100 requested');
  expect(run.stderr).toContain('excluded lines: 1 malformed, 2 blank');
  expect(run.stderr).toContain('invalid-json: stdin at byte 18');
});

it('gives the same lines without the kernel and with any number of threads', async () => {
  const args = [LOGS, '-n', '40', '--by', 'time', '--filter', ERRORS, '--verdict', 'drop', '-q'];
  const run = await sample(args);
  expect(run.stderr).toBe('');
  expect(await sample(args, { env: { HEADGATE_KERNEL: 'off' } })).toEqual(run);
  expect(await sample([...args, '--threads', '1'])).toEqual(run);
});

describe('draws by verdict', () => {
  const stdin = ['{"EdgeResponseStatus":503}', '{"EdgeResponseStatus":200}', '{"ClientIP":"::1"}', ''].join('\n');

  it.each<[string[], string]>([
    [[], '{"EdgeResponseStatus":503}\n'],
    [['--verdict', 'keep'], '{"EdgeResponseStatus":503}\n'],
    [['--verdict', 'drop'], '{"EdgeResponseStatus":200}\n'],
    [['--verdict', 'undecided'], '{"ClientIP":"::1"}\n'],
  ])('%j', async (args, stdout) => {
    expect(await sample(['-', '-n', '5', '-q', '-f', ERRORS, ...args], { stdin })).toEqual({
      code: 0,
      stdout,
      stderr: '',
    });
  });
});

describe('seeds', () => {
  it('another one draws other lines, the same one the same', async () => {
    const [one, again, other] = await Promise.all(
      ['5', '5', '6'].map((seed) => sample([LOGS, '-n', '10', '-q', '--seed', seed])),
    );
    expect(again).toEqual(one);
    expect(other!.stdout).not.toBe(one!.stdout);
  });

  it('a random seed is reported, so that it can be reused', async () => {
    const run = await sample([LOGS, '-n', '10', '--seed', 'random']);
    const seed = /seed (\d+)/.exec(run.stderr)![1]!;
    expect((await sample([LOGS, '-n', '10', '--seed', seed])).stdout).toBe(run.stdout);
  });
});

it('--format json has each line with its place', async () => {
  const run = await sample(['-', '-n', '9', '--format', 'json', '-q'], { stdin: MIXED });
  expect(JSON.parse(run.stdout)).toMatchObject({
    version: 1,
    partial: false,
    filter: null,
    verdict: null,
    seed: 0,
    spread: 'all',
    drawnFrom: { lines: 4 },
    samples: [
      { object: 'stdin', offset: 0, line: '{"a":1}' },
      { object: 'stdin', offset: 10, line: '{"a":2}' },
      { object: 'stdin', offset: 25, line: '{"a": "é ☕"}' },
      { object: 'stdin', offset: 45, line: '{"a":4}' },
    ],
  });
});

it('--out writes the lines to a file', async () => {
  const out = join(folder, 'lines.ndjson');
  expect(await sample([LOGS, '-n', '3', '-q', '--out', out])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readFileSync(out, 'utf8')).toBe((await sample([LOGS, '-n', '3', '-q'])).stdout);
});

it('--fast says how much it read and what kind of sample that makes', async () => {
  const run = await sample([LOGS, '-n', '10', '--fast']);
  expect(linesOf(run.stdout)).toHaveLength(10);
  expect(run.stderr).toMatch(
    /read 30 of 39 objects \(76\.9 %, [\d.]+ % of the stored bytes\): a two-stage cluster sample/,
  );
});

it('--fast and --precision change nothing on standard input, and say so', async () => {
  const run = await sample(['-', '-n', '10', '--fast'], { stdin: MIXED });
  expect(run.stderr).toContain('--fast and --precision have no effect on standard input');
  expect(linesOf(run.stdout)).toHaveLength(4);
});

describe('--estimate', () => {
  it('of all objects is exact', async () => {
    const run = await sample([LOGS, '--estimate', '-f', ERRORS]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(
      /^The filter keeps ([\d.]+ %) of the lines\.\n {2}Exact: read all 39 objects\n(?:.|\n)* kept .* \1 .*\n {2}dropped .*\n {2}undecided .* 0\.00 % .* 0\.00 %\n/,
    );
  });

  it('of some objects reports an interval, the precision reached, and the extrapolation to the whole source', async () => {
    const run = await sample([LOGS, '--estimate', '-f', 'EdgeResponseStatus == 200', '--precision', '25%']);
    const text = run.stdout.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /^The filter keeps about [\d.]+ % of the lines\. Read \d+ of 39 objects \(.*\), sampled in proportion to stored size/,
    );
    expect(text).toMatch(/Precision of the kept share: ±[\d.]+ percentage points, ±25 requested/);
    // What the whole source holds is estimated twice over, so its range is named as that of the share.
    const [, low, high] = /Shares with 95 % intervals .* kept .*?([\d.]+ %) to ([\d.]+ %) .* dropped/.exec(text)!;
    expect(text).toMatch(/Whole source, extrapolated by stored size About [\d,]+ lines, of which about [\d,]+ kept \(/);
    expect(text).toContain(` at ${low}, `);
    expect(text).toContain(` at ${high})`);
  });

  it('of all objects, one of them cut, is not exact and says so', async () => {
    const place = join(folder, 'one-cut');
    mkdirSync(place);
    const whole = gzipSync('{"EdgeResponseStatus":200}\n'.repeat(50));
    for (const name of ['1', '2', '3']) writeFileSync(join(place, `${name}.log.gz`), whole);
    writeFileSync(join(place, '4.log.gz'), whole.subarray(0, 20));
    const run = await sample([place, '--estimate', '-f', ERRORS]);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^The filter keeps about 0\.00 % of the lines\.\n/);
    expect(run.stdout).toMatch(/ kept .* 0\.00 % to [\d.]+ % /);
    expect(run.stdout).toContain('Read all 4 objects, 1 of them lost (damaged or unreadable); the interval covers');
    expect(run.stdout).not.toContain('Exact');
  });

  it('--format json has the same figures', async () => {
    const run = await sample([LOGS, '--estimate', '-f', ERRORS, '--precision', '0.15', '--format', 'json', '-q']);
    const found = JSON.parse(run.stdout);
    expect(found).toMatchObject({ version: 1, exact: false, level: 0.95, precision: { wanted: 0.15 } });
    expect(found.precision.reached).toBeLessThanOrEqual(0.15);
    expect(found.share.low).toBeLessThanOrEqual(found.share.share);
    const { kept, dropped, undecided } = found.shares;
    expect(kept).toEqual({ lines: found.share, bytes: found.bytesShare });
    expect(kept.lines.share + dropped.lines.share + undecided.lines.share).toBeCloseTo(1, 12);
    for (const { low, share, high } of [dropped.lines, dropped.bytes, undecided.lines, undecided.bytes]) {
      expect([low <= share, share <= high, low < high]).toEqual([true, true, true]);
    }
    expect(Object.keys(found.whole.kept.lines)).toEqual(['estimate', 'atLow', 'atHigh']);
    expect(found.source.objects).toBeLessThan(found.source.objectsInAll);
  });

  it('undecided lines have a share of their own', async () => {
    const stdin = ['{"EdgeResponseStatus":503}', '{"ClientIP":"::1"}', ''].join('\n');
    const run = await sample(['-', '--estimate', '-f', ERRORS], { stdin });
    expect(run.stdout).toContain(
      'keeps 50.00 % to 100.00 % of the lines: 50.00 % are undecided.\n  Exact: read the only object\n',
    );
    expect(run.stdout).toMatch(/^ {2}dropped .* 0\.00 % .* 0\.00 %$/m);
    expect(run.stdout).toMatch(/^ {2}undecided .* 50\.00 % .* [\d.]+ %$/m);
  });
});

describe('usage errors exit with 2 and say what is wanted', () => {
  it.each<[string[], string]>([
    [[LOGS], 'expected a number of lines such as -n 100'],
    [[LOGS, '-n', '0'], 'expected a whole number of at least 1'],
    [[LOGS, '-n', '1.5'], 'expected a whole number of at least 1'],
    [[LOGS, '-n', '3', '--seed', 'x'], 'expected a whole number below 4294967296, or random'],
    [[LOGS, '-n', '3', '--seed', '4294967296'], 'expected a whole number below 4294967296, or random'],
    [[LOGS, '-n', '3', '--by', 'size'], 'expected one of time, object'],
    [[LOGS, '-n', '3', '--verdict', 'drop'], 'found --verdict drop and no filter'],
    [[LOGS, '-n', '3', '--precision', '1%'], '--precision without --estimate'],
    [[LOGS, '--estimate', '-f', ERRORS, '--precision', '1'], 'expected percentage points such as 1%'],
    [[LOGS, '--estimate', '-f', ERRORS, '--precision', '0%'], 'above 0'],
    [[LOGS, '--estimate', '-f', ERRORS, '-n', '3', '--by', 'time'], 'found -n, --by with --estimate'],
    [[LOGS, '--estimate'], 'found no filter'],
    [[LOGS, '-n', '3', '-f', ERRORS, '-f', 'BotScore < 3'], 'found 2 filters (filter-1, filter-2), expected one'],
    [['-n', '3'], 'found no source'],
    [['nowhere', '-n', '3'], 'nowhere'],
    [['-', '-n', '3', '--by', 'time'], 'expected --since and --until'],
  ])('%j', async (args, message) => {
    const run = await runTogether(['sample', ...args]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  it('an invalid filter exits with 1 before anything is read', async () => {
    const run = await sample([LOGS, '-n', '3', '-f', 'NoField == 3']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).not.toContain('reading');
  });
});

describe('bad data', () => {
  it('a damaged object exits with 1; what can be read of it is drawn from', async () => {
    const path = join(folder, 'cut.log.gz');
    const text = Array.from({ length: 5000 }, (_, index) => `{"RayID":"${index}"}\n`).join('');
    const stored = gzipSync(text);
    writeFileSync(path, stored.subarray(0, stored.length / 2));
    const run = await sample([path, '-n', '10']);
    expect(run.code).toBe(1);
    expect(linesOf(run.stdout)).toHaveLength(10);
    for (const line of linesOf(run.stdout)) expect(text).toContain(`${line}\n`);
    expect(run.stderr).toContain('gzip-truncated');
  });

  it('lines, but none of the verdict: that is an answer', async () => {
    const run = await sample([LOGS, '-n', '3', '-f', 'EdgeResponseStatus == 999']);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain('no lines that the filter keeps, 3 requested');
  });
});

it('--help says what does not come byte for byte', async () => {
  const run = await sample(['--help']);
  expect(run.stdout).toMatch(/elements of a JSON document are printed on one line each/i);
  expect(run.stdout).toMatch(/CSV rows come\s+without\s+the\s+header/i);
});

it('reads CSV rows and elements of a JSON document as lines', async () => {
  const place = join(folder, 'shapes');
  mkdirSync(place);
  writeFileSync(join(place, 'rows.csv'), 'RayID,EdgeResponseStatus\r\n"a",503\r\n"b,c",200\r\n');
  writeFileSync(join(place, 'events.json'), '[{"RayID": "d", "a": 1.0},\n {"RayID": "\\u0065"}]');
  const csv = await sample([join(place, 'rows.csv'), '-n', '5', '-q', '-f', ERRORS]);
  expect(csv).toEqual({ code: 0, stdout: '"a",503\r\n', stderr: '' });
  const json = await sample([join(place, 'events.json'), '-n', '5', '-q']);
  expect(json).toEqual({ code: 0, stdout: '{"RayID":"d","a":1.0}\n{"RayID":"e"}\n', stderr: '' });
});

it('--since and --until choose among lines by their own time', async () => {
  const run = await sample([LOGS, '-n', '100000', '--since', '2026-11-02', '--until', '2026-11-02T01:00:00Z']);
  const starts = linesOf(run.stdout).map((line) => BigInt(/"EdgeStartTimestamp":(\d+)/.exec(line)![1]!));
  const from = BigInt(Date.UTC(2026, 10, 2)) * 1_000_000n;
  expect(starts.length).toBeGreaterThan(0);
  for (const start of starts) expect(start >= from && start < from + 3_600_000_000_000n).toBe(true);
  expect(run.stderr).toContain('outside the time range');
});

it('a reader that closes the pipe is no error', async () => {
  const run = await runShell(
    `set -o pipefail; '${process.execPath}' '${programPath('headgate')}' sample ${LOGS} -n 20000 -q | head -n 1`,
    { cwd: ROOT },
  );
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(linesOf(run.stdout)).toHaveLength(1);
});

it.each<[string, string[], RegExp]>([
  ['lines', ['-n', '3'], /^\{"a":1\}\n\{"a":2\}\n$/],
  [
    'an estimate',
    ['--estimate', '-f', ERRORS],
    /^\? Interrupted: the figures cover only the data read so far\.\n(?:.|\n)*Shares of the lines read, without intervals/,
  ],
])('Ctrl-C prints what is known so far: %s', async (_, args, stdout) => {
  const run = await runCli(['sample', '-', ...args], {
    stdin: '{"a":1}\n{"a":2}\n{"a":',
    interruptAfterStdin: 'SIGINT',
  });
  expect(run.code).toBe(130);
  expect(run.stdout).toMatch(stdout);
});
