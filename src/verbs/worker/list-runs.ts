// The runs of commands with --workers: lists them, finds one, and cancels one. Reads no logs.
import { HeadgateError } from '../../base/index.ts';
import {
  connectRedis,
  openPartialPlace,
  openQueue,
  parseRedisAddress,
  type RunState,
  readRun,
  readRuns,
  readWorkers,
  removeRun,
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
  const address = parseRedisAddress(url);
  const { prefix, display } = address;
  const redis = await connectRedis(address, { action: 'list runs' });
  try {
    const workers = await readWorkers(redis, prefix);
    if (id === undefined) return { version: 1, redis: display, runs: await readRuns(redis, prefix), workers };
    const run = await readRun(redis, prefix, id);
    if (run === undefined)
      throw await noRun(
        id,
        display,
        (await readRuns(redis, prefix)).map((one) => one.id),
      );
    return { version: 1, redis: display, runs: [run], workers };
  } finally {
    redis.disconnect();
  }
}

/** Removes a run with its answers and its queued shards. @throws HeadgateError as {@link listRuns} */
export async function cancelRun({ url, run: id }: RunsRequest & { run: string }): Promise<void> {
  const { partials } = (await listRuns({ url, run: id })).runs[0]!;
  const address = parseRedisAddress(url);
  const action = 'cancel a run';
  const redis = await connectRedis(address, { action });
  try {
    const queue = await openQueue(redis, address.prefix, action);
    const place = partials === undefined ? undefined : await openPartialPlace(partials);
    await removeRun(redis, queue, address.prefix, id, place);
    await queue.close();
  } finally {
    redis.disconnect();
  }
}

function noRun(id: string, place: string, others: readonly string[]): HeadgateError {
  const found =
    others.length === 0
      ? 'there are none'
      : `there are ${others.slice(0, 5).join(', ')}${others.length > 5 ? ` and ${others.length - 5} more` : ''}`;
  return new HeadgateError('no-run', `cannot find run ${JSON.stringify(id)} at ${place}: ${found}`);
}
