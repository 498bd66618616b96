// The runs of commands with --workers: lists them, finds one, and cancels one. Reads no logs.
import { HeadgateError, shellQuoted } from '../../base/index.ts';
import {
  connectRedis,
  openPartialPlace,
  parseRedisAddress,
  RedisRuns,
  type RunState,
  redisFailure,
  type ShardStates,
  type WorkerState,
} from '../../input/workers/index.ts';

/** What is in Redis. */
export interface RunList {
  version: 1;
  /** Without the password. */
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
  return await withRuns(url, 'list runs', async (runs, redis) => {
    const found = { version: 1 as const, redis, workers: await runs.readWorkers() };
    if (id === undefined) return { ...found, runs: await runs.readAll() };
    const run = await runOf(runs, id, redis);
    return { ...found, runs: [run], shards: await runs.readShardStates(run) };
  });
}

/** Removes a run with its answers and its queued shards. @throws HeadgateError as {@link listRuns} */
export async function cancelRun({ url, run: id }: RunsRequest & { run: string }): Promise<void> {
  await withRuns(url, 'cancel a run', async (runs, redis) => {
    const { partials } = await runOf(runs, id, redis);
    const place = partials === undefined ? undefined : await openPartialPlace(partials);
    // At first: a command that misses its run looks for it.
    await runs.noteCancelled(id);
    await runs.remove(id, place);
  });
}

/** Runs a task with a connection. @throws HeadgateError `redis-failed` */
async function withRuns<Result>(
  url: string,
  action: string,
  task: (runs: RedisRuns, display: string) => Promise<Result>,
): Promise<Result> {
  const address = parseRedisAddress(url);
  const redis = await connectRedis(address, { action });
  try {
    return await task(await RedisRuns.open(redis, address.prefix, action), address.display);
  } catch (error) {
    throw redisFailure(error, address, action);
  } finally {
    redis.disconnect();
  }
}

async function runOf(runs: RedisRuns, id: string, place: string): Promise<RunState> {
  const run = await runs.read(id);
  if (run !== undefined) return run;
  const found = `found no such run, expected one that headgate runs list ${shellQuoted(place)} prints`;
  throw new HeadgateError('no-run', `cannot use run ${JSON.stringify(id)}: ${found}`);
}
