// What Redis has of runs and workers. Begins no run, and reads no answers.
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { optionalPackage } from '../../base/index.ts';
import type { PartialPlace } from './partial-place.ts';
import { isId, QUEUE, redisKeys, runOfJob, type ShardMessage } from './shard-message.ts';

/** How long a worker counts after its last sign of life. Milliseconds. */
const SEEN_MS = 10_000;
/** How long Redis keeps the time at which a run was cancelled, for the commands that read it. Seconds. */
const CANCELLED_SECONDS = 24 * 3600;
/** Shards whose unread objects are shown, approximately: a few of them explain the others. */
const SHOWN_SHARDS = 100;

/** A worker. */
export interface WorkerState {
  name: string;
  version: string;
  host: string;
  threads: number;
  /** Shards that it has taken. */
  shards: number;
  /** Runs that it cannot read further: the queue has only shards outside its --allow. Absent in older records. */
  outside?: string[];
}

/** A run as Redis has it. */
export interface RunState {
  id: string;
  verb: string;
  version: string;
  /** When its first command began. RFC 3339. */
  created: string;
  /** Machine and folder of the command. */
  host: string;
  folder: string;
  /** Arguments of the command that continues it, without --workers. Empty if they contain a secret, or if a program began it. */
  command: string[];
  /** Where its large answers are. Absent without --partials. */
  partials?: string;
  objects: number;
  shards: number;
  shardsDone: number;
}

/** The objects of a shard that could not be read. */
export interface UnreadShard {
  objects: number;
  /** The first ones, with the reason. */
  named: { object: string; message: string }[];
}

/** What happens with the shards of a run. */
export interface ShardStates {
  /** With an answer. */
  done: number;
  /** Taken by a worker. */
  active: number;
  queued: number;
  /** Which the command has not queued yet. */
  waiting: number;
  /** Of those that are queued: begun before, by a worker that ended or a reading that failed. */
  begun: number;
  /** Shards with objects that could not be read, and what was noted of the first ones. */
  unread: number;
  unreadObjects: UnreadShard['named'];
}

/** Redis has the only clock. */
const NOW = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)";

/** What the Redis of one connection has under one prefix. */
export class RedisRuns {
  readonly redis: Redis;
  readonly keys: ReturnType<typeof redisKeys>;
  /** The shards of all runs. */
  readonly queue: Queue<ShardMessage>;

  private constructor(redis: Redis, prefix: string, queue: Queue<ShardMessage>) {
    this.redis = redis;
    this.keys = redisKeys(prefix);
    this.queue = queue;
  }

  /** @param action what fails without BullMQ: `list runs` @throws HeadgateError `no-package` */
  static async open(redis: Redis, prefix: string, action: string): Promise<RedisRuns> {
    const { Queue } = await optionalPackage('bullmq', action, () => import('bullmq'));
    const queue = new Queue<ShardMessage>(QUEUE, { connection: redis, prefix, skipMetasUpdate: true });
    // Commands fail with the same error.
    queue.on('error', () => {});
    return new RedisRuns(redis, prefix, queue);
  }

  /** Notes that a worker is alive, or without a state that it has stopped. */
  async noteWorker(id: string, state: WorkerState | undefined): Promise<void> {
    const { workers, seen } = this.keys;
    if (state === undefined) {
      await this.redis.multi().hdel(workers, id).zrem(seen, id).exec();
      return;
    }
    await this.redis.eval(
      `${NOW} redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) redis.call('ZADD', KEYS[2], now, ARGV[1])
       for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], 0, now - ARGV[3])) do redis.call('ZREM', KEYS[2], old) redis.call('HDEL', KEYS[1], old) end`,
      ...[2, workers, seen, id, JSON.stringify(state), SEEN_MS],
    );
  }

