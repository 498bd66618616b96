// Every operation with every fault at its request, over HTTP: what succeeds by repetition, what is reported, and that nothing is created or
// changed twice.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectApi, type ManagementApi } from '../../../src/cloud/api/index.ts';
import {
  CHANGES_ANYWAY,
  FAST,
  FAULT_KINDS,
  type FaultKind,
  type FaultProxy,
  IMPATIENT,
  SILENT_KINDS,
  startFaultProxy,
  withFaultAt,
} from '../../helpers/api/fault-proxy.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const PHASE = 'http_log_custom_fields';
const rule = (...names: string[]) => ({
  action: 'log_custom_field',
  expression: 'true',
  action_parameters: { cookie_fields: names.map((name) => ({ name })) },
});

let sandbox: ServedApi;
let proxy: FaultProxy;
/** Through the proxy. */
let api: ManagementApi;
let impatient: ManagementApi;
/** Past the proxy. */
let direct: ManagementApi;
let zone: { zone: string };
let conf: string;
let destination: string;
const notices: string[] = [];

beforeAll(async () => {
  sandbox = await serveApi({ maxJobs: 1000 });
  proxy = await startFaultProxy(sandbox);
  const credentials = { token: sandbox.token };
  direct = await connectApi({ baseURL: sandbox.baseURL, credentials });
  zone = { zone: sandbox.zoneId };
  conf = sandbox.bucket.destinationConf('faults');
  destination = 's3://sandbox/unproved?region=auto';
});
/** A connection that the API has blocked sends nothing more. */
const connect = async () => {
  const credentials = { token: sandbox.token };
  const through = { baseURL: proxy.baseURL, credentials, onRetry: (text: string) => notices.push(text) };
  api = await connectApi({ ...through, ...FAST });
  impatient = await connectApi({ ...through, ...IMPATIENT });
};
beforeEach(connect);
afterAll(async () => {
  await proxy.stop();
  await sandbox.stop();
});

/** Codes of the errors that a fault causes for a read. Not listed: the read is repeated and succeeds. */
const REPORTED: Partial<Record<FaultKind, string>> = {
  'http-401': 'api-unauthorized',
  'http-403': 'api-forbidden',
  'http-404': 'api-missing',
  'http-409': 'api-conflict',
  'http-429-long': 'api-rate-limited',
  'html-200': 'api-unexpected-answer',
  'html-200-after': 'api-unexpected-answer',
  'success-false': 'api-rejected',
};
/** After these a write is looked up and sent again. */
const UNKNOWN: readonly FaultKind[] = ['html-200', 'html-200-after'];
const SENTENCE = /^cannot [^:]+: .+; .+/;

function expectSentence(error: Error | undefined): void {
  expect(error?.message).toMatch(SENTENCE);
  for (const secret of [sandbox.token, sandbox.bucket.secretAccessKey]) expect(error?.message).not.toContain(secret);
}

describe('reads', () => {
  const READS: Readonly<Record<string, (api: ManagementApi) => Promise<unknown>>> = {
    findZone: (api) => api.findZone('example.com'),
    listJobs: (api) => api.listJobs(zone),
    readJob: (api) => api.readJob(zone, 999_999),
    readEntryPoint: (api) => api.readEntryPoint(sandbox.zoneId, 'http_request_sbfm'),
    requestOwnership: (api) => api.requestOwnership(zone, destination),
  };
  // All reads are sent and repeated by the same code; only what a 404 and a result mean is their own.
  const OWN: readonly FaultKind[] = ['http-404', 'html-200', 'success-false', 'cut-after'];
  const rows = Object.keys(READS).flatMap((name) =>
    (name === 'listJobs' ? FAULT_KINDS : OWN).map((kind) => [name, kind] as const),
  );

  it.each([...rows, ['listJobs', 'silence-before'] as const])('%s, %s', async (name, kind) => {
    const run = await withFaultAt(proxy, { at: 1, kind }, () =>
      READS[name]!(kind === 'silence-before' ? impatient : api),
    );
    expect(run.isHit).toBe(true);
    expect(run.error?.code).toBe(REPORTED[kind]);
    if (run.error !== undefined) expectSentence(run.error);
    expect(run.requests.length).toBe(run.error === undefined ? 2 : 1);
  });

  it.each(['http-500', 'html-502', 'cut-before', 'cut-body'] as const)('%s at every request', async (kind) => {
    const run = await withFaultAt(proxy, { at: 1, kind, lasting: true }, () => api.listJobs(zone));
    expectSentence(run.error);
    expect(run.requests.length).toBe(4);
  });
});

