// A run that workers on any machines read: queues its shards, and takes the answers over them in any order. Reads no object itself, and begins
// again with what is there: the same query over the same objects is the same run, with the same shards.
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { abortable, HeadgateError, type Items, mapItems, redactSecrets } from '../../base/index.ts';
import { type Resumed, type RunFacets, type RunFile, versionsOf } from '../resume/index.ts';
import type { SourceListing, SourceObject } from '../sources/index.ts';
import { isRetried, type ShardStore, type SharedReading, type StoredShard } from '../threads/index.ts';
import { cutByStoredBytes, type Shard, shardBytesFor } from './cut-shards.ts';
import { openPartialPlace, type PartialPlace } from './partial-place.ts';
import { connectRedis, type RedisAddress, redisFailure, untilReplied } from './redis.ts';
import { openQueue, readWorkers, removeRun } from './run-list.ts';
import {
  ItemRows,
  idOf,
  jobIdOf,
  MOST_READINGS,
  type RunPlan,
  redisKeys,
  SHARD_FAILED,
  type ShardAnswer,
  type ShardMessage,
  unpackAnswer,
  VERSION,
} from './shard-message.ts';

/** Shards that are sent in one transaction, and answers that are read at once. */
const AT_ONCE = 500;
/** Shards of a command in the queue: enough for all workers, while Redis and the removal of a run stay small. */
const MOST_QUEUED = 10_000;
/** How long one wait for answers takes. Milliseconds. */
const WAIT_MS = 1000;
/** How often a command counts workers, and looks for shards that Redis has lost. Milliseconds. */
const CHECK_MS = 2000;
/** How long Redis keeps a run that is not complete, and one that is: another command with the same query may read it. Seconds. */
const KEEP_SECONDS = { unfinished: 7 * 24 * 3600, complete: 600 };

/** The progress of a run. */
export interface WorkersProgress {
  /** Id of the run, and its Redis without the password. */
  run: string;
  redis: string;
  shards: number;
  shardsDone: number;
  /** Workers of this version that were seen in the last seconds. */
  workers: number;
  /** Versions of other workers. */
  otherVersions: readonly string[];
}

/** How workers read the sources of a command. */
export interface WorkersOptions {
  address: RedisAddress;
  /** Stored bytes of the objects of a shard. @default as of `shardBytesFor` */
  shardBytes?: number | undefined;
  /** Folder or bucket for answers over a megabyte. @default they are an error */
  partials?: string | undefined;
  /** Whether an interruption removes the run. @default the workers continue */
  cancelsOnExit?: boolean | undefined;
  /** Arguments of the command that continues the run: with times instead of durations, without --workers. */
  commandLine?: readonly string[] | undefined;
  onProgress?: ((progress: WorkersProgress) => void) | undefined;
  /** Called with a sentence when the connection to Redis is lost. */
  onWarning?: ((sentence: string) => void) | undefined;
}

interface Connection {
  options: WorkersOptions & { onResumed: (resumed: Resumed) => void };
  redis: Redis;
  /** For commands that wait. */
  blocking: Redis;
  queue: Queue<ShardMessage>;
  partials: PartialPlace | undefined;
}

/** Connects to Redis for the runs of a command. @throws HeadgateError `redis-failed`, `no-package` */
export async function openWorkerRuns(options: Connection['options']): Promise<RunFile> {
  const action = 'read with workers';
  const { address, onWarning } = options;
  const partials = options.partials === undefined ? undefined : await openPartialPlace(options.partials);
  const redis = await connectRedis(address, { action, ...(onWarning && { onLost: onWarning }) });
  const blocking = redis.duplicate();
  const { prefix } = address;
  const queue = await openQueue(redis, prefix, action);
  // Commands fail with the same error.
  blocking.on('error', () => {});
  const connection = { options, redis, blocking, queue, partials };
  return {
    started: Date.now(),
    run: (name, listing, facets) => ({
      listing,
      begin: (more) =>
        startRun(connection, listing, { name, ...facets, ...more }) as ShardStore<unknown> as ShardStore<never>,
    }),
    close: async () => {
      await queue.close().catch(() => {});
      blocking.disconnect();
      redis.disconnect();
    },
  };
}

function startRun(connection: Connection, listing: SourceListing, facets: RunFacets): WorkerRun {
  const { shardBytes = shardBytesFor(listing.objects), partials } = connection.options;
  const versions = versionsOf(listing.objects);
  const hash = createHash('sha256');
  // One by one: the text of all would take 100 bytes of an object.
  for (const name of [...versions.keys()].sort()) hash.update(JSON.stringify([name, versions.get(name)]));
  const id = idOf([VERSION, facets, shardBytes, partials, hash.digest('hex')]);
  return new WorkerRun(connection, id, shardBytes);
}

