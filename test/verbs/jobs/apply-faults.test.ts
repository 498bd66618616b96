// A fault at every single request of an apply with everything in it: a job that is created with proof of ownership, and one that is
// updated. Whatever fails, each job is the old or the new one, none exists twice, and the second run ends in the new ones.
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiJob } from '../../../src/cloud/api/index.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { applyJobs, type JobsApplied } from '../../../src/verbs/index.ts';
import {
  CHANGES_ANYWAY,
  FAULT_KINDS,
  type FaultAt,
  type FaultedRun,
  type FaultKind,
  type FaultProxy,
  STILL_RUNNING,
  startFaultProxy,
  withFaultAt,
} from '../../helpers/api/fault-proxy.ts';
import { type LiveJobs, openLiveJobs, plainJob, statusFilter } from '../../helpers/api/live-jobs.ts';

/** A busy machine must not add a fault. Milliseconds. */
const TIMEOUT_MS = 20_000;
/** A request without effects on jobs: rejected, and lost before and after. test/cloud/api/faults.test.ts has the other kinds. */
const KINDS_OF_READS: readonly FaultKind[] = ['http-403', 'http-404', 'cut-before', 'cut-body'];
const REQUESTS = [
  'GET jobs',
  'GET jobs/1',
  'POST ownership',
  'GET jobs',
  'POST jobs',
  'GET jobs',
  'GET jobs/1',
  'PUT jobs/1',
  'GET jobs/1',
];

let sandbox: Sandbox;
let proxy: FaultProxy;
let live: LiveJobs;
/** The job to update. */
let old: ApiJob;
let runs = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true });
  live = await openLiveJobs(sandbox);
  proxy = await startFaultProxy(sandbox);
  old = await live.create({ filter: OLD, name: 'updated' });
});
afterAll(async () => {
  await proxy.stop();
  await sandbox.stop();
});

const OLD = statusFilter(500);
const NEW = statusFilter(400);

/** Puts the zone into the state before the apply. */
async function prepare(): Promise<{ file: string; undoFolder: string }> {
  await live.deleteAll(({ id }) => id !== old.id);
  expect(await live.change(old.id, { filter: OLD })).toEqual(old);
  runs += 1;
  const file = await live.write('jobs.json', [
    // A folder that no earlier run has proven.
    { ...plainJob(join(live.folder, `owned-${runs}`)), name: 'created', filter: NEW },
    { name: 'updated', filter: NEW },
  ]);
  return { file, undoFolder: await mkdtemp(join(tmpdir(), 'undo-')) };
}

function apply(file: string, undoFolder: string): Promise<JobsApplied> {
  const access = { ...live.access, baseURL: proxy.baseURL, timeoutMs: TIMEOUT_MS };
  return applyJobs({ ...access, jobs: [file], undoFolder });
}

/** The state after a run: of each job, whether it is old, new, or anything else. */
async function stateOf(): Promise<{ created: string; updated: string }> {
  const jobs = await live.list();
  const created = jobs.filter(({ name }) => name === 'created');
  const [updated, ...others] = jobs.filter(({ name }) => name === 'updated');
  expect(others).toEqual([]);
  expect(jobs).toHaveLength(created.length + 1);
  return {
    created: created.length === 0 ? 'old' : created.length === 1 && created[0]!.filter === NEW ? 'new' : 'half',
    updated:
      JSON.stringify(updated) === JSON.stringify(old)
        ? 'old'
        : JSON.stringify(updated) === JSON.stringify({ ...old, filter: NEW })
          ? 'new'
          : 'half',
  };
}

/** What the result of a run says about a job. */
function saidOf({ result }: FaultedRun<JobsApplied>, name: string): string {
  // An error ends the run before anything is changed.
  if (result === undefined) return 'old';
  const outcome = result.jobs.find((job) => job.name === name)?.outcome ?? 'unchanged';
  return { applied: 'new', none: 'new', unchanged: 'old', incomplete: 'half', unknown: 'unknown' }[outcome];
}

