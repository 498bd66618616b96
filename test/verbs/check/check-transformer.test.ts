// The check of transformers: what jobs lack, what their filters can have in place of WHERE, and filters over the limits as SQL.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTransformer } from '../../../src/language/transformer/index.ts';
import { check } from '../../../src/verbs/index.ts';
import { runCli } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-transformer-'));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const job = (name: string, more: object): string =>
  fileOf(
    `${name}.json`,
    JSON.stringify({ name, dataset: 'http_requests', destination_conf: 's3://b/x?region=eu-west-1', ...more }),
  );

describe('with a job', () => {
  const sql =
    "SELECT RayID FROM http_requests WHERE BotScore > 30 AND EdgeResponseStatus > 200 AND lower(ClientRequestHost) = 'a'";

  it('names the fields that the job lacks, and the filter that it can have', async () => {
    const path = job('lacking', {
      filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":400}}',
      output_options: { field_names: ['RayID', 'ClientRequestHost'] },
    });
    const { transformer } = await check({ transformer: { sql }, jobs: [path] });
    expect(transformer).toMatchObject({
      valid: true,
      reads: ['RayID', 'BotScore', 'EdgeResponseStatus', 'ClientRequestHost'],
    });
    expect(transformer!.jobs).toMatchObject([
      {
        ...{ job: 'lacking', unlisted: ['BotScore', 'EdgeResponseStatus'], rejected: null },
        moved: {
          filter: { expression: 'EdgeResponseStatus >= 400 and BotScore > 30' },
          conditions: [{ text: 'BotScore > 30', line: 1 }],
          implied: [{ text: 'EdgeResponseStatus > 200' }],
          remaining: [{ text: "lower(ClientRequestHost) = 'a'" }],
        },
      },
    ]);
    expect((await check({ transformer: { sql }, jobs: [path], strict: true })).transformer!.valid).toBe(false);
  });

  it.each([
    [{ output_type: 'csv', field_names: ['RayID'] }, 'output_type is csv'],
    [{ record_template: '{{.RayID}}', field_names: ['RayID'] }, 'record_template is set'],
  ])('rejects %j', async (output_options, reason) => {
    const { transformer } = await check({ transformer: { sql }, jobs: [job('rejected', { output_options })] });
    expect(transformer!.valid).toBe(false);
    expect(transformer!.jobs[0]!.rejected).toContain(reason);
  });

  it('warns about timestamps once for each format that the SQL cannot use', async () => {
    const jobs = [
      job('a', { output_options: { timestamp_format: 'rfc3339' } }),
      ...['b', 'c'].map((name) => job(name, { output_options: { timestamp_format: 'unixnano' } })),
      job('default', {}),
    ];
    const { transformer } = await check({
      transformer: {
        sql: 'SELECT to_timestamp(EdgeStartTimestamp) AS t, EdgeEndTimestamp / 1e9 AS s FROM http_requests',
      },
      jobs,
    });
    expect(transformer!.problems.map(({ code, found }) => [code, found])).toEqual([
      ['undocumented', 'a timestamp in the delivered record'],
      ['timestamp-format', 'numbers in EdgeStartTimestamp (timestamp_format: unixnano)'],
      ['timestamp-format', 'text in EdgeEndTimestamp (timestamp_format: rfc3339)'],
    ]);
  });

  it.each([
    [['rfc3339'], 'Utf8'],
    [['unixnano'], 'Int64'],
    [['unix', 'rfc3339'], 'Int64 or Utf8'],
  ])('has the type in which jobs with %j write timestamps', async (formats, type) => {
    const jobs = formats.map((timestamp_format) => job(timestamp_format, { output_options: { timestamp_format } }));
    const { transformer } = await check({
      transformer: { sql: 'SELECT EdgeStartTimestamp, arrow_typeof(EdgeStartTimestamp) AS kind FROM http_requests' },
      jobs,
    });
    expect(transformer!.columns.map((one) => one.type)).toEqual([type, 'Utf8']);
  });

  it('rejects a transformer of another dataset', async () => {
    const { transformer } = await check({
      transformer: { sql: 'SELECT QueryName FROM dns_logs' },
      jobs: [job('http', {})],
    });
    expect(transformer!.problems.map(({ code }) => code)).toContain('other-dataset');
  });
});

