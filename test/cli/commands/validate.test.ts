// headgate validate as a user sees it: verdict, exit codes, bad input in one clear sentence each.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-validate-cli-'));
const ALL_DAYS = 'samples/logs/errors-and-threats';
const LOGS = `${ALL_DAYS}/20261101`;
const JOB = 'samples/jobs/errors-and-threats.json';
const RULESET = 'samples/ruleset.json';
const job = JSON.parse(readFileSync(JOB, 'utf8'));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The job with other output options. */
const withOptions = (changes: object) => ({ ...job, output_options: { ...job.output_options, ...changes } });
const without = (...names: string[]) =>
  withOptions({ field_names: job.output_options.field_names.filter((name: string) => !names.includes(name)) });

it.each([
  ['of a time without logs', ['samples/logs/errors-and-threats', '--since', '2030-01-01'], 'widen --since/--until'],
  ['of an empty pipe', ['-'], 'check last_error of the job'],
])('nothing can be said %s: exit 2, one sentence', async (_, args, advice) => {
  const run = await runTogether(['validate', ...args, '--job', 'samples/jobs/errors-and-threats.json', '-q'], {
    stdin: '',
  });
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('cannot validate: found no records');
  expect(run.stderr).toContain(advice);
});

it.each([
  ['blank lines', '\n\n', 'no verdict: found no records in 2 lines; check last_error', 2],
  ['a filter that decides no line', '{"RayID":"a"}\n', 'the filter leaves every line undecided; otherwise valid: ', 2],
  [
    'such a filter, but a broken rule',
    '{"RayID":"a","Other":1}\n',
    '✗ invalid: 1 rule violated (1 error), 1 remark; no line passes',
    1,
  ],
])('%s: the findings stay, the verdict is no tick', async (_, stdin, verdict, code) => {
  const undecided = { name: 'j', filter: '{"where":{"key":"BotScore","operator":"lt","value":30}}' };
  const path = file('undecided.json', { ...undecided, output_options: { field_names: ['RayID'] } });
  const run = await runTogether(['validate', '-', '--job', path, '-q'], { stdin });
  expect(run.code).toBe(code);
  const text = run.stdout.replaceAll(/\s+/g, ' ');
  expect(text.toLowerCase()).toContain(verdict);
  expect(text).toMatch(/ (blank|filter-undecided) /);
  if (code === 2) expect(run.stderr).toMatch(/^headgate: cannot validate: .*\n$/);
});

it('repeated events: the verdict claims nothing about single lines', async () => {
  const path = file('repeated.json', { name: 'j', output_options: { field_names: ['RayID'] } });
  const run = await runTogether(['validate', '-', '--job', path, '-q'], { stdin: '{"RayID":"a"}\n{"RayID":"a"}\n' });
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/^✗ Invalid: 1 rule violated \(1 error\)\.\n/);
  expect(run.stdout).toMatch(/✗ error +repeated-in-object +events that occur more than once in an object +1 +line/);
});

it('clean logs: the verdict is the first line, exit 0', async () => {
  const run = await runTogether(['validate', ALL_DAYS, '--job', JOB, '--ruleset', RULESET]);
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr).toContain('reading 38 objects');
  expect(run.stdout).toMatch(/^✓ Valid: 2,382 of 2,382 lines pass, /);
});

it('--strict makes warnings count', async () => {
  const path = file('no-fields.json', withOptions({ field_names: undefined }));
  const run = await runTogether(['validate', LOGS, '--job', path, '-q']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('\n! warning: the job has no field_names');
  expect((await runTogether(['validate', LOGS, '--job', path, '-q', '--strict'])).code).toBe(1);
});

it('--format json --reproducible gives the same bytes with any number of threads', async () => {
  const args = [
    'validate',
    ALL_DAYS,
    '--job',
    'samples/jobs/all-requests.json',
    '--format',
    'json',
    '--reproducible',
    '-q',
  ];
  const runs = await Promise.all(['1', '3'].map((threads) => runTogether([...args, '--threads', threads])));
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]!.code).toBe(1);
  const report = JSON.parse(runs[0]!.stdout);
  expect(report).toMatchObject({ version: 1, partial: false, jobs: [{ name: 'all-requests', valid: false }] });
  expect(report.timing).toBeUndefined();
  expect(report.jobs[0].findings.map(({ code }: { code: string }) => code)).toEqual([
    ...['filter-drop', 'field-missing', 'field-extra', 'timestamp-format', 'hour-without-object'],
  ]);
});

