// Plans of transformers: which one a file means, what counts as a change, and what the jobs that refer to it lack.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planTransformer, type TransformersPlan } from '../../../src/verbs/index.ts';
import { type LiveJobs, openLiveJobs } from '../../helpers/api/live-jobs.ts';
import { type LiveTransformers, openLiveTransformers } from '../../helpers/api/live-transformers.ts';
import { runCli } from '../../helpers/cli/run-cli.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const SQL = 'SELECT RayID, ClientIP FROM http_requests';

let sandbox: ServedApi;
let live: LiveTransformers;
let jobs: LiveJobs;
let folder: string;

beforeAll(async () => {
  sandbox = await serveApi();
  live = openLiveTransformers(sandbox);
  jobs = await openLiveJobs(sandbox);
  folder = await mkdtemp(join(tmpdir(), 'transformers-'));
});
afterAll(() => sandbox.stop());
beforeEach(() => live.deleteAll());

type Settings = Partial<Parameters<typeof planTransformer>[0]>;

async function plan(content: string | object, settings: Settings = {}): Promise<TransformersPlan> {
  const file = join(folder, typeof content === 'string' ? 'slim.sql' : 'slim.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return await planTransformer({ ...live.access, transformer: file, ...settings });
}

const pathsOf = ({ plan: { action, changes } }: TransformersPlan) => [action, ...changes.map(({ path }) => path)];

it('a file without a transformer of its name creates one', async () => {
  const found = await plan(SQL, { description: 'Less' });
  expect(pathsOf(found)).toEqual(['create', 'name', 'description', 'code']);
  expect(found).toMatchObject({
    ...{ liveVersion: null, isPending: true, isApplicable: true },
    plan: { name: 'slim', id: undefined, dataset: 'http_requests', jobs: [] },
  });
});

describe('a file for a live transformer', () => {
  it.each<[string, string | object, Settings, string[], true | undefined]>([
    ['the same', SQL, {}, ['none'], undefined],
    ['the same with other line ends', `${SQL}\r\n\n`, {}, ['none'], undefined],
    ['the same tree', 'select RayID,"ClientIP"\nfrom http_requests -- c', {}, ['none'], true],
    [
      'the same tree, to be rewritten',
      'select RayID,ClientIP from http_requests',
      { rewrite: true },
      ['update', 'code'],
      true,
    ],
    [
      'another name of a column',
      'SELECT RayID, ClientIP AS clientip FROM http_requests',
      {},
      ['update', 'code'],
      undefined,
    ],
    ['other SQL', 'SELECT RayID FROM http_requests', {}, ['update', 'code'], undefined],
    ['another description', SQL, { description: 'b' }, ['update', 'description'], undefined],
    ['no description', SQL, { description: '' }, ['update', 'description'], undefined],
    ['the keys of the API', { name: 'slim', code: SQL, created_at: 'x' }, {}, ['none'], undefined],
    ['null as a description', { name: 'slim', code: SQL, description: null }, {}, ['update', 'description'], undefined],
  ])('%s', async (_, content, settings, paths, equalSql) => {
    await live.create({ name: 'slim', code: SQL, description: 'a' });
    const found = await plan(content, settings);
    expect(pathsOf(found)).toEqual(paths);
    expect(found.plan.equalSql).toBe(equalSql);
    expect(found.liveVersion).toBe(1);
  });

  it('with its id renames it', async () => {
    const { id } = await live.create({ name: 'old', code: SQL });
    expect(pathsOf(await plan(SQL, { id }))).toEqual(['none']);
    expect(pathsOf(await plan(SQL, { id, name: 'new' }))).toEqual(['update', 'name']);
  });
});

it.each<[string, string | object, Settings, RegExp]>([
  [
    'invalid SQL',
    'SELECT RayIDD, ClientIPP FROM http_requests',
    {},
    /slim\.sql: line 1, column 8: unknown field.*; line 1, column 16: /,
  ],
  ['JSON that is cut', '{ "code": ', {}, /invalid JSON/],
  ['JSON without SQL', { name: 'a' }, {}, /code: found nothing, expected the SQL/],
  ['an unknown id', SQL, { id: 77 }, /there is no transformer with the id 77; list the transformers/],
  ['an ambiguous name', SQL, { name: 'twice' }, /2 transformers have the name "twice" \(ids \d+, \d+\); add --id ID/],
  ['no name', { code: SQL }, {}, /neither an id nor a name/],
  [
    'the undo file of another account',
    { headgate_undo: true, id: 1, code: SQL, headgate_scope: { account: 'f'.repeat(32) } },
    {},
    /found the undo file of account f+/,
  ],
])('rejects %s', async (_, content, settings, message) => {
  for (const _ of [1, 2]) await live.create({ name: 'twice', code: SQL });
  await expect(plan(content, settings)).rejects.toThrow(message);
});

describe('jobs that refer to the transformer', () => {
  const attach = async (fields: string[]): Promise<void> => {
    const { id } = await live.create({ name: 'slim', code: 'SELECT RayID FROM http_requests' });
    await jobs.create({ transformer_id: id, output_options: { field_names: fields } });
  };

  it.each<[string, string[], RegExp[]]>([
    ['list all fields', ['RayID', 'ClientIP'], []],
    [
      'lack a field',
      ['RayID'],
      [
        /^the SQL reads ClientIP, which field_names of the job errors \(id \d+\) does not list: it is null there; add ClientIP to field_names$/,
      ],
    ],
    [
      'lack the field of WHERE',
      ['RayID', 'ClientIP', 'EdgeResponseStatus'],
      [/reads ClientRequestPath.*and a WHERE that is not true drops the line/],
    ],
  ])('%s', async (name, fields, warnings) => {
    await attach(fields);
    const where = name.includes('WHERE') ? " WHERE ClientRequestPath = '/'" : '';
    const found = await plan(SQL + where);
    expect(found.plan.jobs).toMatchObject([{ name: 'errors' }]);
    expect(found.plan.warnings).toHaveLength(warnings.length);
    for (const [index, warning] of warnings.entries()) expect(found.plan.warnings[index]).toMatch(warning);
  });

  it('have another dataset than the new SQL: a problem', async () => {
    await attach(['RayID']);
    const found = await plan('SELECT QueryName FROM dns_logs');
    expect(found.isApplicable).toBe(false);
    expect(found.plan.problems).toEqual([expect.stringMatching(/^code: found FROM dns_logs, expected http_requests/)]);
  });
});

describe('with a source', () => {
  const source = { sources: ['samples/logs/all-requests'] };
  const WHERE = `${SQL} WHERE EdgeResponseStatus < 500`;

  it('without a job, all lines reach the new SQL, and were delivered as they are', async () => {
    const found = await plan(WHERE, {
      ...source,
      guards: ['kept >= 90%', 'newly-dropped <= 0 lines'],
      neverDrop: ['EdgeResponseStatus == 503'],
    });
    expect(found).toMatchObject({ isMeasured: true, isApplicable: false, partial: false });
    const [{ job, transformers, delivered, guards }] = found.effects as [TransformersPlan['effects'][number]];
    expect([job, guards.map(({ holds }) => holds)]).toEqual(['slim', [true, false, false]]);
    expect(transformers).toMatchObject({ from: null, to: { kept: { lines: 19_396 }, dropped: { lines: 179 } } });
    expect(delivered).toMatchObject({ changed: { lines: 19_396 }, newlyLost: { lines: 179 } });
  });

  it('with jobs, the lines that the filter of each keeps, and its fields', async () => {
    const { id } = await live.create({ name: 'slim', code: SQL });
    const output_options = { field_names: ['RayID', 'ClientIP', 'EdgeResponseStatus'] };
    const filter = JSON.stringify({ where: { key: 'EdgeResponseStatus', operator: 'geq', value: 400 } });
    await jobs.create({ transformer_id: id, output_options, filter });
    const found = await plan(WHERE, { ...source, guards: ['newly-dropped <= 0 lines'] });
    expect(found.effects).toMatchObject([
      {
        job: 'errors',
        from: { kept: { lines: 2372 } },
        delivered: { newlyLost: { lines: 179 } },
        guards: [{ holds: false }],
      },
    ]);
    await expect(plan(`${SQL} WHERE BotScore < 30`, { ...source, guards: ['kept >= 1%'] })).rejects.toThrow(
      /all undecided by the transformer slim \(BotScore is missing in 2,372 lines\)/,
    );
  });

  it('guards without a source are rejected', async () => {
    await expect(plan(SQL, { guards: ['kept >= 90%'] })).rejects.toThrow(/cannot check guards: found no source/);
  });

  it.each<[string, string, string[], number, RegExp]>([
    ['a guard that holds', SQL, ['--guard', 'kept >= 90%'], 0, /Guards: 1 of 1 holds/],
    [
      'a broken guard',
      WHERE,
      ['--never-drop', 'EdgeResponseStatus == 503'],
      1,
      /Cannot be applied: a guard is broken\./,
    ],
    [
      'a guard on the changes of a new one',
      SQL,
      ['--guard', 'newly-dropped <= 0 lines', '--since', '2026-11-01T05:00Z'],
      0,
      /Guards/,
    ],
    ['no line', SQL, ['--guard', 'kept >= 1%', '--since', '2030-01-01'], 2, /^$/],
    ['a time without a source', SQL, [], 2, /^$/],
  ])('exit codes: %s', async (name, sql, flags, code, stdout) => {
    const file = join(folder, 'exit.sql');
    await writeFile(file, sql);
    const args = ['transformers', 'plan', '-q', '--transformer', file];
    const given = name === 'a time without a source' ? ['--since', '2h'] : ['--source', ...source.sources, ...flags];
    const env = { CLOUDFLARE_API_TOKEN: sandbox.token, CLOUDFLARE_BASE_URL: sandbox.baseURL };
    const run = await runCli([...args, ...given, '--account', sandbox.accountId], { env });
    expect([run.code, run.stdout]).toEqual([code, expect.stringMatching(stdout)]);
    // apply rejects what the plan rejects, before it asks.
    if (code !== 1) return;
    const applied = await runCli(
      ['transformers', 'apply', ...args.slice(2), ...given, '--account', sandbox.accountId],
      { env },
    );
    expect([applied.code, applied.stdout]).toEqual([
      1,
      expect.stringContaining('Nothing was changed: the plan cannot be applied.'),
    ]);
    expect(await live.list()).toEqual([]);
  });
});
