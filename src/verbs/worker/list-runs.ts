// The runs of commands with --workers: lists them, finds one, and cancels one. Reads no logs.
import { HeadgateError } from '../../base/index.ts';
import {
  connectRedis,
  noteCancelled,
  openPartialPlace,
  openQueue,
  parseRedisAddress,
  type RedisAddress,
  type RunState,
  readRun,
  readRuns,
  readShardStates,
  readWorkers,
  redisFailure,
  removeRun,
  type ShardStates,
  type WorkerState,
} from '../../input/workers/index.ts';

/** What is in Redis. */
export interface RunList {
  version: 1;
  /** Without user name and password. */
  redis: string;
  /** The last one first. */
  runs: RunState[];
  /** Seen in the last 10 s, by name. */
  workers: WorkerState[];
  /** Of the one run that was asked for. */
  shards?: ShardStates;
}

/** Which runs. */
export interface RunsRequest {
  /** As of `--workers`. */
  url: string;
  /** Id of a run. @default all */
  run?: string | undefined;
}

/** Lists runs and workers. @throws HeadgateError `redis-failed`, `no-run` */
export async function listRuns({ url, run: id }: RunsRequest): Promise<RunList> {
  return await withRedis(url, 'list runs', async (redis, { prefix, display }) => {
    const list = { version: 1 as const, redis: display, workers: await readWorkers(redis, prefix) };
    if (id === undefined) return { ...list, runs: await readRuns(redis, prefix) };
    const run = await runOf(redis, prefix, id, display);
    const queue = await openQueue(redis, prefix, 'list runs');
    return { ...list, runs: [run], shards: await readShardStates(redis, queue, prefix, run) };
  });
}

/** Removes a run with its answers and its queued shards. @throws HeadgateError as {@link listRuns} */
export async function cancelRun({ url, run: id }: RunsRequest & { run: string }): Promise<void> {
  const action = 'cancel a run';
  await withRedis(url, action, async (redis, { prefix, display }) => {
    const { partials } = await runOf(redis, prefix, id, display);
    const place = partials === undefined ? undefined : await openPartialPlace(partials);
    // At first: a command that misses its run looks for it.
    await noteCancelled(redis, prefix, id);
    await removeRun(redis, await openQueue(redis, prefix, action), prefix, id, place);
  });
}

/** Runs a task with a connection. @throws HeadgateError `redis-failed` */
async function withRedis<Result>(
  url: string,
  action: string,
  run: (redis: Awaited<ReturnType<typeof connectRedis>>, address: RedisAddress) => Promise<Result>,
): Promise<Result> {
  const address = parseRedisAddress(url);
  const redis = await connectRedis(address, { action });
  try {
    return await run(redis, address);
  } catch (error) {
    throw redisFailure(error, address, action);
  } finally {
    redis.disconnect();
  }
}

async function runOf(
  redis: Parameters<typeof readRun>[0],
  prefix: string,
  id: string,
  place: string,
): Promise<RunState> {
  const run = await readRun(redis, prefix, id);
  if (run !== undefined) return run;
  const others = (await readRuns(redis, prefix)).map((one) => one.id);
  throw noRun(id, place, others);
}

function noRun(id: string, place: string, others: readonly string[]): HeadgateError {
  const found =
    others.length === 0
      ? 'there are none'
      : `there are ${others.slice(0, 5).join(', ')}${others.length > 5 ? ` and ${others.length - 5} more` : ''}`;
  return new HeadgateError('no-run', `cannot find run ${JSON.stringify(id)} at ${place}: ${found}`);
}
