// The edge script, the S3 API and the push share one bucket; buckets and secrets change while the sandbox runs, and survive a restart.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BaseJobs } from 'cloudflare/resources/logpush/jobs';
import { BaseOwnership } from 'cloudflare/resources/logpush/ownership';
import { BaseBuckets } from 'cloudflare/resources/r2/buckets/buckets';
import { BaseSecrets } from 'cloudflare/resources/workers/scripts/secrets';
import { createClient } from 'cloudflare/tree-shakable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDestination, parseLocation } from '../../src/input/destination/index.ts';
import { EDGE_SCRIPT_NAME } from '../../src/sandbox/edge/index.ts';
import { type PushEvent, type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import type { Exchange } from '../../src/sandbox/traffic/index.ts';
import { takePort } from '../helpers/listen.ts';
import { programPath } from '../helpers/programs.ts';
import { callApi } from '../helpers/sandbox/serve-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-edge-'));
const state = join(folder, 'service.db');
const POLL = { timeout: 10_000, interval: 20 };
const events: PushEvent[] = [];
let sandbox: Sandbox;
let client: ReturnType<typeof connect>;
let account_id: string;

async function start(): Promise<void> {
  sandbox = await startSandbox({ state, onEvent: (event) => events.push(event) });
  account_id = sandbox.accountId;
  client = connect();
}

/** The official SDK. Loaded as a whole, it would take a second. */
function connect() {
  return createClient({
    resources: [BaseBuckets, BaseSecrets, BaseJobs, BaseOwnership],
    ...{ baseURL: sandbox.baseURL, apiToken: sandbox.token, maxRetries: 0 },
    ...{ apiKey: null, apiEmail: null, userServiceKey: null },
  });
}
beforeAll(start);
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

/** A request to the edge script. @param key percent-encoded */
async function edge(key: string, { method = 'GET', auth = sandbox.edge.key, body }: EdgeCall = {}) {
  const headers = auth === '' ? {} : { 'x-custom-auth-key': auth };
  const answer = await fetch(`${sandbox.edge.url}/${key}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}
interface EdgeCall {
  method?: string;
  auth?: string;
  body?: string;
}

/** The objects of a bucket over its S3 API, by key. */
async function objectsOf(prefix: string, bucket = 'sandbox'): Promise<Record<string, Buffer>> {
  const conf = sandbox.bucket.destinationConf(prefix).replace('s3://sandbox/', `s3://${bucket}/`);
  const destination = await openDestination(await parseLocation(conf));
  const found: Record<string, Buffer> = {};
  for (const object of (await destination.list({})).objects) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of destination.open(object)) chunks.push(chunk);
    found[object.key] = Buffer.concat(chunks);
  }
  return found;
}

const exchange: Exchange = {
  timestamp: undefined,
  client: { ip: '198.51.100.7', country: 'de' },
  request: { method: 'GET', url: 'https://shop.example.com/cart', httpVersion: 'h2', headers: [] },
  response: { status: 503, headers: [] },
};

/** Pushes one exchange. @returns the keys of the new objects */
async function push(): Promise<string[]> {
  const before = events.length;
  sandbox.push(exchange);
  await sandbox.flush();
  return events.slice(before).map((event) => (event.kind === 'pushed' ? event.object : event.message));
}

const buckets = async () => ((await client.r2.buckets.list({ account_id })).buckets ?? []).map(({ name }) => name);
const setKey = (text: string) =>
  client.workers.scripts.secrets.update(EDGE_SCRIPT_NAME, {
    ...{ account_id, name: 'AUTH_KEY_SECRET', text, type: 'secret_text' },
  });

it('the script serves what the push wrote, and the S3 API what the script wrote', async () => {
  const [key] = await push();
  expect((await edge(key!)).bytes).toEqual((await objectsOf(key!))[key!]);
  expect(await edge(key!, { auth: '' })).toMatchObject({ status: 403 });
  expect(await edge('a%20b%2Fc.log', { method: 'PUT', body: 'one' })).toMatchObject({ status: 200 });
  expect(await objectsOf('a b/')).toEqual({ 'a b/c.log': Buffer.from('one') });
  expect(await edge('a%20b/c.log', { method: 'DELETE' })).toMatchObject({ status: 200 });
  await expect(objectsOf('a b/')).rejects.toMatchObject({ code: 'no-objects' });
});

it('anyone reads public/, and only that', async () => {
  await edge('public/report.html', { method: 'PUT', body: 'report' });
  await edge('private.html', { method: 'PUT', body: 'private' });
  const paths = ['public/report.html', 'public/missing', 'private.html', 'missing', '?list'];
  const found = await Promise.all(paths.map((path) => edge(path, { auth: '' })));
  expect(found.map(({ status }) => status)).toEqual([200, 404, 403, 403, 403]);
});

