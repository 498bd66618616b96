// A HAR file, a ruleset, a job given as logs: every command that reads logs names the kind of file and the flag to pass it with.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, runTogether } from '../helpers/cli/run-cli.ts';

const JOB = 'samples/jobs/all-requests.json';
const FILTER = 'EdgeResponseStatus >= 500';
const COMMANDS: Readonly<Record<string, string[]>> = {
  replay: ['--filter', FILTER],
  sample: ['-n', '2'],
  validate: ['--job', JOB],
  explain: ['--filter', FILTER],
  bench: ['--filter', FILTER, '-q'],
};
const LOGS = 'samples/logs/all-requests/20261101';

const folder = mkdtempSync(join(tmpdir(), 'headgate-not-logs-'));

function folderWith(name: string, ...paths: string[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const one of paths) copyFileSync(join(ROOT, one), join(path, one.slice(one.lastIndexOf('/') + 1)));
  return path;
}

describe.each(Object.entries(COMMANDS))('%s', (command, flags) => {
  it.each([
    ['samples/traffic/shop.har', 'found a HAR file ("log"), expected log lines', 'headgate fields preview'],
    ['samples/traffic/shop.ndjson', 'found traffic', 'headgate fields preview'],
    ['samples/ruleset.json', 'found a ruleset, expected log lines', '--ruleset'],
    [JOB, 'found a Logpush job, expected log lines', '--job'],
    ['samples/filters/errors.json', 'found a filter ("where"), expected log lines', '--filter @FILE'],
  ])('%s', async (path, found, advice) => {
    const run = await runTogether([command, path, ...flags]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    const said = run.stderr.trimEnd().split('\n').at(-1);
    expect(said).toContain(`headgate: cannot read ${path}: ${found}`);
    expect(said).toContain(advice);
  });
});

it('from standard input', async () => {
  const stdin = readFileSync(join(ROOT, JOB));
  const run = await runTogether(['replay', '-'], { stdin });
  expect(run.stderr).toContain('cannot read stdin: found a Logpush job');
  expect(run.code).toBe(2);
});

const first = readdirSync(join(ROOT, LOGS))[0]!;
const mixed = folderWith('mixed', `${LOGS}/${first}`, JOB, 'samples/ruleset.json');

it.each(['1', '2'])('among logs it is a remark, and nothing of it counts; threads: %s', async (threads) => {
  const run = await runTogether(['replay', mixed, '--format', 'json', '--threads', threads, '--reproducible', '-q']);
  const { source, lines, problems } = JSON.parse(run.stdout);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(source).toMatchObject({ objects: 3, damaged: 0, unreadable: 0 });
  expect(lines).toMatchObject({ read: 133, malformed: 0 });
  expect(problems).toMatchObject([
    { code: 'not-logs', object: join(mixed, 'all-requests.json'), offset: 0 },
    { code: 'not-logs', object: join(mixed, 'ruleset.json'), offset: 0 },
  ]);
});

it('explain goes on to the logs', async () => {
  const run = await runTogether(['explain', mixed, '--filter', FILTER, '--line', '133', '--format', 'json']);
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout).lines).toMatchObject([{ object: join(mixed, first), line: 133 }]);
});

it('nothing else in a folder: the first is reported', async () => {
  const path = folderWith('jobs', JOB, 'samples/jobs/errors-and-threats.json');
  const run = await runTogether(['replay', path, '-q']);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain(`cannot read ${join(path, 'all-requests.json')}: found a Logpush job`);
});

it.each([
  ['--job with a record_template', ['--job', 'JOB']],
  ['--input', ['--input', 'ndjson', '-f', 'all']],
])('lines may look like anything with %s', async (_, flags) => {
  const path = join(folder, 'template.json');
  const request = '"request":{"url":{{.ClientRequestURI}},"headers":[]}';
  const record_template = `${request},"response":{"status":{{.EdgeResponseStatus}},"headers":[]}`;
  writeFileSync(path, JSON.stringify({ name: 'template', output_options: { record_template } }));
  const pushed = join(folder, `pushed${flags.length}`);
  expect((await runTogether(['replay', LOGS, '--job', path, '--emit', pushed, '-q'])).code).toBe(0);
  const named = flags.map((flag) => (flag === 'JOB' ? path : flag));
  expect(await runTogether(['replay', pushed, '--counts', '-q', ...named])).toMatchObject({ code: 0, stderr: '' });
  expect((await runTogether(['replay', pushed, '--counts', '-q', '-f', 'all'])).stderr).toContain('found traffic');
  expect(await runTogether(['validate', pushed, '--job', path, '-q'])).toMatchObject({ code: 0, stderr: '' });
});
