// jobs plan and jobs list against the sandbox: which live job a file means, what is rejected, and that nothing is changed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JOBS_PLAN_RENDERERS } from '../../../src/report/index.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { listJobs, type PlanJobsRequest, planJobs } from '../../../src/verbs/index.ts';
import { startAnswerServer, succeeds } from '../../helpers/api/answer-server.ts';
import { type FaultProxy, startFaultProxy } from '../../helpers/api/fault-proxy.ts';
import { type JobInput, type LiveJobs, openLiveJobs, plainJob, statusFilter } from '../../helpers/api/live-jobs.ts';

let sandbox: Sandbox;
let proxy: FaultProxy;
let live: LiveJobs;

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
});

const plan = (jobs: readonly string[], more: Partial<PlanJobsRequest> = {}) =>
  planJobs({ ...live.access, timeoutMs: 20_000, baseURL: proxy.baseURL, jobs, ...more });

describe('which job a file means', () => {
  it('by name, else it is created', async () => {
    const { id } = await live.create();
    const files = [
      await live.write('a.json', { name: 'errors', enabled: false }),
      await live.write('b.json', { ...plainJob(live.conf()), name: 'b' }),
    ];
    expect((await plan(files)).jobs).toMatchObject([
      { action: 'update', id, name: 'errors' },
      { action: 'create', id: undefined, name: 'b' },
    ]);
  });

  it.each([
    [
      'an id that does not exist',
      { id: 4711, name: 'errors' },
      /there is no job with the id 4711; to create a job, remove "id"/,
    ],
    ['neither id nor name', { enabled: false }, /found neither "id" nor "name"/],
  ])('rejects %s', async (_, job, message) => {
    await live.create();
    await expect(plan([await live.write('job.json', job)])).rejects.toThrow(message);
  });

  it('rejects a name that several jobs have, with their ids', async () => {
    const ids = [(await live.create()).id, (await live.create({ destination_conf: live.conf('other') })).id];
    const file = await live.write('job.json', { name: 'errors', enabled: false });
    await expect(plan([file])).rejects.toThrow(`2 jobs have the name "errors" (ids ${ids.join(', ')})`);
    expect((await plan([await live.write('job.json', { id: ids[1], enabled: false })])).jobs[0]).toMatchObject({
      id: ids[1],
      action: 'update',
    });
  });

  it('rejects two files for one job', async () => {
    const { id } = await live.create();
    const files = [await live.write('a.json', { id, enabled: false }), await live.write('b.json', { name: 'errors' })];
    await expect(plan(files)).rejects.toThrow(/found the job "errors" twice/);
    const renamed = await live.write('c.json', [
      { id, name: 'b' },
      { ...plainJob(live.conf()), name: 'b' },
    ]);
    await expect(plan([renamed])).rejects.toThrow(/found the job "b" twice/);
  });

  it('a dataset of accounts is a problem in a zone', async () => {
    const file = await live.write('job.json', {
      ...plainJob(live.conf()),
      name: 'audit',
      dataset: 'audit_logs',
      output_options: {},
    });
    const { jobs, isApplicable } = await plan([file]);
    expect(isApplicable).toBe(false);
    expect(jobs[0]!.problems).toContain(
      'dataset: found audit_logs, which belongs to accounts, expected a dataset of zones; use --account',
    );
    const ofAccount = await plan([file], { account: sandbox.accountId });
    expect(ofAccount).toMatchObject({ scope: { account: sandbox.accountId }, isApplicable: true });
  });
});

describe('the filter', () => {
  it('replaces that of the one job', async () => {
    await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const { jobs } = await plan([file], { filter: 'EdgeResponseStatus >= 404' });
    expect(jobs[0]!.changes).toMatchObject([
      { kind: 'filter', from: 'EdgeResponseStatus >= 500', to: 'EdgeResponseStatus >= 404' },
    ]);
    const removed = await plan([file], { filter: 'all' });
    expect(removed.jobs[0]!.changes).toMatchObject([{ kind: 'filter', to: null }]);
    await expect(plan([file], { filter: 'EdgeResponseStatus >= 5xx' })).rejects.toThrow(/the filter is invalid/);
  });

  it('is rejected for several jobs', async () => {
    const file = await live.write('jobs.json', [{ name: 'a' }, { name: 'b' }]);
    await expect(plan([file], { filter: 'EdgeResponseStatus >= 404' })).rejects.toThrow(/found 2 jobs, expected one/);
  });
});