async function checkFault(fault: FaultAt): Promise<void> {
  const { file, undoFolder } = await prepare();
  const run = await withFaultAt(proxy, fault, () => apply(file, undoFolder));
  expect(run.isHit).toBe(true);
  const state = await stateOf();
  for (const name of ['created', 'updated'] as const) {
    expect(['old', 'new']).toContain(state[name]);
    // A write whose outcome cannot be read is reported as that, never as done or not done.
    expect([state[name], 'unknown']).toContain(saidOf(run, name));
  }
  // What failed is not reported as done.
  const isComplete = state.created === 'new' && state.updated === 'new';
  if (run.result?.outcome === 'applied') expect(isComplete).toBe(true);
  // An undo file of a job that was changed, and none of one that was not.
  const undone = (await readdir(undoFolder)).filter((path) => path.startsWith('undo-updated'));
  if (saidOf(run, 'updated') !== 'unknown') expect(undone).toHaveLength(state.updated === 'new' ? 1 : 0);
  const second = await apply(file, undoFolder);
  expect(['applied', 'nothing']).toContain(second.outcome);
  expect(await stateOf()).toEqual({ created: 'new', updated: 'new' });
}

describe('a fault at a request of an apply', () => {
  it('an apply without a fault sends these requests', async () => {
    const { file, undoFolder } = await prepare();
    const ids = new Map<string, string>();
    const clean = await withFaultAt(proxy, undefined, () => apply(file, undoFolder));
    const named = clean.requests.map(({ method, path }) => {
      const [what, id] = path.split('/').slice(4);
      if (id !== undefined && !ids.has(id)) ids.set(id, String(ids.size + 1));
      return `${method} ${what}${id === undefined ? '' : `/${ids.get(id)}`}`;
    });
    expect(named).toEqual(REQUESTS);
    expect(await stateOf()).toEqual({ created: 'new', updated: 'new' });
  });

  it.each(REQUESTS.map((request, index) => [index + 1, request] as const))('%i: %s', async (at, request) => {
    const hasEffects = request === 'POST jobs' || request.startsWith('PUT');
    for (const kind of hasEffects ? FAULT_KINDS : KINDS_OF_READS) await checkFault({ at, kind });
  });

  /** The API is gone from this request on: after the change was made, or before. */
  const LASTING: readonly FaultKind[] = ['cut-before', 'cut-after', 'http-500-after'];
  it.each(LASTING)('%s at every request from the n-th on', async (kind) => {
    expect(kind === 'cut-before' || CHANGES_ANYWAY.includes(kind)).toBe(true);
    for (let at = 1; at <= REQUESTS.length; at += 1) await checkFault({ at, kind, lasting: true });
  });
});

it('after a 429 with a long retry-after, no request follows', async () => {
  for (let at = 1; at <= REQUESTS.length; at += 1) {
    const { file, undoFolder } = await prepare();
    const run = await withFaultAt(proxy, { at, kind: 'http-429-long' }, () => apply(file, undoFolder));
    expect(run.requests, `at ${at}`).toHaveLength(at);
    const state = await stateOf();
    // A write that was not processed is not in doubt; one that cannot be read back is.
    const [name, isReadBack] = at <= 6 ? (['created', at === 6] as const) : (['updated', at === 9] as const);
    expect(saidOf(run, name), `at ${at}`).toBe(isReadBack ? 'unknown' : state[name]);
    if (run.result !== undefined && !isReadBack) {
      expect(run.result.jobs.find((job) => job.name === name)?.reason).toMatch(/429.*try again in 4 min 10 s/);
      expect((await readdir(undoFolder)).filter((path) => path.startsWith(`undo-${name}`))).toEqual([]);
    }
  }
});

it.each([
  [5, 'created', 0],
  [8, 'updated', 1],
])('a write that the API may still process is unknown: request %i', async (at, name, undoFiles) => {
  const { file, undoFolder } = await prepare();
  const isWrite = (): boolean => ['POST', 'PUT'].includes(proxy.requests.at(-1)!.method);
  const fault = { at, kind: STILL_RUNNING, lasting: true, when: isWrite } as const;
  const run = await withFaultAt(proxy, fault, () => apply(file, undoFolder));
  expect(saidOf(run, name)).toBe('unknown');
  expect(run.result?.jobs.find((job) => job.name === name)?.reason).toMatch(/the change may or may not have been made/);
  // An update may be sent again, a creation may not.
  expect(run.requests.filter(({ method }) => method === (name === 'created' ? 'POST' : 'PUT'))).toHaveLength(
    name === 'created' ? 2 : 4,
  );
  expect((await readdir(undoFolder)).filter((path) => path.startsWith(`undo-${name}`))).toHaveLength(undoFiles);
});