describe('writes', () => {
  let names = 0;

  it.each([...FAULT_KINDS, ...SILENT_KINDS])('createJob, %s', async (kind) => {
    const client = SILENT_KINDS.some((one) => one === kind) ? impatient : api;
    const before = await direct.listJobs(zone);
    const body = { name: `job-${names++}`, destination_conf: conf, enabled: false };
    const known = before.map(({ id }) => id);
    const run = await withFaultAt(proxy, { at: 1, kind }, () => client.createJob(zone, body, known));
    const created = (await direct.listJobs(zone)).filter(({ name }) => name === body.name);
    const isLost = kind === 'silence-before';
    const code = isLost ? 'api-outcome-unknown' : UNKNOWN.includes(kind) ? undefined : REPORTED[kind];
    expect(run.error?.code).toBe(code);
    expect(created).toEqual(code === undefined ? [run.result] : []);
    if (code !== undefined) expectSentence(run.error);
    const posts = run.requests.filter(({ method }) => method === 'POST').length;
    expect(posts).toBe(code !== undefined || CHANGES_ANYWAY.includes(kind) ? 1 : 2);
  });

  it.each([...FAULT_KINDS, 'silence-after' as const])('updateJob, %s', async (kind) => {
    const client = kind === 'silence-after' ? impatient : api;
    const [job] = await direct.listJobs(zone);
    const frequency = job!.frequency === 'low' ? 'high' : 'low';
    const run = await withFaultAt(proxy, { at: 1, kind }, () => client.updateJob(zone, job!.id, { frequency }));
    const code = UNKNOWN.includes(kind) ? undefined : REPORTED[kind];
    expect(run.error?.code).toBe(code);
    expect(await direct.readJob(zone, job!.id)).toEqual(code === undefined ? run.result : job);
    if (code !== undefined) expectSentence(run.error);
    else expect(run.result).toMatchObject({ frequency });
    const puts = run.requests.filter(({ method }) => method === 'PUT').length;
    expect(puts).toBe(code !== undefined || CHANGES_ANYWAY.includes(kind) ? 1 : 2);
  });

  it.each(FAULT_KINDS)('writeEntryPoint and updateRule, %s', async (kind) => {
    const code = UNKNOWN.includes(kind) ? undefined : REPORTED[kind];
    const sent = code !== undefined || CHANGES_ANYWAY.includes(kind) ? 1 : 2;
    const old = await direct.writeEntryPoint(sandbox.zoneId, PHASE, [rule('old')]);
    const written = await withFaultAt(proxy, { at: 1, kind }, () =>
      api.writeEntryPoint(sandbox.zoneId, PHASE, [rule('new')]),
    );
    expect(written.error?.code).toBe(code);
    const now = await direct.readEntryPoint(sandbox.zoneId, PHASE);
    expect(now).toEqual(code === undefined ? written.result : old);
    expect(Number(now!.version)).toBe(Number(old.version) + (code === undefined ? 1 : 0));
    expect(written.requests.filter(({ method }) => method === 'PUT').length).toBe(sent);

    const { id } = now!.rules![0]!;
    await connect();
    const changed = await withFaultAt(proxy, { at: 1, kind }, () =>
      api.updateRule(sandbox.zoneId, now!.id, id!, rule('newer')),
    );
    expect(changed.error?.code).toBe(code);
    const last = await direct.readEntryPoint(sandbox.zoneId, PHASE);
    expect(last).toEqual(code === undefined ? changed.result : now);
    expect(changed.requests.filter(({ method }) => method === 'PATCH').length).toBe(sent);
  });
});

it.each(['cut-before', 'cut-after'] as const)('a rule loses its description, %s', async (kind) => {
  const { id, rules } = await direct.writeEntryPoint(sandbox.zoneId, PHASE, [{ ...rule('a'), description: 'old' }]);
  const run = await withFaultAt(proxy, { at: 1, kind }, () =>
    api.updateRule(sandbox.zoneId, id, rules![0]!.id!, rule('a')),
  );
  expect(run.error).toBeUndefined();
  const found = await direct.readEntryPoint(sandbox.zoneId, PHASE);
  expect(found).toEqual(run.result);
  expect(found!.rules![0]).not.toHaveProperty('description', 'old');
});

