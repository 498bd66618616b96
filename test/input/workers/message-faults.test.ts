// What somebody who can write to Redis can do to a worker: no message ends it, and it opens nothing outside --allow.
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShardAnswer } from '../../../src/input/threads/index.ts';
import {
  ANY_NUMBER,
  idOf,
  jobIdOf,
  QUEUE,
  redisKeys,
  unpackAnswer,
  VERSION,
} from '../../../src/input/workers/shard-message.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { type Started, startWorker } from '../../helpers/workers/processes.ts';
import { HAS_REDIS, type RedisServer, runsOf, startRedis, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'headgate-messages-')));
const allowed = join(root, 'allowed');
const SECRET = join(root, 'secret.log');
const LINE = '{"EdgeResponseStatus":503}\n';
mkdirSync(join(allowed, 'logs'), { recursive: true });
mkdirSync(join(root, 'allowed-not'));
for (const name of ['app-20261101', 'payroll']) {
  mkdirSync(join(root, 'dated', name), { recursive: true });
  writeFileSync(join(root, 'dated', name, 'a.log'), LINE);
}
for (const path of [SECRET, join(root, 'allowed-not/a.log'), join(allowed, 'logs/a.log')]) writeFileSync(path, LINE);
symlinkSync(SECRET, join(allowed, 'link.log'));
symlinkSync(root, join(allowed, 'up'));

const bucket = useLocalBucket(async (one) => {
  for (const prefix of ['logs', 'logs-old', 'other', 'dated/app-20261101', 'dated/payroll'])
    await one.uploadFolder(join(allowed, 'logs'), prefix);
});
const folder = (path = allowed) => ({ kind: 'folder', path, display: path });
const file = (path: string) => ({ kind: 'file', path, display: path });
const PLAN = {
  datasetName: 'http_requests',
  query: { aggregates: [], outputs: [] },
  range: {},
  reading: { input: 'auto' },
  nullAs: 'unknown',
};
const s3 = () => {
  const { endpoint, region } = bucket();
  return {
    kind: 's3',
    scheme: 's3',
    bucket: 'sandbox',
    prefix: 'logs',
    endpoint,
    region,
    display: 's3://sandbox/logs',
  };
};

/** Places by name: what the plan and the shard name, and whether it may be read. */
const PLACES: readonly [string, () => [location: object, key: string], isRead: boolean][] = [
  ['an allowed file', () => [folder(), 'logs/a.log'], true],
  ['a file that is gone', () => [folder(), 'logs/gone.log'], true],
  ['an allowed file by its path', () => [file(join(allowed, 'logs/a.log')), join(allowed, 'logs/a.log')], true],
  ['an allowed object', () => [s3(), 'logs/a.log'], true],
  ['a folder above', () => [folder(root), 'secret.log'], false],
  ['a folder beside, with the same beginning', () => [folder(`${allowed}-not`), 'a.log'], false],
  ['.. in a key', () => [folder(), '../secret.log'], false],
  ['.. in a key below {DATE}', () => [folder(`${allowed}/{DATE}`), '../secret.log'], false],
  ['.. in a path', () => [folder(`${allowed}/../`), 'secret.log'], false],
  ['a link to a file outside', () => [folder(), 'link.log'], false],
  ['a link to a folder outside', () => [folder(), 'up/secret.log'], false],
  ['a key that is a path', () => [file(join(allowed, 'logs/a.log')), SECRET], false],
  ['a pipe', () => [{ ...file(join(allowed, 'logs/a.log')), singleUse: true }, SECRET], false],
  ['standard input', () => [{ kind: 'stdin', display: 'stdin' }, 'stdin'], false],
  ['an index outside', () => [{ kind: 'index', path: root, display: root }, 'a'], false],
  ['another prefix of the bucket', () => [s3(), 'other/a.log'], false],
  ['a prefix with the same beginning', () => [s3(), 'logs-old/a.log'], false],
  ['.. in a key of a bucket', () => [s3(), 'logs/../other/a.log'], false],
  ['a day of {DATE} of a bucket', () => [s3(), 'dated/app-20261101/a.log'], true],
  ['a folder beside {DATE} of a bucket', () => [s3(), 'dated/payroll/a.log'], false],
  ['a day of {DATE}', () => [folder(join(root, 'dated')), 'app-20261101/a.log'], true],
  ['a folder beside {DATE}', () => [folder(join(root, 'dated')), 'payroll/a.log'], false],
  [
    'a region that is another host',
    () => [{ ...s3(), endpoint: undefined, region: '127.0.0.1/' }, 'logs/a.log'],
    false,
  ],
  ['another bucket', () => [{ ...s3(), bucket: 'others' }, 'logs/a.log'], false],
  ['another endpoint', () => [{ ...s3(), endpoint: 'http://127.0.0.1:9' }, 'logs/a.log'], false],
  ['a place of no kind', () => [{ kind: 'shell', path: SECRET, display: 'shell' }, SECRET], false],
];