describe('a mistake in the request is reported before the first request', () => {
  const sources = ['samples/logs/all-requests'];
  it.each<[name: string, request: Partial<PlanJobsRequest>, code: string, job?: object]>([
    ['the syntax of a guard', { sources, guards: ['kept => 5%'] }, 'guard-invalid'],
    ['a figure of a guard', { sources, guards: ['keeps >= 5%'] }, 'guard-invalid'],
    ['a guard on money', { sources, guards: ['cost <= 5/month'] }, 'guard-no-price'],
    ['the syntax of a never-guard', { sources, neverDrop: ['EdgeResponseStatus =>= 500'] }, 'guard-invalid'],
    ['a field of no dataset', { sources, neverKeep: ['NoSuchField == 1'] }, 'guard-invalid'],
    [
      'a field of another dataset',
      { sources, neverKeep: ['ColoCode == "FRA"'] },
      'guard-invalid',
      { dataset: 'http_requests' },
    ],
    ['a file of a never-guard', { sources, neverDrop: ['@no-such-file'] }, 'argument-unreadable'],
    ['standard input of a never-guard', { sources, neverDrop: ['-'] }, 'guard-stdin'],
    ['undecidedOk alone', { sources, undecidedOk: true }, 'undecided-ok-alone'],
    ['guards without a source', { guards: ['kept >= 5%'] }, 'usage'],
    ['the filter', { filter: 'EdgeResponseStatus =>= 500' }, 'filter-invalid'],
    ['an empty filter', { filter: ' ' }, 'filter-empty'],
    ['the file of the filter', { filter: '@no-such-file' }, 'argument-unreadable'],
    ['a field of the filter', { filter: 'ColoCode == "FRA"' }, 'filter-invalid', { dataset: 'http_requests' }],
    ['a source', { sources: ['s3:/bucket'] }, 'location-path'],
    ['the second source', { sources: [...sources, 'ftp://logs'] }, 'location-scheme'],
    ['a time', { sources, range: { since: 'tomorrowish' } }, 'bad-time'],
    ['an empty range', { sources, range: { since: '2026-11-02', until: '2026-11-01' } }, 'bad-time'],
    ['the samples', { sources, samples: -1 }, 'usage'],
    ['the threads', { sources, threads: 0 }, 'usage'],
  ])('%s', async (_, request, code, job = {}) => {
    const file = await live.write('job.json', { name: 'errors', ...job });
    const error = await plan([file], request).catch((one: unknown) => one);
    expect(error).toMatchObject({ code });
    expect(proxy.requests).toEqual([]);
  });

  it('but a file without a dataset has that of the live job', async () => {
    await live.create({ name: 'sessions', dataset: 'spectrum_events', filter: undefined, output_options: {} });
    const file = await live.write('job.json', { name: 'sessions' });
    const { jobs } = await plan([file], { filter: 'ColoCode == "FRA"' });
    expect(jobs[0]!.changes).toMatchObject([{ kind: 'filter', to: 'ColoCode == "FRA"' }]);
    await expect(plan([file], { filter: 'BotScore == 1' })).rejects.toMatchObject({ code: 'filter-invalid' });
  });
});

