// A worker serves monitors the figures of the shards that it has read, and reports whether it is connected to Redis.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/verbs/index.ts';
import { portWithoutServer } from '../../helpers/listen.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';
import { headgateForTest, redisForTest, workerForTest } from '../../helpers/workers/for-test.ts';
import { HAS_REDIS, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

const SOURCES = [join(SAMPLES, 'logs/all-requests'), join(SAMPLES, 'damaged')];

describe.skipIf(!HAS_REDIS)(WITH_REDIS, () => {
  it('metrics have the shards, lines and bytes of a run; health is that of the connection', async () => {
    const redis = await redisForTest();
    const port = await portWithoutServer();
    const at = `127.0.0.1:${port}`;
    const worker = await workerForTest(redis.url, ['--allow', SAMPLES, '--name', 'w1', '--metrics', at]);
    const get = async (path: string) => {
      const response = await fetch(`http://${at}${path}`);
      return { status: response.status, text: await response.text() };
    };
    expect(await get('/health')).toEqual({ status: 200, text: 'ok\n' });
    let shards = 0;
    const report = await replay({
      ...{ sources: SOURCES, filters: ['all'], detail: 'counts' as const },
      workers: { url: redis.url, shardBytes: 50_000 },
      onWorkers: (progress) => {
        ({ shards } = progress);
      },
    });
    const { text } = await get('/metrics');
    const figure = (name: string): number => Number(new RegExp(`^${name}[,}].*? ([\\d.]+)$`, 'm').exec(text)?.[1]);
    const { read, malformed, blank } = report.lines;
    expect(shards).toBeGreaterThan(1);
    expect(figure('headgate_shards_total{outcome="read"')).toBe(shards);
    expect(figure('headgate_lines_total{worker="w1"')).toBe(read + malformed + blank);
    expect(figure('headgate_bytes_total{worker="w1"')).toBe(report.source.bytes);
    for (const phase of ['read', 'store'])
      expect(figure(`headgate_shard_seconds_total{phase="${phase}"`)).toBeGreaterThan(0);
    expect((await get('/other')).status).toBe(404);
    await redis.kill();
    await worker.saw('trying again');
    expect(await get('/health')).toEqual({ status: 503, text: 'no connection to Redis\n' });
  });

  it('a name without text is an error', async () => {
    const { code, stderr } = await headgateForTest(['worker', 'redis://127.0.0.1:1', '--name', ' ']).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot use --name " ": expected a name')]);
  });

  it('a port in use is an error', async () => {
    const redis = await redisForTest();
    const command = headgateForTest(['worker', redis.url, '--metrics', `127.0.0.1:${redis.port}`]);
    expect(await command.ended).toMatchObject({
      code: 2,
      stderr: `headgate: cannot serve metrics at 127.0.0.1:${redis.port}: another process uses the port; name another port\n`,
    });
  });
});
