// Every verb with workers, over one source: what `npm test` has of equal-reports.test.ts.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planShards } from '../../../src/verbs/index.ts';
import { listReplay, replay } from '../../../src/verbs/replay/replay.ts';
import { SAMPLES, storedObjects } from '../../helpers/stored-samples.ts';
import { RESUMABLE } from '../../helpers/verbs/resumed-runs.ts';
import { expectSameWithWorkers } from '../../helpers/workers/equal-results.ts';
import { type Started, startWorker } from '../../helpers/workers/processes.ts';
import { HAS_REDIS, type RedisServer, runsOf, startRedis, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

const HOUR = {
  sources: [join(SAMPLES, 'logs/all-requests/{DATE}'), join(SAMPLES, 'damaged')],
  range: { since: '2026-11-02T18:05:00Z', until: '2026-11-02T19:00:00Z' },
};

describe.skipIf(!HAS_REDIS)(WITH_REDIS, () => {
  let redis: RedisServer;
  let worker: Started;
  beforeAll(async () => {
    redis = await startRedis();
    worker = await startWorker(redis.url, ['--allow', SAMPLES]);
  });
  afterAll(async () => {
    await worker.kill();
    await redis.kill();
  });

  it.each(Object.entries(RESUMABLE))('%s', (_, run) => expectSameWithWorkers(run, HOUR, redis.url));

  it('--list has the shards of the run, also of large plain files', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'headgate-large-')), 'large.log');
    const stored = storedObjects('all-requests', '20261101/').map(({ text }) => text);
    writeFileSync(file, stored.join(''));
    const place = await startWorker(redis.url, ['--allow', file]);
    const request = { sources: [file], partBytes: 100_000 };
    const listed: number[] = [];
    for (const shardBytes of [1, 250_000]) {
      const { shards } = await planShards(await listReplay(request), { ...request, shardBytes });
      listed.push(shards);
      const found: number[] = [];
      const workers = { url: redis.url, shardBytes };
      await replay({ ...request, workers, onWorkers: (progress) => found.push(progress.shards) });
      expect(new Set(found)).toEqual(new Set([shards]));
    }
    await place.kill();
    expect(listed[0]).toBeGreaterThan(listed[1]!);
    expect(listed[1]).toBeGreaterThan(1);
  });

  it('each verb is a run, whose shards are done', async () => {
    const client = redis.connect();
    const runs = await (await runsOf(client)).readAll();
    client.disconnect();
    expect(new Set(runs.map(({ verb }) => verb))).toEqual(new Set(['replay', 'compare', 'sample', 'validate']));
    for (const { shards, shardsDone } of runs) expect([shards > 1, shardsDone]).toEqual([true, shards]);
  });
});
