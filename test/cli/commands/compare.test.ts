// `headgate compare`, as a user runs it: the text, over the local bucket, its exit codes, and requests that it rejects.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, runTogether } from '../../helpers/cli/run-cli.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-compare-cli-'));
const file = (name: string, value: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

/** Ten lines: three of them newly dropped, two newly kept, one undecided. */
const LINES = [
  ...[500, 501].map((status) => ({ RayID: `kept-${status}`, EdgeResponseStatus: status, BotScore: 90 })),
  ...[400, 401, 403].map((status) => ({ RayID: `lost-${status}`, EdgeResponseStatus: status, BotScore: 90 })),
  ...[1, 2].map((score) => ({ RayID: `found-${score}`, EdgeResponseStatus: 200, BotScore: score })),
  { RayID: 'other', EdgeResponseStatus: 200, BotScore: 90 },
  { RayID: 'other', EdgeResponseStatus: 301, BotScore: 50 },
  { RayID: 'unclear', EdgeResponseStatus: 404 },
];
const stdin = LINES.map((line) => `${JSON.stringify(line)}\n`).join('');
const FROM = 'EdgeResponseStatus >= 400';
const TO = 'EdgeResponseStatus >= 500 or BotScore < 5';
const compare = (...args: string[]) => runTogether(['compare', ...args], { stdin });
const bucket = useLocalBucket();

it('prints the verdict, the sets of lines, the edits and examples', async () => {
  const { code, stdout, stderr } = await compare('-', '--from', FROM, '--to', TO, '--show', 'RayID', '-s', '1');
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  expect(stdout).toMatch(
    /^The new filter keeps 1 to 2 lines fewer \(−33\.3 % to −16\.7 %\): 3 newly dropped, 2 newly kept; 1 line\s+is undecided\.\n/,
  );
  for (const row of [
    /kept by both +\S+ +20\.0 % +2 lines/,
    /newly dropped +\S+ +30\.0 % +3 lines/,
    /newly kept +\S+ +20\.0 % +2 lines/,
    /kept by neither +\S+ +20\.0 % +2 lines/,
    /undecided +\S+ +10\.0 % +1 line/,
    / {2}Undecided where lines lack a field that a filter tests: BotScore \(1 line\)\./,
    /\n {2}before {2}EdgeResponseStatus >= 400\n {2}after {3}EdgeResponseStatus >= 500 or/,
    /\nRates\n {2}No rates: no line has a readable event time\.\n/,
    /~\schanged +EdgeResponseStatus >= 400 +EdgeResponseStatus >= 500 +3 +0\n/,
    /\+\sadded +BotScore < 5 +0 +2\n/,
    /Newly dropped lines \(3\)\n[\s\S]*Examples of newly dropped lines:\n {4}RayID\n {4}lost-40/,
    /Newly kept lines \(2\)\n[\s\S]*Examples of newly kept lines:\n {4}RayID\n {4}found-/,
  ]) {
    expect(stdout).toMatch(row);
  }
});

it('--by: the values of the fields, exact where all lines were counted', async () => {
  const args = ['-', '--no-values', '-s', '0', '--from', FROM, '--to', TO, '--by', 'EdgeResponseStatus, BotScore'];
  const { stdout } = await compare(...args);
  expect(stdout).toMatch(/Values of EdgeResponseStatus +Of these +Of all lines\n += 400 +\S+ +33\.3 % +10\.0 %\n/);
  expect(stdout).toMatch(/Values of BotScore +Of these +Of all lines\n += 90 +\S+ +100\.0 % +60\.0 %\n/);
  const replayed = await runTogether(['replay', '-', '-f', 'BotScore < 5', '--by', 'BotScore'], { stdin });
  expect(replayed.stdout).toMatch(
    /Values of BotScore in dropped lines +Of these +Of all lines\n += 90 +\S+ +85\.7 % +60\.0 %/,
  );
  expect(replayed.stdout).toMatch(
    /Values of BotScore in kept lines +Of these +Of all lines\n += 1 +\S+ +50\.0 % +10\.0 %/,
  );
});

it('is the same over a bucket', async () => {
  const logs = join(folder, 'logs');
  mkdirSync(join(logs, '20261101'), { recursive: true });
  writeFileSync(join(logs, '20261101/20261101T000000Z_20261101T000100Z_00000001.log'), stdin);
  await bucket().uploadFolder(logs, 'logs');
  const filters = ['--from', FROM, '--to', TO, '--format', 'json', '--reproducible', '-s', '0'];
  const [stored, local] = [
    await compare(bucket().destinationConf('logs/{DATE}'), ...filters),
    await compare(join(logs, '{DATE}'), ...filters),
  ];
  expect([stored.code, stored.stderr]).toEqual([0, expect.not.stringContaining(bucket().secretAccessKey)]);
  const comparisonsOf = ({ stdout }: typeof stored) => JSON.parse(stdout).comparisons;
  expect(comparisonsOf(stored)).toEqual(comparisonsOf(local));
  expect(comparisonsOf(stored)).toMatchObject([{ onlyBefore: { lines: 3 }, onlyAfter: { lines: 2 } }]);
});

it('an interrupted run prints the lines so far, judges no guard and exits with 130', async () => {
  const args = ['compare', '-', '--from', FROM, '--to', TO, '--guard', 'newly-dropped <= 1', '--no-values'];
  const run = await runCli(args, { stdin, interruptAfterStdin: 'SIGINT' });
  expect(run.code).toBe(130);
  expect(run.stdout).toMatch(/^\? Interrupted: the figures cover only the data read so far\./);
  expect(run.stdout).toMatch(/newly dropped +\S+ +30\.0 % +3 lines/);
  expect(run.stdout).toContain('Guards: not judged, because the run was interrupted\n  ? newly-dropped <= 1\n');
  expect(run.stderr).toContain('the guards were not judged');
});

describe('exit codes', () => {
  it.each<[name: string, args: string[], code: number]>([
    ['a guard holds', ['--guard', 'newly-dropped <= 4'], 0],
    ['a guard that the unclear line may break', ['--guard', 'newly-dropped <= 3'], 1],
    ['a broken guard', ['--guard', 'newly-dropped <= 2'], 1],
    ['a broken promise', ['--never-drop', 'EdgeResponseStatus == 403'], 1],
  ])('%s', async (_, args, code) => {
    expect((await compare('-', '--no-values', '--from', FROM, '--to', TO, ...args)).code).toBe(code);
  });
});

const job = (dataset: string) => ({ name: dataset, dataset, destination_conf: `file://${folder}`, filter: '' });
const http = file('http.json', job('http_requests'));
const firewall = file('firewall.json', job('firewall_events'));
const filters = ['--from', FROM, '--to', TO];

describe('rejects', () => {
  it.each<[name: string, args: string[], code: number, message: RegExp]>([
    ['no old filter', ['-', '--to', TO], 2, /found no old filter, expected one of --from FILTER and --from-job FILE/],
    ['no new filter', ['-', '--from', FROM], 2, /found no new filter, expected --to FILTER or --to-job FILE/],
    [
      'jobs of two datasets',
      ['-', '--from-job', http, '--to-job', firewall],
      2,
      /dataset of --from-job \S+: found a job of firewall/,
    ],
    ['an unknown field', ['-', ...filters, '--by', 'ClientCountri'], 2, /expected a field such as ClientCountry/],
    [
      'several unknown fields',
      ['-', ...filters, '--by', 'Nope,ClientCountri'],
      2,
      /found no such fields in .* for "Nope"; ClientCountry, .* for "ClientCountri"/,
    ],
    ['an empty old filter', ['-', '--from', '', '--to', TO], 2, /cannot use --from: .*; --from all keeps every line/],
    ['an empty new filter', ['-', '--from', FROM, '--to', ''], 2, /cannot use --to: .*; --to all keeps every line/],
    [
      'a folder that is not empty',
      ['-', ...filters, '--emit-changed', folder],
      2,
      /cannot write to --emit-changed .*: the folder has .*; use another folder/,
    ],
    ['an empty name', ['-', ...filters, '--by', 'BotScore,'], 2, /expected names of fields such as/],
    [
      'an invalid filter',
      ['-', '--from', FROM, '--to', 'BotScor < 5'],
      1,
      /^--to\n[\s\S]*BotScore[\s\S]*: cannot use --to: /,
    ],
    [
      'several invalid filters',
      ['-', '--from', 'BotScore < x', '--to', 'all', '--to', 'BotScore < y'],
      1,
      /^--from\n[\s\S]*^--to number 2\n[\s\S]*: cannot use --from, --to number 2: the filter is invalid/m,
    ],
    [
      'an invalid filter of a file',
      ['-', '--from', 'all', '--to-job', http, '--to', `@${file('not-valid.txt', 'BotScore < x')}`],
      1,
      /cannot use not-valid: the filter is invalid/,
    ],
    [
      'an empty file of several filters',
      ['-', '--from', FROM, '--to', TO, '--to', `@${file('empty.txt', '')}`],
      2,
      /cannot use \S*empty\.txt: found an empty filter, .*; --to all keeps every line/,
    ],
    ['undecided lines alone', ['-', '--from', 'ClientCountry == "de"', '--to', TO], 2, /undecided/],
  ])('%s', async (_, args, code, message) => {
    const run = await compare(...args);
    expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(message)]);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });

  it('a source without lines', async () => {
    const run = await runTogether(['compare', '-', ...filters], { stdin: '' });
    expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(/found no|no line|no record/)]);
  });
});

