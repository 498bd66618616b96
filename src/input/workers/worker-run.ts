// A run that workers on any machines read: queues its shards, and takes the answers over them in any order. Reads no object itself, and begins
// again with what is there: the same query over the same objects is the same run, with the same shards.
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { parse, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import type { Redis } from 'ioredis';
import {
  abortable,
  HeadgateError,
  type Items,
  mapItems,
  printPlural,
  redactSecrets,
  shellQuoted,
} from '../../base/index.ts';
import { isAddress, stampOrNull, withoutSecrets } from '../destination/index.ts';
import type { Resumed, RunFacets, StoredRuns } from '../resume/index.ts';
import type { SourceListing, SourceObject } from '../sources/index.ts';
import {
  isRetried,
  type ShardAnswer,
  type ShardStore,
  type SharedReading,
  type StoredShard,
} from '../threads/index.ts';
import { allowTextOf } from './allowed-places.ts';
import { cutByStoredBytes, shardBytesFor } from './cut-shards.ts';
import { openPartialPlace, type PartialPlace } from './partial-place.ts';
import { connectRedis, type RedisAddress, redisFailure, untilReplied } from './redis.ts';
import { RedisRuns } from './redis-runs.ts';
import {
  ANY_NUMBER,
  failedAnswer,
  ItemRows,
  idOf,
  jobIdOf,
  type RunPlan,
  SHARD_FAILED,
  unpackAnswer,
  VERSION,
} from './shard-message.ts';

/** Shards that are sent in one transaction, and answers that are read at once. */
const AT_ONCE = 500;
/** Shards of a command in the queue: enough for all workers, while Redis and the removal of a run stay small. */
const MOST_QUEUED = 10_000;
/** How long one wait for answers takes. Milliseconds. */
const WAIT_MS = 1000;
/** Pause between answers while more than {@link AT_ONCE} are to come: taking many at once costs as much as taking one. Milliseconds; ours. */
const GATHER_MS = 50;
/** How often a command counts workers, and looks for shards that Redis has lost. Milliseconds. */
const CHECK_MS = 2000;
/** How long a command waits for a worker that may read what all others may not: the time to start one by hand. Milliseconds. */
const OUTSIDE_MS = 20_000;
const NOT_STARTED = ` after ${OUTSIDE_MS / 1000} s; start one, and run the command again`;
/** Code of a run that somebody has removed while its command runs. */
const CANCELLED = 'run-cancelled';
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
  /** Whether an interruption removes the run. */
  cancelsOnExit: boolean;
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
  /** Called with a sentence when Redis is lost or back, and when no worker may read some objects. */
  onWarning?: ((sentence: string) => void) | undefined;
}

interface Connection {
  options: WorkersOptions & { onResumed: (resumed: Resumed) => void };
  redis: Redis;
  /** For commands that wait. */
  blocking: Redis;
  runs: RedisRuns;
  partials: PartialPlace | undefined;
}

/** Connects to Redis for the runs of a command. @throws HeadgateError `redis-failed`, `no-package` */
export async function openWorkerRuns(options: Connection['options']): Promise<StoredRuns> {
  const action = 'read with workers';
  const { address, onWarning, partials: given } = options;
  // Workers may run in another folder.
  const place = given === undefined || isAddress(given) ? given : resolve(given);
  const partials = place === undefined ? undefined : await openPartialPlace(place);
  await partials?.create();
  const redis = await connectRedis(address, { action, ...(onWarning && { onLost: onWarning }) });
  const blocking = redis.duplicate();
  const runs = await RedisRuns.open(redis, address.prefix, action);
  // Commands fail with the same error.
  blocking.on('error', () => {});
  const connection = { options: { ...options, partials: place }, redis, blocking, runs, partials };
  return {
    started: Date.now(),
    run: (name, listing, facets) => ({
      listing,
      begin: (more) =>
        new WorkerRun(connection, listing, { name, ...facets, ...more }) as ShardStore<unknown> as ShardStore<never>,
    }),
    close: async () => {
      blocking.disconnect();
      // It waits for replies.
      if (redis.status !== 'ready') redis.disconnect();
      await runs.queue.close().catch(() => {});
      redis.disconnect();
    },
  };
}

class WorkerRun implements ShardStore<unknown> {
  readonly shardBytes: number;
  readonly #connection: Connection;
  readonly #facets: RunFacets;
  /** Of the query, of the objects, and of how they are read: workers keep what they know of a run. */
  #id = '';
  readonly #keys: RedisRuns['keys'];
  /** When the command began. Milliseconds, of the clock of Redis. */
  #begun = 0;
  /** The last entry of the stream of shards with an answer. */
  #last = '0';

