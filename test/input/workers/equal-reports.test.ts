// Workers change no figure: every verb over every kind of source has the result of one thread.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexLogs } from '../../../src/index.ts';
import { FOREIGN_FILES } from '../../cases/destination/foreign-files.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { ROOT } from '../../helpers/programs.ts';
import { linesOf, SAMPLES, storedObjects } from '../../helpers/stored-samples.ts';
import { RESUMABLE } from '../../helpers/verbs/resumed-runs.ts';
import { expectSameWithWorkers } from '../../helpers/workers/equal-results.ts';
import { type Started, startWorker } from '../../helpers/workers/processes.ts';
import { HAS_REDIS, type RedisServer, startRedis, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

/** Of lines of the platform that are published, where this machine has them. */
const PUBLIC = join(ROOT, '../shared/fixtures/logs');

const root = mkdtempSync(join(tmpdir(), 'headgate-workers-equal-'));
const day = storedObjects('all-requests', '20261101/').map(({ text }) => text);
const bucket = useLocalBucket((one) => one.uploadFolder(join(SAMPLES, 'logs/all-requests'), 'logs'));

const plain = join(root, 'plain');
const mixed = join(root, 'mixed');
const documents = join(root, 'documents');
const index = join(root, 'index');
for (const folder of [plain, mixed, documents]) mkdirSync(folder);
writeFileSync(join(plain, 'large.log'), day.join(''));
writeFileSync(join(plain, 'small.log'), day[0]!);
for (const [number, text] of day.entries()) {
  const stored = gzipSync(text);
  const path = join(mixed, `${number}.log.gz`);
  // Whole, cut, and with a wrong byte.
  const kinds = [stored, stored.subarray(0, stored.length * 0.7), stored.with(stored.length >> 1, 0x55)];
  writeFileSync(path, kinds[number % kinds.length]!);
}
for (const [number, [, content]] of FOREIGN_FILES.entries())
  writeFileSync(join(mixed, `foreign-${number}.log`), content);
for (const [number, text] of day.entries()) {
  const records = linesOf(text).slice(0, 50);
  writeFileSync(join(documents, `${number}.json`), `{"events":[${records.join(',\n')}]}`);
}
const HEADER = 'ClientCountry,EdgeResponseStatus,BotScore\n';
const csv = Array.from({ length: 200 }, (_, row) => `${row % 3 ? 'de' : 'us'},${row % 7 ? 200 : 503},${row % 99}\n`);
for (const number of [0, 1, 2]) writeFileSync(join(root, `${number}.csv`), HEADER + csv.slice(number * 50).join(''));

/** Sources by name: how a request names them. */
const SOURCES: Readonly<Record<string, () => object>> = {
  samples: () => ({ sources: [join(SAMPLES, 'logs')] }),
  'a range of samples': () => ({
    sources: [join(SAMPLES, 'logs/all-requests/{DATE}')],
    range: { since: '2026-11-02T18:05:00Z', until: '2026-11-02T19:00:00Z' },
  }),
  'damaged samples': () => ({ sources: [join(SAMPLES, 'damaged')] }),
  'cut, corrupt and foreign objects': () => ({ sources: [mixed] }),
  'large plain files': () => ({ sources: [plain], partBytes: 100_000 }),
  'JSON documents': () => ({ sources: [documents], input: 'json', records: 'events[]' }),
  CSV: () => ({ sources: [0, 1, 2].map((number) => join(root, `${number}.csv`)), input: 'csv' }),
  'a bucket': () => ({ sources: [bucket().destinationConf('logs/{DATE}')] }),
  'an index': () => ({ sources: [index] }),
  'a folder, a bucket and an index': () => ({
    sources: [join(SAMPLES, 'logs/errors-and-threats'), bucket().destinationConf('logs/{DATE}'), index],
  }),
  ...(existsSync(PUBLIC) &&
    Object.fromEntries(readdirSync(PUBLIC).map((name) => [name, () => ({ sources: [join(PUBLIC, name)] })]))),
};

describe.skipIf(!HAS_REDIS)(WITH_REDIS, () => {
  let redis: RedisServer;
  let workers: Started[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    await indexLogs({ sources: [join(SAMPLES, 'logs/all-requests')], out: index });
    const allowed = [SAMPLES, root, PUBLIC].filter(existsSync).flatMap((folder) => ['--allow', folder]);
    const { endpoint, region, accessKeyId, secretAccessKey } = bucket();
    const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    allowed.push('--allow', `s3://sandbox/logs?region=${region}&endpoint=${endpoint}`);
    workers = await Promise.all([1, 2].map(() => startWorker(redis.url, allowed, { env })));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await redis.kill();
  });

  describe.each(Object.entries(SOURCES))('%s', (_, request) => {
    it.each(Object.entries(RESUMABLE))('%s', (__, run) => expectSameWithWorkers(run, request(), redis.url));
  });

  it('leaves no secret in Redis', async () => {
    const client = redis.connect();
    const texts: string[] = [];
    for (const key of await client.keys('*')) texts.push(String(await client.callBuffer('DUMP', key)));
    const everything = texts.join('\n');
    client.disconnect();
    expect(everything).toContain('http_requests');
    expect(everything).not.toContain(bucket().secretAccessKey);
    expect(everything).not.toContain(bucket().accessKeyId);
  });
});