const EDGE_KEY = 'a-key-of-an-edge-script-0123456789';
/** Starts a server that finds no object, and notes the keys that it receives. */
async function startScript() {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['x-custom-auth-key']);
    response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, keys, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(!HAS_REDIS)(WITH_REDIS, () => {
  let redis: RedisServer;
  let client: Redis;
  let queue: Queue;
  let worker: Started;
  let scripts: Awaited<ReturnType<typeof startScript>>[];
  const keys = redisKeys('headgate');
  const started = async (...args: string[]): Promise<Started> => {
    const { accessKeyId, secretAccessKey } = bucket();
    return startWorker(redis.url, args, {
      env: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, HEADGATE_EDGE_KEY: EDGE_KEY },
    });
  };
  /** Queues a shard of a run. @returns the answer; undefined if the workers leave it in the queue, since they may not read it */
  const ask = async (name: string, plan: unknown, items: unknown): Promise<ShardAnswer | undefined> => {
    const run = idOf([name, 'run']);
    const bytes = Buffer.isBuffer(plan) ? plan : serialize(plan);
    await client.hset(keys.run(run), 'plan', bytes, 'record', JSON.stringify({ version: VERSION }));
    await client.expire(keys.run(run), 600);
    await queue.add('shard', { run, shard: 0, items }, { jobId: jobIdOf(run, 0), attempts: ANY_NUMBER });
    for (;;) {
      const answer = await client.hgetBuffer(keys.parts(run), '0');
      if (answer !== null) return unpackAnswer(answer);
      const workers = await (await runsOf(client)).readWorkers();
      if (!workers.some(({ outside }) => outside?.includes(run))) continue;
      // Not while a worker looks at it.
      while ((await queue.remove(jobIdOf(run, 0))) === 0);
      return undefined;
    }
  };
  const planOf = (location: unknown, more: object = {}) => ({
    ...{ verb: 'replay', entry: 'query-worker', plan: PLAN, forms: [{ location }], ...more },
  });
  const row = (key: unknown): unknown[] => [0, 'an object', key, 27, null];

  beforeAll(async () => {
    redis = await startRedis();
    client = redis.connect();
    queue = new Queue(QUEUE, { connection: client, prefix: 'headgate' });
    const { endpoint, region } = bucket();
    const inBucket = (prefix: string) => `s3://sandbox/${prefix}?region=${region}&endpoint=${endpoint}`;
    const places = [allowed, join(root, 'dated/app-{DATE}'), inBucket('logs'), inBucket('dated/app-{DATE}')];
    scripts = await Promise.all([startScript(), startScript()]);
    places.push(`${scripts[0]!.origin}/logs`);
    worker = await started(...places.flatMap((place) => ['--allow', place]));
  });
  afterAll(async () => {
    expect(worker.child.exitCode).toBeNull();
    await worker.kill();
    await queue.close();
    client.disconnect();
    await redis.kill();
    for (const { server } of scripts) server.close();
  });

  it.each(PLACES)('%s', async (name, place, isRead) => {
    const [location, key] = place();
    const answer = await ask(name, planOf(location), [row(key)]);
    const found = { isRejected: answer === undefined, lines: answer?.lines ?? 0 };
    expect(found).toEqual({ isRejected: !isRead, lines: isRead && !name.includes('gone') ? 1 : 0 });
  });

  it('without --allow, a worker reads no local file', async () => {
    const other = await started('--name', 'other');
    worker.child.kill('SIGSTOP');
    const answer = await ask('no allow', planOf(folder()), [row('logs/a.log')]);
    worker.child.kill('SIGCONT');
    await other.kill();
    expect(answer).toBeUndefined();
    expect(other.stderr()).toContain(
      `cannot read ${allowed}: worker other reads buckets of Amazon S3 and R2 only; start the worker with --allow ${allowed}`,
    );
  });

  it('sends the key of an edge script to an origin of --allow only', async () => {
    const edge = (origin: string) => ({ kind: 'edge', origin, prefix: 'logs', display: `${origin}/logs` });
    const [own, other] = scripts.map(({ origin }) => edge(origin));
    const found = await ask('own script', planOf(own), [row('logs/a.log')]);
    const rejected = await ask('other script', planOf(other), [row('logs/a.log')]);
    expect([found?.lines, rejected, scripts[1]!.keys]).toEqual([0, undefined, []]);
    expect(scripts[0]!.keys[0]).toBe(EDGE_KEY);
  });

  it.each<[string, unknown, unknown]>([
    ['a plan of another module', planOf(folder(), { entry: 'serve-shards' }), [row('logs/a.log')]],
    ['a plan of a module by path', planOf(folder(), { entry: '../../../tmp/x' }), [row('logs/a.log')]],
    ['a plan of a module of every object', planOf(folder(), { entry: 'constructor' }), [row('logs/a.log')]],
    ['a plan without forms', { verb: 'replay', entry: 'query-worker', plan: PLAN }, [row('logs/a.log')]],
    ['a plan without a plan', planOf(folder(), { plan: null }), [row('logs/a.log')]],
    ['a plan that is no plan', planOf(folder(), { plan: { datasetName: 7 } }), [row('logs/a.log')]],
    ['a plan without a location', planOf(undefined), [row('logs/a.log')]],
    ['a plan with a number for a path', planOf(folder(7 as never)), [row('logs/a.log')]],
    ['bytes in place of a plan', Buffer.from('{"plan":'), [row('logs/a.log')]],
    ['nothing in place of a plan', Buffer.alloc(0), [row('logs/a.log')]],
    ['an object of no form', planOf(folder()), [[7, 'x', 'logs/a.log', 1, null]]],
    ['an object that is none', planOf(folder()), [null, 3]],
    ['a key that is none', planOf(folder()), [row({ length: 3 })]],
    ['a range that is none', planOf(folder()), [[...row('logs/a.log'), 'all']]],
  ])('%s', async (name, plan, items) => {
    const { ends } = (await ask(name, plan, items))!;
    expect(['failed', 'unreadable']).toContain(ends[0]!.end);
  });

  it('stores no answer outside', async () => {
    expect(await ask('partials', planOf(folder(), { partials: root }), [row('logs/a.log')])).toBeUndefined();
  });

  it('writes no lines', async () => {
    const pushed = join(root, 'pushed');
    const emit = { jobs: [], path: pushed, destination: { kind: 'folder', path: pushed } };
    const { lines } = (await ask('emit', planOf(folder(), { plan: { ...PLAN, emit } }), [row('logs/a.log')]))!;
    expect(lines).toBe(1);
  });

  it('skips shards that are none, and goes on', async () => {
    const run = idOf('run of others');
    await client.hset(keys.run(run), 'plan', serialize(planOf(folder())), 'record', '{');
    await client.hset(keys.run('../../up'), 'plan', serialize(planOf(folder(), { partials: allowed })));
    const messages = [
      ...[{}, { run }, { run, shard: '7', items: [] }, { run, shard: [0], items: [] }, { run, shard: -1, items: [] }],
      ...[
        { run, shard: '../../../../x', items: [row('logs/a.log')] },
        { run: '../../up', shard: 1, items: [] },
      ],
      ...[{ run, shard: 2, items: 'all' }, { run: 'x'.repeat(1e6) }, { run: idOf('gone'), shard: 3, items: [] }],
    ];
    for (const message of messages) await queue.add('shard', message);
    await queue.add('other', null);
    const { lines } = (await ask('after them', planOf(folder()), [row('logs/a.log')]))!;
    expect(lines).toBe(1);
    expect(await client.exists(keys.parts(run), keys.parts('../../up'))).toBe(0);
  });

  it('starts, and lists runs, beside records that are none', async () => {
    for (const [index, record] of [
      '{',
      '7',
      'null',
      '{"version":7}',
      '{"version":"\\u001b[2J","created":"x"}',
    ].entries()) {
      await client.zadd(keys.runs, index, `record-${index}`);
      await client.hset(keys.run(`record-${index}`), 'record', record);
      await client.hset(keys.workers, `worker-${index}`, record);
      await client.zadd(keys.seen, Date.now(), `worker-${index}`);
    }
    const other = await started();
    await other.saw(/run record-4 is of headgate .*, this worker has .*; install the same version/);
    expect(other.stderr()).not.toContain('\u001b');
    await other.kill();
  });
});
