// What an apply reports after a write that failed, by the state of the job that it then finds.
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import type { ManagementApi } from '../../../src/cloud/api/index.ts';
import { applyJob, type JobAttempt } from '../../../src/verbs/jobs/apply-job.ts';
import { prepareJobs } from '../../../src/verbs/jobs/plan-jobs.ts';
import { type JobInput, type LiveJobs, openLiveJobs, plainJob, statusFilter } from '../../helpers/api/live-jobs.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

let sandbox: ServedApi;
let live: LiveJobs;
let undoFolder: string;

beforeAll(async () => {
  sandbox = await serveApi();
  live = await openLiveJobs(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await live.deleteAll();
  undoFolder = await mkdtemp(join(tmpdir(), 'undo-'));
});

/** Applies a job. @param write in place of the write; it then fails */
async function applyFailing(
  job: JobInput,
  write: (api: ManagementApi) => Promise<unknown>,
  code = 'api-server',
): Promise<JobAttempt> {
  const { jobs, plan, api } = await prepareJobs({ ...live.access, jobs: [await live.write('job.json', job)] });
  const fail = async (): Promise<never> => {
    await write(api);
    throw new HeadgateError(code, 'cannot write the job: HTTP 500');
  };
  return await applyJob(jobs[0]!, {
    ...{ api, writer: { ...api, createJob: fail, updateJob: fail }, scope: plan.scope, connection: {} },
    ...{
      askOwnership: undefined,
      onStep: () => {},
      undoFolder,
      undoContent: 'changes',
      signal: new AbortController().signal,
    },
  });
}

const CHANGE = { name: 'errors', filter: statusFilter(400) };
const idOf = async (): Promise<number> => (await live.list())[0]!.id;

it.each<[string, () => Promise<unknown>, string, RegExp | undefined, number]>([
  ['nothing', async () => {}, 'unchanged', /^cannot write the job: HTTP 500$/, 0],
  ['the change', async () => live.change(await idOf(), CHANGE), 'applied', undefined, 1],
  [
    'another change',
    async () => live.change(await idOf(), { filter: statusFilter(404) }),
    'incomplete',
    /^cannot write the job: HTTP 500; the job that was read back differs from the plan$/,
    1,
  ],
  ['no job', () => live.deleteAll(), 'unknown', /HTTP 500; the job was deleted since$/, 1],
])('an update that fails, and did %s', async (_, write, outcome, reason, undoFiles) => {
  await live.create({ filter: statusFilter(500) });
  const { applied } = await applyFailing(CHANGE, write);
  expect(applied.outcome).toBe(outcome);
  if (reason === undefined) expect(applied).not.toHaveProperty('reason');
  else expect(applied.reason).toMatch(reason);
  expect(await readdir(undoFolder)).toHaveLength(undoFiles);
  expect(applied.undoFile !== undefined).toBe(undoFiles === 1);
});

it.each<[string, (job: JobInput) => Promise<unknown>, string, string, number]>([
  ['nothing', async () => {}, 'api-server', 'unchanged', 0],
  ['nothing yet', async () => {}, 'api-outcome-unknown', 'unknown', 0],
  ['the job', (job) => live.create(job), 'api-outcome-unknown', 'applied', 1],
  // An undo file would disable the job of somebody else.
  ['nothing, while somebody else made one', (job) => live.create(job), 'api-server', 'unchanged', 0],
  [
    'another job of this name',
    (job) => live.create({ ...job, filter: statusFilter(404) }),
    'api-outcome-unknown',
    'unknown',
    0,
  ],
])('a creation that fails, and made %s', async (_, write, code, outcome, undoFiles) => {
  const job = { ...plainJob(live.conf()), filter: statusFilter(500) };
  const { applied } = await applyFailing(job, () => write(job), code);
  expect(applied.outcome).toBe(outcome);
  expect(await readdir(undoFolder)).toHaveLength(undoFiles);
});

it.each<[string, (abort: () => void) => Promise<never>]>([
  ['Ctrl-C', () => Promise.reject(new HeadgateError('interrupted', 'interrupted', { kind: 'interrupted' }))],
  [
    'the signal',
    (abort) => {
      abort();
      return new Promise(() => {});
    },
  ],
])('%s at a question ends the run, not the job', async (_, ask) => {
  const job = { ...plainJob('s3://sandbox/asked/{DATE}?region=auto') };
  const { jobs, plan, api } = await prepareJobs({ ...live.access, jobs: [await live.write('job.json', job)] });
  const controller = new AbortController();
  const attempt = await applyJob(jobs[0]!, {
    ...{ api, writer: api, scope: plan.scope, connection: { endpointUrl: 'http://127.0.0.1:1', retryForMs: 0 } },
    askOwnership: () => ask(() => controller.abort()),
    ...{ onStep: () => {}, undoFolder, undoContent: 'changes', signal: controller.signal },
  });
  expect(attempt).toMatchObject({ isInterrupted: true, applied: { outcome: 'unchanged' } });
  expect(await live.list()).toEqual([]);
});

/** Applies a job with another function in place of a call of the API. */
async function applyWith(job: JobInput, replace: (api: ManagementApi) => Partial<ManagementApi>): Promise<JobAttempt> {
  const { jobs, plan, api } = await prepareJobs({ ...live.access, jobs: [await live.write('job.json', job)] });
  return await applyJob(jobs[0]!, {
    ...{ api, writer: { ...api, ...replace(api) }, scope: plan.scope, connection: {}, askOwnership: undefined },
    ...{ onStep: () => {}, undoFolder, undoContent: 'changes', signal: new AbortController().signal },
  });
}

const undoContents = async (): Promise<unknown[]> =>
  Promise.all(
    (await readdir(undoFolder)).map(async (name) => JSON.parse(await readFile(join(undoFolder, name), 'utf8'))),
  );

it('a creation has an undo file before it is sent, which then gains the id', async () => {
  let before: unknown[] = [];
  const { applied } = await applyWith(plainJob(live.conf()), (api) => ({
    createJob: async (...args) => {
      before = await undoContents();
      return await api.createJob(...args);
    },
  }));
  expect(before).toMatchObject([{ headgate_undo: true, name: 'errors', enabled: false }]);
  expect(before[0]).not.toHaveProperty('id');
  expect(await undoContents()).toMatchObject([{ headgate_undo: true, id: applied.id, enabled: false }]);
});

it('two creations of one name at once are reported with both ids', async () => {
  let other = 0;
  const { applied } = await applyWith(plainJob(live.conf()), (api) => ({
    createJob: async (...args) => {
      ({ id: other } = await live.create());
      return await api.createJob(...args);
    },
  }));
  expect(applied.outcome).toBe('incomplete');
  expect(applied.reason).toContain(`(ids ${other}, ${applied.id}): this run or another client created them`);
});

it('a change by somebody else of a setting that was not sent is theirs', async () => {
  const { id } = await live.create({ filter: statusFilter(500) });
  const { applied } = await applyWith(CHANGE, (api) => ({
    updateJob: async (...args) => {
      const written = await api.updateJob(...args);
      await live.change(id, { enabled: false });
      return written;
    },
  }));
  expect(applied).toMatchObject({
    outcome: 'applied',
    changedByOthers: [{ path: 'enabled', from: 'true', to: 'false' }],
  });
  expect(applied).not.toHaveProperty('remaining');
});