class WorkerRun implements ShardStore<unknown> {
  readonly shardBytes: number;
  readonly #connection: Connection;
  readonly #query: string;
  /** Of the query, and of how the present objects are read: workers keep what they know of a run. */
  #id = '';
  readonly #keys: ReturnType<typeof redisKeys>;
  /** The last entry of the stream of shards with an answer. */
  #last = '0';

  constructor(connection: Connection, id: string, shardBytes: number) {
    this.shardBytes = shardBytes;
    this.#connection = connection;
    this.#query = id;
    this.#keys = redisKeys(connection.options.address.prefix);
  }

  /** Workers store the answers. */
  store(): void {}

  async restore(
    items: Items<SourceObject>,
    take: (shard: StoredShard<unknown>) => void,
    reading: SharedReading,
  ): Promise<Items<SourceObject>> {
    const { verb, signal } = reading;
    const rows = new ItemRows();
    // By id, in the order of their objects. Those with an answer are removed.
    const waiting = new Map(cutByStoredBytes(items, this.shardBytes, rows).map((shard) => [shard.id, shard]));
    const size = { shards: waiting.size, objects: items.length };
    this.#id = idOf([this.#query, rows.forms]);
    this.#last = '0';
    // Shards are queued in the order of their objects. Of those before `queuedTo`, so many have no answer.
    let [queued, queuedTo] = [0, 0];
    const failed: (() => void)[] = [];
    const takeAll = async (wait: number): Promise<number> => {
      const ids = await this.#answered(wait, signal);
      const answers = await this.#answers(ids.filter((id) => waiting.has(id)));
      let objects = 0;
      const again: string[] = [];
      for (const [id, { ends, total, result, lines }] of answers) {
        // What failed in an earlier command may be available now, or to another worker.
        if (wait === 0 && isRetried(ends, total)) {
          again.push(id);
          continue;
        }
        const { start, end } = waiting.get(id)!;
        waiting.delete(id);
        if (start < queuedTo) queued -= 1;
        objects += end - start;
        const shard = {
          ...{ total, result, linesNow: wait === 0 ? undefined : lines },
          ends: ends.map((one) => ({ ...one, item: items.at(start + one.id)! })),
        };
        // Only if all fail is it an error.
        if (ends.some(({ error }) => error?.code === SHARD_FAILED && !error.endsRun)) failed.push(() => take(shard));
        else take(shard);
      }
      if (again.length > 0) await this.#forget(again);
      return ids.length === 0 ? -1 : objects;
    };
    try {
      await this.#create(rows, reading, size);
      let restored = 0;
      for (let more = await takeAll(0); more >= 0; more = await takeAll(0)) restored += more;
      const { onResumed } = this.#connection.options;
      if (restored > 0) onResumed({ read: restored, objects: items.length, changed: 0, added: 0 });
      let unqueued = waiting.values();
      let checked = 0;
      while (waiting.size > 0 && !signal.aborted) {
        while (queued <= MOST_QUEUED - AT_ONCE && !signal.aborted) {
          const some = firstOf(unqueued, AT_ONCE);
          if (some.length === 0) break;
          await this.#submit(some, items, rows);
          queued += some.length;
          queuedTo = some.at(-1)!.end;
        }
        const isQuiet = (await takeAll(WAIT_MS)) < 0;
        if (Date.now() - checked < CHECK_MS) continue;
        checked = Date.now();
        await this.#report(size.shards, waiting.size);
        if (isQuiet && waiting.size > 0 && (await this.#isLost())) {
          await this.#create(rows, reading, size);
          this.#last = '0';
          [unqueued, queued, queuedTo] = [waiting.values(), 0, 0];
        }
      }
      await this.#leave(waiting.size === 0, signal.aborted);
      for (const takeFailed of failed) takeFailed();
    } catch (error) {
      throw redisFailure(error, this.#connection.options.address, `${verb} with workers`);
    }
    const rest = [...waiting.values()].flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, index) => start + index),
    );
    return mapItems(rest, (index) => items.at(index)!);
  }

  /** Writes the record of the run, unless another command has. */
  async #create(rows: ItemRows, { verb, entry, plan }: SharedReading, size: object): Promise<void> {
    const { redis, options } = this.#connection;
    const runPlan: RunPlan = {
      ...{ verb, plan, forms: rows.forms, partials: options.partials },
      entry: parse(fileURLToPath(entry)).name,
    };
    const { commandLine = [], partials } = options;
    const hasSecret = commandLine.some((text) => redactSecrets(text) !== text);
    const record = {
      ...{ version: VERSION, verb, created: Date.now(), host: hostname(), folder: process.cwd() },
      ...{ command: hasSecret ? [] : commandLine, ...(partials !== undefined && { partials }), ...size },
    };
    const key = this.#keys.run(this.#id);
    await untilReplied(() =>
      redis
        .multi()
        .hset(key, 'plan', serialize(runPlan), 'record', JSON.stringify(record))
        .zadd(this.#keys.runs, Date.now(), this.#id)
        .expire(key, KEEP_SECONDS.unfinished)
        .exec(),
    );
  }

  /** Queues shards. One that is queued already stays where it is. */
  async #submit(shards: readonly Shard[], items: Items<SourceObject>, rows: ItemRows): Promise<void> {
    const run = this.#id;
    const jobs = shards.map(({ id, start, end }) => ({
      name: 'shard',
      data: {
        run,
        shard: id,
        items: Array.from({ length: end - start }, (_, index) => rows.rowOf(items.at(start + index)!)),
      },
      opts: { jobId: jobIdOf(run, id), removeOnComplete: true, removeOnFail: true, attempts: MOST_READINGS },
    }));
    await untilReplied(() => this.#connection.queue.addBulk(jobs));
  }

  /** Waits for shards with an answer. @returns their ids; none after the wait */
  async #answered(waitMs: number, signal: AbortSignal): Promise<string[]> {
    const { redis, blocking } = this.#connection;
    const place = ['STREAMS', this.#keys.done(this.#id), this.#last] as const;
    const found =
      waitMs === 0
        ? await untilReplied(() => redis.xread('COUNT', AT_ONCE, ...place))
        : await abortable(
            untilReplied(() => blocking.xread('COUNT', AT_ONCE, 'BLOCK', waitMs, ...place)),
            signal,
          ).catch((error: unknown) => {
            if (signal.aborted) return null;
            throw error;
          });
    const entries = found?.[0]?.[1] ?? [];
    this.#last = entries.at(-1)?.[0] ?? this.#last;
    return [...new Set(entries.map(([, [, shard]]) => shard!))];
  }

  async #answers(ids: readonly string[]): Promise<[string, ShardAnswer][]> {
    if (ids.length === 0) return [];
    const { redis, partials } = this.#connection;
    const found = await untilReplied(() => redis.hmgetBuffer(this.#keys.parts(this.#id), ...ids));
    const answers: [string, ShardAnswer][] = [];
    for (const [index, bytes] of found.entries()) {
      const id = ids[index]!;
      if (bytes === null) continue;
      // Empty: it is stored elsewhere.
      const packed = bytes.length > 0 ? bytes : await partials!.get(`${this.#id}/${id}`);
      try {
        answers.push([id, unpackAnswer(packed)]);
      } catch (error) {
        const place = this.#connection.options.address.display;
        throw new HeadgateError(
          'answer-invalid',
          `cannot read with workers: the answer over shard ${id} in ${place} is damaged; remove it with headgate runs cancel ${place} ${this.#id}`,
          { cause: error },
        );
      }
    }
    return answers;
  }

  /** Removes answers: their shards are read again. */
  async #forget(ids: readonly string[]): Promise<void> {
    const { parts, begun } = this.#keys;
    for (const key of [parts, begun]) await untilReplied(() => this.#connection.redis.hdel(key(this.#id), ...ids));
  }

  async #report(shards: number, waiting: number): Promise<void> {
    const { redis, options } = this.#connection;
    const { prefix } = options.address;
    const workers = await untilReplied(() => readWorkers(redis, prefix));
    const others = workers.map(({ version }) => version).filter((version) => version !== VERSION);
    options.onProgress?.({
      ...{ run: this.#id, redis: options.address.display, shards, shardsDone: shards - waiting },
      ...{ workers: workers.length - others.length, otherVersions: [...new Set(others)] },
    });
  }

  /** Whether Redis has lost the run or its shards: it was started without its file, or with an old one. */
  async #isLost(): Promise<boolean> {
    const { redis, queue } = this.#connection;
    const isThere = await untilReplied(() => redis.exists(this.#keys.run(this.#id)));
    if (isThere === 0) return true;
    const counts = await untilReplied(() => queue.getJobCounts('wait', 'active', 'delayed', 'prioritized'));
    return Object.values(counts).every((count) => count === 0);
  }

  /** Leaves the run to the workers, to other commands, or to nobody. */
  async #leave(isComplete: boolean, isInterrupted: boolean): Promise<void> {
    const { redis, queue, options, partials } = this.#connection;
    const { prefix } = options.address;
    if (isInterrupted && options.cancelsOnExit === true)
      return void (await removeRun(redis, queue, prefix, this.#id, partials));
    const seconds = isComplete ? KEEP_SECONDS.complete : KEEP_SECONDS.unfinished;
    const { run, parts, done, begun } = this.#keys;
    for (const keyOf of [run, parts, done, begun]) await untilReplied(() => redis.expire(keyOf(this.#id), seconds));
  }
}

/** Takes items from an iterator that goes on afterwards. */
function firstOf<Item>(items: Iterator<Item>, most: number): Item[] {
  const some: Item[] = [];
  for (let next = items.next(); next.done !== true; next = items.next()) if (some.push(next.value) === most) break;
  return some;
}
