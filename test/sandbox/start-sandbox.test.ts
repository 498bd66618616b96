// The whole service as a library: start, push, restart with a state, and stop. One sandbox with a state serves most tests.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { openState } from '../../src/sandbox/state/state.ts';
import type { Exchange } from '../../src/sandbox/traffic/exchange.ts';
import { replay } from '../../src/verbs/checked-verbs.ts';
import { startHttpServer } from '../helpers/http-server.ts';
import { callApi } from '../helpers/sandbox/serve-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const state = join(folder, 'service.db');
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ state, pools: { file: 'samples/pools.json' }, maxPolicies: 2 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

/** Sends a request to the API. */
async function call(
  path: string,
  { method = 'GET', body, of = sandbox }: { method?: string; body?: unknown; of?: Sandbox } = {},
) {
  const answer = await fetch(`${of.baseURL}/zones/${of.zoneId}${path}`, {
    method,
    headers: { authorization: `Bearer ${of.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { success, result } = (await answer.json()) as { success: boolean; result: unknown };
  expect(success).toBe(true);
  return result;
}

type Jobs = {
  id: number;
  name: string;
  enabled: boolean;
  filter: string;
  output_options: object;
  destination_conf: string;
  last_complete: string;
}[];
const jobsOf = (of = sandbox) => call('/logpush/jobs', { of }) as Promise<Jobs>;
const rulesetOf = (of = sandbox) =>
  call('/rulesets/phases/http_log_custom_fields/entrypoint', { of }) as Promise<{
    id: string;
    rules: { action_parameters: object }[];
  }>;

async function linesIn(of: Sandbox, prefix: string): Promise<number> {
  const report = await replay({
    sources: [of.bucket.destinationConf(`${prefix}/{DATE}`)],
    filters: ['all'],
    detail: 'counts',
  });
  return report.lines.read;
}

describe('a new zone', () => {
  it.each(['all-requests', 'errors-and-threats'])('has the job of samples/jobs/%s.json', async (name) => {
    const sample = JSON.parse(readFileSync(`samples/jobs/${name}.json`, 'utf8'));
    const job = (await jobsOf()).find((one) => one.name === name);
    expect(job).toMatchObject({ enabled: true, filter: sample.filter, output_options: sample.output_options });
    expect(job!.destination_conf).toBe(sandbox.bucket.destinationConf(`${name}/{DATE}`));
  });

  it('has the ruleset of samples/ruleset.json', async () => {
    const sample = JSON.parse(readFileSync('samples/ruleset.json', 'utf8'));
    const { rules } = await rulesetOf();
    expect(rules.map((rule) => rule.action_parameters)).toEqual([sample.rules[0].action_parameters]);
  });

  it('listens on loopback only', () => {
    for (const url of [sandbox.baseURL, sandbox.bucket.endpoint]) expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(sandbox.baseURL).toMatch(/\/client\/v4$/);
  });
});

it('pushes what the filter of each job keeps, and counts it', async () => {
  for (const status of [200, 404, 503]) sandbox.push(exchange(status));
  await sandbox.flush();
  expect(sandbox.totals()).toMatchObject({
    exchanges: 3,
    jobs: [
      { name: 'all-requests', batches: 1, lines: 3, lostLines: 0 },
      { name: 'errors-and-threats', batches: 1, lines: 2, lostLines: 0 },
    ],
  });
  expect(await linesIn(sandbox, 'errors-and-threats')).toBe(2);
});

it.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /the exchange: found nothing/],
  ['no response', { request: { method: 'GET', url: '/', headers: [] } }, /response: found nothing/],
  [
    'headers that are no pairs',
    { request: { method: 'GET', url: '/', headers: [1] }, response: { status: 200, headers: [] } },
    /request\.headers\[0\]: found/,
  ],
])('does not push %s, nor counts it', (_, exchange, message) => {
  const { exchanges } = sandbox.totals();
  expect(() => sandbox.push(exchange as Exchange)).toThrow(message);
  expect(sandbox.totals().exchanges).toBe(exchanges);
});

const poolsOf = async (of = sandbox) =>
  (await callApi(of, 'GET', `/accounts/${of.accountId}/load_balancers/pools?per_page=1000`)) as { name: string }[];

/** Plays an event for a webhook that does not answer. Resolves when its POST has arrived. */
async function playForSilentWebhook(): Promise<{ answered: Promise<unknown>; stop: () => Promise<void> }> {
  const account = `/accounts/${sandbox.accountId}`;
  const arrived = Promise.withResolvers<void>();
  const receiver = await startHttpServer(({ body }) => {
    if (!body.includes('alert_type')) return {};
    arrived.resolve();
    return { stallAt: 'start' };
  });
  const webhook = { name: 'silent', url: receiver.origin };
  const { id } = (await callApi(sandbox, 'POST', `${account}/alerting/v3/destinations/webhooks`, webhook)) as {
    id: string;
  };
  await callApi(sandbox, 'POST', `${account}/alerting/v3/policies`, {
    ...{ name: 'silent', enabled: true, alert_type: 'load_balancing_health_alert' },
    mechanisms: { webhooks: [{ id }] },
  });
  const event = {
    pool_id: ((await poolsOf())[0] as unknown as { id: string }).id,
    source: 'pool',
    new_health: 'Healthy',
  };
  const answered = callApi(sandbox, 'POST', `${account}/sandbox/health_events`, [event] as never);
  await arrived.promise;
  return { answered, stop: receiver.stop };
}

it('has the pools of a file, with their ids and recipients', async () => {
  expect(await poolsOf()).toEqual(JSON.parse(readFileSync('samples/pools.json', 'utf8')).result);
});

describe('a restart with the state', () => {
  let before: { jobs: Jobs; ruleset: unknown; pools: unknown; sandbox: Sandbox };
  const problems: string[] = [];
  let answerDuringStop: unknown;
  beforeAll(async () => {
    const [first] = await poolsOf();
    await callApi(sandbox, 'PATCH', `/accounts/${sandbox.accountId}/load_balancers/pools?limit=1`, {
      notification_email: '',
    });
    expect((await poolsOf())[0]).not.toEqual(first);
    await call('/logpush/jobs/1', { method: 'PUT', body: { enabled: false } });
    before = { jobs: await jobsOf(), ruleset: await rulesetOf(), pools: await poolsOf(), sandbox };
    const { answered, stop } = await playForSilentWebhook();
    await sandbox.stop();
    answerDuringStop = await answered;
    await stop();
    sandbox = await startSandbox({ state, pools: [{ name: 'other' }], onProblem: (message) => problems.push(message) });
  });

  it('ended the POST that was in progress, and answered its request', () => {
    const failed = { outcome: 'failed', reason: expect.stringContaining('the sandbox stopped before') };
    expect(answerDuringStop).toMatchObject({
      events: [{ deliveries: expect.arrayContaining([expect.objectContaining(failed)]) }],
    });
  });

  it('keeps its pools, and says that others were not added', async () => {
    expect(await poolsOf()).toEqual(before.pools);
    expect(problems).toEqual([
      'the state already contains 137 pools and keeps them; name another state file to start with the 1 given pool',
    ]);
  });

  it('keeps jobs and ruleset', async () => {
    expect(await jobsOf()).toEqual(before.jobs);
    expect(before.jobs[0]!.enabled).toBe(false);
    expect(await rulesetOf()).toEqual(before.ruleset);
  });

  it('keeps addresses, ids, token and keys', () => {
    for (const key of ['baseURL', 'token', 'email', 'apiKey', 'zoneId', 'accountId'] as const) {
      expect(sandbox[key]).toBe(before.sandbox[key]);
    }
    expect(sandbox.bucket.destinationConf('x')).toBe(before.sandbox.bucket.destinationConf('x'));
  });

  it('keeps the objects, readable for their owner only', async () => {
    expect(await linesIn(sandbox, 'errors-and-threats')).toBe(2);
    expect(statSync(`${state}.bucket`).mode & 0o777).toBe(0o700);
    expect(statSync(state).mode & 0o777).toBe(0o600);
  });

  it('on other ports moves the destinations in the own bucket', async () => {
    await sandbox.stop();
    sandbox = await startSandbox({ state, port: 0 });
    expect(sandbox.bucket.endpoint).not.toBe(before.sandbox.bucket.endpoint);
    for (const { name, destination_conf } of await jobsOf()) {
      expect(destination_conf).toBe(sandbox.bucket.destinationConf(`${name}/{DATE}`));
    }
    sandbox.push(exchange(500));
    await sandbox.flush();
    expect(await linesIn(sandbox, 'errors-and-threats')).toBe(3);
  });
});

it('begins after the times in its state; totals have every job of the zone, and deleted ones that pushed', async () => {
  const file = join(folder, 'ahead.db');
  const laterMs = Date.UTC(2100, 0, 1);
  const earlier = openState({ file });
  const config = { dataset: 'http_requests', kind: '', enabled: false, name: 'done', destination_conf: '/x' } as const;
  earlier.jobs.delivered(earlier.jobs.create('zone', config, '/x').id, laterMs);
  earlier.close();
  const objects: string[] = [];
  const ahead = await startSandbox({
    state: file,
    onEvent: (event) => event.kind === 'pushed' && objects.push(event.object),
  });
  ahead.push(exchange(200));
  await ahead.flush();
  expect(objects).toEqual([expect.stringMatching(/^all-requests\/21000101\/21000101T0000/)]);
  const [, pushing] = await jobsOf(ahead);
  expect(Date.parse(pushing!.last_complete)).toBeGreaterThanOrEqual(laterMs);
  await call(`/logpush/jobs/${pushing!.id}`, { method: 'DELETE', of: ahead });
  const { jobs } = await ahead.stop();
  expect(jobs.map(({ name, lines, deleted }) => [name, lines, deleted])).toEqual([
    ['done', 0, undefined],
    ['errors-and-threats', 0, undefined],
    ['all-requests', 1, true],
  ]);
});

describe('stops', () => {
  it('with what it holds pushed, while a client keeps its connection open', async () => {
    const other = await startSandbox();
    await jobsOf(other);
    other.push(exchange(200));
    const [first, second] = await Promise.all([other.stop(), other.stop()]);
    expect(first.jobs).toMatchObject([{ batches: 1, lines: 1 }, { batches: 0 }]);
    expect(second).toBe(first);
    await expect(fetch(other.baseURL)).rejects.toThrow('fetch failed');
    await expect(fetch(other.bucket.endpoint)).rejects.toThrow('fetch failed');
  });

  it('after one more attempt for each batch, although the end of the traffic waits for all attempts', async () => {
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    const sockets = new Set<Socket>();
    const connected = once(silent, 'connection');
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const file = join(folder, 'silent.db');
    const destination = `s3://b/x?region=auto&endpoint=http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const stored = openState({ file });
    const job = { dataset: 'http_requests', kind: '', enabled: true, name: 'silent' } as const;
    const destination_conf = `${destination}&access-key-id=id&secret-access-key=key`;
    stored.jobs.create('zone', { ...job, destination_conf }, 'b/x');
    stored.close();
    const lost: string[] = [];
    const other = await startSandbox({
      ...{ state: file, empty: true, traffic: { rate: 10, seconds: 1 }, speed: Number.POSITIVE_INFINITY },
      onEvent: (event) => event.kind === 'lost' && lost.push(event.message),
    });
    await connected;
    const stopping = other.stop();
    silent.close();
    for (const socket of sockets) socket.destroy();
    expect((await stopping).jobs).toMatchObject([{ lostBatches: 1, lostLines: 10 }]);
    expect(lost).toEqual([expect.stringMatching(/given up after 2 attempts; 1 batch with/)]);
  });

  it('the parts that were started before one that cannot start', async () => {
    const { taken, port: bucketPort } = await takeAfterFreePort();
    const file = join(folder, 'second.db');
    await expect(startSandbox({ state: file, bucketPort })).rejects.toMatchObject({
      code: 'port-in-use',
      message: expect.stringContaining(`port ${bucketPort} is already in use`),
    });
    await expect(startSandbox({ port: bucketPort - 1 })).rejects.toThrow(
      `port ${bucketPort} is already in use; choose another port: the bucket uses the port after that of the API (--port ${bucketPort - 1})`,
    );
    taken.close();
    // Neither the state nor the port is in use any more.
    const again = await startSandbox({ state: file, bucketPort });
    expect(await jobsOf(again)).toHaveLength(2);
    await again.stop();
  });
});

