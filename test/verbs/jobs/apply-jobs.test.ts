// jobs apply against the sandbox: creates, updates, reads back, undoes, and never overwrites the change of somebody else.
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { type ApplyJobsRequest, applyJobs, planJobs } from '../../../src/verbs/index.ts';
import { type FaultProxy, startFaultProxy } from '../../helpers/api/fault-proxy.ts';
import { type JobInput, type LiveJobs, openLiveJobs, plainJob, statusFilter } from '../../helpers/api/live-jobs.ts';

let sandbox: Sandbox;
let proxy: FaultProxy;
let live: LiveJobs;
/** The undo files of one test. */
let undoFolder: string;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true, maxJobs: 20 });
  live = await openLiveJobs(sandbox);
  proxy = await startFaultProxy(sandbox);
});
afterAll(async () => {
  await proxy.stop();
  await sandbox.stop();
});
beforeEach(async () => {
  await live.deleteAll();
  proxy.begin(undefined);
  undoFolder = await mkdtemp(join(tmpdir(), 'undo-'));
});

const apply = (jobs: readonly string[], more: Partial<ApplyJobsRequest> = {}) =>
  applyJobs({ ...live.access, baseURL: proxy.baseURL, jobs, undoFolder, ...more });

/** Requests that may change something. */
const writes = (): string[] =>
  proxy.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`);

describe('create', () => {
  it('creates a job that no name has, reads it back, and changes nothing the second time', async () => {
    const file = await live.write('new.json', { ...plainJob(live.conf()), filter: statusFilter(500) });
    const first = await apply([file]);
    expect(first).toMatchObject({
      outcome: 'applied',
      jobs: [{ name: 'errors', action: 'create', outcome: 'applied' }],
    });
    const [job] = await live.list();
    expect(job).toMatchObject({ id: first.jobs[0]!.id, filter: statusFilter(500), enabled: true });
    proxy.begin(undefined);
    const second = await apply([file]);
    expect(second).toMatchObject({ outcome: 'nothing', jobs: [], plan: { isPending: false } });
    expect(writes()).toEqual([]);
  });

  it('the undo file disables it: nothing is deleted', async () => {
    const file = await live.write('new.json', plainJob(live.conf()));
    const { jobs } = await apply([file]);
    expect((await apply([jobs[0]!.undoFile!])).outcome).toBe('applied');
    expect(await live.list()).toMatchObject([{ name: 'errors', enabled: false }]);
  });

  it('stops if somebody creates a job of that name after the plan', async () => {
    const file = await live.write('new.json', plainJob(live.conf()));
    const { outcome, jobs } = await apply([file], { onPlan: async () => void (await live.create()) });
    expect({ outcome, jobs }).toMatchObject({ outcome: 'failed', jobs: [{ outcome: 'unchanged' }] });
    expect(jobs[0]!.reason).toMatch(/a job with this name was created since the plan, so nothing was written/);
    expect(await live.list()).toHaveLength(1);
  });

  it('does not take the job of somebody else for the one that was lost', async () => {
    const file = await live.write('new.json', { ...plainJob(live.conf()), filter: statusFilter(500) });
    proxy.begin({ at: 3, kind: 'cut-before' });
    let other: Promise<unknown> = Promise.resolve();
    const { outcome, jobs } = await apply([file], {
      // The look-up follows after the delay.
      retry: { delayMs: 300, maxRetryAfterMs: 0 },
      onRetry: () => {
        other = live.create({ filter: statusFilter(404) });
      },
    });
    await other;
    expect({ outcome, jobs }).toMatchObject({ outcome: 'failed', jobs: [{ outcome: 'unknown' }] });
    expect(jobs[0]!.reason).toMatch(/the API lists 1 new job of the same name and dataset/);
    expect(jobs[0]).not.toHaveProperty('undoFile');
    expect(await live.list()).toMatchObject([{ filter: statusFilter(404) }]);
  });
});

describe('update', () => {
  it('sends only what changes, and the undo file restores the job', async () => {
    const before = await live.create({ filter: statusFilter(500), max_upload_records: 2000 });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400), enabled: false });
    const { outcome, jobs } = await apply([file]);
    expect(outcome).toBe('applied');
    expect(await live.list()).toMatchObject([{ id: before.id, filter: statusFilter(400), enabled: false }]);
    const undo = jobs[0]!.undoFile!;
    expect((await stat(undo)).mode & 0o777).toBe(0o600);
    expect((await apply([undo])).outcome).toBe('applied');
    expect(await live.list()).toEqual([before]);
  });

  it('finds the job by its id, and renames it', async () => {
    const { id } = await live.create();
    const file = await live.write('job.json', { id, name: 'server-errors' });
    expect(await apply([file])).toMatchObject({ outcome: 'applied', jobs: [{ id, name: 'server-errors' }] });
  });

  it('removes a filter', async () => {
    await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: null });
    expect((await apply([file])).outcome).toBe('applied');
    expect((await live.list())[0]).not.toHaveProperty('filter');
  });

  it('stops if somebody changes the job after the plan, and keeps that change', async () => {
    const { id } = await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const { outcome, jobs } = await apply([file], {
      confirm: async () => {
        await live.change(id, { filter: statusFilter(404) });
        return true;
      },
    });
    expect(outcome).toBe('failed');
    expect(jobs[0]).toMatchObject({
      reason: expect.stringMatching(/another client changed the job since the plan, so nothing was written/),
      changedByOthers: [{ kind: 'filter', from: 'EdgeResponseStatus >= 500', to: 'EdgeResponseStatus >= 404' }],
    });
    expect(await live.list()).toMatchObject([{ filter: statusFilter(404) }]);
    expect(await readdir(undoFolder)).toEqual([]);
  });

  it('a push after the plan is no change', async () => {
    const { id } = await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const { outcome } = await apply([file], {
      onPlan: async () => {
        sandbox.push({
          timestamp: undefined,
          client: { ip: '192.0.2.1', country: 'de' },
          request: { method: 'GET', url: '/', httpVersion: 'h2', headers: [['host', 'a.example']] },
          response: { status: 503, headers: [] },
        });
        await sandbox.flush();
        expect((await live.list()).find((job) => job.id === id)?.last_complete).toEqual(expect.any(String));
      },
    });
    expect(outcome).toBe('applied');
  });

  it('reports a job that was deleted after the plan', async () => {
    await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const { jobs } = await apply([file], { onPlan: () => live.deleteAll() });
    expect(jobs[0]).toMatchObject({ outcome: 'unchanged', reason: expect.stringMatching(/the job was deleted/) });
    expect(await live.list()).toEqual([]);
  });

  it('the same filter in other words is no change of somebody else', async () => {
    const { id } = await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const respelled = '{ "where": { "or": [{ "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }] } }';
    const { outcome } = await apply([file], {
      onPlan: async () => void (await live.change(id, { filter: respelled })),
    });
    expect(outcome).toBe('applied');
  });

  it('changes nothing, and does not ask, without a folder for the undo file', async () => {
    const before = await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const created = await live.write('new.json', { ...plainJob(live.conf()), name: 'new' });
    // The second path is a file.
    for (const [job, folder] of [file, created].flatMap((one) => [
      [one, join(undoFolder, 'missing')] as const,
      [one, file] as const,
    ])) {
      let isAsked = false;
      const confirm = async () => {
        isAsked = true;
        return true;
      };
      await expect(apply([job], { undoFolder: folder, confirm })).rejects.toMatchObject({
        code: 'undo-failed',
        message: expect.stringMatching(/^cannot write undo files into /),
      });
      expect(isAsked).toBe(false);
    }
    expect(await live.list()).toEqual([before]);
  });
});

describe('what is rejected', () => {
  it.each([
    ['a problem', { name: 'errors', filter: '{"where":{"key":"EdgeResponseStatus","operator":"neq","value":1}}' }, {}],
    ['a broken guard', { name: 'errors', filter: statusFilter(500) }, { guards: ['kept >= 50%'] }],
    ['a broken promise', { name: 'errors', filter: statusFilter(500) }, { neverDrop: ['EdgeResponseStatus == 404'] }],
    ['no confirmation', { name: 'errors', filter: statusFilter(500) }, { confirm: async () => false }],
  ])('%s changes nothing', async (_, content, more) => {
    const before = await live.create();
    const file = await live.write('job.json', content);
    proxy.begin(undefined);
    const { outcome } = await apply([file], { sources: ['samples/logs/all-requests'], ...more });
    expect(['rejected', 'declined']).toContain(outcome);
    expect(writes()).toEqual([]);
    expect(await live.list()).toEqual([before]);
    expect(await readdir(undoFolder)).toEqual([]);
  });

  it('an approved change that the request lacks, unless the job has it already', async () => {
    const { id } = await live.create({ filter: statusFilter(500), max_upload_records: 2000 });
    const file = await live.write('job.json', { name: 'errors' });
    const filter = 'EdgeResponseStatus >= 400';
    const approved = await planJobs({ ...live.access, jobs: [file], filter });
    await expect(apply([file], { approved })).rejects.toMatchObject({
      code: 'plan-differs',
      kind: 'negative',
      message: expect.stringMatching(/found no change now for errors, expected that of the plan; nothing was changed/),
    });
    expect((await apply([file], { approved, filter })).outcome).toBe('applied');
    expect((await apply([file], { approved })).outcome).toBe('nothing');
    await live.change(id, { filter: null });
    await expect(apply([file], { approved })).rejects.toThrow(/found no change now for errors/);
  });

  it.each<[string, JobInput, boolean]>([
    ['a value', { enabled: false }, true],
    ['another value', { enabled: true }, false],
    ['names', { output_options: { field_names: ['RayID', 'ClientIP'] } }, true],
    ['fewer names', { output_options: { field_names: ['RayID'] } }, false],
    ['a removed limit', { max_upload_records: null }, true],
    ['a limit that is not removed', { max_upload_records: 3000 }, false],
    ['a destination', { destination_conf: 'moved' }, true],
  ])('an approved change of %s that somebody else made', async (_, change, isInForce) => {
    const { id } = await live.create({ max_upload_records: 2000, output_options: { field_names: ['RayID'] } });
    const moved = { destination_conf: live.conf('moved') };
    const wanted = {
      ...{ enabled: false, max_upload_records: null, output_options: { field_names: ['RayID', 'ClientIP'] } },
      ...moved,
    };
    const key = Object.keys(change)[0] as keyof typeof wanted;
    const approved = await planJobs({
      ...live.access,
      jobs: [await live.write('job.json', { name: 'errors', [key]: wanted[key] })],
    });
    await live.change(id, key === 'destination_conf' ? moved : change);
    const file = await live.write('nothing.json', { name: 'errors' });
    const found = await apply([file], { approved }).then(
      ({ outcome }) => outcome,
      (error: Error) => error.message,
    );
    expect(found).toMatch(isInForce ? /^nothing$/ : /found no change now for errors/);
  });

  it('a plan that could not be applied when it was made', async () => {
    await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const approved = await planJobs({
      ...{ ...live.access, jobs: [file], sources: ['samples/logs/all-requests'], guards: ['kept >= 99%'] },
    });
    expect(approved.isApplicable).toBe(false);
    await expect(apply([file], { approved })).rejects.toMatchObject({
      code: 'plan-not-applicable',
      message: expect.stringMatching(/\(the guard kept >= 99% is broken: kept .* nothing was changed/),
    });
    expect(await live.list()).toMatchObject([{ filter: statusFilter(500) }]);
  });

  it('an undo file of a job that was deleted says how to create it again', async () => {
    await live.create({ filter: statusFilter(500) });
    const [before] = await live.list();
    const change = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const part = (await apply([change])).jobs[0]!.undoFile!;
    await apply([part]);
    const whole = (await apply([change], { undo: 'whole' })).jobs[0]!.undoFile!;
    expect((await apply([whole])).outcome).toBe('applied');
    expect(await live.list()).toEqual([before]);
    await live.deleteAll();
    const { id } = before!;
    await expect(apply([part])).rejects.toMatchObject({
      code: 'job-missing',
      message: expect.stringMatching(
        new RegExp(`the job with the id ${id} was deleted; .*only the settings .*--undo whole`),
      ),
    });
    await expect(apply([whole])).rejects.toThrow(/the undo file contains the whole job: .*remove "id" from the file/);
    // A part without its filter must not become a job that pushes every line.
    const withoutId = async (path: string): Promise<string> => {
      const { id: _, ...content } = JSON.parse(await readFile(path, 'utf8'));
      return await live.write('undo.json', content);
    };
    await expect(apply([await withoutId(part)])).rejects.toThrow(
      /the job with the name "errors".* was deleted.*only the settings/,
    );
    expect(await live.list()).toEqual([]);
    expect(await apply([await withoutId(whole)])).toMatchObject({ outcome: 'applied', jobs: [{ action: 'create' }] });
    const [again] = await live.list();
    expect(again).toEqual({ ...before, id: again!.id });
  });

  it('an undo file of another zone', async () => {
    await live.create({ filter: statusFilter(500) });
    const { jobs } = await apply([await live.write('job.json', { name: 'errors', filter: statusFilter(400) })]);
    const undo = JSON.parse(await readFile(jobs[0]!.undoFile!, 'utf8'));
    expect(undo.headgate_scope).toEqual({ zone: sandbox.zoneId });
    const other = await live.write('undo.json', { ...undo, headgate_scope: { zone: 'f'.repeat(32) } });
    await expect(apply([other])).rejects.toMatchObject({
      code: 'undo-scope',
      message: expect.stringMatching(/found the undo file of zone f{32}, expected one of zone .*use --zone f{32}$/),
    });
    expect(await live.list()).toMatchObject([{ filter: statusFilter(400) }]);
  });

  it('other changes than those of an approved plan', async () => {
    await live.create();
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(500) });
    const approved = await planJobs({ ...live.access, jobs: [file] });
    await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    await expect(apply([file], { approved })).rejects.toThrow(/found other changes now than in the plan for errors/);
    await live.write('job.json', { name: 'errors', filter: statusFilter(500) });
    expect((await apply([file], { approved })).outcome).toBe('applied');
    // An apply that broke off is completed with the same plan.
    expect((await apply([file], { approved })).outcome).toBe('nothing');
  });
});

describe('several jobs', () => {
  const two = async (): Promise<string> =>
    live.write('jobs.json', [
      { ...plainJob(live.conf('a')), name: 'a' },
      { ...plainJob(live.conf('b')), name: 'b' },
      { ...plainJob(live.conf('c')), name: 'c' },
    ]);

  it('are applied in the order of the files', async () => {
    const extra = await live.write('d.json', { ...plainJob(live.conf('d')), name: 'd' });
    const { jobs } = await apply([await two(), extra]);
    expect(jobs.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'a applied',
      'b applied',
      'c applied',
      'd applied',
    ]);
  });

  it('a failure in the middle reports the rest as not tried, and the second run completes them', async () => {
    const jobs = await two();
    // Somebody creates b after the plan.
    const first = await apply([jobs], { onPlan: async () => void (await live.create({ name: 'b' })) });
    expect(first.outcome).toBe('failed');
    expect(first.jobs.map(({ outcome, reason }) => `${outcome} ${reason ?? ''}`)).toEqual([
      'applied ',
      expect.stringMatching(/^unchanged a job with this name was created/),
      'unchanged not tried: b failed',
    ]);
    expect((await apply([jobs])).outcome).toBe('applied');
    expect((await live.list()).map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
    expect((await apply([jobs])).outcome).toBe('nothing');
  });

  it('an interruption ends the run after the job that is being written', async () => {
    const controller = new AbortController();
    const jobs = await two();
    const { outcome, jobs: applied } = await apply([jobs], {
      signal: controller.signal,
      onStep: ({ job, step }) => {
        if (job === 'b' && step === 'write') controller.abort();
      },
    });
    expect(outcome).toBe('interrupted');
    expect(applied.map((one) => one.outcome)).toEqual(['applied', 'applied', 'unchanged']);
    expect(applied[2]!.reason).toMatch(/interrupted/);
    expect((await live.list()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect((await apply([jobs])).outcome).toBe('applied');
  });
});

describe('ownership', () => {
  /** The bucket of the sandbox as if its policy granted access: without keys, with proof. */
  const provenConf = (prefix: string): string => `s3://${sandbox.bucket.name}/${prefix}?region=auto`;

  it('reads the token from the bucket itself', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = sandbox.bucket;
    process.env.AWS_ACCESS_KEY_ID = accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
    try {
      const file = await live.write('job.json', plainJob(provenConf('owned/{DATE}')));
      const { outcome } = await apply([file], { connection: { endpointUrl: endpoint } });
      expect(outcome).toBe('applied');
      expect(writes()).toEqual(['POST logpush/ownership', 'POST logpush/jobs']);
    } finally {
      delete process.env.AWS_ACCESS_KEY_ID;
      delete process.env.AWS_SECRET_ACCESS_KEY;
    }
  });

  it('reads the token from a folder', async () => {
    const file = await live.write('job.json', plainJob(join(live.folder, 'owned-folder/{DATE}')));
    expect((await apply([file])).outcome).toBe('applied');
  });

  it('asks if the file cannot be read, and names the file if nobody can be asked', async () => {
    const conf = join(live.folder, 'asked');
    const file = await live.write('job.json', plainJob(conf));
    const hidden = { connection: { endpointUrl: 'http://127.0.0.1:1', retryForMs: 0 } };
    const s3 = await live.write('s3.json', plainJob(provenConf('asked')));
    process.env.AWS_ACCESS_KEY_ID = 'nobody';
    process.env.AWS_SECRET_ACCESS_KEY = 'nothing';
    try {
      const { jobs } = await apply([s3], hidden);
      expect(jobs[0]!.reason).toMatch(
        /cannot prove the ownership of s3:\/\/sandbox\/asked: headgate cannot read the file asked\/ownership-challenge-/,
      );
      const questions: string[] = [];
      const asked = await apply([s3], {
        ...hidden,
        askOwnership: async ({ file: key }) => {
          questions.push(key);
          return 'not a token';
        },
      });
      expect(questions).toHaveLength(1);
      expect(asked.jobs[0]!.reason).toMatch(/found a text that is not a token/);
      expect(await live.list()).toEqual([]);
    } finally {
      delete process.env.AWS_ACCESS_KEY_ID;
      delete process.env.AWS_SECRET_ACCESS_KEY;
    }
    expect((await apply([file])).outcome).toBe('applied');
  });

  it('uses the token of the job file without another request for one', async () => {
    const conf = join(live.folder, 'with-token');
    await apply([await live.write('first.json', plainJob(conf))]);
    const [challenge] = (await readdir(conf)).filter((name) => name.startsWith('ownership-challenge'));
    const token = (await readFile(join(conf, challenge!), 'utf8')).trim();
    await live.deleteAll();
    proxy.begin(undefined);
    const file = await live.write('job.json', { ...plainJob(conf), ownership_challenge: token });
    expect((await apply([file])).outcome).toBe('applied');
    expect(writes()).toEqual(['POST logpush/ownership/validate', 'POST logpush/jobs']);
  });

  it('a token that the API does not accept is replaced', async () => {
    const file = await live.write('job.json', {
      ...plainJob(join(live.folder, 'stale')),
      ownership_challenge: 'a.b.c',
    });
    expect((await apply([file])).outcome).toBe('applied');
    expect(writes()).toEqual(['POST logpush/ownership/validate', 'POST logpush/ownership', 'POST logpush/jobs']);
  });
});
