// Attaching a transformer to a job: what a plan checks, what an apply sends, and how it is undone.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyJobs, type JobsPlan, listJobs, planJobs } from '../../../src/verbs/index.ts';
import { startFaultProxy, withFaultAt } from '../../helpers/api/fault-proxy.ts';
import { type LiveJobs, openLiveJobs, plainJob } from '../../helpers/api/live-jobs.ts';
import { type LiveTransformers, openLiveTransformers } from '../../helpers/api/live-transformers.ts';
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
      /^a line for which the transformer fails takes down its batch of 1,000 lines.*; add --source SOURCE to try it on stored lines first$/,
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

  it.each<[string, string, object, object]>([
    [
      'delivers every line of the filter',
      'SELECT RayID, ClientRequestPath AS path FROM http_requests',
      { isApplicable: true },
      { kept: { lines: 179 }, dropped: { lines: 0 } },
    ],
    [
      'drops lines that a guard protects',
      'SELECT RayID FROM http_requests WHERE EdgeResponseStatus <> 503',
      { isApplicable: false },
      { kept: { lines: expect.any(Number) }, dropped: { lines: expect.any(Number) } },
    ],
    ['fails for each line', FAILING, { isApplicable: false }, { kept: { lines: 0 }, failing: { lines: 179 } }],
  ])(
    'replays the transformer behind the filter and judges guards on what it delivers: it %s',
    async (_, code, plan1, to) => {
      await live.change(id, { name: 'slim', code });
      const source = {
        ...{ sources: ['samples/logs/all-requests'], samples: 0, filter: 'EdgeResponseStatus >= 500' },
        ...{ neverDrop: ['EdgeResponseStatus == 503'] },
      };
      const found = await plan({ transformer_id: id }, source);
      const { effect, warnings } = found.jobs[0]!;
      expect(found).toMatchObject(plan1);
      expect(warnings.join()).not.toContain('takes down its batch');
      expect(effect!.to.kept.lines).toBe(179);
      expect(effect!.transformers).toMatchObject({ from: null, to });
      expect(effect!.delivered!.newlyDelivered.lines).toBe(effect!.transformers!.to!.kept.lines);
      expect(effect!.guards.map(({ holds }) => holds)).toEqual([found.isApplicable]);
    },
  );

  it('rejects one that fails on more lines of a source than the one before, also without a guard', async () => {
    const source = { sources: ['samples/logs/all-requests'], samples: 0, filter: 'EdgeResponseStatus >= 500' };
    await live.change(id, { name: 'slim', code: FAILING });
    expect((await plan({ transformer_id: id }, source)).isApplicable).toBe(false);
    const { outcome } = await applyJobs({
      ...{ ...jobs.access, ...source },
      jobs: [await jobs.write('job.json', { ...plainJob(jobs.conf()), transformer_id: id })],
    });
    expect(outcome).toBe('rejected');
    await jobs.create({ transformer_id: id });
    const other = await live.create({ name: 'other', code: FAILING });
    expect((await plan({ transformer_id: other.id }, source)).isApplicable).toBe(true);
    // A disabled job loses nothing.
    expect((await plan({ transformer_id: other.id, enabled: false }, source)).isApplicable).toBe(true);
    await jobs.deleteAll();
    await jobs.create({ transformer_id: id, enabled: false });
    const enabled = await plan({ transformer_id: id, enabled: true }, source);
    expect(enabled).toMatchObject({ isApplicable: false, jobs: [{ effect: { failing: { from: 0, to: 179 } } }] });
  });

  it('compares a transformer that the job has with another one', async () => {
    await jobs.create({ transformer_id: id });
    const other = await live.create({ name: 'other', code: 'SELECT RayID FROM http_requests' });
    const found = await plan(
      { transformer_id: other.id },
      { sources: ['samples/logs/all-requests'], guards: ['newly-dropped <= 0 lines'] },
    );
    const { transformers, delivered, guards } = found.jobs[0]!.effect!;
    expect(transformers).toMatchObject({ from: { name: 'slim' }, to: { name: 'other' } });
    expect(delivered).toMatchObject({
      changed: { lines: 19_575 },
      newlyLost: { lines: 0 },
      neither: { lines: 0, bytes: 0 },
    });
    expect(guards).toMatchObject([{ holds: true }]);
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