describe('rejects', () => {
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'not a state');
  it.each<[string, () => SandboxOptions, string]>([
    ['a port in use', () => ({ port: portOf(sandbox.baseURL) }), 'is already in use; choose another port'],
    ['a state in use', () => ({ state }), 'the state is in use by another process; stop it, or use another file'],
    ['another file as state', () => ({ state: text }), 'found a file that is not an SQLite database'],
    ['a missing traffic file', () => ({ traffic: { file: join(folder, 'no.har') } }), 'cannot read the traffic'],
    ['a folder as traffic', () => ({ traffic: { file: folder } }), 'found a folder, expected a HAR file'],
    ['another file as traffic', () => ({ traffic: { file: text } }), 'found no exchange'],
    ['a rate of 0', () => ({ traffic: { rate: 0 } }), 'found 0 as traffic.rate, expected a number above 0'],
    [
      'traffic as a text',
      () => ({ traffic: '/nope' as never }),
      'of type string as traffic, expected { file } or { rate }',
    ],
    ['an empty state', () => ({ state: '' }), 'found an empty text as state, expected a text that is not empty'],
    ['an unknown option', () => ({ prot: 1 }) as never, 'found the unknown option prot, expected port,'],
    ['its nearest', () => ({ rateLimits: 1 }) as never, '; did you mean rateLimit?'],
    ['an unknown part of traffic', () => ({ traffic: { rate: 1, sed: 1 } as never }), '; did you mean seed?'],
    [
      'the settings of the edge script as a text',
      () => ({ edge: 'x' as never }),
      'of type string as edge, expected an',
    ],
    ['an unknown list', () => ({ edge: { allowlist: {} } as never }), '; did you mean allowList?'],
    ['a list without names', () => ({ edge: { allowList: [''] as never } }), 'found an array as edge.allowList'],
    [
      'a prefix that is no array',
      () => ({ edge: { allowListWithKey: { prefixes: 'logs/' as never } } }),
      'of type string as edge.allowListWithKey.prefixes, expected an array of texts',
    ],
    ['a port as a text', () => ({ port: '80' as never }), 'of type string as port, expected a number'],
    ['no rate', () => ({ traffic: {} as never }), 'found undefined as traffic.rate, expected a number above 0'],
    ['a speed of 0', () => ({ speed: 0 }), 'found 0 as speed'],
    ['a speed above 1000', () => ({ speed: 1001 }), 'found 1001 as speed, expected at most 1000, or max (Infinity)'],
    ['a port above the last', () => ({ port: 65_536, bucketPort: 0 }), 'expected a whole number from 0 to 65535'],
    ['a port without one after it for the bucket', () => ({ port: 65_535 }), 'found 65535 as port, expected a whole'],
    ['limits of another name', () => ({ limits: 'old' as 'classic' }), 'expected classic or current'],
    ['pools as a text', () => ({ pools: 'x.json' as never }), 'as pools, expected an array of pools or { file }'],
    ['an unknown part of pools', () => ({ pools: { path: 'x' } as never }), 'found the unknown option pools.path'],
    ['pools without names', () => ({ pools: [{}] }), 'pools[0].name: found nothing, expected the name of the pool'],
    ['a missing file of pools', () => ({ pools: { file: join(folder, 'no.json') } }), 'cannot read the pools'],
    ['no policies at most', () => ({ maxPolicies: 0 }), 'found 0 as maxPolicies'],
    ['no jobs at most', () => ({ maxJobs: 0 }), 'found 0 as maxJobs'],
  ])('%s', async (_, options, message) => {
    await expect(startSandbox(options())).rejects.toMatchObject({
      name: 'HeadgateError',
      message: expect.stringContaining(message),
    });
  });
  it('leaves the file unchanged', () => expect(readFileSync(text, 'utf8')).toBe('not a state'));
});

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** An exchange of the shop with a status. */
function exchange(status: number): Exchange {
  return {
    timestamp: BigInt(Date.now()) * 1_000_000n,
    client: { ip: '198.51.100.7', country: 'de' },
    request: { method: 'GET', url: 'https://shop.example.com/cart', httpVersion: 'h2', headers: [] },
    response: { status, headers: [] },
  };
}

/**
 * Listens on a port whose predecessor is free. Both are below the ports that systems give to servers and clients that ask for any, so no other
 * test takes the free one.
 */
async function takeAfterFreePort(): Promise<{ taken: Server; port: number }> {
  const port = 20_001 + Math.floor(Math.random() * 10_000);
  const [free, taken] = await Promise.all([listenOn(port - 1), listenOn(port)]);
  free?.close();
  if (free !== undefined && taken !== undefined) return { taken, port };
  taken?.close();
  return takeAfterFreePort();
}

/** @returns undefined if the port is in use */
function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