it('a live job with a name that the API no longer accepts is found by it', async () => {
  const server = await startAnswerServer();
  try {
    const job = { ...plainJob(live.conf()), id: 7, name: 'my job' };
    const name = await live.write('job.json', { name: 'my job', enabled: false });
    server.answer(succeeds([job]), succeeds(job));
    const { jobs, isApplicable } = await plan([name], { baseURL: server.baseURL });
    expect(jobs).toMatchObject([{ action: 'update', id: 7, name: 'my job', problems: [] }]);
    expect(isApplicable).toBe(true);
    server.answer(succeeds([]));
    const created = await plan([await live.write('new.json', { ...job, id: undefined })], { baseURL: server.baseURL });
    expect(created.jobs[0]!.problems).toEqual([expect.stringMatching(/^name: found "my job"/)]);
  } finally {
    await server.stop();
  }
});

it('a live job of a dataset that headgate does not know can be changed, but not guarded', async () => {
  const server = await startAnswerServer();
  try {
    const job = { ...plainJob(live.conf()), id: 7, name: 'new', dataset: 'new_logs' };
    const file = await live.write('job.json', { name: 'new', enabled: false });
    const sources = ['samples/logs/all-requests'];
    const planned = (request: Partial<PlanJobsRequest>) => {
      server.answer(succeeds([job]), succeeds(job));
      return plan([file], { baseURL: server.baseURL, ...request });
    };
    expect(await planned({ sources })).toMatchObject({ isApplicable: true, jobs: [{ problems: [] }] });
    const guarded = await planned({ sources, guards: ['kept >= 1%'] });
    expect(guarded.jobs[0]!.problems).toContainEqual(expect.stringMatching(/guards cannot be judged/));
  } finally {
    await server.stop();
  }
});

describe('a source', () => {
  it('shows the effect, and checks guards on the new filter', async () => {
    await live.create({ filter: statusFilter(500) });
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(503) });
    const sources = ['samples/logs/all-requests'];
    const { jobs, isApplicable } = await plan([file], {
      sources,
      neverDrop: ['EdgeResponseStatus == 500'],
      guards: ['kept >= 1 lines'],
    });
    expect(isApplicable).toBe(false);
    expect(jobs[0]!.effect).toMatchObject({ newlyKept: { lines: 0 }, guards: [{ holds: true }, { holds: false }] });
    expect(jobs[0]!.effect!.newlyDropped!.lines).toBeGreaterThan(0);
    expect(jobs[0]!.testedFields).toEqual(['EdgeResponseStatus']);
  });

  it('guards without a source are a mistake, and a source without a line is no answer', async () => {
    const file = await live.write('job.json', { ...plainJob(live.conf()), filter: statusFilter(503) });
    await expect(plan([file], { guards: ['kept >= 1%'] })).rejects.toThrow(/cannot check guards: found no source/);
    const empty = await live.write('empty.log', '');
    await expect(plan([file], { sources: [empty], guards: ['dropped <= 50%'] })).rejects.toMatchObject({
      code: 'no-records',
      kind: 'unreachable',
    });
  });

  it('that is not read to its end makes the plan partial: it cannot be applied', async () => {
    await live.create();
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(500) });
    const controller = new AbortController();
    const sources = ['samples/logs/all-requests'];
    const found = await plan([file], { sources, signal: controller.signal, onListing: () => controller.abort() });
    expect(found).toMatchObject({ partial: true, isPending: true, isApplicable: false });
    expect(found.jobs[0]).not.toHaveProperty('effect');
    const text = [...(await JOBS_PLAN_RENDERERS.text())(found, { color: false, width: 80 })].join('');
    expect(text).toMatch(/^\? Plan for zone \w+: 1 to update[\s\S]*Interrupted: nothing can be applied/);
  });

  it('is read once for all jobs of a dataset: standard input has an answer, but not for two datasets', async () => {
    const [a, b] = [plainJob(live.conf('a')), { ...plainJob(live.conf('b')), name: 'b' }];
    const listed: number[] = [];
    const { jobs } = await plan([await live.write('jobs.json', [a, { ...b, filter: statusFilter(500) }])], {
      ...{ sources: ['samples/logs/all-requests'], onListing: ({ objects }) => listed.push(objects.length) },
    });
    const [first, second] = jobs.map(({ effect }) => effect!);
    expect(second!.to.kept.lines).toBeLessThan(first!.to.kept.lines);
    expect([first!.source.objects, second!.source.objects]).toEqual([listed[0], listed[0]]);
    expect(listed).toHaveLength(1);
    const other = { ...b, dataset: 'firewall_events', output_options: {} };
    const two = await live.write('jobs.json', [a, other]);
    await expect(plan([two], { sources: ['-'] })).rejects.toThrow(
      /standard input for jobs of 2 datasets: found http_requests, firewall_events, expected one dataset/,
    );
  });

  it('that is the destination of the job lacks what its filter drops', async () => {
    await live.create({ filter: statusFilter(500), destination_conf: live.conf('own/{DATE}') });
    sandbox.push({
      timestamp: undefined,
      client: { ip: '192.0.2.1', country: 'de' },
      request: { method: 'GET', url: '/', httpVersion: 'h2', headers: [['host', 'a.example']] },
      response: { status: 503, headers: [] },
    });
    await sandbox.flush();
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const own = await plan([file], { sources: [live.conf('own/{DATE}')] });
    expect(own.jobs[0]).toMatchObject({ isOwnSource: true, effect: { lines: { read: 1 } } });
    const other = await plan([file], { sources: ['samples/logs/all-requests'] });
    expect(other.jobs[0]).not.toHaveProperty('isOwnSource');
  });
});