describe('costs', () => {
  const at = (minute: number, status: number): string =>
    `${JSON.stringify({ EdgeStartTimestamp: 1_793_491_200_000_000_000 + minute * 60e9, EdgeResponseStatus: status })}\n`;
  const lines = [0, 20, 40, 59].map((minute, index) => at(minute, 400 + index * 50)).join('');
  const run = (input: string, ...args: string[]) =>
    runTogether(['compare', '-', '--no-values', '-s', '0', '--from', FROM, ...args], { stdin: input });

  it('of both filters in a month, with the difference and what limits them', async () => {
    const { stdout } = await run(lines, '--to', 'EdgeResponseStatus >= 500', '--price', '$5000/GB');
    expect(stdout).toMatch(/In a month, before and after +Before +After +Difference\n +Lines +2,880 +1,440 +−1,440\n/);
    expect(stdout).toMatch(/\n +Cost +\$\d\S+ +\$\d\S+ +−\$\d/);
    expect(stdout).toContain('  1 hour of logs are extrapolated to days and months.');
  });

  it('none, and why, if the lines cover seconds', async () => {
    const source = join(folder, '20261101T000000Z_20261101T000010Z_abc.log');
    writeFileSync(source, at(0, 400) + at(0, 500));
    const args = ['compare', source, '--no-values', '--from', FROM, '--to', 'EdgeResponseStatus >= 500'];
    const { stdout } = await runTogether([...args, '--price', '5/GB']);
    expect(stdout).toMatch(/\n {2}No rates: the lines cover less than 5 minutes\.\n/);
  });

  it('a filter that keeps nothing costs nothing, even if stored sizes are not measured', async () => {
    const args = ['--to', 'none', '--price', 'stored=$5/GB-month', '--guard', 'cost <= 1/month', '--details'];
    const { code, stdout } = await run(lines, ...args);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n +Cost +not measured +\$0 +not measured\n/)]);
    expect(stdout).toContain('  Stored bytes were not measured.');
  });

  it('side by side for several new filters', async () => {
    const args = ['--to', 'EdgeResponseStatus >= 500', '--to', 'none', '--price', '$5000/GB'];
    const { stdout } = await run(lines, ...args);
    expect(stdout).toMatch(
      /Filters +Kept +Newly dropped +Newly kept +Bytes per month +Cost per month\n +before +4 +[\d.]+ kB +\$\S+\n +after-1 +2 +2 +0 .*\n +none +0 +4 +0 +0 B +\$0\n/,
    );
  });
});

