// A fault at every request of the applies that change one thing: options, the destination, a filter that is removed, a job that is created
// without proof of ownership. Whatever fails, the job is the old or the new one, the report is true, the second run completes the change,
// the third has nothing to do, and the undo files restore the job.
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiJob } from '../../../src/cloud/api/index.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { applyJobs, type JobsApplied } from '../../../src/verbs/index.ts';
import { type FaultKind, type FaultProxy, startFaultProxy, withFaultAt } from '../../helpers/api/fault-proxy.ts';
import { type JobInput, type LiveJobs, openLiveJobs, plainJob, statusFilter } from '../../helpers/api/live-jobs.ts';

/** apply-faults.test.ts has every kind. Here: rejected and lost, before the change was made and after it. */
const KINDS_OF_WRITES: readonly FaultKind[] = ['http-403', 'cut-before', 'cut-after', 'http-500-after'];
const KINDS_OF_READS: readonly FaultKind[] = ['http-403'];

let sandbox: Sandbox;
let proxy: FaultProxy;
let live: LiveJobs;
let runs = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true });
  live = await openLiveJobs(sandbox);
  proxy = await startFaultProxy(sandbox);
});
afterAll(async () => {
  await proxy.stop();
  await sandbox.stop();
});

const OPTIONS = { field_names: ['RayID', 'ClientIP'], output_type: 'csv', sample_rate: 0.5 };
const READ = ['GET jobs', 'GET jobs/id', 'GET jobs/id'];
const WRITE = ['PUT jobs/id', 'GET jobs/id'];
/** The change, and the requests of its apply. Each destination is one that no earlier run has proven. */
const CHANGES: [string, () => JobInput, string[]][] = [
  [
    'creates a job',
    () => ({ ...plainJob(live.conf()), name: 'created' }),
    ['GET jobs', 'GET jobs', 'POST jobs', 'GET jobs'],
  ],
  ['changes options', () => ({ output_options: OPTIONS, frequency: 'low' }), [...READ, ...WRITE]],
  ['removes the filter', () => ({ filter: null }), [...READ, ...WRITE]],
  [
    'moves the destination',
    () => ({ destination_conf: join(live.folder, `owned-${runs}`) }),
    [...READ, 'POST ownership', 'GET jobs/id', ...WRITE],
  ],
];

/** A job without what the service writes. */
function settingsOf({ last_complete, last_error, error_message, ...settings }: ApiJob): JobInput {
  return settings;
}

function apply(file: string, undoFolder: string): Promise<JobsApplied> {
  return applyJobs({ ...live.access, baseURL: proxy.baseURL, timeoutMs: 20_000, jobs: [file], undoFolder });
}

describe.each(CHANGES)('an apply that %s', (_, change, requests) => {
  async function prepare(): Promise<{ file: string; undoFolder: string; old: ApiJob }> {
    await live.deleteAll();
    runs += 1;
    const old = await live.create({ name: 'changed', filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'changed', ...change() });
    return { file, old, undoFolder: await mkdtemp(join(tmpdir(), 'undo-')) };
  }

  it('sends these requests', async () => {
    const { file, undoFolder } = await prepare();
    const clean = await withFaultAt(proxy, undefined, () => apply(file, undoFolder));
    expect(clean.result?.outcome).toBe('applied');
    expect(
      clean.requests.map(({ method, path }) => `${method} ${path.split('/').slice(4).join('/').replace(/\d+/, 'id')}`),
    ).toEqual(requests);
  });

  it.each(requests.map((request, index) => [index + 1, request] as const))('%i: %s', async (at, request) => {
    const isWrite = /^(?:PUT|POST jobs)/.test(request);
    for (const kind of isWrite ? KINDS_OF_WRITES : KINDS_OF_READS) {
      const { file, undoFolder, old } = await prepare();
      const run = await withFaultAt(proxy, { at, kind }, () => apply(file, undoFolder));
      expect(run.isHit).toBe(true);
      const found = await live.list();
      const isOld = found.length === 1 && JSON.stringify(found[0]) === JSON.stringify(old);
      const said = run.result?.jobs[0]?.outcome ?? 'unchanged';
      // One fault that passes is no reason not to know the state.
      expect(['applied', 'unchanged', ...(at === requests.length ? ['unknown'] : [])]).toContain(said);
      if (said !== 'unknown') expect(said === 'applied').toBe(!isOld);
      const undoFiles = await readdir(undoFolder);
      expect(undoFiles).toHaveLength(isOld ? 0 : 1);

      const second = await apply(file, undoFolder);
      expect(second.outcome).toBe(isOld ? 'applied' : 'nothing');
      const after = await live.list();
      if (!isOld) expect(after).toEqual(found);
      expect((await apply(file, undoFolder)).outcome).toBe('nothing');

      const [undoFile, ...others] = await readdir(undoFolder);
      expect(others).toEqual([]);
      expect((await apply(join(undoFolder, undoFile!), undoFolder)).outcome).toBe('applied');
      const [first, ...created] = (await live.list()).map(settingsOf);
      expect(first).toEqual(settingsOf(old));
      // Nothing is deleted: a created job is disabled.
      expect(created.map(({ enabled }) => enabled)).toEqual(after.length === 1 ? [] : [false]);
    }
  });
});
