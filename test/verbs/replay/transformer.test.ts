// Replays of transformers: outcomes, assumed batches, fields of the job, guards, costs, written records, and what exits with 2.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BATCH_BYTES } from '../../../src/analysis/emit/index.ts';
import { LineEvaluator, openTransformation } from '../../../src/analysis/transform/index.ts';
import { type JsonObject, parseJson, printJson } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { readTransformer } from '../../../src/language/transformer/index.ts';
import { testSuites } from '../../../src/report/cases/test-cases.ts';
import { explainPage } from '../../../src/report/page/explain-page.ts';
import { plainText } from '../../../src/report/page/page.ts';
import { testPage } from '../../../src/report/page/test-page.ts';
import { compare, explain, replay, testFilters } from '../../../src/verbs/index.ts';
import { openLiveTransformers } from '../../helpers/api/live-transformers.ts';
import { runCli } from '../../helpers/cli/run-cli.ts';
import { recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';
import { SQLS } from '../../properties/any-aggregates.ts';

const folder = mkdtempSync(join(tmpdir(), 'transformer-'));
let files = 0;

/** Writes lines to a folder of their own. */
function logsOf(lines: readonly object[], name = 'a.log'): string {
  files += 1;
  const place = join(folder, `logs-${files}`);
  mkdirSync(place);
  writeFileSync(join(place, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return place;
}

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const line = (index: number, more: object = {}): object => ({
  ...{ EdgeStartTimestamp: `2026-11-01T00:${String(index % 60).padStart(2, '0')}:00Z`, RayID: `r${index}` },
  ...{ ClientRequestHost: 'example.com', ClientRequestPath: '/', ClientRequestMethod: 'GET', EdgeResponseStatus: 200 },
  ...more,
});

async function transformed(lines: readonly object[], sql: string, more: object = {}) {
  const report = await replay({ sources: [logsOf(lines)], transformer: { sql }, threads: 1, samples: 9, ...more });
  return { report, job: report.jobs![0]!, transformer: report.jobs![0]!.transformer! };
}

it('replays the example of the guide', async () => {
  const sql = `SELECT ClientRequestMethod AS method, EdgeResponseStatus >= 500 AS is_server_error, 'Cloudflare' AS provider,
    named_struct('host', ClientRequestHost, 'path', ClientRequestPath, 'method', ClientRequestMethod) AS request,
    [ClientRequestHost, ClientRequestPath] AS request_meta,
    extract(epoch FROM to_timestamp(EdgeStartTimestamp)) AS unix_ts
    FROM http_requests WHERE EdgeResponseStatus >= 400`;
  const example = line(1, {
    ...{ ClientRequestPath: '/api/checkout', ClientRequestMethod: 'POST', EdgeResponseStatus: 502 },
    EdgeStartTimestamp: '2026-05-21T15:00:00Z',
  });
  const { transformer, job } = await transformed([example, line(2)], sql);
  expect(transformer).toMatchObject({
    ...{ kept: { lines: 1 }, dropped: { lines: 1 }, failing: { lines: 0 }, undecided: { lines: 0 } },
    delivered: { lines: 1 },
    conditions: [{ text: 'EdgeResponseStatus >= 400', true: 1, false: 1, soleBlocker: 1 }],
  });
  const [record] = transformer.examples.kept[0]!.records;
  expect(JSON.parse(record!)).toEqual({
    ...{ is_server_error: true, method: 'POST', provider: 'Cloudflare', unix_ts: 1779375600 },
    request: { host: 'example.com', method: 'POST', path: '/api/checkout' },
    request_meta: ['example.com', '/api/checkout'],
  });
  expect(transformer.delivered.bytes).toBe(Buffer.byteLength(record!) + 1);
  // Each key, colon, value and comma; braces and the line end; the last field has no comma.
  expect(transformer.columns.reduce((sum, { bytes }) => sum + bytes, 2)).toBe(transformer.delivered.bytes);
  expect(job.filter).toBeNull();
});

describe('assumed batches', () => {
  const failing = 'SELECT RayID, CAST(ClientRequestPath AS BIGINT) AS n FROM http_requests';
  const lines = Array.from({ length: 2500 }, (_, index) =>
    line(index, { ClientRequestPath: index === 1500 ? 'x' : '1' }),
  );

  it('a failing line takes its batch down, with the cause and the fix', async () => {
    const { transformer } = await transformed(lines, failing);
    expect(transformer.batches).toMatchObject({ batchLines: 1000, batches: 3, failing: 1, taken: { lines: 999 } });
    expect(transformer.failures).toMatchObject([
      { cause: 'cast', lines: 1, expression: 'CAST(ClientRequestPath AS BIGINT)' },
    ]);
    expect(transformer.failures[0]!.hint).toContain('TRY_CAST');
    const { stdout } = await runCli(['replay', logsOf(lines), '-q', '-t', failing]);
    expect(stdout.split('\n\n')[0]!.replace(/\s+/g, ' ')).toContain(
      '; 1 line fails, about 999 of the delivered lines would be lost in failing batches. ',
    );
  });

  it('are of the lines that reach the transformer', async () => {
    const { transformer } = await transformed(lines, failing, { filters: ['RayID in {"r1" "r1500"}'] });
    expect(transformer.batches).toMatchObject({ batches: 1, failing: 1, taken: { lines: 1 } });
  });

  it('--emit writes nothing of them', async () => {
    const out = join(folder, 'emitted');
    const { job } = await transformed(lines, failing, { emit: { kind: 'folder', folder: out, overwrite: false } });
    const [object] = readdirSync(out, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const { gunzipSync } = await import('node:zlib');
    const written = gunzipSync(readFileSync(join(object!.parentPath, object!.name)))
      .toString()
      .trimEnd()
      .split('\n');
    expect(written).toHaveLength(1500);
    expect(written[0]).toBe('{"RayID":"r0","n":1}');
    expect(job.emitted!.lines).toBe(1500);
  });

  it('--emit rejects a batch that does not fit into memory', async () => {
    const emit = { kind: 'folder', folder: join(folder, 'too-large'), overwrite: false } as const;
    const sql = `SELECT repeat('x', ${Math.ceil(MAX_BATCH_BYTES / 900)}) AS x FROM http_requests`;
    await expect(transformed(lines, sql, { emit })).rejects.toMatchObject({
      ...{ code: 'batch-too-large', message: expect.stringContaining('in the first 900 lines of a batch') },
    });
  });

  it('never-drop counts lines that are dropped, that fail, and that are taken down', async () => {
    const { report } = await transformed(lines, failing, { neverDrop: ['RayID in {"r1" "r1001" "r1500"}'] });
    expect(report.guards).toMatchObject([{ holds: false, value: 2 }]);
  });

  it.each([
    ['without --emit', {}],
    ['with --emit', { emit: { kind: 'folder', folder: join(folder, 'judged'), overwrite: false } as const }],
  ])('guards count their lines as dropped %s', async (_, more) => {
    const { report } = await transformed(lines, failing, {
      ...more,
      guards: [
        'kept == 1500 lines',
        'dropped <= 40 %',
        'pushed == 1500 lines',
        'pushed >= 99 %',
        'undecided == 0 lines',
      ],
    });
    const lost = '; 999 lines of failing batches count as dropped';
    expect(report.guards!.map(({ holds, found }) => [holds, found])).toEqual([
      [true, `kept 1,500 of 2,500 lines (60.0 %)${lost}`],
      [true, `dropped 1,000 of 2,500 lines (40.0 %)${lost}`],
      [true, `pushed 1,500 of 2,500 lines (60.0 %)${lost}`],
      [false, `pushed 1,500 of 2,500 lines (60.0 %)${lost}`],
      [true, 'undecided 0 of 2,500 lines (0.0 %)'],
    ]);
  });

  it('what they lose is not saved', async () => {
    const { report } = await transformed(lines, failing, { price: '0.50/GB', guards: ['saves >= 10 %'] });
    expect(report.cost!.jobs[0]!.saves).toBeNull();
    expect(report.guards).toMatchObject([
      { value: null, found: expect.stringContaining('found 1 line on which the transformer fails, expected none') },
    ]);
  });
});

it.each([{ 'CVE-2021-44228': true }, { record_prefix: '{"x":', record_suffix: '}' }])(
  'records that a job pushes are counted, whatever %j changes in their bytes',
  async (options) => {
    const lines = Array.from({ length: 400 }, (_, index) => line(index, { EdgeResponseStatus: index < 9 ? 500 : 200 }));
    const sql = 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus >= 500';
    const job = {
      dataset: 'http_requests',
      output_options: { field_names: ['RayID', 'EdgeResponseStatus'], ...options },
    };
    const path = fileOf('job-with-options.json', JSON.stringify(job));
    const { report } = await transformed(lines, sql, { jobs: [path], guards: ['pushed == 9 lines'] });
    expect(report.guards!.map(({ holds, found }) => [holds, found])).toEqual([[true, 'pushed 9 of 400 lines (2.3 %)']]);
  },
);

it('guards judge what is delivered', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => line(index, { EdgeResponseStatus: index < 10 ? 500 : 200 }));
  const sql = 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus < 500';
  const { report } = await transformed(lines, sql, {
    guards: ['kept == 90 %', 'dropped == 10 lines', 'pushed == 90 lines'],
  });
  expect(report.guards!.map(({ holds, found }) => [holds, found])).toEqual([
    [true, 'kept 90 of 100 lines (90.0 %)'],
    [true, 'dropped 10 of 100 lines (10.0 %)'],
    [true, 'pushed 90 of 100 lines (90.0 %)'],
  ]);
  const broken = await transformed(lines, sql, {
    neverDrop: ['EdgeResponseStatus >= 500'],
    neverKeep: ['EdgeResponseStatus < 500'],
  });
  expect(broken.report.guards).toMatchObject([
    { holds: false, value: 10 },
    { holds: false, value: 90 },
  ]);
  const unclear = await transformed(lines, 'SELECT WAFAttackScore FROM http_requests', {
    neverDrop: ['RayID == "r1"'],
  });
  expect(unclear.report.guards![0]!.found).toContain('the filter and its transformer leave every line undecided (100)');
});

it.each([
  ['BotScore < 30', false],
  ['BotScore > 95', false],
  ['EdgeResponseStatus > 500', true],
])(
  'never-drop %s judges WHERE as the filter of the same meaning, also where the guard is unknown',
  async (guard, holds) => {
    const lines = [10, 90, null, undefined].flatMap((score, index) =>
      [200, 503].map((status) => line(index, { BotScore: score, EdgeResponseStatus: status })),
    );
    const request = { sources: [logsOf(lines)], neverDrop: [guard], threads: 1 };
    const [asSql, asFilter] = await Promise.all([
      replay({ ...request, transformer: { sql: 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus > 500' } }),
      replay({ ...request, filters: ['EdgeResponseStatus > 500'] }),
    ]);
    const judged = ({ guards }: typeof asSql) => guards!.map((one) => [one.holds, one.value, one.found]);
    expect(judged(asSql)).toEqual(judged(asFilter));
    expect(asSql.guards![0]!.holds).toBe(holds);
  },
);

describe('the fields of the job', () => {
  const job = (options: object): string =>
    fileOf(
      `job-${JSON.stringify(options).length}.json`,
      JSON.stringify({
        name: 'j',
        dataset: 'http_requests',
        output_options: options,
        destination_conf: 's3://b/x?region=eu-west-1',
      }),
    );
  const sql = fileOf(
    'where.sql',
    "SELECT RayID, ClientRequestHost FROM http_requests WHERE ClientRequestMethod = 'GET'",
  );

  it('a field that the job does not list is absent: undecided, exit 2', async () => {
    const path = job({ field_names: ['RayID', 'ClientRequestHost'] });
    const run = await runCli(['replay', logsOf([line(1)]), '--job', path, '--transformer', sql, '-q']);
    expect(run.code).toBe(2);
    expect(run.stdout.replace(/\s+/g, ' ')).toContain('reads ClientRequestMethod, which field_names does not list');
    expect(run.stderr).toContain('all undecided by the transformer where (ClientRequestMethod is missing in 1 line)');
  });

  it('the error names all fields that the job lacks, and no figure counts an undecided line as none', async () => {
    const file = fileOf('two.sql', 'SELECT RayID, ClientRequestUserAgent FROM http_requests WHERE BotScore > 10');
    const path = job({ field_names: ['RayID', 'EdgeStartTimestamp'] });
    const args = [
      'replay',
      'samples/logs/all-requests',
      '--job',
      path,
      '-t',
      file,
      '-q',
      '--details',
      '--price',
      '1/GB',
    ];
    const run = await runCli(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /; add .*BotScore.* and .*ClientRequestUserAgent|; add .*ClientRequestUserAgent and BotScore/,
    );
    expect(run.stdout).not.toMatch(/^ {2}pushed /m);
    expect(run.stdout).toMatch(/^ {2}Cost per month +unknown +0\.\d+$/m);
    expect(run.stdout).toMatch(/^ {2}Bytes per month +unknown +250 MB$/m);
  });

  it('one of several jobs without any decided line: exit 2, and its figures are unknown', async () => {
    const job = (name: string, fields: string[]) => ({
      ...{ name, dataset: 'http_requests', destination_conf: `s3://b/${name}?region=auto` },
      output_options: { field_names: fields },
    });
    const file = fileOf(
      'jobs.json',
      JSON.stringify([job('full', ['RayID', 'ClientRequestPath']), job('few', ['RayID'])]),
    );
    const sql = 'SELECT RayID, ClientRequestPath FROM http_requests';
    const run = await runCli(['replay', logsOf([line(1)]), '-q', '--job', file, '-t', sql, '--format', 'csv']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(
      'all undecided by the transformer transformer of few (ClientRequestPath is missing in 1 line)',
    );
    const text = await runCli(['replay', logsOf([line(1)]), '-q', '--job', file, '-t', sql]);
    expect(text.stdout).toContain('It is not known what is delivered: every line is undecided.');
    expect(text.stdout).toMatch(/few\n[\s\S]*Delivered +unknown/);
  });

  it.each([
    [0.5, 'Before sample_rate 0.5, j delivers 1 record of 1 line: '],
    [1, 'j delivers 1 record of 1 line: '],
  ])('with the sample_rate %d, the answer is of all lines', async (rate, answer) => {
    const path = job({ field_names: ['ClientRequestHost', 'ClientRequestMethod', 'RayID'], sample_rate: rate });
    const run = await runCli(['replay', logsOf([line(1)]), '--job', path, '--transformer', sql, '-q']);
    expect(run.stdout.slice(0, answer.length)).toBe(answer);
  });

  it('timestamps have the format of the job', async () => {
    const path = job({ field_names: ['EdgeStartTimestamp'], timestamp_format: 'unix' });
    const report = await replay({
      ...{ sources: [logsOf([line(1)])], jobs: [path], samples: 1, threads: 1 },
      transformer: { sql: 'SELECT EdgeStartTimestamp AS t FROM http_requests' },
    });
    expect(report.jobs![0]!.transformer!.examples.kept[0]!.records).toEqual(['{"t":1793491260}']);
  });

  it.each([
    [{ output_type: 'csv', field_names: ['RayID'] }, 'found output_type csv in output_options'],
    [{ record_template: '{{.RayID}}', field_names: ['RayID'] }, 'found record_template in output_options'],
  ])('rejects %j', async (options, message) => {
    const run = await runCli(['replay', logsOf([line(1)]), '--job', job(options), '--transformer', sql, '-q']);
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('wrong input', () => {
  it.each([
    ['SELECT Foo FROM http_requests', 1, 'unknown field'],
    ['SELECT RayID FROM nothing', 1, 'unknown dataset'],
    ['', 1, 'no SQL'],
    ['SELECT RayID FROM http_requests; DROP', 1, 'several statements'],
  ])('%s', async (sql, code, message) => {
    const run = await runCli(['replay', logsOf([line(1)]), '-q', '--transformer', fileOf('wrong.sql', sql)]);
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  it('the dataset of FROM is that of the lines', async () => {
    const sql = fileOf('dns.sql', 'SELECT QueryName FROM dns_logs');
    const run = await runCli([
      'replay',
      logsOf([{ QueryName: 'a', Timestamp: 1793491260 }]),
      '-q',
      '--transformer',
      sql,
      '--counts',
    ]);
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('delivers 1 record of 1 line')]);
  });

  it('an empty source has no answer', async () => {
    const run = await runCli([
      'replay',
      logsOf([]),
      '-q',
      '--transformer',
      fileOf('one.sql', 'SELECT RayID FROM http_requests'),
    ]);
    expect(run.code).toBe(2);
  });
});

describe('a transformer of the account, by its id', () => {
  let sandbox: ServedApi;
  let id: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    sandbox = await serveApi();
    const code = 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus < 500';
    id = String((await openLiveTransformers(sandbox).create({ name: 'slim', code })).id);
    const { baseURL, token, accountId } = sandbox;
    env = { CLOUDFLARE_BASE_URL: baseURL, CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: accountId };
  });
  afterAll(() => sandbox.stop());

  const logs = logsOf([line(1), line(2, { EdgeResponseStatus: 503 })]);
  const suite = () => fileOf('suite.json', JSON.stringify({ cases: [{ line: line(1), expect: 'keep' }] }));

  it.each<[string, (id: string) => string[], string]>([
    ['replay', (id) => ['replay', logs, '--transformer', id], 'slim delivers 1 record of 2 lines'],
    ['compare', (id) => ['compare', logs, '--from-transformer', id, '--to', 'all'], 'slim'],
    ['explain', (id) => ['explain', logs, '--transformer', id], 'EdgeResponseStatus < 500'],
    ['check', (id) => ['check', '--transformer', id], 'slim'],
    ['test', (id) => ['test', suite(), '--transformer', id], '1'],
  ])('%s', async (_, args, expected) => {
    const run = await runCli([...args(id), '-q'], { env });
    expect([run.code, run.stderr, run.stdout]).toEqual([0, '', expect.stringContaining(expected)]);
  });

  it('by the zone of the account', async () => {
    const zone = { ...env, CLOUDFLARE_ACCOUNT_ID: '', CLOUDFLARE_ZONE_ID: sandbox.zoneId };
    expect((await runCli(['check', '--transformer', id, '-q'], { env: zone })).code).toBe(0);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['an unknown id', '99', {}, 'cannot read --transformer 99: the account'],
    ['an id beyond 64 bits', '9'.repeat(30), {}, 'has no transformer 999'],
    ['no account', '1', { CLOUDFLARE_ACCOUNT_ID: '' }, 'found neither a zone nor an account'],
    ['no credentials', '1', { CLOUDFLARE_API_TOKEN: '' }, 'there are no credentials'],
  ])('%s exits with 2', async (_, given, others, message) => {
    const run = await runCli(['replay', logs, '-q', '--transformer', given], { env: { ...env, ...others } });
    expect([run.code, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('a request without access to an account', async () => {
    await expect(replay({ sources: [logs], transformer: '17' })).rejects.toMatchObject({ code: 'transformer-access' });
  });
});

it('the bill: input of the transformer, and what it delivers', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => line(index));
  const sql = 'SELECT RayID FROM http_requests';
  const { report } = await transformed(lines, sql, {
    price: ['cloudflare,internal=25GB,external=25GB,transformed=1GB'],
  });
  const { perMonth, money } = report.cost!.jobs[0]!;
  const { bytes } = report.lines;
  const [factor, delivered] = [perMonth.transformed!.value / bytes, report.jobs![0]!.transformer!.delivered.bytes];
  expect(perMonth.bytes!.value / factor).toBeCloseTo(delivered);
  const [least] = money[0]!.cases!.toSorted((a, b) => a.amount.value - b.amount.value);
  expect(least!.amount.value).toBeCloseTo((perMonth.bytes!.value * 0.03 + perMonth.transformed!.value * 0.04) / 1e9);
});

it('compares transformers: what is newly lost, newly delivered, and delivered in another form', async () => {
  const lines = Array.from({ length: 10 }, (_, index) => line(index, { EdgeResponseStatus: index < 3 ? 500 : 200 }));
  const { comparisons, guards } = await compare({
    ...{ sources: [logsOf(lines)], from: 'all', to: ['all'], threads: 1, guards: ['newly-dropped == 0 lines'] },
    fromTransformer: { sql: 'SELECT RayID FROM http_requests' },
    toTransformer: {
      sql: "SELECT RayID, CASE WHEN RayID = 'r5' THEN 1 END AS x FROM http_requests WHERE EdgeResponseStatus < 500",
    },
  });
  expect(comparisons[0]!.delivered).toMatchObject({
    ...{ newlyLost: { lines: 3 }, newlyDelivered: { lines: 0 }, changed: { lines: 7 }, unchanged: { lines: 0 } },
    neither: { lines: 0, bytes: 0 },
  });
  expect(guards).toMatchObject([{ holds: false, value: 3 }]);
});

it('names compared transformers after their files, and counts lines that neither delivers', async () => {
  const lines = Array.from({ length: 10 }, (_, index) => line(index, { EdgeResponseStatus: 200 + index }));
  const from = fileOf('wide.sql', 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus < 208');
  const to = fileOf('narrow.sql', 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus < 205');
  const run = await runCli(['compare', logsOf(lines), '-q', '--from-transformer', from, '--to-transformer', to]);
  expect(run.stdout).toContain('narrow newly loses 3 lines.');
  expect(run.stdout).toMatch(/delivered by neither +\S+ +20\.0 % +2 lines/);
  const text = ['--from-transformer', 'SELECT RayID FROM http_requests', '--to-transformer', to];
  const named = await compare({
    ...{ sources: [logsOf(lines)], from: 'all', to: ['all'], fromTransformer: text[1]!, toTransformer: to },
  });
  expect(named.jobs.map(({ name }) => name)).toEqual(['before', 'narrow']);
});

it('explains each expression with its value', async () => {
  const { lines, summary } = await explain({
    sources: [logsOf([line(1)])],
    transformer: {
      sql: 'SELECT upper(ClientRequestHost) AS h FROM http_requests WHERE EdgeResponseStatus + 1 > 500 AND EdgeResponseStatus NOT BETWEEN 1 AND 5',
    },
  });
  const [job] = lines[0]!.jobs;
  expect(job!.transformation).toMatchObject({
    outcome: 'dropped',
    conditions: [
      {
        text: 'EdgeResponseStatus + 1 > 500',
        result: 'false',
        children: [{ text: 'EdgeResponseStatus + 1', result: '201' }],
      },
      {
        text: 'EdgeResponseStatus NOT BETWEEN 1 AND 5',
        result: 'true',
        children: [{ text: 'EdgeResponseStatus', result: '200' }],
      },
    ],
    columns: [{ key: 'h', result: 'EXAMPLE.COM', children: [{ text: 'ClientRequestHost', result: 'example.com' }] }],
  });
  expect(summary.jobs[0]!.transformed).toEqual({ kept: 0, dropped: 1, failing: 0, undecided: 0 });
});

it.each([
  [' SELECT upper(x) AS u FROM t', 'A'],
  [" SELECT upper(x) AS u FROM t WHERE x <> 'a'", 'B'],
  [", s AS (SELECT x AS y FROM t WHERE x <> 'a') SELECT upper(y) AS u FROM s", 'B'],
  [" SELECT upper(x) AS u FROM t WHERE x = 'c'", 'A'],
  [", s AS (SELECT x AS y FROM t WHERE x = 'c') SELECT upper(y) AS u FROM s", 'NULL'],
])('explains%s behind an UNNEST with its first row', async (select, result) => {
  const sql = `WITH t AS (SELECT UNNEST(['a', 'b']) AS x FROM http_requests)${select}`;
  const { lines } = await explain({ sources: [logsOf([line(1)])], transformer: { sql } });
  expect(lines[0]!.jobs[0]!.transformation!.columns).toMatchObject([{ result }]);
});

it.each([
  [
    'SELECT RayID FROM http_requests WHERE EdgeResponseStatus + 1 > 500',
    'drops the line: EdgeResponseStatus + 1 > 500 is false.',
  ],
  ['SELECT RayID FROM http_requests', 'delivers the line.'],
  ['SELECT CAST(ClientRequestHost AS BIGINT) AS n FROM http_requests', 'fails on the line: '],
  ['SELECT BotScore FROM http_requests', 'leaves the line undecided: '],
])('the headline of %s', async (sql, headline) => {
  const result = await explain({ sources: [logsOf([line(1)])], transformer: { sql } });
  expect(
    [explainPage(result).answer.text]
      .flat()
      .map((part) => (typeof part === 'string' ? part : part.code))
      .join(''),
  ).toContain(headline);
});

it('tests suites with expected records', async () => {
  fileOf(
    'suite.sql',
    "SELECT RayID, CAST(ClientRequestPath AS BIGINT) AS n FROM http_requests WHERE ClientRequestHost <> 'x'",
  );
  const suite = fileOf(
    'suite.json',
    JSON.stringify({
      transformer: 'suite.sql',
      cases: [
        {
          line: { RayID: 'a', ClientRequestPath: '7', ClientRequestHost: 'h' },
          expect: 'keep',
          records: [{ n: 7, RayID: 'a' }],
        },
        {
          line: { RayID: 'a', ClientRequestPath: '8', ClientRequestHost: 'h' },
          expect: 'keep',
          records: [{ n: 7, RayID: 'a' }],
        },
        { line: { RayID: 'a', ClientRequestPath: '/', ClientRequestHost: 'h' }, expect: 'fail' },
        { line: { RayID: 'a', ClientRequestPath: '/', ClientRequestHost: 'x' }, expect: 'drop' },
        { line: { RayID: 'a', ClientRequestPath: '7' }, expect: 'undecided' },
      ],
    }),
  );
  const result = await testFilters({ suites: [suite] });
  const { suites } = result;
  expect(suites[0]!.tests[0]!.cases.map(({ passed }) => passed)).toEqual([true, false, true, true, true]);
  expect(suites[0]!.tests[0]!.cases[1]!.foundRecords).toEqual(['{"RayID":"a","n":8}']);
  expect(testSuites(result)[0]!.cases[1]!.message).toContain(': found other records than expected');
  const { blocks } = testPage(result).sections[0]!;
  const sentences = blocks.flatMap((block) => (block.kind === 'text' ? [plainText(block.text)] : []));
  expect(sentences).toContainEqual(expect.stringMatching(/^✗ .*: found other records than expected \(.*, line \d+\)$/));
  const reasons = blocks.flatMap((block) => (block.kind === 'code' && block.label === undefined ? [block.code] : []));
  expect(reasons).toEqual([expect.stringContaining(`  WHERE\n    ClientRequestHost <> 'x'  = true\n`)]);
});

it('counts which conditions of WHERE a suite covers', async () => {
  fileOf('where.sql', "SELECT RayID FROM http_requests WHERE EdgeResponseStatus > 399 AND ClientCountry = 'de'");
  const line = (status: number | null, country?: string) => ({ EdgeResponseStatus: status, ClientCountry: country });
  const suite = (...lines: object[]) => ({
    ...{ filter: 'EdgeResponseStatus >= 100', null: 'unknown', transformer: 'where.sql' },
    cases: lines.map((one) => ({ line: one, expect: 'drop' })),
  });
  const coverageOf = async (...lines: object[]) => {
    const { suites } = await testFilters({ suites: [fileOf('where.json', JSON.stringify(suite(...lines)))] });
    const { conditions, share } = suites[0]!.tests[0]!.coverage;
    return { share, where: conditions.slice(1) };
  };
  // The second line never reaches the transformer, the third one is dropped by both conditions, the fourth one is undecided.
  const some = await coverageOf(line(200, 'de'), line(99, 'at'), line(200, 'at'), line(500));
  const advice = "add a line for which ClientCountry = 'de' is false, and the other conditions of WHERE are true";
  expect(some.where).toMatchObject([
    { path: 'WHERE[0]', text: 'EdgeResponseStatus > 399', true: 1, false: 2, unknown: 0, soleBlocker: 1, missing: [] },
    { text: "ClientCountry = 'de'", true: 1, false: 1, unknown: 1, missing: [{ goal: 'sole-blocker', advice }] },
  ]);
  expect(some.share).toBeCloseTo(8 / 9);
  expect((await coverageOf(line(200, 'de'), line(99, 'at'), line(500, 'at'))).share).toBe(1);
});

it('evaluating once for each distinct value changes no result', () => {
  const dataset = getDataset('http_requests');
  let records = 0;
  fc.assert(
    fc.property(fc.constantFrom(...SQLS), fc.array(recordArbitrary, { minLength: 1, maxLength: 12 }), (sql, found) => {
      const input = { sql, dataset: dataset.name, fieldNames: null, timestampFormat: null };
      const transformation = openTransformation(JSON.stringify(input));
      const { transformer } = readTransformer(sql, { dataset });
      const evaluator = new LineEvaluator(transformation);
      const outcomes = new Uint8Array(transformer!.conditions.length);
      const expected = new Uint8Array(outcomes.length);
      for (const record of [...found, ...found]) {
        const result = evaluator.evaluate(record, outcomes);
        const evaluation = transformer!.evaluate(record, expected);
        expect(outcomes).toEqual(expected);
        if (result.outcome !== 'kept') expect(printed(result)).toBe(printed(evaluation));
        else {
          if (evaluation.outcome !== 'rows') throw new Error(`expected records, found ${evaluation.outcome}`);
          expect(result.records).toHaveLength(evaluation.rows.length);
          for (const [index, fields] of result.records.entries()) {
            const row = evaluation.rows[index]!;
            const record = parseJson(transformer!.printRow(row)) as JsonObject;
            const bytes = fields.reduce((sum, field) => sum + field.bytes, fields.length === 0 ? 2 : 1);
            expect(bytes).toBe(Buffer.byteLength(transformer!.printRow(row)));
            expect(fields.map(({ name }) => name).sort()).toEqual([...record.keys()].sort());
            for (const { name, isNull } of fields) expect(record.get(name) === null).toBe(isNull);
            records += 1;
          }
        }
      }
    }),
    { numRuns: randomRuns(300) },
  );
  expect(records).toBeGreaterThan(0);
});

const printed = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === 'bigint' ? String(one) : one instanceof Map ? printJson(one) : one,
  );

it('takes SQL as the argument', async () => {
  const run = await runCli([
    'replay',
    logsOf([line(1)]),
    '-q',
    '-t',
    ' with a as (select RayID from http_requests) select * from a',
  ]);
  expect([run.code, run.stdout.split('\n')[0]]).toEqual([
    0,
    'transformer delivers 1 record of 1 line: 100.0 % of the lines, 15 B of 170 B.',
  ]);
  const missing = await runCli(['replay', logsOf([line(1)]), '-q', '-t', './select 1']);
  expect(missing.stderr).toContain('cannot read the transformer ./select 1: ');
});

it.each([
  ['/* a */ SELECT RayID FROM http_requests', undefined],
  ['-- a\n\n/* b\n */ select RayID FROM http_requests', undefined],
  ['SELCT RayID FROM http_requests', 'SELCT RayID FROM http_requests'],
  ['-- a\nUPDATE http_requests SET x = 1', '-- a UPDATE http_requests SET x = 1'],
  [
    `DELETE FROM http_requests WHERE ${"RayID = 'x' AND ".repeat(30)} true`,
    "DELETE FROM http_requests WHERE RayID = 'x' AND RayID = 'x' …",
  ],
])('takes %j as SQL, or names what it expects', async (sql, found) => {
  const run = await runCli(['replay', logsOf([line(1)]), '-q', '-t', sql]);
  if (found === undefined) expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('delivers 1 record')]);
  else
    expect(run.stderr).toBe(
      `headgate: cannot read the transformer: found ${found}, expected a file, or SQL that begins with SELECT or WITH\n`,
    );
});

it('masks secrets of the SQL in the report, and applies the SQL as it is', async () => {
  const sql = `SELECT CAST(ClientRequestPath AS BIGINT) / length('password=hunter2') AS n, RayID FROM http_requests
    WHERE ClientRequestURI <> '/a?token=hunter2' AND length('secret=hunter2' || CAST(CAST(RayID AS INT) AS TEXT)) > 0`;
  const lines = ['/a?token=hunter2', '/b'].map((ClientRequestURI, index) => line(index, { ClientRequestURI }));
  const unnamed = await transformed([line(1)], "SELECT length('token=hunter2'), RayID FROM http_requests");
  expect(unnamed.transformer.columns.map(({ name }) => name)).toEqual(['RayID', "length('token=…')"]);
  const { report, transformer } = await transformed(lines, sql);
  expect(JSON.stringify(report.jobs![0]!.transformer)).not.toMatch(/hunter2'/);
  expect(transformer.sql).toContain("ClientRequestURI <> '/a?token=…'");
  expect(transformer.conditions[0]).toMatchObject({ text: "ClientRequestURI <> '/a?token=…'", true: 1, false: 1 });
  const { problems } = readTransformer("SELECT RayId, 'token=hunter2' + 1 AS x FROM http_requests");
  expect(JSON.stringify(problems)).toContain('token=…');
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});

it.each([
  [
    'cloudflare,internal=25GB,external=25GB,transformed=1GB',
    /^ {2}all-errors +\$[\d.]+ to \$[\d.]+ +−?\$[\d.]+ to \$[\d.]+$/m,
  ],
  ['0.50/GB', /^ {2}Saves +0\.\d+ +\d+\.\d %$/m],
  [undefined, /Stored per month +Transformed per month\n {2}all-errors .* \d+ MB$/m],
])('the short text has the bytes before and after, and figures with the price %s', async (price, figures) => {
  const sql = 'SELECT RayID, ClientRequestHost FROM http_requests WHERE EdgeResponseStatus >= 200';
  const file = fileOf('all-errors.sql', sql);
  const args = [
    'replay',
    'samples/logs/all-requests',
    '-q',
    '-t',
    file,
    ...(price === undefined ? [] : ['--price', price]),
  ];
  const { stdout } = await runCli(args);
  expect(stdout).toMatch(
    /^all-errors delivers 19,575 records of 19,575 lines: 100\.0 % of the lines, 1\.\d+ MB of 25\.0 MB\.\n/,
  );
  expect(stdout).toContain('\n  kept     ██████████████████████████████  100.0 %  19,575 lines  25.0 MB\n');
  expect(stdout).not.toContain('are delivered');
  expect(stdout).toMatch(figures);
});

it('compares with a side without a transformer', async () => {
  const sql = 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus >= 300';
  const run = await runCli([
    'compare',
    'samples/logs/all-requests',
    '-q',
    '--to-transformer',
    fileOf('mine2.sql', sql),
  ]);
  const answer = 'mine2 newly loses 16,349 lines and delivers other records of 3,226 lines.';
  expect(run.stdout.split('\n').slice(0, 3)).toEqual([
    answer,
    '  all    no filter: keeps every line; no transformer: delivers the lines as they are',
    '  mine2  transformer mine2',
  ]);
  // At the top, and again at the end of a long text.
  expect(run.stdout.split(answer)).toHaveLength(3);
  expect(run.stdout).toMatch(/^ {2}Transformed bytes +0 B +250 MB +\+250 MB$/m);
});

describe('compare shows what changes of the delivered records', () => {
  const lines = [200, 404, 503, 503].map((status, index) => line(index, { EdgeResponseStatus: status }));
  const args = [
    '-q',
    '--from-transformer',
    fileOf('errors.sql', 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus >= 400'),
  ];
  const mine = [
    '--to-transformer',
    fileOf('mine3.sql', 'SELECT RayID FROM http_requests WHERE EdgeResponseStatus < 500'),
  ];

  it('as CSV', async () => {
    const { stdout } = await runCli(['compare', logsOf(lines), ...args, ...mine, '--format', 'csv']);
    expect(stdout.split('\n').map((row) => row.split(',').slice(0, 3).join())).toEqual([
      ...['to,class,lines', 'mine3,the same records,1', 'mine3,other records,0', 'mine3,newly lost,2'],
      ...['mine3,newly delivered,1', 'mine3,delivered by neither,0', 'mine3,undecided,0', ''],
    ]);
  });

  it('in Markdown', async () => {
    const { stdout } = await runCli(['compare', logsOf(lines), ...args, ...mine, '--format', 'markdown']);
    expect(stdout).toContain('| Newly lost lines | Newly delivered lines | Lines with other records |');
    expect(stdout).toMatch(/ \*\*2\*\* \| \*\*1\*\* \| \*\*0\*\* \|$/m);
  });

  it('and names lines that only the filters drop or keep', async () => {
    const filters = ['--from', 'EdgeResponseStatus == 404', '--to', 'EdgeResponseStatus < 404'];
    const { stdout } = await runCli(['compare', logsOf(lines), '-q', ...filters, ...mine, '--samples', '1']);
    expect(stdout).toContain(
      'Newly dropped lines by the filters alone (1)\n  By the filters alone, "before" keeps these lines; "after" drops them.',
    );
    expect(stdout).toContain('Newly kept lines by the filters alone (1)\n');
  });

  it('of several new filters', async () => {
    const filters = ['--to', 'all', '--to', 'EdgeResponseStatus >= 404'];
    const { stdout } = await runCli(['compare', logsOf(lines), ...args, ...filters, ...mine]);
    expect(stdout).toMatch(
      /^Both new filters newly lose lines \(mine3 2, after-2 2\); mine3 newly delivers 1 line\.\n/,
    );
    expect(stdout).toMatch(/^Filters.*(\n.*)? by filter/m);
    const table = await runCli(['compare', logsOf(lines), ...args, ...filters, ...mine, '--format', 'csv:jobs']);
    const rows = table.stdout.split('\n').map((row) => row.split(','));
    const cells = (name: string) => rows.slice(1, 4).map((row) => row[rows[0]!.indexOf(name)]);
    expect([cells('delivered_records')[1], cells('pushed_lines')[1]]).toEqual(['2', '2']);
  });
});

it.each([
  ['failures', 'job,expression,lines,message,fix,cause,object,offset\n'],
  ['undecided', 'job,reason,expression,lines\n'],
  ['where', 'job,condition,true,false,null,undecided,failing,sole_blocker,line,column\n'],
])('the table %s is its header if there is nothing to list', async (table, header) => {
  const sql = 'SELECT RayID FROM http_requests';
  const { code, stdout } = await runCli(['replay', logsOf([line(1)]), '-q', '-t', sql, '--format', `csv:${table}`]);
  expect([code, stdout]).toEqual([0, header]);
});

it('escapes in examples what could control a terminal', async () => {
  const logs = logsOf([line(1, { RayID: '\u061c\u202e\u{e0041}' })]);
  const { stdout } = await runCli(['replay', logs, '-q', '-t', 'SELECT RayID FROM http_requests', '-s', '1']);
  expect(stdout).not.toMatch(/[\u061c\u202e\u{e0000}-\u{e007f}]/u);
});

it.each([
  ['--details', '\nLines by hour before the transformer\n'],
  ['--format=markdown', '<summary>Lines by hour before the transformer</summary>'],
])('%s names the hours as those of the filter', async (flag, title) => {
  const logs = logsOf([line(1), line(2, { EdgeStartTimestamp: '2026-11-01T05:00:00Z' })]);
  const { stdout } = await runCli(['replay', logs, '-q', '-t', 'SELECT RayID FROM http_requests', flag]);
  expect(stdout).toContain(title);
});

it('prints example records whole, so that they can be copied', async () => {
  const user = 'Mozilla/5.0 '.repeat(20);
  const sql = 'SELECT RayID, ClientRequestUserAgent AS agent FROM http_requests';
  const logs = logsOf([line(1, { ClientRequestUserAgent: user })]);
  const run = await runCli(['replay', logs, '-q', '-t', sql, '--samples', '1']);
  const [record] = run.stdout.split('\n').flatMap((row) => (row.startsWith('  + ') ? [row.slice(4)] : []));
  expect(JSON.parse(record!)).toEqual({ RayID: 'r1', agent: user });
});

it.each([
  [[], 'Filter before the transformer\n'],
  [['--job', 'samples/jobs/all-requests.json'], 'Filter before the transformer: all-requests\n'],
])('check %j titles the filter that precedes the transformer', async (args, title) => {
  const run = await runCli(['check', '--transformer', 'samples/transformers/shrink.sql', ...args]);
  expect(run.stdout).toContain(title);
});

describe('lines on which the transformer fails', () => {
  const sql = 'SELECT CAST(ClientRequestHost AS INT) AS n FROM http_requests';
  const hours = [1, 2, 3].map((hour) => line(1, { EdgeStartTimestamp: `2026-11-01T0${hour}:00:00Z` }));
  const logs = logsOf(hours);

  it.each<[string, string[]]>([
    ['replay', ['replay', logs, '-t', sql]],
    ['compare, of the new one', ['compare', logs, '--to-transformer', sql]],
  ])('are a negative answer: %s', async (_, args) => {
    const { code, stderr } = await runCli([...args, '-q']);
    expect([code, stderr]).toEqual([1, '']);
  });

  it('are none of what replaces it', async () => {
    const args = ['compare', logs, '-q', '--from-transformer', sql];
    expect((await runCli(args)).code).toBe(0);
    expect((await runCli([...args, '--format', 'junit'])).stdout).toContain('failures="0" errors="0"');
  });

  it('save nothing in the table of several filters', async () => {
    const filters = ['-f', 'EdgeResponseStatus >= 100', '-f', 'EdgeResponseStatus >= 500'];
    const { stdout } = await runCli([
      'replay',
      logs,
      '-q',
      '-t',
      sql,
      ...filters,
      '--price',
      '5/GB',
      '--format',
      'csv:jobs',
    ]);
    const [heads, first, second] = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const at = heads!.indexOf('saves_per_month_price');
    expect([first![at], Number(second![at]) > 0]).toEqual(['', true]);
  });

  it('are no savings of the new filter in a comparison', async () => {
    const args = ['compare', logs, '-q', '--to-transformer', sql, '--price', '5/GB'];
    const text = await runCli(args);
    for (const figure of ['Lines', 'Bytes', 'Cost'])
      expect(text.stdout).toMatch(new RegExp(`^  ${figure} +[\\d.,]+.* unknown$`, 'm'));
    expect(text.stdout).toMatch(/^ {2}Transformed bytes .* \+[\d.]+ kB$/m);
    expect(text.stdout).toContain('A line that a failing transformer loses is not a saving.');
    const { stdout } = await runCli([...args, '--format', 'markdown']);
    expect(stdout).toMatch(/^\| Cost per month \| Newly lost lines .*\n.*\n\| \*\*unknown\*\* \|/m);
  });

  it('are a failed case, and no savings', async () => {
    const { stdout } = await runCli(['replay', logs, '-q', '-t', sql, '--format', 'junit']);
    expect(stdout).toContain('tests="3" failures="1" errors="0"');
    expect(stdout).toContain(
      'message="3 lines fail, 1 of 1 assumed batch would be lost; first: cannot cast &quot;example.com&quot; to Int32;',
    );
    const passed = await runCli(['replay', logs, '-q', '-t', 'SELECT RayID FROM http_requests', '--format', 'junit']);
    expect(passed.stdout).toContain('<testcase classname="transformer" name="the transformer fails on no line"/>');
    const text = await runCli(['replay', logs, '-q', '-t', sql, '--price', '5/GB']);
    expect(text.stdout).toMatch(/^✗ transformer delivers 0 records of 3 lines/);
    expect(text.stdout).toMatch(/ transformer .* unknown\n/);
    expect(text.stdout).toContain('A line that a failing transformer loses is not a saving.');
  });
});

it('has a range for lines that the filter or the transformer leaves undecided', async () => {
  const lines = [1, 2, 3, 4].map((hour) => ({
    ...line(hour, { EdgeStartTimestamp: `2026-11-01T0${hour}:00:00Z` }),
    ...(hour < 4 && { BotScore: hour }),
  }));
  const sql = 'SELECT RayID FROM http_requests WHERE BotScore < 3';
  const text = await runCli(['replay', logsOf(lines), '-q', '-t', sql, '--price', '5/GB']);
  expect(text.stdout).toMatch(/^transformer delivers 2 records of 4 lines: 50\.0 % to 75\.0 % of the lines/);
  expect(text.stdout).toContain('Undecided lines count as not kept: 1 line may be pushed, too.');
  const ofFilter = await runCli(['replay', logsOf(lines), '-q', '-f', 'BotScore < 3', '--price', '5/GB']);
  expect(ofFilter.stdout).toContain('Undecided lines count as not kept: 1 line may be pushed, too.');
});