it('warns of damaged objects, which exit with code 1', async () => {
  const { code, stdout } = await runTogether(['compare', 'samples/damaged', '--no-values', '--from', FROM, '--to', TO]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/warning: \d objects damaged: the figures do not cover their missing lines\n/),
  ]);
});

it('--written-by: prints the proof that the source is complete', async () => {
  const writer = file('writer.json', { ...job('http_requests'), filter: '' });
  const { stdout } = await compare('-', '--no-values', '--from', FROM, '--to', TO, '--written-by', writer);
  expect(stdout).toMatch(/✓ Proven: every line that after keeps was kept by http_requests\./);
});

it.each([
  ['newly kept lines of at most', 'newly-kept <= 5', 2],
  ['newly kept lines of at least', 'newly-kept >= 1', 0],
  ['newly dropped lines', 'newly-dropped <= 5', 0],
])('--written-by: a guard on a lower bound: %s', async (_, guard, code) => {
  const where = { key: 'EdgeResponseStatus', operator: 'lt', value: 600 };
  const writer = file('slim.json', { ...job('http_requests'), filter: JSON.stringify({ where }) });
  const known = ['--undecided-ok', '--written-by', writer];
  // The old filter keeps no line that the writer dropped.
  const from = `${FROM} and EdgeResponseStatus < 600`;
  const run = await compare(
    '-',
    '-q',
    '--no-values',
    '-s',
    '0',
    '--from',
    from,
    '--to',
    TO,
    '--guard',
    guard,
    ...known,
  );
  expect([run.code, run.stderr !== '']).toEqual([code, code === 2]);
  const text = run.stdout.replaceAll(/\s+/g, ' ');
  expect(text.includes('the figure is incomplete: http_requests dropped lines')).toBe(code === 2);
});

it('warns about a field of --show that is probably misspelled', async () => {
  const { stderr } = await compare('-', '--from', FROM, '--to', TO, '--show', 'ClientCountri');
  expect(stderr).toMatch(/warning: --show: found "ClientCountri".*did you mean ClientCountry\?/);
});
