// Workers, commands and Redis that end at any moment: the report is that of one thread, byte for byte, or the objects that nobody could read are
// named.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRandom } from '../../../src/base/index.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { ROOT } from '../../helpers/programs.ts';
import { headgateForTest, redisForTest, workerForTest } from '../../helpers/workers/for-test.ts';
import { startHeadgate, startWorker } from '../../helpers/workers/processes.ts';
import { afterCommands, HAS_REDIS, runsOf, WITH_AOF, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

const LOGS = 'samples/logs';
const DAY = 'samples/logs/all-requests/20261101';
const QUERY = ['replay', LOGS, '-f', 'EdgeResponseStatus >= 500', '--format', 'json', '--reproducible'];
const ALLOW = ['--allow', 'samples'];
/** Commands that Redis receives during a run of this query, of {@link SHARD} and one worker: at least. */
const COMMANDS = 300;
const SHARD = ['--shard-size', '100kB'];

const bucket = useLocalBucket((one) => one.uploadFolder(DAY, 'logs'));
const allowBucket = (): string[] => {
  const { region, endpoint } = bucket();
  return ['--allow', `s3://sandbox/logs?region=${region}&endpoint=${endpoint}`];
};

describe.skipIf(!HAS_REDIS)(WITH_REDIS, { timeout: 240_000 }, () => {
  let expected: string;
  beforeAll(async () => {
    const { stdout, code } = await startHeadgate([...QUERY, '--threads', '1']).ended;
    expect(code).toBe(0);
    expected = stdout;
  });

  const moments = (name: string, count: number): { name: string; moment: number }[] => {
    const random = createRandom(count);
    return Array.from({ length: count }, (_, turn) => ({
      name: `${name} ${turn}`,
      moment: 20 + random(COMMANDS),
    }));
  };

  it.each(moments('a worker is killed at moment', 20))('$name', async ({ moment }) => {
    const redis = await redisForTest();
    const [first] = await Promise.all([workerForTest(redis.url, ALLOW), workerForTest(redis.url, ALLOW)]);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, moment);
    await first.kill();
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
  });

  it.each(moments('a command is killed and repeated at moment', 5))('$name', async ({ moment }) => {
    const redis = await redisForTest();
    await workerForTest(redis.url, ALLOW);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, moment);
    await command.kill();
    const again = await headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]).ended;
    expect([again.code, again.stdout]).toEqual([0, expected]);
  });

  it.each(moments('a worker and the command are killed at moment', 5))('$name', async ({ moment }) => {
    const redis = await redisForTest();
    const [first] = await Promise.all([workerForTest(redis.url, ALLOW), workerForTest(redis.url, ALLOW)]);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, moment);
    await Promise.all([first.kill(), command.kill()]);
    const again = await headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]).ended;
    expect([again.code, again.stdout]).toEqual([0, expected]);
  });

  it('a killed command is continued by its id', async () => {
    const redis = await redisForTest();
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await command.saw(/run [\da-f]{16}: \d+ shards for 0 workers/);
    await command.saw('no worker takes the shards');
    await command.kill();
    const [, id] = /run ([\da-f]{16})/.exec(command.stderr())!;
    await workerForTest(redis.url, ALLOW);
    const attached = await headgateForTest(['runs', 'attach', redis.url, id!]).ended;
    expect([attached.code, attached.stdout]).toEqual([0, expected]);
  });

  it('Ctrl-C prints a partial report, and how to go on; --cancel-on-exit removes the run', async () => {
    const redis = await redisForTest();
    for (const [more, count, sentence] of [
      [[], 1, 'headgate runs attach'],
      [['--cancel-on-exit'], 0, 'is removed from redis:'],
    ] as const) {
      const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url, ...more]);
      await command.saw('no worker takes the shards');
      command.child.kill('SIGINT');
      const { code, stderr } = await command.ended;
      expect([code, stderr]).toEqual([130, expect.stringContaining(sentence)]);
      const { stdout } = await headgateForTest(['runs', 'list', redis.url, '--format', 'json']).ended;
      expect(JSON.parse(stdout).runs).toHaveLength(count);
    }
    // The queue and its shards, of both.
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    expect(await client.keys('headgate:shards-*:*-*')).toEqual([]);
  });

  it('runs cancel removes the queued shards, and those of runs that have expired', async () => {
    const redis = await redisForTest();
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const begin = async (filter: string): Promise<string> => {
      const command = headgateForTest([...QUERY, '-f', filter, ...SHARD, '--workers', redis.url]);
      await command.saw('no worker takes the shards');
      await command.kill();
      return /run ([\da-f]{16})/.exec(command.stderr())![1]!;
    };
    const [expired, kept, cancelled] = [
      await begin('BotScore < 1'),
      await begin('BotScore < 2'),
      await begin('BotScore < 3'),
    ];
    await client.del(`headgate:run:${expired}`);
    const before = await client.keys(`headgate:shards-*:${kept}-*`);
    expect((await headgateForTest(['runs', 'cancel', redis.url, cancelled]).ended).code).toBe(0);
    const queued = await client.keys('headgate:shards-*:*-*');
    expect(queued.length).toBeGreaterThan(1);
    expect(queued.sort()).toEqual(before.sort());
  });

  it('a worker that hangs loses its shard, and its late answer changes nothing', async () => {
    const redis = await redisForTest();
    const hanging = await workerForTest(redis.url, ALLOW);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, 40);
    hanging.child.kill('SIGSTOP');
    await workerForTest(redis.url, ALLOW);
    const { code, stdout } = await command.ended;
    hanging.child.kill('SIGCONT');
    expect([code, stdout]).toEqual([0, expected]);
  });

  it.each([
    ['with a file', WITH_AOF],
    ['without a file', undefined],
  ] as const)('Redis is killed and started again %s', async (_, settings) => {
    const redis = await redisForTest(settings);
    const worker = await workerForTest(redis.url, ALLOW);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, 120);
    await redis.kill();
    await Promise.all([command.saw(/; trying again for 120 s\n/), worker.saw(/; trying again\n/)]);
    await redis.start();
    await command.saw(`warning: ${redis.url} can be reached again\n`);
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
    const warnings = worker
      .stderr()
      .split('\n')
      .filter((line) => line.includes('warning'));
    const [first, last] = [
      `headgate: warning: cannot work: ${redis.url} cannot be reached: `,
      `headgate: warning: ${redis.url} can be reached again`,
    ];
    expect(warnings.filter((line) => line.startsWith(first))).toEqual([expect.stringMatching(/; trying again$/)]);
    expect(warnings.filter((line) => line === last)).toHaveLength(1);
    // The words of the queue.
    expect(worker.stderr()).not.toMatch(/ job |moveToFinished/);
    expect(warnings).toEqual([...new Set(warnings)]);
  });

  it('Redis does not answer for a minute', async () => {
    const redis = await redisForTest();
    await workerForTest(redis.url, ALLOW);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, 120);
    redis.signal('SIGSTOP');
    await wait(60_000);
    redis.signal('SIGCONT');
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
  });

  it.each([
    ['full', 'maxmemory', '1mb', '0', /no memory left/],
    ['without its replicas', 'min-replicas-to-write', '1', '0', /replicas/],
  ])('Redis is %s for a time', async (_, setting, failing, working, sentence) => {
    const redis = await redisForTest();
    const worker = await workerForTest(redis.url, ALLOW);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, 120);
    const client = redis.connect();
    await client.config('SET', setting, failing);
    await worker.saw(sentence);
    await client.config('SET', setting, working);
    client.disconnect();
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
    const warnings = worker
      .stderr()
      .split('\n')
      .filter((line) => line.includes('warning'));
    expect(warnings).toEqual([...new Set(warnings)]);
  });

  it.each([
    ['behind', -1],
    ['ahead', 1],
  ])('the clock of a worker, or of the command, is an hour %s', async (_, hours) => {
    const preload = `const { now } = Date; Date.now = () => now() + ${hours} * 3_600_000;`;
    for (const [ofWorker, ofCommand] of [
      [{ preload }, {}],
      [{}, { preload }],
    ]) {
      const redis = await redisForTest();
      const [first] = await Promise.all([
        workerForTest(redis.url, ALLOW, ofWorker),
        workerForTest(redis.url, ALLOW, ofWorker),
      ]);
      const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url], ofCommand);
      await afterCommands(redis, 100);
      await first.kill();
      const { code, stdout } = await command.ended;
      expect([code, stdout]).toEqual([0, expected]);
    }
  });

  it('16 workers join and leave all the time', async () => {
    const redis = await redisForTest();
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    let isOver = false;
    const ended = command.ended.finally(() => {
      isOver = true;
    });
    const random = createRandom(16);
    const comeAndGo = async (): Promise<void> => {
      while (!isOver) {
        const worker = startHeadgate(['worker', redis.url, '--threads', '1', ...ALLOW]);
        // Before it takes a shard, or while it reads one; the command may end first.
        const begun = random(4) === 0 ? undefined : worker.saw(random(2) === 0 ? 'takes shards' : 'reads replay');
        await Promise.race([begun?.catch(() => {}), ended]);
        worker.child.kill('SIGTERM');
        await worker.ended;
      }
    };
    const [{ code, stdout }] = await Promise.all([ended, ...Array.from({ length: 16 }, comeAndGo)]);
    expect([code, stdout]).toEqual([0, expected]);
  });

  it('objects that change or vanish after the listing are named', async () => {
    const redis = await redisForTest();
    const { accessKeyId, secretAccessKey } = bucket();
    const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    const query = ['replay', bucket().destinationConf('logs'), '--counts', '--format', 'json', '--shard-size', '1B'];
    const command = headgateForTest([...query, '--workers', redis.url], { env });
    await command.saw('no worker takes the shards');
    const folder = mkdtempSync(join(tmpdir(), 'headgate-changed-'));
    const [gone, changed] = readdirSync(DAY).sort();
    await bucket().delete(`logs/${gone}`);
    writeFileSync(join(folder, changed!), gzipSync('{"EdgeResponseStatus":503}\n'));
    await bucket().uploadFolder(folder, 'logs');
    await workerForTest(redis.url, allowBucket(), { env });
    const { code, stdout } = await command.ended;
    rmSync(folder, { recursive: true });
    const { source, problems } = JSON.parse(stdout);
    expect([code, source.unreadable]).toEqual([1, 2]);
    const named = (name: string | undefined) => expect.objectContaining({ object: expect.stringContaining(name!) });
    expect(problems).toEqual([named(changed), named(gone)]);
  });

  it('a worker that is stopped while it waits for Redis ends', async () => {
    const worker = headgateForTest(['worker', 'redis://127.0.0.1:1']);
    await worker.saw('cannot be reached');
    worker.child.kill('SIGTERM');
    await worker.ended;
  });

  it('a worker that is stopped while Redis hangs ends', async () => {
    const redis = await redisForTest();
    const worker = await workerForTest(redis.url, ['--grace', '0']);
    redis.signal('SIGSTOP');
    worker.child.kill('SIGTERM');
    const { code } = await worker.ended;
    redis.signal('SIGCONT');
    expect(code).toBe(0);
  });

  it('a worker leaves shards that it may not read to others, and takes none of them again and again', async () => {
    const redis = await redisForTest();
    const first = await workerForTest(redis.url);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await first.saw('reads buckets of Amazon S3 and R2 only; start the worker with --allow');
    await command.saw(
      /warning: cannot read .*no worker is allowed to read it, and \d+ shards wait; start one: headgate worker redis:.* --allow /,
    );
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const jobs = (await client.keys('headgate:shards-*:*-*')).filter((key) => /-\d+$/.test(key));
    const taken = await Promise.all(jobs.map(async (job) => Number(await client.hget(job, 'atm'))));
    expect(jobs.length).toBeGreaterThan(10);
    // One of them twice: then it knows that there are no others.
    expect(taken.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(jobs.length + 1);
    await workerForTest(redis.url, ALLOW);
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
    // It takes shards again that it may read.
    const { accessKeyId, secretAccessKey } = bucket();
    const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    const other = await workerForTest(redis.url, allowBucket(), { env });
    await Promise.all([first.kill(), other.saw('takes shards')]);
    const blocked = headgateForTest([...QUERY, '-f', 'BotScore < 30', ...SHARD, '--workers', redis.url]);
    await other.saw('does not allow it');
    const read = headgateForTest(['replay', bucket().destinationConf('logs'), '--workers', redis.url], { env });
    expect((await read.ended).code).toBe(0);
    await blocked.kill();
  });

  it('workers that may read one place each read all of both', async () => {
    const redis = await redisForTest();
    const places = ['all-requests', 'errors-and-threats'].map((name) => join(LOGS, name));
    const query = ['replay', ...places, ...QUERY.slice(2)];
    const alone = await headgateForTest([...query, '--threads', '1']).ended;
    await Promise.all(places.map((place) => workerForTest(redis.url, ['--allow', place])));
    const { code, stdout } = await headgateForTest([...query, '--shard-size', '1GB', '--workers', redis.url]).ended;
    expect([code, stdout]).toEqual([0, alone.stdout]);
  });

  it('what no worker may read is named, with the way to read it; the same command reads it', async () => {
    const redis = await redisForTest();
    const places = ['all-requests', 'errors-and-threats'].map((name) => join(LOGS, name));
    const query = ['replay', ...places, ...QUERY.slice(2), ...SHARD, '--workers', redis.url];
    await workerForTest(redis.url, ['--allow', places[1]!]);
    const { code, stdout } = await headgateForTest(query).ended;
    const { source, problems } = JSON.parse(stdout);
    const unread = readdirSync(places[0]!, { recursive: true }).filter((name) => String(name).endsWith('.gz'));
    expect([code, source.unreadable]).toEqual([1, unread.length]);
    const client = redis.connect();
    onTestFinished(() => client.disconnect());
    const [run] = await (await runsOf(client)).readAll();
    const shown = await headgateForTest(['runs', 'show', redis.url, run!.id]).ended;
    expect(shown.stdout).toContain('no worker may read the shards in the queue; start one with --allow');
    const message = `cannot read ${places[0]}: no worker is allowed to read it after 20 s; start one, and run the command again: headgate worker ${redis.url} --allow ${join(ROOT, places[0]!)}`;
    expect(problems[0]).toMatchObject({ code: 'shard-failed', object: expect.stringMatching(places[0]!), message });
    await workerForTest(redis.url, ALLOW);
    const again = await headgateForTest(query).ended;
    const alone = await headgateForTest([...query.slice(0, -4), '--threads', '1']).ended;
    expect([again.code, again.stdout]).toEqual([0, alone.stdout]);
  });

  it('no object that any worker may read: one sentence', async () => {
    const redis = await redisForTest();
    await workerForTest(redis.url, ['--allow', 'src']);
    const { code, stderr } = await headgateForTest([...QUERY, '-q', ...SHARD, '--workers', redis.url]).ended;
    const message = `cannot read ${LOGS}: no worker is allowed to read it after 20 s; start one, and run the command again: headgate worker ${redis.url} --allow ${join(ROOT, LOGS)}`;
    expect([code, stderr]).toEqual([2, `headgate: ${message}\n`]);
  });

  it('a worker in another folder reads what the command names relatively', async () => {
    const redis = await redisForTest();
    const [file] = readdirSync(DAY).sort();
    const query = ['replay', join(DAY, file!), 'samples/damaged', '--format', 'json', '--reproducible'];
    const alone = await headgateForTest([...query, '--threads', '1']).ended;
    await workerForTest(redis.url, ['--allow', join(ROOT, 'samples')], { cwd: tmpdir() });
    const { stdout } = await headgateForTest([...query, '--workers', redis.url]).ended;
    expect(stdout).toBe(alone.stdout);
  });

  it('two commands with the same query share the shards', async () => {
    const redis = await redisForTest();
    const commands = [0, 1].map(() => headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]));
    await Promise.all(commands.map((one) => one.saw(/run [\da-f]{16}:/)));
    const [first, second] = commands.map((one) => /run ([\da-f]{16}):/.exec(one.stderr())![1]);
    expect(first).toBe(second);
    await workerForTest(redis.url, ALLOW);
    for (const command of commands) {
      const { code, stdout } = await command.ended;
      expect([code, stdout]).toEqual([0, expected]);
    }
  });

  it('a shard that ends each of its workers is named, and the rest is reported', async () => {
    const redis = await redisForTest();
    const folder = mkdtempSync(join(tmpdir(), 'headgate-poison-'));
    cpSync(DAY, folder, { recursive: true });
    const poison = readdirSync(folder).sort()[3]!;
    // Ends the process when the file is opened, whoever asks.
    const preload = `
      import fs from 'node:fs';
      import promises from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const end = (path) => String(path).endsWith(${JSON.stringify(poison)}) && process.kill(process.pid, 'SIGKILL');
      for (const [of, name] of [[fs, 'openSync'], [fs, 'open'], [promises, 'open'], [fs, 'readFileSync'], [fs, 'createReadStream']]) {
        const before = of[name];
        of[name] = (path, ...rest) => { end(path); return before.call(of, path, ...rest); };
      }
      syncBuiltinESMExports();`;
    const command = headgateForTest([
      'replay',
      folder,
      '--format',
      'json',
      '--shard-size',
      '1kB',
      '--workers',
      redis.url,
    ]);
    let isOver = false;
    const ended = command.ended.finally(() => {
      isOver = true;
    });
    // As a scheduler: a worker that ends is started again.
    const keepOne = async (): Promise<void> => {
      while (!isOver) {
        const worker = await startWorker(redis.url, ['--allow', folder], { preload });
        await Promise.race([worker.ended, ended]);
        await worker.kill();
      }
    };
    const [{ code, stdout }] = await Promise.all([ended, keepOne()]);
    rmSync(folder, { recursive: true });
    const { source, problems } = JSON.parse(stdout);
    expect([code, source.objects, source.unreadable]).toEqual([1, expect.any(Number), 1]);
    expect(problems).toEqual([
      expect.objectContaining({ code: 'shard-failed', object: expect.stringContaining(poison) }),
    ]);
    const [, id] = /run ([\da-f]{16}):/.exec(command.stderr())!;
    const shown = await headgateForTest(['runs', 'show', redis.url, id!], { env: { COLUMNS: '200' } }).ended;
    expect(shown.stdout).toMatch(/with unread objects +1\n/);
    expect(shown.stdout).toMatch(/Unread objects +Reason\n[\s\S]*3 workers ended while they read this shard/);
    expect(shown.stdout).toContain(`headgate runs attach ${redis.url} ${id}`);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['full', ['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction'], /Redis has no memory left; raise maxmemory/],
    ['a replica', ['--replicaof', '127.0.0.1 1'], /Redis is read-only \(a replica\); name the primary/],
    ['protected', ['--requirepass', 'secret'], /Redis requires a password; set HEADGATE_REDIS_PASSWORD/],
  ])('a Redis that is %s: one sentence', async (_, settings, sentence) => {
    const redis = await redisForTest(['--save', '', ...settings]);
    const { code, stdout, stderr } = await headgateForTest([...QUERY, '-q', '--workers', redis.url]).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
  });

  it('a Redis that is not there, and a wrong password: one sentence', async () => {
    const gone = await headgateForTest([...QUERY, '-q', '--workers', 'redis://127.0.0.1:1']).ended;
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('connection refused')]);
    const redis = await redisForTest(['--save', '', '--requirepass', 'secret']);
    const env = { HEADGATE_REDIS_PASSWORD: 'wrong' };
    const wrong = await headgateForTest([...QUERY, '-q', '--workers', redis.url], { env }).ended;
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('rejects the user name or the password')]);
    expect(wrong.stderr).not.toContain('wrong;');
  });
});