  constructor(connection: Connection, { objects }: SourceListing, facets: RunFacets) {
    this.shardBytes = connection.options.shardBytes ?? shardBytesFor(objects);
    this.#connection = connection;
    this.#facets = facets;
    this.#keys = connection.runs.keys;
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
    const starts = cutByStoredBytes(items, this.shardBytes);
    const placesOf = (shard: number): number[] => {
      const start = starts[shard]!;
      return Array.from({ length: (starts[shard + 1] ?? items.length) - start }, (_, index) => start + index);
    };
    const itemsOf = (shard: number): SourceObject[] => placesOf(shard).map((place) => items.at(place)!);
    /** Those without an answer, in order. */
    const waiting = new Set(starts.keys());
    const firstWaiting = (most: number, from = 0): number[] => {
      const first: number[] = [];
      for (const shard of waiting) {
        if (first.length === most) break;
        if (shard >= from) first.push(shard);
      }
      return first;
    };
    const size = { shards: starts.length, objects: items.length };
    this.#id = this.#idOf(items, rows);
    this.#last = '0';
    let hasBegun = false;
    // Shards are queued in order. Of those before `queuedTo`, so many have no answer.
    let [queued, queuedTo] = [0, 0];
    const failed: (() => void)[] = [];
    const end = (shard: number, { ends, total, result, lines }: ShardAnswer, isNew: boolean): void => {
      waiting.delete(shard);
      if (shard < queuedTo) queued -= 1;
      const start = starts[shard]!;
      const part = {
        ...{ total, result, linesNow: isNew ? lines : undefined },
        ends: ends.map((one) => ({ ...one, item: items.at(start + one.id)! })),
      };
      // Only if all fail is it an error.
      if (ends.some(({ error }) => error?.code === SHARD_FAILED && !error.endsRun)) failed.push(() => take(part));
      else take(part);
    };
    const takeAll = async (wait: number): Promise<number> => {
      const shards = await this.#answered(wait, signal);
      const answers = await untilAborted(this.#answers(shards.filter((shard) => waiting.has(shard))), signal);
      let objects = 0;
      const again: number[] = [];
      for (const [shard, answer] of answers ?? []) {
        // What failed in an earlier command may be available now, or to another worker.
        if (wait === 0 && (answer === undefined || isRetried(answer.ends, answer.total))) again.push(shard);
        else if (answer === undefined) throw this.#isNotShared(shard);
        else {
          end(shard, answer, wait > 0);
          objects += answer.ends.length;
        }
      }
      if (again.length > 0) await this.#forget(again);
      return shards.length === 0 ? -1 : objects;
    };
    try {
      this.#begun = await this.#create(rows, reading, size);
      hasBegun = true;
      let restored = 0;
      for (let more = await takeAll(0); more >= 0; more = await takeAll(0)) restored += more;
      const { onResumed } = this.#connection.options;
      if (restored > 0) onResumed({ read: restored, objects: items.length, changed: 0, added: 0 });
      let [checked, outsideSince] = [0, 0];
      while (waiting.size > 0 && !signal.aborted) {
        while (queued <= MOST_QUEUED - AT_ONCE && queuedTo < starts.length && !signal.aborted) {
          const some = firstWaiting(AT_ONCE, queuedTo);
          await untilAborted(this.#submit(some, itemsOf, rows), signal);
          queued += some.length;
          queuedTo = (some.at(-1) ?? starts.length) + 1;
        }
        const isQuiet = (await takeAll(WAIT_MS)) < 0;
        if (waiting.size > AT_ONCE) await pause(GATHER_MS, undefined, { signal }).catch(() => {});
        const now = Date.now();
        if (now - checked < CHECK_MS) continue;
        checked = now;
        const isOutside = await untilAborted(this.#report(size.shards, waiting.size), signal);
        const inQueue = (most: number): number[] => firstWaiting(most).filter((shard) => shard < queuedTo);
        if (isQuiet && waiting.size > 0 && (await untilAborted(this.#isLost(inQueue(AT_ONCE)), signal))) {
          await this.#checkCancelled(verb);
          await this.#create(rows, reading, size);
          this.#last = '0';
          [queued, queuedTo] = [0, 0];
        }
        if (!isOutside || !isQuiet) outsideSince = 0;
        else if (outsideSince === 0) {
          outsideSince = now;
          const waits = `, and ${printPlural(queued, 'shard waits', 'shards wait')}; start one`;
          this.#connection.options.onWarning?.(this.#unallowed(itemsOf(firstWaiting(1)[0]!)[0]!, waits).message);
        } else if (now - outsideSince >= OUTSIDE_MS)
          for (const shard of inQueue(queuedTo))
            end(shard, failedAnswer(itemsOf(shard).map((item) => this.#unallowed(item, NOT_STARTED))), true);
      }
      for (const takeFailed of failed) takeFailed();
      const reason = signal.aborted ? 'interrupted' : undefined;
      if (reason === undefined || this.#connection.redis.status === 'ready')
        await this.#leave(waiting.size === 0, reason);
    } catch (error) {
      // What failed first is the answer, and without Redis nothing can be removed.
      if (hasBegun && this.#connection.redis.status === 'ready') {
        const isCancelled = (error as HeadgateError).code === CANCELLED;
        const end = isCancelled ? 'cancelled' : signal.aborted ? 'interrupted' : 'failed';
        await this.#leave(waiting.size === 0, end).catch(() => {});
      }
      throw redisFailure(error, this.#connection.options.address, `${verb} with workers`);
    }
    return mapItems([...waiting].flatMap(placesOf), (place) => items.at(place)!);
  }

  /** Identifies a run: the same query over the same objects. */
  #idOf(items: Items<SourceObject>, rows: ItemRows): string {
    const hash = createHash('sha256');
    for (const item of items)
      hash.update(JSON.stringify([rows.rowOf(item), stampOrNull(item.destination.location, item.object)]));
    const { partials } = this.#connection.options;
    return idOf([VERSION, this.#facets, this.shardBytes, partials, rows.forms, hash.digest('hex')]);
  }

  /** Writes the record of the run. @returns the time */
  async #create(rows: ItemRows, { verb, entry, plan }: SharedReading, size: object): Promise<number> {
    const { runs, options } = this.#connection;
    const runPlan: RunPlan = {
      ...{ verb, plan, forms: rows.forms, partials: options.partials },
      entry: parse(fileURLToPath(entry)).name,
    };
    const { commandLine = [], partials } = options;
    const hasSecret = commandLine.some((text) => redactSecrets(text) !== text);
    const record = {
      ...{ version: VERSION, verb, host: hostname(), folder: process.cwd() },
      ...{ command: hasSecret ? [] : commandLine, ...(partials !== undefined && { partials }), ...size },
    };
    const bytes = serialize(runPlan);
    return await untilReplied(() => runs.create(this.#id, bytes, record, KEEP_SECONDS.unfinished));
  }

  /** Queues shards. One that is queued already stays where it is. */
  async #submit(shards: readonly number[], itemsOf: (shard: number) => SourceObject[], rows: ItemRows): Promise<void> {
    const run = this.#id;
    const opts = { removeOnComplete: true, removeOnFail: true, attempts: ANY_NUMBER, stackTraceLimit: 1 };
    const jobs = shards.map((shard) => ({
      name: 'shard',
      data: { run, shard, items: itemsOf(shard).map((item) => rows.rowOf(item)) },
      opts: { ...opts, jobId: jobIdOf(run, shard) },
    }));
    await untilReplied(() => this.#connection.runs.queue.addBulk(jobs));
  }

  /** Waits for shards with an answer. @returns none after the wait */
  async #answered(waitMs: number, signal: AbortSignal): Promise<number[]> {
    const { redis, blocking } = this.#connection;
    const place = ['STREAMS', this.#keys.done(this.#id), this.#last] as const;
    const found =
      waitMs === 0
        ? await untilReplied(() => redis.xread('COUNT', AT_ONCE, ...place))
        : await untilAborted(
            untilReplied(() => blocking.xread('COUNT', AT_ONCE, 'BLOCK', waitMs, ...place)),
            signal,
          );
    const entries = found?.[0]?.[1] ?? [];
    this.#last = entries.at(-1)?.[0] ?? this.#last;
    return [...new Set(entries.map(([, [, shard]]) => Number(shard)))];
  }

  /** Returns answers; undefined for one that is gone from where it was stored: a lifecycle rule may remove it. */
  async #answers(shards: readonly number[]): Promise<[number, ShardAnswer | undefined][]> {
    if (shards.length === 0) return [];
    const { redis, partials } = this.#connection;
    const found = await untilReplied(() => redis.hmgetBuffer(this.#keys.parts(this.#id), ...shards.map(String)));
    const answers: [number, ShardAnswer | undefined][] = [];
    for (const [index, bytes] of found.entries()) {
      const shard = shards[index]!;
      if (bytes === null) continue;
      // Empty: it is stored elsewhere.
      const packed = bytes.length > 0 ? bytes : await partials!.get(`${this.#id}/${shard}`);
      try {
        answers.push([shard, packed && unpackAnswer(packed)]);
      } catch (error) {
        const place = this.#connection.options.address.display;
        throw new HeadgateError(
          'answer-invalid',
          `cannot read with workers: the answer over shard ${shard} in ${place} is damaged; remove it with headgate runs cancel ${shellQuoted(place)} ${this.#id}`,
          { cause: error },
        );
      }
    }
    return answers;
  }

  /** A worker has stored an answer just now, and it is not there. */
  #isNotShared(shard: number): HeadgateError {
    const { display } = this.#connection.partials!.location;
    return new HeadgateError(
      'partials-failed',
      `cannot read with workers: a worker has stored the answer over shard ${shard}, and ${display} does not have it; name a folder or a bucket in --partials that all machines share`,
      { endsRun: true },
    );
  }

  /** Removes answers: their shards are read again. */
  async #forget(shards: readonly number[]): Promise<void> {
    const { parts, begun, unread } = this.#keys;
    const fields = shards.map(String);
    for (const key of [parts, begun, unread])
      await untilReplied(() => this.#connection.redis.hdel(key(this.#id), ...fields));
  }

  /** @returns whether all workers that are seen may read none of the shards in the queue */
  async #report(shards: number, waiting: number): Promise<boolean> {
    const { runs, options } = this.#connection;
    const workers = await untilReplied(() => runs.readWorkers());
    await this.#keep(KEEP_SECONDS.unfinished);
    const [own, others] = [true, false].map((isOwn) =>
      workers.filter(({ version }) => (version === VERSION) === isOwn),
    );
    options.onProgress?.({
      ...{ run: this.#id, redis: options.address.display, shards, shardsDone: shards - waiting },
      ...{ workers: own!.length, otherVersions: [...new Set(others!.map(({ version }) => version))] },
      cancelsOnExit: options.cancelsOnExit === true,
    });
    return own!.length > 0 && own!.every((one) => one.shards === 0 && one.outside?.includes(this.#id) === true);
  }

  /**
   * Whether Redis lacks the run, or job and answer of one of these shards: it was started without its file, or another command of the run has removed
   * them. An answer is stored before its job is removed.
   */
  async #isLost(shards: readonly number[]): Promise<boolean> {
    const { redis, runs } = this.#connection;
    const parts = this.#keys.parts(this.#id);
    const found = await untilReplied(() => {
      const all = redis.multi().exists(this.#keys.run(this.#id));
      for (const shard of shards) all.exists(runs.queue.toKey(jobIdOf(this.#id, shard))).hexists(parts, String(shard));
      return all.exec();
    });
    const [run, ...states] = (found ?? []).map(([, count]) => Number(count));
    return run === 0 || shards.some((_, index) => states[2 * index] === 0 && states[2 * index + 1] === 0);
  }

  /** @throws HeadgateError if somebody has removed the run since the command began */
  async #checkCancelled(verb: string): Promise<void> {
    const at = await untilReplied(() => this.#connection.redis.get(this.#keys.cancelled(this.#id)));
    if (Number(at) < this.#begun) return;
    throw new HeadgateError(
      CANCELLED,
      `cannot ${verb} with workers: run ${this.#id} was cancelled; run the command again to begin it again`,
      { endsRun: true },
    );
  }

  /** Sets how long Redis keeps the run, and removes its queue or the whole run where no command continues it. @param end absent: all is read */
  async #leave(isComplete: boolean, end: 'interrupted' | 'failed' | 'cancelled' | undefined): Promise<void> {
    const { runs, options, partials } = this.#connection;
    // Another command may have begun it again.
    if (end === 'cancelled') return void (await runs.removeJobs());
    if (end !== undefined && options.cancelsOnExit === true) return void (await runs.remove(this.#id, partials));
    // The same command queues them again.
    if (end === 'failed') await runs.removeJobs(this.#id);
    await this.#keep(isComplete ? KEEP_SECONDS.complete : KEEP_SECONDS.unfinished);
  }

  /** Sets how long Redis keeps the run. */
  async #keep(seconds: number): Promise<void> {
    await untilReplied(() => {
      const all = this.#connection.redis.multi();
      for (const key of this.#keys.ofRun(this.#id)) all.expire(key, seconds);
      return all.exec();
    });
  }

  #unallowed({ destination }: SourceObject, advice: string): { message: string } {
    const location = withoutSecrets(destination.location);
    const { partials, options } = this.#connection;
    const places = [location, ...(partials === undefined ? [] : [partials.location])];
    const flags = places.map((one) => ` --allow ${allowTextOf(one)}`).join('');
    const command = `headgate worker ${shellQuoted(options.address.display)}${flags}`;
    return { message: `cannot read ${location.display}: no worker is allowed to read it${advice}: ${command}` };
  }
}

/** Waits for a reply, which never comes without Redis. @returns undefined once the signal is aborted */
async function untilAborted<Reply>(reply: Promise<Reply>, signal: AbortSignal): Promise<Reply | undefined> {
  try {
    return await abortable(reply, signal);
  } catch (error) {
    reply.catch(() => {});
    if (signal.aborted) return undefined;
    throw error;
  }
}