describe('jobs and rulesets that do not belong together, or say too little', () => {
  it.each<[string, unknown, number, string]>([
    [
      'job of another dataset',
      { ...without('RequestHeaders', 'ResponseHeaders'), dataset: 'dns_logs', filter: '' },
      1,
      'expected http_requests: no other dataset has custom fields',
    ],
    ['nothing listed that is configured', without('RequestHeaders', 'ResponseHeaders'), 1, 'field_names of job '],
    ['one key not listed', without('RequestHeaders'), 1, 'add RequestHeaders'],
    [
      'legacy options',
      {
        ...job,
        output_options: null,
        logpull_options: `fields=${job.output_options.field_names.join(',')}&timestamps=rfc3339&CVE-2021-44228=true`,
      },
      1,
      'logpull_options',
    ],
    [
      'a field that is none',
      withOptions({ field_names: [...job.output_options.field_names, 'RayIDs'] }),
      1,
      'field_names that are not in the dataset',
    ],
  ])('%s', async (name, content, code, message) => {
    const run = await runTogether([
      ...['validate', LOGS, '--job', file(`${name}.json`, content), '--ruleset', RULESET, '-q'],
    ]);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(message);
    expect(run).toMatchObject({ code, stderr: '' });
  });

  it('lines of another dataset: a guess which', async () => {
    const dns = { dataset: 'dns_logs', output_options: { field_names: ['QueryName', 'Timestamp'] } };
    const run = await runTogether(['validate', LOGS, '--job', file('dns.json', dns), '-q']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('the lines look like http_requests');
  });
});

describe('no answer, or a negative one, in one sentence', () => {
  it.each<[string, string[], number, string]>([
    ['no job', [LOGS], 2, "required option '-j, --job <file>'"],
    [
      'a template without JSON',
      [LOGS, '--job', file('template.json', withOptions({ record_template: '{{.ClientIP}} {{.RayID}}' }))],
      2,
      'a record_template whose output is not JSON',
    ],
    [
      'several jobs for one source',
      [LOGS, '--job', file('two.json', [job, { ...job, name: 'other' }])],
      2,
      'found errors-and-threats, other',
    ],
    ['no such job', [LOGS, '--job', JOB, '--job-name', 'x'], 2, 'found errors-and-threats'],
    ['an empty ruleset', [LOGS, '--job', JOB, '--ruleset', file('empty.json', {})], 1, 'cannot use the ruleset in'],
    [
      'a ruleset with several problems',
      [LOGS, '--job', JOB, '--ruleset', file('wrong.json', [{ action: 'log', expression: 'x' }])],
      1,
      '[0].expression [wrong-expression]',
    ],
    ['a job for a ruleset', [LOGS, '--job', JOB, '--ruleset', JOB], 1, 'cannot use the ruleset in'],
    [
      'an invalid filter',
      [LOGS, '--job', file('filter.json', { ...job, filter: '{"where":{"key":"Nope","operator":"eq","value":"1"}}' })],
      1,
      'Nope',
    ],
    [
      'an unknown dataset',
      [LOGS, '--job', file('dataset.json', { ...job, dataset: 'http_request' })],
      1,
      'did you mean http_requests',
    ],
    ['no such source', ['nowhere', '--job', JOB], 2, 'nowhere'],
    ['standard input twice', ['-', '--job', '-'], 2, 'cannot read standard input twice'],
  ])('%s', async (_, args, code, message) => {
    const run = await runTogether(['validate', ...args]);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });
});

it('each job of a file against its own destination; --job-name chooses', async () => {
  const jobs = ['errors-and-threats', 'all-requests'].map((name) => ({
    ...JSON.parse(readFileSync(`samples/jobs/${name}.json`, 'utf8')),
    destination_conf: `samples/logs/${name}/{DATE}`,
  }));
  const path = file('both.json', { success: true, result: jobs });
  const both = await runTogether(['validate', '--job', path, '--ruleset', RULESET, '-q']);
  expect(both).toMatchObject({ code: 0, stderr: '' });
  expect(both.stdout).toMatch(/^✓ All 2 jobs are valid\.\n/);
  expect(both.stdout.match(/^[\w-]+ \(http_requests\): ✓ valid: /gm)).toHaveLength(2);
  const one = await runTogether(['validate', '--job', path, '--job-name', 'all-requests', '-q', '--list']);
  expect(one.stdout).toContain('39 objects');
});

it('--since and --until, standard input', async () => {
  const ranged = await runTogether([
    'validate',
    LOGS,
    '--job',
    JOB,
    '--since',
    '2026-11-02',
    '--until',
    '2026-11-03',
    '-q',
    '--format',
    'json',
  ]);
  expect(JSON.parse(ranged.stdout).jobs[0].lines.outside).toBeGreaterThan(0);
  expect(ranged.code).toBe(0);
  const piped = await runTogether(['validate', '-', '--job', JOB, '-q'], { stdin: '{"RayID":"1"}\n' });
  expect(piped.code).toBe(1);
  expect(piped.stdout).toContain('stdin@0: lacks EdgeStartTimestamp');
});

it('Ctrl-C prints the findings so far', async () => {
  const run = await runCli(['validate', '-', '--job', JOB], {
    stdin: '{"RayID":"1"}\n',
    interruptAfterStdin: 'SIGINT',
  });
  expect(run.code).toBe(130);
  expect(run.stdout).toContain('interrupted: the findings cover only');
});
