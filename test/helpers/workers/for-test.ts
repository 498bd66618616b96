// Redis servers and workers of one test, which end with it.
import { onTestFinished } from 'vitest';
import { type Started, type StartOptions, startHeadgate, startWorker } from './processes.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** Starts a server that ends with the test. */
export async function redisForTest(settings?: readonly string[]): Promise<RedisServer> {
  const redis = await startRedis(settings);
  onTestFinished(() => redis.kill());
  return redis;
}

/** Starts a worker that ends with the test. */
export async function workerForTest(
  url: string,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<Started> {
  const worker = await startWorker(url, args, options);
  onTestFinished(() => worker.kill());
  return worker;
}

/** Starts a command that ends with the test. */
export function headgateForTest(args: readonly string[], options: StartOptions = {}): Started {
  const command = startHeadgate(args, options);
  onTestFinished(() => command.kill());
  return command;
}