it('the headline of a check with a job has the warnings about the transformer', async () => {
  const few = job('few', { output_options: { field_names: ['RayID'] } });
  const run = await runCli([
    'check',
    '--job',
    few,
    '--transformer',
    'SELECT CAST(ClientRequestPath AS INT) AS a, ClientIP FROM http_requests',
  ]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('Valid transformer for http_requests, 1 warning, 1 job that lacks fields.');
});

it.each<[string, boolean, string]>([
  ["SELECT CAST('x' AS INT) AS a FROM http_requests", false, 'error always-fails'],
  ["SELECT 1 + CAST('x' AS INT) AS a FROM http_requests WHERE BotScore > 3", false, 'error always-fails'],
  ['SELECT RayID FROM http_requests WHERE 1 / 0 = 1', false, 'error always-fails'],
  // NULL has no division.
  ['SELECT BotScore / 0 AS a FROM http_requests', true, 'warning always-fails'],
  ["SELECT CASE WHEN BotScore > 3 THEN CAST('x' AS INT) END AS a FROM http_requests", true, 'warning always-fails'],
])('%s fails for every record: an error only if it is certain', async (sql, valid, problem) => {
  const { transformer } = await check({ transformer: { sql } });
  expect(transformer!.valid).toBe(valid);
  expect(transformer!.problems.map(({ severity, code }) => `${severity} ${code}`)).toContain(problem);
});

it.each([
  ['CAST(RayID AS INT)', false],
  ['TRY_CAST(RayID AS INT)', true],
])('--strict rejects a cast that can fail, and accepts its fix: %s', async (expression, valid) => {
  const sql = `SELECT ${expression} AS a FROM http_requests`;
  expect((await check({ transformer: { sql }, strict: true })).transformer!.valid).toBe(valid);
  const { code } = await runCli(['check', '--strict', '--transformer', sql, '--format', 'junit']);
  expect(code).toBe(valid ? 0 : 1);
});

it('prints no caret below SQL that is empty', async () => {
  const { stdout } = await runCli(['check', '--transformer', fileOf('empty.sql', '')]);
  expect(stdout).toContain('no SQL: expected SELECT … FROM dataset');
  expect(stdout).not.toContain('^');
});

it('names a condition that the filter implies, and moves nothing', async () => {
  const file = fileOf('implied.sql', 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus >= 400');
  const { stdout } = await runCli(['check', '--transformer', file, '--filter', 'EdgeResponseStatus >= 500']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'Each line that the filter keeps meets EdgeResponseStatus >= 400, which WHERE can omit; no condition remains in WHERE.',
  );
});

it('all problems, with line and column; exit 1', async () => {
  const path = fileOf(
    'wrong.sql',
    "SELECT Ray, foo(RayID) AS x\nFROM http_requests\nWHERE RequestHeaders ->> 'Host' = 'a'",
  );
  const run = await runCli(['check', '--transformer', path]);
  expect(run.code).toBe(1);
  const text = run.stdout.replace(/\s+/g, ' ');
  for (const part of [
    'line 1, column 8',
    'line 1, column 13',
    'line 3, column 26',
    'Invalid transformer for http_requests: 2 errors, 1 warning.',
  ])
    expect(text).toContain(part);
});

it('a filter over the limits of the platform as a transformer', async () => {
  const filter = Array.from({ length: 40 }, (_, index) => `BotScore != ${index}`).join(' and ');
  const { checks } = await check({ filters: [filter, 'BotScore < 3'] });
  expect(checks[0]!.valid).toBe(false);
  expect(readTransformer(checks[0]!.asTransformer!).transformer!.conditions).toHaveLength(40);
  expect(checks[1]!.asTransformer).toBeUndefined();
});

it('is a case of each format of checks', async () => {
  const path = fileOf('warned.sql', "SELECT RequestHeaders ->> 'Host' AS h FROM http_requests");
  const { stdout } = await runCli(['check', '--transformer', path, '--format', 'github']);
  expect(stdout).toMatch(/^::warning .*header name that no line contains/m);
  const json = await runCli(['check', '--transformer', path, '--format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    checks: [],
    transformer: { name: 'warned', dataset: 'http_requests' },
  });
});