  /** Returns the workers of the last seconds, by name. */
  async readWorkers(): Promise<WorkerState[]> {
    const { workers, seen } = this.keys;
    const found = (await this.redis.eval(
      `${NOW} local ids = redis.call('ZRANGEBYSCORE', KEYS[2], now - ARGV[1], '+inf')
       if #ids == 0 then return {} end
       return redis.call('HMGET', KEYS[1], unpack(ids))`,
      ...[2, workers, seen, SEEN_MS],
    )) as (string | null)[];
    const states = found.flatMap((text) => parsed<WorkerState>(text, isWorker) ?? []);
    return states.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Writes the record of a run, and the time at which its first command began.
   * @param seconds how long Redis keeps it
   * @returns the time of Redis. Milliseconds since 1970
   */
  async create(id: string, plan: Buffer, record: object, seconds: number): Promise<number> {
    const { run, runs } = this.keys;
    const now = await this.redis.eval(
      `${NOW} redis.call('HSET', KEYS[1], 'plan', ARGV[1], 'record', ARGV[2]) redis.call('HSETNX', KEYS[1], 'created', now)
       redis.call('ZADD', KEYS[2], now, ARGV[3]) redis.call('EXPIRE', KEYS[1], ARGV[4])
       return now`,
      ...[2, run(id), runs, plan, JSON.stringify(record), id, seconds],
    );
    return Number(now);
  }

  /** Returns a run. @returns undefined if Redis has none */
  async read(id: string): Promise<RunState | undefined> {
    const { run, parts } = this.keys;
    const [[text = null, created], shardsDone] = await Promise.all([
      this.redis.hmget(run(id), 'record', 'created'),
      this.redis.hlen(parts(id)),
    ]);
    const record = parsed<RunState>(text, ({ version }) => typeof version === 'string');
    if (record === undefined) return undefined;
    return { ...record, id, created: new Date(Number(created) || 0).toISOString(), shardsDone };
  }

  /** Returns all runs, the last one first. */
  async readAll(): Promise<RunState[]> {
    const { runs } = this.keys;
    const states: RunState[] = [];
    for (const id of await this.redis.zrevrange(runs, 0, -1)) {
      const state = await this.read(id);
      if (state === undefined) await this.redis.zrem(runs, id);
      else states.push(state);
    }
    return states;
  }

  /** Returns the states of the shards of a run. */
  async readShardStates({ id, shards, shardsDone }: RunState): Promise<ShardStates> {
    const { redis, keys } = this;
    const countOf = async (state: 'active' | 'waiting'): Promise<number> =>
      (await this.queue.getRanges([state], 0, -1)).filter((job) => runOfJob(job) === id).length;
    const [active, queued, begun, unread, [, noted]] = await Promise.all([
      countOf('active'),
      countOf('waiting'),
      redis.hlen(keys.begun(id)),
      redis.hlen(keys.unread(id)),
      redis.hscan(keys.unread(id), 0, 'COUNT', SHOWN_SHARDS),
    ]);
    // Names and values in turn.
    const unreadObjects = noted
      .filter((_, index) => index % 2 === 1)
      .flatMap((text) => parsed<UnreadShard>(text, ({ named }) => Array.isArray(named))?.named ?? [])
      .filter((one) => typeof one?.object === 'string' && typeof one.message === 'string')
      .sort((a, b) => (a.object < b.object ? -1 : 1));
    const waiting = Math.max(0, shards - shardsDone - active - queued);
    return {
      ...{ done: shardsDone, active, queued, waiting, begun: Math.max(0, begun - active), unread },
      unreadObjects,
    };
  }

  /** Notes that a run is cancelled: its commands, which would begin it again, end. */
  async noteCancelled(id: string): Promise<void> {
    const key = this.keys.cancelled(id);
    await this.redis.eval(`${NOW} redis.call('SET', KEYS[1], now, 'EX', ARGV[1])`, 1, key, CANCELLED_SECONDS);
  }

  /** Removes a run and its queued shards. Workers skip those that they have taken. */
  async remove(id: string, partials?: PartialPlace): Promise<void> {
    // Its id names a folder.
    if (!isId(id)) return;
    const { ofRun, runs } = this.keys;
    // At first: workers store no more answers.
    await this.redis.multi().unlink(ofRun(id)).zrem(runs, id).exec();
    await this.removeJobs();
    await partials?.remove(id);
  }

  /** Removes the queued shards of runs that were cancelled, or that have expired. @param ended another run */
  async removeJobs(ended?: string): Promise<void> {
    const areThere = new Map<string, boolean>(ended === undefined ? [] : [[ended, false]]);
    for (const job of await this.queue.getRanges(['waiting', 'delayed'], 0, -1)) {
      const id = runOfJob(job);
      const isThere = areThere.get(id) ?? (await this.redis.exists(this.keys.run(id))) === 1;
      areThere.set(id, isThere);
      if (!isThere) await this.queue.remove(job);
    }
  }
}

/** Parses JSON. Other programs may write to the same Redis. @returns undefined for text of another form */
function parsed<State>(text: string | null, isExpected: (found: Partial<State>) => boolean): State | undefined {
  try {
    const found = JSON.parse(text ?? 'null');
    return found !== null && isExpected(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isWorker({ name, version, outside = [] }: Partial<WorkerState>): boolean {
  return typeof name === 'string' && typeof version === 'string' && Array.isArray(outside);
}
