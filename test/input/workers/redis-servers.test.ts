// Servers as operators run them: TLS with a certificate of their own, users with few rights, prefixes, answers that are stored elsewhere.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRandom } from '../../../src/base/index.ts';
import { connectRedis, parseRedisAddress } from '../../../src/input/workers/redis.ts';
import type { RunState } from '../../../src/input/workers/redis-runs.ts';
import { QUEUE, redisKeys, type ShardMessage } from '../../../src/input/workers/shard-message.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { HOST_WITHOUT_ADDRESS, portWithoutServer } from '../../helpers/listen.ts';
import { headgateForTest, redisForTest, workerForTest } from '../../helpers/workers/for-test.ts';
import { startHeadgate } from '../../helpers/workers/processes.ts';
import { HAS_REDIS, IN_MEMORY, runsOf, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

const LOGS = 'samples/logs/all-requests/20261101';
const QUERY = ['replay', LOGS, '-f', 'EdgeResponseStatus >= 500', '--format', 'json', '--reproducible'];
const WITH_SHARDS = [...QUERY, '-q', '--shard-size', '100kB', '--workers'];
const ALLOW = ['--allow', 'samples'];
const root = mkdtempSync(join(tmpdir(), 'headgate-redis-servers-'));
const bucket = useLocalBucket();
/** A module that never returns from opening a file. */
const holding = (name: string): string => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { openSync } = fs;
  fs.openSync = (path, ...rest) => {
    if (String(path).endsWith(${JSON.stringify(name)})) {
      fs.writeSync(2, 'holds a shard\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    return openSync(path, ...rest);
  };
  syncBuiltinESMExports();`;

describe.skipIf(!HAS_REDIS)(WITH_REDIS, { timeout: 60_000 }, () => {
  let expected: string;
  beforeAll(async () => {
    expected = (await startHeadgate([...QUERY, '--threads', '1']).ended).stdout;
  });

  describe('TLS', () => {
    const [key, cert] = [join(root, 'key.pem'), join(root, 'cert.pem')];
    beforeAll(() => {
      const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
      const form = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
      execFileSync('openssl', ['req', ...form, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    });
    const tlsForTest = async (): Promise<string> => {
      const port = await portWithoutServer();
      const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
      await redisForTest([...IN_MEMORY, '--port', '0', '--tls-port', `${port}`, ...files, '--tls-auth-clients', 'no']);
      return `127.0.0.1:${port}`;
    };

    it('with NODE_EXTRA_CA_CERTS, a worker and a command read', async () => {
      const url = `rediss://${await tlsForTest()}`;
      const env = { NODE_EXTRA_CA_CERTS: cert };
      await workerForTest(url, ALLOW, { env });
      const { code, stdout } = await headgateForTest([...WITH_SHARDS, url], { env }).ended;
      expect([code, stdout]).toEqual([0, expected]);
    });

    it('without it, both name it; the worker tries again', async () => {
      const url = `rediss://${await tlsForTest()}`;
      const { code, stderr } = await headgateForTest([...WITH_SHARDS, url]).ended;
      const sentence = 'does not trust the authority that signed the certificate';
      expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
      expect(stderr.trim().split('\n')).toEqual([
        expect.stringContaining('name the authority with NODE_EXTRA_CA_CERTS'),
      ]);
      await headgateForTest(['worker', url]).saw(/NODE_EXTRA_CA_CERTS=<file.pem>; trying again/);
    });

    it.each<[string, () => Promise<string>, string]>([
      [
        'redis:// for a server with TLS',
        async () => `redis://${await tlsForTest()}`,
        'check the address, the network and whether it expects TLS',
      ],
      [
        'rediss:// for a server without TLS',
        async () => (await redisForTest()).url.replace('redis:', 'rediss:'),
        'does not accept a connection within 5 s',
      ],
      [
        'an unknown host',
        async () => `redis://${HOST_WITHOUT_ADDRESS}`,
        `the host name ${HOST_WITHOUT_ADDRESS} has no address`,
      ],
    ])('%s: one sentence', async (_, address, sentence) => {
      const { code, stdout, stderr } = await headgateForTest([...WITH_SHARDS, await address()]).ended;
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
    });
  });

  describe('a user with the rights that docs/scale.md names', () => {
    const [rights] = /~headgate:\* (\+@all[^`\n\\]*)/.exec(readFileSync('docs/scale.md', 'utf8'))!.slice(1);
    const env = { HEADGATE_REDIS_PASSWORD: 'secret' };
    const userForTest = async (prefix: string) => {
      const user = `headgate on >secret ~${prefix}:* ${rights}`;
      const redis = await redisForTest([...IN_MEMORY, '--user', ...user.split(' '), '--user', 'default', 'off']);
      return redis.url.replace('//', '//headgate@');
    };

    it('reads, lists, shows and cancels runs', async () => {
      const url = await userForTest('headgate');
      await workerForTest(url, ALLOW, { env });
      const { code, stdout } = await headgateForTest([...WITH_SHARDS, url], { env }).ended;
      expect([code, stdout]).toEqual([0, expected]);
      const listed = await headgateForTest(['runs', 'list', url, '--format', 'json'], { env }).ended;
      const { runs, workers } = JSON.parse(listed.stdout);
      expect([runs.length, workers.length]).toEqual([1, 1]);
      const shown = await headgateForTest(['runs', 'show', url, runs[0].id, '--format', 'json'], { env }).ended;
      const { shards } = JSON.parse(shown.stdout);
      expect(shards).toMatchObject({ done: runs[0].shards, active: 0, queued: 0, waiting: 0, unread: 0 });
      const attached = await headgateForTest(['runs', 'attach', url, runs[0].id], { env }).ended;
      expect([attached.code, attached.stdout]).toEqual([0, expected]);
      expect((await headgateForTest(['runs', 'cancel', url, runs[0].id], { env }).ended).code).toBe(0);
    });

    it('with a prefix of its own, and without the one that it may use', async () => {
      const url = await userForTest('team-a');
      const own = `${url}?prefix=team-a`;
      await workerForTest(own, ALLOW, { env });
      const { code, stdout } = await headgateForTest([...WITH_SHARDS, own], { env }).ended;
      expect([code, stdout]).toEqual([0, expected]);
      const { stderr } = await headgateForTest([...WITH_SHARDS, url], { env }).ended;
      expect(stderr).toMatch(/may not use these commands or keys; grant ~PREFIX:\* \+@all/);
      expect(stderr).not.toContain('secret');
    });
  });

  it('workers of another prefix read nothing', async () => {
    const redis = await redisForTest();
    await workerForTest(`${redis.url}?prefix=team-a`, ALLOW);
    const command = headgateForTest([...QUERY, '--workers', `${redis.url}?prefix=team-b`]);
    await command.saw('no worker takes the shards');
    await command.kill();
    const client = redis.connect();
    const keys = await client.keys('*');
    client.disconnect();
    expect(keys.filter((key) => !/^team-[ab]:/.test(key))).toEqual([]);
  });

  it('a worker of another version takes nothing, and the command names its version', async () => {
    const redis = await redisForTest();
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const state = { name: 'old', version: '0.0.9', host: 'elsewhere', threads: 1, shards: 0 };
    await (await runsOf(client)).noteWorker('an id', state);
    const command = headgateForTest([...QUERY, '--workers', redis.url]);
    const advice = `start one with headgate worker ${redis.url} (--allow names a folder or bucket to read)`;
    await command.saw(`${advice}; workers of other versions take none: 0.0.9`);
    await workerForTest(redis.url, ALLOW);
    expect((await command.ended).stdout).toBe(expected);
  });

  it.each([['worker'], ['runs', 'list'], [...QUERY, '--workers']])(
    '%s with the number of a database that Redis lacks: one sentence',
    async (...args) => {
      const redis = await redisForTest();
      const { code, stdout, stderr } = await headgateForTest([...args, `${redis.url}/99`]).ended;
      const sentence = 'Redis has no database of this number; write one that it has';
      expect([code, stdout, stderr.trim().split('\n')]).toEqual([2, '', [expect.stringContaining(sentence)]]);
    },
  );

  it('SIGTERM returns a shard that is not read within the grace time; it does not count as begun', async () => {
    const redis = await redisForTest();
    const held = readdirSync(LOGS).sort()[3]!;
    const worker = await workerForTest(redis.url, [...ALLOW, '--grace', '1s'], { preload: holding(held) });
    const command = headgateForTest([...QUERY, '--shard-size', '1B', '--workers', redis.url]);
    await worker.saw('holds a shard');
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const [run] = await (await runsOf(client)).readAll();
    const begun = redisKeys('headgate').begun(run!.id);
    expect(Object.values(await client.hgetall(begun))).toEqual(['1']);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect(await client.exists(begun)).toBe(0);
    await workerForTest(redis.url, ALLOW);
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
  });

  it('SIGTERM returns a shard whose thread does not run yet when the grace time ends', async () => {
    const redis = await redisForTest();
    // The first thread waits for the kernel, which is compiled after the grace time.
    const preload = `
      const { compile } = WebAssembly;
      const stopped = new Promise((resolve) => process.once('SIGUSR2', () => setTimeout(resolve, 200)));
      WebAssembly.compile = async (bytes) => { await stopped; return compile(bytes); };`;
    const worker = await workerForTest(redis.url, [...ALLOW, '--grace', '0'], { preload });
    const command = headgateForTest([...QUERY, '--workers', redis.url]);
    await worker.saw('reads replay');
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const [run] = await (await runsOf(client)).readAll();
    const { begun, parts } = redisKeys('headgate');
    while ((await client.hlen(begun(run!.id))) === 0);
    worker.child.kill('SIGTERM');
    worker.child.kill('SIGUSR2');
    const { code, stderr } = await worker.ended;
    expect([await client.hvals(begun(run!.id)), await client.exists(parts(run!.id))]).toEqual([[], 0]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/worker \S+ has stopped\n$/)]);
    await command.kill();
  });

  it('a shard of a cancelled run leaves nothing in Redis when it is returned', async () => {
    const redis = await redisForTest();
    const held = readdirSync(LOGS).sort()[3]!;
    const worker = await workerForTest(redis.url, [...ALLOW, '--grace', '0'], { preload: holding(held) });
    const command = headgateForTest([...QUERY, '--shard-size', '1B', '--workers', redis.url]);
    await worker.saw('holds a shard');
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const [run] = await (await runsOf(client)).readAll();
    expect((await headgateForTest(['runs', 'cancel', redis.url, run!.id]).ended).code).toBe(0);
    await command.ended;
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    const { cancelled } = redisKeys('headgate');
    expect(await client.keys('headgate:run:*')).toEqual([cancelled(run!.id)]);
  });

  it('a shard whose reading fails is read again beside others; only one whose worker ended is read alone', async () => {
    const redis = await redisForTest();
    const folder = mkdtempSync(join(tmpdir(), 'headgate-gone-'));
    const [held, gone] = readdirSync(LOGS).sort() as [string, string];
    for (const name of [held, gone]) cpSync(join(LOGS, name), join(folder, name));
    const command = headgateForTest(['replay', folder, '--shard-size', '1B', '--workers', redis.url]);
    await command.saw('no worker takes the shards');
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const [run] = await (await runsOf(client)).readAll();
    const { parts, begun } = redisKeys('headgate');
    rmSync(join(folder, gone));
    const flags = ['--allow', folder, '--threads', '2'];
    const worker = headgateForTest(['worker', redis.url, ...flags], { preload: holding(held) });
    await worker.saw('holds a shard');
    while ((await client.hlen(parts(run!.id))) === 0);
    expect([await client.hkeys(parts(run!.id)), await client.hkeys(begun(run!.id))]).toEqual([['1'], ['0']]);
    await command.kill();
  });

  it('a worker that reads another run has no more threads than before', async () => {
    const redis = await redisForTest();
    const preload = `
      import { writeSync } from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      import threads from 'node:worker_threads';
      const { Worker, isMainThread } = threads;
      const running = new Set();
      if (isMainThread) {
        threads.Worker = class extends Worker {
          constructor(...args) {
            super(...args);
            running.add(this);
            writeSync(2, 'threads: ' + running.size + '\\n');
          }
          terminate() {
            running.delete(this);
            return super.terminate();
          }
        };
        syncBuiltinESMExports();
      }`;
    const worker = headgateForTest(['worker', redis.url, '--threads', '4', ...ALLOW], { preload });
    await worker.saw('takes shards');
    for (const filter of ['BotScore < 30', 'BotScore < 20']) {
      const query = ['replay', LOGS, '-f', filter, '--shard-size', '1B', '--workers', redis.url];
      expect((await headgateForTest(query).ended).code).toBe(0);
    }
    const counts = Array.from(worker.stderr().matchAll(/threads: (\d+)/g), ([, count]) => Number(count));
    expect([counts.length, Math.max(...counts)]).toEqual([8, 4]);
  });

  it('runs cancel ends the command; the same command begins the run again', async () => {
    const redis = await redisForTest();
    const command = headgateForTest([...QUERY, '--workers', redis.url]);
    await command.saw('no worker takes the shards');
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const [run] = await (await runsOf(client)).readAll();
    expect((await headgateForTest(['runs', 'cancel', redis.url, run!.id]).ended).code).toBe(0);
    const { code, stderr } = await command.ended;
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`run ${run!.id} was cancelled; run the command again to begin it again`),
    ]);
    expect([await (await runsOf(client)).readAll(), await client.keys('headgate:shards-*:*-*')]).toEqual([[], []]);
    await workerForTest(redis.url, ALLOW);
    expect((await headgateForTest([...WITH_SHARDS, redis.url]).ended).stdout).toBe(expected);
  });

  it('a command whose shards another command of the run has removed queues them again, beside those of another run', async () => {
    const redis = await redisForTest();
    const client = redis.connect();
    const queue = new Queue<ShardMessage>(QUEUE, { connection: client, prefix: 'headgate' });
    onTestFinished(async () => {
      await queue.close();
      client.disconnect();
    });
    const other = headgateForTest(['replay', 'samples/damaged', '--workers', redis.url]);
    await other.saw('no worker takes the shards');
    await other.kill();
    const command = headgateForTest([...QUERY, '--shard-size', '100kB', '--workers', redis.url]);
    await command.saw('no worker takes the shards');
    await (await runsOf(client)).removeJobs(/run ([\da-f]{16}):/.exec(command.stderr())![1]);
    await workerForTest(redis.url, ['--allow', LOGS]);
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
  });

  it('a run that is read is kept, and begins with its first command, by the clock of Redis', async () => {
    const redis = await redisForTest();
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const preload = 'const { now } = Date; Date.now = () => now() + 3_600_000;';
    const first = headgateForTest([...QUERY, '--workers', redis.url], { preload });
    await first.saw('no worker takes the shards');
    const [begun] = await (await runsOf(client)).readAll();
    expect(Math.abs(Date.parse(begun!.created) - Number((await client.time())[0]) * 1000)).toBeLessThan(600_000);
    await first.kill();
    const second = headgateForTest([...QUERY, '--workers', redis.url]);
    await second.saw('no worker takes the shards');
    const key = redisKeys('headgate').run(begun!.id);
    await client.expire(key, 60);
    while ((await client.ttl(key)) <= 60);
    expect((await (await runsOf(client)).readAll())[0]!.created).toBe(begun!.created);
    await second.kill();
  });

  it.each([['worker'], ['runs', 'list'], [...QUERY, '--workers']])(
    '%s with a wrong password: one sentence',
    async (...args) => {
      const redis = await redisForTest([...IN_MEMORY, '--user', 'default', 'on', '>right', '~*', '+@all']);
      const env = { HEADGATE_REDIS_PASSWORD: 'wrong' };
      const { code, stdout, stderr } = await headgateForTest([...args, redis.url], { env }).ended;
      const sentence = 'Redis rejects the user name or the password';
      expect([code, stdout, stderr.trim().split('\n')]).toEqual([2, '', [expect.stringContaining(sentence)]]);
    },
  );

  it('a password that the server does not need is no news', async () => {
    const redis = await redisForTest();
    const env = { HEADGATE_REDIS_PASSWORD: 'unneeded' };
    const worker = await workerForTest(redis.url, ALLOW, { env });
    const { code, stdout, stderr } = await headgateForTest([...WITH_SHARDS, redis.url], { env }).ended;
    expect([code, stdout, stderr]).toEqual([0, expected, '']);
    expect(worker.stderr()).toMatch(/^(headgate: .*\n)+$/);
  });

  it('a connection that is lost twice, hours apart, is there again', async () => {
    const redis = await redisForTest();
    const first = await connectRedis(parseRedisAddress(redis.url), { action: 'read' });
    const other = first.duplicate();
    onTestFinished(() => {
      vi.restoreAllMocks();
      for (const one of [first, other]) one.disconnect();
    });
    other.on('error', () => {});
    for (const hours of [0, 2]) {
      vi.spyOn(Date, 'now').mockReturnValue(1e12 + hours * 3_600_000);
      const id = await other.client('ID');
      const isBack = once(other, 'ready');
      const hasEnded = once(other, 'end').then(() => 'ended');
      await first.client('KILL', 'ID', id);
      expect(await Promise.race([isBack, hasEnded])).not.toBe('ended');
    }
  });

  it('--cancel-on-exit removes the run, and does not name a command that would go on', async () => {
    const redis = await redisForTest();
    const command = headgateForTest([...QUERY, '--workers', redis.url, '--cancel-on-exit']);
    await command.saw('no worker takes the shards');
    command.child.kill('SIGINT');
    const { code, stderr } = await command.ended;
    expect([code, stderr]).toEqual([130, expect.not.stringContaining('runs attach')]);
    expect(stderr).toMatch(/run [\da-f]{16} is removed from redis:/);
  });

  describe('an answer over 1 MB', () => {
    const large = join(root, 'large');
    const query = ['replay', large, '--samples', '3000', '--format', 'json', '--reproducible', '-q', '-f', 'all'];
    const partials = join(root, 'partials');
    let alone: string;
    beforeAll(async () => {
      const random = createRandom(1);
      const noise = (): string => Buffer.from(Array.from({ length: 400 }, () => random(256))).toString('base64');
      const lines = Array.from({ length: 3000 }, () => `{"EdgeResponseStatus":503,"RayID":"${noise()}"}\n`);
      mkdirSync(large);
      writeFileSync(join(large, 'a.log'), lines.join(''));
      alone = (await startHeadgate([...query, '--threads', '1']).ended).stdout;
    });

    it('without --partials: one sentence', async () => {
      const redis = await redisForTest();
      await workerForTest(redis.url, ['--allow', large]);
      const { code, stderr } = await headgateForTest([...query, '--workers', redis.url]).ended;
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/answer of \d+ bytes .* pass --partials with a folder/),
      ]);
    });

    it.each([
      ['leaves the run without queued shards', [], 1],
      ['removes the run with --cancel-on-exit', ['--cancel-on-exit'], 0],
    ] as const)('the command that ends with it %s', async (_, more, runs) => {
      const redis = await redisForTest();
      const folder = mkdtempSync(join(root, 'several-'));
      cpSync(join(large, 'a.log'), join(folder, 'a.log'));
      for (const name of ['b.log', 'c.log', 'd.log']) writeFileSync(join(folder, name), '{}\n');
      await workerForTest(redis.url, ['--allow', folder], { preload: holding('b.log') });
      const own = ['replay', folder, ...query.slice(2), '--shard-size', '1B', ...more];
      const { code } = await headgateForTest([...own, '--workers', redis.url]).ended;
      const client = redis.connect();
      onTestFinished(() => client.disconnect());
      const waiting = await client.llen(`headgate:${QUEUE}:wait`);
      expect([code, waiting, (await (await runsOf(client)).readAll()).length]).toEqual([2, 0, runs]);
    });

    it('--partials with a folder that is relative, and that the worker has to allow', async () => {
      const redis = await redisForTest();
      rmSync(partials, { recursive: true, force: true });
      const first = await workerForTest(redis.url, ['--allow', large]);
      const command = headgateForTest(
        [...query.filter((one) => one !== '-q'), '--workers', redis.url, '--partials', 'partials'],
        { cwd: root },
      );
      await first.saw(`start the worker with --allow ${partials}`);
      await workerForTest(redis.url, ['--allow', large, '--allow', partials]);
      const { code, stdout } = await command.ended;
      expect([code, stdout]).toEqual([0, alone]);
      const [run] = readdirSync(partials);
      expect(readdirSync(join(partials, run!))).toEqual(['0']);
      // An answer that is gone is read again.
      rmSync(join(partials, run!, '0'));
      const again = await headgateForTest([...query, '--workers', redis.url, '--partials', partials]).ended;
      expect([again.code, again.stdout]).toEqual([0, alone]);
      expect(readdirSync(join(partials, run!))).toEqual(['0']);
      expect((await headgateForTest(['runs', 'cancel', redis.url, run!]).ended).code).toBe(0);
      expect(readdirSync(partials)).toEqual([]);
    });

    it('runs cancel names a --partials that it cannot change', async () => {
      const redis = await redisForTest();
      const partials = join(root, 'partials that are a file');
      const command = headgateForTest([...query, '--workers', redis.url, '--partials', partials]);
      const client = redis.connect();
      let run: RunState | undefined;
      while (run === undefined) [run] = await (await runsOf(client)).readAll();
      client.disconnect();
      await command.kill();
      rmSync(partials, { recursive: true });
      writeFileSync(partials, '');
      const { code, stderr } = await headgateForTest(['runs', 'cancel', redis.url, run.id]).ended;
      const sentence = `headgate: cannot remove the answers of a run from ${partials}: a part of the path is not a folder\n`;
      expect([code, stderr]).toEqual([2, sentence]);
    });

    it('--partials with a bucket', async () => {
      const redis = await redisForTest();
      const { endpoint, region, accessKeyId, secretAccessKey } = bucket();
      const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
      const place = `s3://sandbox/answers?region=${region}&endpoint=${endpoint}`;
      await workerForTest(redis.url, ['--allow', large, '--allow', place], { env });
      for (const _ of ['first', 'again, since the answer is gone']) {
        const command = headgateForTest([...query, '--workers', redis.url, '--partials', place], { env });
        const { code, stdout } = await command.ended;
        expect([code, stdout]).toEqual([0, alone]);
        const client = redis.connect();
        const [run] = await (await runsOf(client)).readAll();
        client.disconnect();
        await bucket().delete(`answers/${run!.id}/0`);
      }
    });
  });
});