it.each([
  'cdn-cgi/local/r2/public/sandbox/private.html',
  'cdn-cgi/local/r2/public/BUCKET/private.html',
  'cdn-cgi/local/r2/%20%20%20%20%20%20/sandbox/private.html',
  'cdn-cgi/local/r2/s3/sandbox/private.html',
  'cdn-cgi/explorer/api/r2/buckets',
  'cdn-cgi/handler/scheduled',
])('no path of the runtime reads an object without keys: %s', async (path) => {
  const { status, bytes } = await edge(path, { auth: '' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(bytes.toString()).not.toContain('private');
});

describe('a new bucket', () => {
  it('receives objects over S3, and those of jobs with each kind of destination', async () => {
    expect(await client.r2.buckets.create({ account_id, name: 'second' })).toMatchObject({ name: 'second' });
    expect(await client.r2.buckets.get('second', { account_id })).toMatchObject({ name: 'second' });
    expect(await buckets()).toEqual(['sandbox', 'second']);

    const { accessKeyId, secretAccessKey } = sandbox.bucket;
    const owner = { zone_id: sandbox.zoneId };
    const s3 = 's3://second/s3/{DATE}?region=auto';
    const file = (await client.logpush.ownership.create({ ...owner, destination_conf: s3 }))!.filename!;
    const challenge = (await readFromSecond(file)).toString();
    const create = (name: string, destination_conf: string, ownership_challenge = '') =>
      client.logpush.jobs.create({
        ...{ ...owner, name, destination_conf, enabled: true, dataset: 'http_requests' },
        ...(ownership_challenge === '' ? {} : { ownership_challenge }),
      });
    await create('to-s3', s3, challenge);
    const keys = `access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}`;
    await create('to-r2', `r2://second/r2/{DATE}?account-id=${account_id}&${keys}`);
    const pushed = await push();
    expect(pushed).toHaveLength(4);
    const inSecond = pushed.filter((key) => /^(s3|r2)\//.test(key)).sort();
    expect(Object.keys(await objectsOf('', 'second')).sort()).toEqual(inSecond);
    expect(inSecond).toHaveLength(2);
    // The script is bound to the first bucket alone.
    expect(await edge(inSecond[0]!)).toMatchObject({ status: 404 });
  });

  it('is deleted only without objects', async () => {
    await expect(client.r2.buckets.create({ account_id, name: 'second' })).rejects.toMatchObject({
      ...{ status: 409, errors: [{ code: 10073 }] },
    });
    await expect(client.r2.buckets.delete('second', { account_id })).rejects.toMatchObject({ status: 409 });
    await client.r2.buckets.create({ account_id, name: 'third' });
    await client.r2.buckets.delete('third', { account_id });
    expect(await buckets()).toEqual(['sandbox', 'second']);
    await expect(objectsOf('', 'third')).rejects.toMatchObject({ code: 's3-no-bucket' });
  });
});

it('a running push loses and repeats nothing while buckets and secrets change', async () => {
  const before = events.length;
  const exchanges = sandbox.totals().exchanges;
  let isChanging = true;
  const changes = (async () => {
    for (const text of ['one', 'two', 'three']) await setKey(text);
  })().finally(() => {
    isChanging = false;
  });
  let pushes = 0;
  for (; isChanging; pushes += 1) await push();
  await changes;
  const kinds = events.slice(before).map(({ kind }) => kind);
  expect(kinds).toEqual(kinds.map(() => 'pushed'));
  expect(kinds).toHaveLength(4 * pushes);
  expect(sandbox.totals().exchanges).toBe(exchanges + pushes);
});

describe('the secret of the script', () => {
  const list = async () => {
    const names: string[] = [];
    const pages = client.workers.scripts.secrets.list(EDGE_SCRIPT_NAME, { account_id });
    for await (const { name } of pages) names.push(name);
    return names;
  };

  it('changes at once', async () => {
    const old = sandbox.edge.key;
    await setKey('another key');
    expect(sandbox.edge.key).toBe('another key');
    expect(await edge('private.html')).toMatchObject({ status: 200 });
    expect(await edge('private.html', { auth: old })).toMatchObject({ status: 403 });
    const one = { account_id, script_name: EDGE_SCRIPT_NAME };
    expect(await client.workers.scripts.secrets.get('AUTH_KEY_SECRET', one)).toEqual({
      ...{ name: 'AUTH_KEY_SECRET', type: 'secret_text' },
    });
  });

  it('without one, no request writes through the script, but the push continues', async () => {
    const one = { account_id, script_name: EDGE_SCRIPT_NAME };
    await client.workers.scripts.secrets.delete('AUTH_KEY_SECRET', one);
    expect([await list(), sandbox.edge.key]).toEqual([[], '']);
    for (const auth of ['', 'another key']) {
      expect(await edge('x', { method: 'PUT', auth, body: 'x' })).toMatchObject({ status: 403 });
    }
    const pushed = await push();
    const stored = { ...(await objectsOf('')), ...(await objectsOf('', 'second')) };
    expect(Object.keys(stored)).toEqual(expect.arrayContaining(pushed));
  });
});

it('buckets, their objects and secrets survive a restart', async () => {
  const before = await objectsOf('', 'second');
  await sandbox.stop();
  await start();
  expect(sandbox.edge.key).toBe('');
  expect(await buckets()).toEqual(['sandbox', 'second']);
  expect(await objectsOf('', 'second')).toEqual(before);
  await setKey('after the restart');
  expect(await edge('private.html', { auth: 'after the restart' })).toMatchObject({ status: 200 });
});

it('a change that cannot take effect leaves buckets and secrets as they were', async () => {
  const problems: string[] = [];
  const other = await startSandbox({ empty: true, onProblem: (message) => problems.push(message) });
  const api = `${other.baseURL}/accounts/${other.accountId}/r2/buckets`;
  const headers = { authorization: `Bearer ${other.token}` };
  const create = () => fetch(api, { method: 'POST', headers, body: '{"name":"second"}' });
  const taken = takePort(Number(new URL(other.edge.url).port));
  expect((await create()).status).toBe(500);
  expect(problems).toEqual([expect.stringMatching(/port \d+ is already in use/)]);
  expect((await fetch(`${api}/second`, { headers })).status).toBe(404);
  (await taken)();
  expect((await create()).status).toBe(200);
  expect((await fetch(other.edge.url)).status).toBe(400);
  await other.stop();
});

it('serves what its options allow', async () => {
  const other = await startSandbox({
    empty: true,
    edge: { allowList: { keys: ['index.html'] }, allowListWithKey: { prefixes: ['logs/'] }, strictMethods: true },
  });
  const call = async (path: string, key = other.edge.key, method = 'GET') =>
    (await fetch(`${other.edge.url}/${path}`, { method, headers: { 'x-custom-auth-key': key } })).status;
  expect(other.edge.key).toMatch(/^[0-9a-f]{64}$/);
  for (const path of ['index.html', 'logs/a', 'public/a']) expect(await call(path, undefined, 'PUT')).toBe(200);
  const statuses = [
    ...[await call('index.html', 'x'), await call('logs/a', 'x'), await call('logs/a')],
    ...[await call('public/a'), await call('index.html', undefined, 'POST')],
  ];
  await other.stop();
  expect(statuses).toEqual([200, 403, 200, 403, 403]);
});

it.skipIf(process.platform !== 'linux')(
  'a kill leaves no process, also after a restart and a crash of the runtime',
  async () => {
    const child = spawn(process.execPath, [programPath('edge-process')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder },
    });
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      const found = JSON.parse(line) as Pick<Sandbox, 'baseURL' | 'token' | 'accountId' | 'edge'>;
      const isServed = async () => (await fetch(found.edge.url).catch(() => undefined))?.status === 400;
      const first = runtimeOf(child.pid!);
      await callApi(found, 'POST', `/accounts/${found.accountId}/r2/buckets`, { name: 'second' });
      const second = runtimeOf(child.pid!)!;
      expect([undefined, first]).not.toContain(second);
      process.kill(second, 'SIGKILL');
      await expect.poll(isServed, POLL).toBe(true);
      expect([undefined, second]).not.toContain(runtimeOf(child.pid!));
      child.kill('SIGKILL');
      await expect.poll(isServed, POLL).toBe(false);
    } finally {
      child.kill('SIGKILL');
    }
  },
);

/** Process id of the runtime that a process has started. */
function runtimeOf(parent: number): number | undefined {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
  const found = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('workerd'));
  return found === undefined ? undefined : Number(found);
}

/** A file of the second bucket over the S3 API. */
async function readFromSecond(key: string): Promise<Buffer> {
  const destination = await openDestination(
    await parseLocation(sandbox.bucket.destinationConf(key).replace('s3://sandbox/', 's3://second/')),
  );
  const chunks: Uint8Array[] = [];
  for (const object of (await destination.list({})).objects) {
    for await (const chunk of destination.open(object)) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
