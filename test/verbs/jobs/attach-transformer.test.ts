// Attaching a transformer to a job: what a plan checks, what an apply sends, and how it is undone.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyJobs, type JobsPlan, listJobs, planJobs } from '../../../src/verbs/index.ts';
import { startFaultProxy, withFaultAt } from '../../helpers/api/fault-proxy.ts';
import { type LiveJobs, openLiveJobs, plainJob } from '../../helpers/api/live-jobs.ts';
import { type LiveTransformers, openLiveTransformers } from '../../helpers/api/live-transformers.ts';
import { runCli } from '../../helpers/cli/run-cli.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const SQL = 'SELECT RayID, ClientRequestPath AS path FROM http_requests';
const FAILING = 'SELECT CAST(ClientRequestPath AS INT) AS n FROM http_requests';

let sandbox: ServedApi;
let jobs: LiveJobs;
let live: LiveTransformers;
let id: number;

beforeAll(async () => {
  sandbox = await serveApi();
  jobs = await openLiveJobs(sandbox);
  live = openLiveTransformers(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await live.deleteAll();
  ({ id } = await live.create({ name: 'slim', code: SQL }));
});

const plan = async (more: object, access: object = {}): Promise<JobsPlan> =>
  planJobs({ ...jobs.access, ...access, jobs: [await jobs.write('job.json', { ...plainJob(jobs.conf()), ...more })] });

it('an apply sends the id, and the undo file detaches the transformer', async () => {
  await jobs.create();
  const undoFolder = await mkdtemp(join(tmpdir(), 'undo-'));
  const file = await jobs.write('attach.json', { name: 'errors', transformer_id: id });
  const { outcome, jobs: applied, plan: found } = await applyJobs({ ...jobs.access, jobs: [file], undoFolder });
  expect(outcome).toBe('applied');
  expect(found.jobs[0]).toMatchObject({
    changes: [{ path: 'transformer_id', kind: 'add', to: String(id) }],
    ...{ remarks: [`transformer ${id} is "slim"`], warnings: [] },
  });
  expect((await jobs.list())[0]!.transformer_id).toBe(id);
  expect((await listJobs(jobs.access)).jobs).toMatchObject([{ transformerId: id }]);
  expect((await live.list())[0]!.associated_jobs).toMatchObject([{ name: 'errors' }]);
  const undone = await applyJobs({ ...jobs.access, jobs: [applied[0]!.undoFile!], undoFolder });
  expect(undone.outcome).toBe('applied');
  expect(undone.plan.jobs[0]!.warnings).toEqual([expect.stringMatching(/^the job loses its transformer/)]);
  expect((await jobs.list())[0]!.transformer_id).toBeUndefined();
});

describe('a plan that attaches', () => {
  it.each<[string, () => Promise<object>, RegExp]>([
    [
      'an unknown transformer',
      async () => ({ transformer_id: 99 }),
      /^transformer_id: the account .* has no transformer 99; list them with headgate transformers list$/,
    ],
    [
      'one of another dataset',
      async () => ({ transformer_id: (await live.create({ name: 'dns', code: 'SELECT QueryName FROM dns_logs' })).id }),
      /reads dns_logs, expected one that reads http_requests/,
    ],
    [
      'one to a CSV job',
      async () => ({ transformer_id: id, output_options: { output_type: 'csv', field_names: ['RayID'] } }),
      /^transformer_id: found output_type csv, expected ndjson/,
    ],
    [
      'a name in place of an id',
      async () => ({ transformer_id: 'slim' }),
      /^transformer_id: found "slim", expected the id of a transformer$/,
    ],
  ])('%s has a problem', async (_, job, problem) => {
    const { isApplicable, jobs: planned } = await plan(await job());
    expect(isApplicable).toBe(false);
    expect(planned[0]!.problems).toEqual([expect.stringMatching(problem)]);
  });

  it.each<[string, string, object, RegExp]>([
    [
      'a field that the job does not list',
      SQL,
      { output_options: { field_names: ['RayID'] } },
      /^the SQL reads ClientRequestPath, which field_names of the job does not list/,
    ],
    [
      'lines that may fail',
      FAILING,
      {},
      /^a line for which the transformer fails takes down its batch of 1,000 lines.*headgate replay --transformer \d+$/,
    ],
    [
      'a template',
      SQL,
      { output_options: { field_names: ['RayID', 'ClientRequestPath'], record_template: '{{.RayID}}' } },
      /record_template/,
    ],
  ])('warns of %s', async (_, code, job, warning) => {
    await live.change(id, { name: 'slim', code });
    const { isApplicable, jobs: planned } = await plan({ transformer_id: id, ...job });
    expect(isApplicable).toBe(true);
    expect(planned[0]!.warnings).toEqual(expect.arrayContaining([expect.stringMatching(warning)]));
  });

  it('a CSV job that has a transformer has a problem, and one that stays as it is has none', async () => {
    await jobs.create({ transformer_id: id });
    const csv = await plan({ output_options: { output_type: 'csv', field_names: ['RayID'] } });
    expect(csv.jobs[0]!.problems).toHaveLength(1);
    expect((await plan({ enabled: false })).jobs[0]!).toMatchObject({ problems: [], remarks: [] });
  });

  it('says that the effect is that of the filter, and which command judges the transformer', async () => {
    const source = {
      ...{ sources: ['samples/logs/all-requests'], samples: 0, filter: 'EdgeResponseStatus >= 500' },
      ...{ neverDrop: ['EdgeResponseStatus == 503'], guards: ['kept >= 1 lines'] },
    };
    const { jobs: planned } = await plan({ transformer_id: id }, source);
    expect(planned[0]!.remarks[0]).toMatch(/^the effect and the guards are those of the filter alone: transformer \d+/);
    const words = planned[0]!.transformerReplay!;
    expect(words).toEqual([
      ...['headgate', 'replay', 'samples/logs/all-requests', '--filter', 'EdgeResponseStatus >= 500'],
      ...['--transformer', String(id), '--zone', sandbox.zoneId],
      ...['--guard', 'kept >= 1 lines', '--never-drop', 'EdgeResponseStatus == 503'],
    ]);
    const env = { CLOUDFLARE_BASE_URL: sandbox.baseURL, CLOUDFLARE_API_TOKEN: sandbox.token };
    const run = await runCli([...words.slice(1), '-q'], { env });
    expect([run.code, run.stderr, run.stdout]).toEqual([0, '', expect.stringContaining('Guards: all 2 hold')]);
  });

  it('asks the zone for its account, and warns if it may not', async () => {
    const proxy = await startFaultProxy(sandbox);
    const access = { baseURL: proxy.baseURL };
    const clean = await withFaultAt(proxy, undefined, () => plan({ transformer_id: id }, access));
    const paths = clean.requests.map(({ path }) => path.replace(/^\/\w+\/[0-9a-f]{32}\/?/, ''));
    expect(paths).toEqual(['logpush/jobs', '', `logpush/transformers/${id}`, `logpush/transformers/${id}/content`]);
    const run = await withFaultAt(proxy, { at: 2, kind: 'http-403' }, () => plan({ transformer_id: id }, access));
    await proxy.stop();
    expect(run.result!.isApplicable).toBe(true);
    expect(run.result!.jobs[0]!.warnings).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^the transformer \d+ was not checked: cannot read the account of the zone/),
      ]),
    );
  });
});