it('a creation under any sequence of faults creates one job or none, and its result says which', async () => {
  let count = 0;
  const kinds = fc.array(fc.option(fc.constantFrom(...FAULT_KINDS), { nil: undefined, freq: 3 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(kinds, async (faults) => {
      const known = (await direct.listJobs(zone)).map(({ id }) => id);
      const body = { name: `random-${count++}`, destination_conf: conf, output_options: { field_names: ['RayID'] } };
      await connect();
      const run = await withFaultAt(proxy, faults, () => api.createJob(zone, body, known));
      const block = faults.indexOf('http-429-long');
      if (block >= 0 && block < run.requests.length) expect(run.requests).toHaveLength(block + 1);
      const created = (await direct.listJobs(zone)).filter(({ name }) => name === body.name);
      if (run.error === undefined) expect(created).toEqual([run.result]);
      else if (run.error.code === 'api-outcome-unknown') expect(created.length).toBeLessThan(2);
      else expect(created).toEqual([]);
      expect(run.error?.message ?? '').not.toContain(sandbox.token);
    }),
    { numRuns: randomRuns(30) },
  );
});

describe('a write whose outcome stays unknown', () => {
  it('because the look-up fails, too', async () => {
    const before = (await direct.listJobs(zone)).map(({ id }) => id);
    const body = { name: 'lost', destination_conf: conf };
    const run = await withFaultAt(proxy, { at: 1, kind: 'cut-after', lasting: true }, () =>
      api.createJob(zone, body, before),
    );
    expect(run.error?.code).toBe('api-outcome-unknown');
    expect(run.error?.message).toMatch(
      /the change may or may not have been made: the state cannot be read either, so list the jobs \(headgate jobs list\) before/,
    );
    expect(run.requests.filter(({ method }) => method === 'POST').length).toBe(1);
  });

  it('because a new job of the same name differs', async () => {
    const before = (await direct.listJobs(zone)).map(({ id }) => id);
    const other = await direct.createJob(zone, { name: 'mine', destination_conf: conf, frequency: 'low' }, before);
    const run = await withFaultAt(proxy, { at: 1, kind: 'cut-before' }, () =>
      api.createJob(zone, { name: 'mine', destination_conf: conf }, before),
    );
    // The same values as those that were sent, and one more: the service may add values.
    expect(run.result).toEqual(other);
    const third = await withFaultAt(proxy, { at: 1, kind: 'cut-before' }, () =>
      api.createJob(zone, { name: 'mine', destination_conf: conf, frequency: 'high' }, before),
    );
    expect(third.error).toMatchObject({
      code: 'api-outcome-unknown',
      message: expect.stringContaining(`the API lists 1 new job of the same name and dataset (id ${other.id})`),
    });
  });

  it('of an update: the API may still process it', async () => {
    const [job] = await direct.listJobs(zone);
    const controller = new AbortController();
    const client = await connectApi({
      ...{ baseURL: proxy.baseURL, credentials: { token: sandbox.token }, ...IMPATIENT },
      ...{ retrySignal: controller.signal, onRetry: () => controller.abort() },
    });
    const run = await withFaultAt(proxy, { at: 1, kind: 'silence-before' }, () =>
      client.updateJob(zone, job!.id, { name: 'late' }),
    );
    expect(run.error).toMatchObject({ code: 'api-outcome-unknown', kind: 'interrupted' });
    expect(run.requests.map(({ method }) => method)).toEqual(['PUT', 'GET']);
  });

  it('of an update: the job is gone', async () => {
    const run = await withFaultAt(proxy, { at: 1, kind: 'cut-before' }, () =>
      api.updateJob(zone, 999_999, { enabled: true }),
    );
    expect(run.error).toMatchObject({
      code: 'api-outcome-unknown',
      message: expect.stringContaining('the job is gone, so run the command again'),
    });
  });
});

it('an equal job that was there before is not the one that was created', async () => {
  const before = (await direct.listJobs(zone)).map(({ id }) => id);
  const body = { name: 'twin', destination_conf: conf };
  const first = await direct.createJob(zone, body, before);
  const known = [...before, first.id];
  const run = await withFaultAt(proxy, { at: 1, kind: 'cut-before' }, () => api.createJob(zone, body, known));
  expect(run.result).toEqual({ ...first, id: expect.any(Number) });
  expect(known).not.toContain(run.result!.id);
});

it('a creation that is never processed is sent four times', async () => {
  const before = await direct.listJobs(zone);
  const run = await withFaultAt(proxy, { at: 1, kind: 'http-429', lasting: true }, () =>
    api.createJob(zone, { name: 'limited', destination_conf: conf }, []),
  );
  expect(run.error?.code).toBe('api-rate-limited');
  expect(run.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
  expect(await direct.listJobs(zone)).toEqual(before);
});

it('a creation that fails every time has created nothing, and says so', async () => {
  const before = await direct.listJobs(zone);
  proxy.begin(undefined);
  const failing = await startFaultProxy({ baseURL: proxy.baseURL });
  try {
    const through = await connectApi({ baseURL: failing.baseURL, credentials: { token: sandbox.token }, ...FAST });
    const isPost = () => failing.requests.at(-1)?.method === 'POST';
    failing.begin({ at: 1, kind: 'http-500', lasting: true, when: isPost });
    const error = await through
      .createJob(
        zone,
        { name: 'never', destination_conf: conf },
        before.map(({ id }) => id),
      )
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ code: 'api-server', message: expect.stringMatching(/; nothing was changed$/) });
    expect(failing.requests.filter(({ method }) => method === 'POST').length).toBe(4);
  } finally {
    await failing.stop();
  }
  expect(await direct.listJobs(zone)).toEqual(before);
});

it('notices say what failed and when the next request is sent', async () => {
  notices.length = 0;
  await withFaultAt(proxy, { at: 1, kind: 'http-500' }, () => api.listJobs(zone));
  await withFaultAt(proxy, { at: 1, kind: 'cut-before' }, () => api.updateJob(zone, 1, { enabled: false }));
  expect(notices).toEqual([
    expect.stringMatching(
      /^cannot list the Logpush jobs .*: 127\S+ answers HTTP 500 .*; sending the request again in 0 s$/,
    ),
    expect.stringMatching(
      /^cannot update the Logpush job 1 .*: 127\S+ closed the connection before the end of its answer; checking whether the change was made$/,
    ),
  ]);
  for (const notice of notices) expect(notice).not.toContain(sandbox.token);
});

it.each(['http-429', 'http-500', 'http-500-after'] as const)('a signal that ends only waits, %s', async (kind) => {
  const before = await direct.listJobs(zone);
  const controller = new AbortController();
  const client = await connectApi({
    ...{ baseURL: proxy.baseURL, credentials: { token: sandbox.token }, retrySignal: controller.signal },
    ...{ retry: { delayMs: 60_000, maxRetryAfterMs: 60_000 }, onRetry: () => controller.abort() },
  });
  const body = { name: `stopped-${kind}`, destination_conf: conf };
  const run = await withFaultAt(proxy, { at: 1, kind }, () =>
    client.createJob(
      zone,
      body,
      before.map(({ id }) => id),
    ),
  );
  const created = (await direct.listJobs(zone)).filter(({ name }) => name === body.name);
  expect(created).toEqual(kind === 'http-500-after' ? [run.result] : []);
  expect(run.error?.code).toBe(
    { 'http-429': 'interrupted', 'http-500': 'api-server', 'http-500-after': undefined }[kind],
  );
  expect(run.requests.map(({ method }) => method)).toEqual(kind === 'http-429' ? ['POST'] : ['POST', 'GET']);
});

it('a signal ends a wait and a request', async () => {
  for (const kind of ['silence-before', 'http-500'] as const) {
    const controller = new AbortController();
    const abortSoon = () => {
      setImmediate(() => controller.abort());
      return true;
    };
    const waiting = await connectApi({
      ...{ baseURL: proxy.baseURL, credentials: { token: sandbox.token }, signal: controller.signal },
      ...{ retry: { delayMs: 60_000, maxRetryAfterMs: 0 }, onRetry: () => controller.abort() },
    });
    proxy.begin({ at: 1, kind, lasting: true, when: abortSoon });
    await expect(waiting.listJobs(zone)).rejects.toMatchObject({ code: 'interrupted', kind: 'interrupted' });
    proxy.begin({ at: 1, kind, lasting: true, when: abortSoon });
    await expect(waiting.createJob(zone, { destination_conf: conf }, [])).rejects.toMatchObject({
      kind: 'interrupted',
    });
  }
});
