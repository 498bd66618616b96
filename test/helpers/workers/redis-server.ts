// Starts Redis servers on free ports of loopback, each with a folder of its own. Debian: apt-get install redis-server.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { RedisRuns } from '../../../src/input/workers/index.ts';
import { portWithoutServer } from '../listen.ts';

/** Whether this machine has `redis-server`. */
export const HAS_REDIS: boolean = spawnSync('redis-server', ['--version']).status === 0;
/** The title of tests that need it: says why they are skipped. */
export const WITH_REDIS: string = HAS_REDIS ? 'with Redis' : 'with Redis (skipped: redis-server is not installed)';

/** A server. */
export interface RedisServer {
  port: number;
  /** Without a password. */
  url: string;
  /** Connects, with the password. */
  connect(): Redis;
  /** Starts the server again, with its folder. @param settings in place of those before */
  start(settings?: readonly string[]): Promise<void>;
  /** Ends the server as a crash does. */
  kill(): Promise<void>;
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void;
}

/** Returns the runs under the prefix of an address without one. */
export function runsOf(client: Redis): Promise<RedisRuns> {
  return RedisRuns.open(client, 'headgate', 'list runs');
}

/** Keeps nothing on disk. */
export const IN_MEMORY = ['--save', '', '--appendonly', 'no'];
/** Keeps every change. */
export const WITH_AOF = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];

/** Starts a server that listens when this resolves. @param settings arguments of redis-server */
export async function startRedis(settings: readonly string[] = IN_MEMORY): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-redis-'));
  const port = await portWithoutServer();
  let given = settings;
  let child: ChildProcess | undefined;
  const killNow = (): void => void child?.kill('SIGKILL');
  process.once('exit', killNow);
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    connect: () => {
      const at = given.indexOf('--requirepass');
      const redis = new Redis({ port, host: '127.0.0.1', ...(at >= 0 && { password: given[at + 1]! }) });
      // Tests end servers: commands fail with the same error, or wait.
      redis.on('error', () => {});
      return redis;
    },
    start: async (changed = given) => {
      given = changed;
      const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
      const one = spawn('redis-server', [...place, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
      child = one;
      const log: string[] = [];
      for await (const line of createInterface(one.stdout)) {
        log.push(line);
        if (/Ready to accept connections/.test(line)) break;
      }
      one.stdout.resume();
      if (one.exitCode !== null || one.signalCode !== null) throw new Error(`redis-server ended: ${log.join('\n')}`);
    },
    kill: async () => {
      const one = child;
      if (one === undefined || one.exitCode !== null || one.signalCode !== null) return;
      const ended = once(one, 'exit');
      one.kill('SIGKILL');
      await ended;
    },
    signal: (name) => void child!.kill(name),
  };
  await server.start();
  return server;
}

/** Resolves once the server has received this many more commands, or has ended. Counts without MONITOR, which the client confuses with replies. */
export async function afterCommands(server: RedisServer, count: number): Promise<void> {
  const redis = server.connect();
  const ended = new Promise<undefined>((resolve) => redis.once('close', () => resolve(undefined)));
  let own = 0;
  const received = async (): Promise<number | undefined> => {
    own += 1;
    const stats = await Promise.race([redis.info('stats'), ended]);
    return stats === undefined ? undefined : Number(/total_commands_processed:(\d+)/.exec(stats)![1]) - own;
  };
  const first = await received();
  for (let found = first; found !== undefined && found < first! + count; ) found = await received();
  redis.disconnect();
}