it('warns of a job beyond the limit of a zone', async () => {
  for (const name of ['a', 'b', 'c']) await live.create({ name });
  const file = await live.write('jobs.json', [
    { ...plainJob(live.conf()), name: 'fourth' },
    { ...plainJob(live.conf()), name: 'fifth' },
  ]);
  const ofLimit = (await plan([file])).jobs.map(({ warnings }) => warnings.filter((text) => /^this would/.test(text)));
  expect(ofLimit).toEqual([[], [expect.stringMatching(/^this would be job 5 of the zone, and the API allows 4 /)]]);
});

it('names the live job that a file renames', async () => {
  const { id } = await live.create();
  const { jobs } = await plan([await live.write('job.json', { id, name: 'server-errors' })]);
  expect(jobs).toMatchObject([{ name: 'server-errors', liveName: 'errors' }]);
});

describe('what a job pushes', () => {
  it.each<[string, JobInput, number]>([
    ['output options', { output_options: { field_names: ['RayID'], sample_rate: 0.5 } }, 0.5],
    ['legacy options', { output_options: null, logpull_options: 'fields=RayID&sample=0.1' }, 0.1],
    ['no sampling', {}, 1],
  ])('has the rate after the change: %s', async (_, change, rate) => {
    await live.create();
    const file = await live.write('job.json', { name: 'errors', ...change });
    const [job] = (await plan([file], { sources: ['samples/logs/all-requests'] })).jobs;
    const { to, pushed } = job!.effect!;
    expect(job).toMatchObject({ push: { sampleRate: rate, enabled: true }, remarks: [] });
    expect(pushed.from!.lines.value).toBe(job!.effect!.from!.kept.lines);
    expect(pushed.to.lines.value).toBeCloseTo(to.kept.lines * rate);
  });

  it.each<[string, JobInput, RegExp[]]>([
    ['a sample', { output_options: { sample_rate: 0.1 } }, [/^sample_rate is 0\.1: /]],
    ['nothing', { enabled: false }, [/^the job is disabled /]],
    ['every line', {}, []],
  ])('is stated if it does not change: %s', async (_, before, remarks) => {
    await live.create(before);
    const file = await live.write('job.json', { name: 'errors', filter: statusFilter(400) });
    const [job] = (await plan([file], { sources: ['samples/logs/all-requests'] })).jobs;
    expect(job!.remarks).toEqual(remarks.map((remark) => expect.stringMatching(remark)));
  });
});

