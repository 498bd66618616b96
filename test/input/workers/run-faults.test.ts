// Workers, commands and Redis that end at any moment: the report is that of one thread, byte for byte, or the objects that nobody could read are
// named.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/base/index.ts';
import { headgateForTest, redisForTest, workerForTest } from '../../helpers/workers/for-test.ts';
import { startHeadgate, startWorker } from '../../helpers/workers/processes.ts';
import { afterCommands, HAS_REDIS, WITH_AOF, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

const LOGS = 'samples/logs';
const QUERY = ['replay', LOGS, '-f', 'EdgeResponseStatus >= 500', '--format', 'json', '--reproducible'];
const ALLOW = ['--allow', 'samples'];
/** Commands that Redis receives during a run of this query, of {@link SHARD} and one worker: at least. */
const COMMANDS = 300;
const SHARD = ['--shard-size', '100kB'];

describe.skipIf(!HAS_REDIS)(WITH_REDIS, { timeout: 120_000 }, () => {
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
    for (const [more, count] of [
      [[], 1],
      [['--cancel-on-exit'], 0],
    ] as const) {
      const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url, ...more]);
      await command.saw('no worker takes the shards');
      command.child.kill('SIGINT');
      const { code, stderr } = await command.ended;
      expect([code, stderr]).toEqual([130, expect.stringContaining('headgate runs attach')]);
      const { stdout } = await headgateForTest(['runs', 'list', redis.url, '--format', 'json']).ended;
      expect(JSON.parse(stdout).runs).toHaveLength(count);
    }
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
    await workerForTest(redis.url, ALLOW);
    const command = headgateForTest([...QUERY, ...SHARD, '--workers', redis.url]);
    await afterCommands(redis, 120);
    await redis.kill();
    await command.saw('cannot be reached');
    await redis.start();
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, expected]);
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
    cpSync('samples/logs/all-requests/20261101', folder, { recursive: true });
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
  });

  it.each<[string, readonly string[], RegExp]>([
    ['full', ['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction'], /Redis has no memory left; raise maxmemory/],
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