describe('guards', () => {
  it.each([
    [1, 0.5, false],
    [0.5, 0.5, true],
    [0.5, 1, true],
  ])('newly-dropped with sample_rate %d, then %d', async (before, after, isApplicable) => {
    await live.create({ output_options: { sample_rate: before } });
    const file = await live.write('job.json', { name: 'errors', output_options: { sample_rate: after } });
    const { jobs, ...found } = await plan([file], {
      ...{ sources: ['samples/logs/all-requests'], guards: ['newly-dropped <= 1%'] },
    });
    expect(found.isApplicable).toBe(isApplicable);
    expect(jobs[0]!.effect!.guards).toMatchObject([{ holds: isApplicable }]);
  });

  it.each<[string, JobInput, boolean]>([
    ['a change that disables the job', { enabled: false }, false],
    ['a change of its filter', { filter: statusFilter(400) }, true],
  ])('%s', async (_, change, isApplicable) => {
    await live.create();
    const file = await live.write('job.json', { name: 'errors', ...change });
    const found = await plan([file], { sources: ['samples/logs/all-requests'], guards: ['kept >= 0.1%'] });
    expect(found.isApplicable).toBe(isApplicable);
    const problem = 'enabled: guards judge the filter, but the job would push nothing; remove the guards to disable it';
    expect(found.jobs[0]!.problems).toEqual(isApplicable ? [] : [problem]);
    expect((await plan([file])).isApplicable).toBe(true);
  });

  it('undecided-ok without a guard', async () => {
    const file = await live.write('job.json', { name: 'errors' });
    await expect(plan([file], { undecidedOk: true })).rejects.toMatchObject({ code: 'undecided-ok-alone' });
  });
});

it('a plan sends only requests that read, and contains no secret', async () => {
  await live.create();
  const file = await live.write('jobs.json', [
    { name: 'errors', destination_conf: live.conf('moved') },
    { ...plainJob(`${live.folder}/owned`), name: 'new', ownership_challenge: 'aaa.bbb.ccc' },
  ]);
  const found = await plan([file], { sources: ['samples/logs/all-requests'], onListing: () => {} });
  expect(found.jobs.map(({ action }) => action)).toEqual(['update', 'create']);
  expect([...new Set(proxy.requests.map(({ method }) => method))]).toEqual(['GET']);
  const text = JSON.stringify(found);
  for (const secret of [sandbox.token, sandbox.bucket.secretAccessKey, sandbox.bucket.accessKeyId, 'aaa.bbb.ccc']) {
    expect(text).not.toContain(secret);
  }
});

describe('list', () => {
  it('has filters as expressions, destinations without secrets, and only what differs from the defaults', async () => {
    const { id } = await live.create({ filter: statusFilter(500) });
    await live.create({
      name: 'csv',
      enabled: false,
      output_options: { output_type: 'csv', field_names: ['RayID'], sample_rate: 0.5 },
    });
    const list = await listJobs({ ...live.access, timeoutMs: 20_000 });
    expect(list.jobs).toEqual([
      {
        ...{ id, name: 'errors', dataset: 'http_requests', enabled: true, filter: 'EdgeResponseStatus >= 500' },
        ...{ destination: 's3://sandbox/logs/{DATE}', lastComplete: null, lastError: null, errorMessage: null },
      },
      expect.objectContaining({ name: 'csv', enabled: false, filter: null, sampleRate: 0.5, outputType: 'csv' }),
    ]);
    const text = JSON.stringify(list);
    for (const secret of [sandbox.token, sandbox.bucket.secretAccessKey, sandbox.bucket.accessKeyId]) {
      expect(text).not.toContain(secret);
    }
  });

  it('of one dataset, of an account, and of nothing', async () => {
    await live.create();
    const access = { ...live.access, timeoutMs: 20_000 };
    expect((await listJobs({ ...access, dataset: 'firewall_events' })).jobs).toEqual([]);
    expect((await listJobs({ ...access, zone: undefined, account: sandbox.accountId })).jobs).toEqual([]);
    await expect(listJobs({ ...access, dataset: 'http_request' })).rejects.toThrow(/did you mean http_requests\?/);
  });
});
