// The work of a worker: takes shards from Redis, reads them in threads, and stores the answers. Trusts nothing in Redis: a plan names a known
// module, and a path or bucket outside what is allowed is not read.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { abortable, HeadgateError, optionalPackage, printPlural } from '../../base/index.ts';
import { isUnavailable, type Location } from '../destination/index.ts';
import { compileKernelOnce } from '../kernel/index.ts';
import { isRetried, type SerializedShard, serializeShard } from '../threads/index.ts';
import { AllowedPlaces, NOT_ALLOWED } from './allowed-places.ts';
import { openPartialPlace, type PartialPlace } from './partial-place.ts';
import { connectRedis, mayRecover, type RedisAddress, redisFailure, untilReplied } from './redis.ts';
import { RedisRuns, type UnreadShard } from './redis-runs.ts';
import {
  ANY_NUMBER,
  failedAnswer,
  INLINE_BYTES,
  isId,
  isShard,
  itemOf,
  MOST_READINGS,
  packAnswer,
  QUEUE,
  type RunPlan,
  runOfJob,
  SHARD_FAILED,
  type ShardItem,
  type ShardMessage,
  VERSION,
} from './shard-message.ts';
import { ShardThread } from './shard-thread.ts';

/** How long Redis keeps the lock of a shard whose worker is gone, and how often workers look for such shards. Milliseconds. */
const LOCK_MS = 5000;
const STALLED_MS = 2000;
/** How often a worker notes that it is alive, and looks for runs of other versions. Milliseconds. */
const ALIVE_MS = 2000;
/** How often a worker that may read none of the queued shards looks for others. Milliseconds. */
const LOOK_AHEAD_MS = 500;
/** Pause before a change that Redis has rejected is tried again. Milliseconds. */
const TRY_AGAIN_MS = 1000;
/** How long a worker that is stopped returns shards after the grace time, and waits for Redis. Milliseconds. */
const RETURN_MS = 5000;
/** How the queue names a shard that is not the worker's any more. */
const LOST_SHARD = /(?:^Job|renew lock for job|Missing (?:key|lock) for job|mismatch for job) (\w+)-(\d+)/;
/** Plans that a worker keeps. */
const KEPT_PLANS = 8;
/** Warnings and ids of runs that a worker does not report again. More than the runs that it looks at in one turn. */
const KEPT_NOTES = 1000;
/** Objects that are named of a shard that has unread ones. */
const NAMED_OBJECTS = 20;

/** Begins to read a shard, unless its run is gone or it has an answer (-1). @returns how often it was begun before; only the first is counted here */
const BEGIN = `if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return -1 end
local before = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or 0)
if before == 0 then
  redis.call('HSET', KEYS[3], ARGV[1], 1)
  redis.call('EXPIRE', KEYS[3], redis.call('TTL', KEYS[1]))
end
return before`;

/** Sets how often a shard was begun, if its run is still there. */
const SET_BEGUN = `if redis.call('EXISTS', KEYS[1]) == 0 or ARGV[2] == '0' then redis.call('HDEL', KEYS[2], ARGV[1])
else redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end`;

/** Stores the first answer over a shard, if its run is still there. KEYS: all of the run. */
const STORE = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 1 then
  redis.call('XADD', KEYS[3], '*', 'shard', ARGV[1])
  if ARGV[3] ~= '' then redis.call('HSET', KEYS[5], ARGV[1], ARGV[3]) end
end
redis.call('HDEL', KEYS[4], ARGV[1])
local left = redis.call('TTL', KEYS[1])
for i = 2, 5 do redis.call('EXPIRE', KEYS[i], left) end
return 1`;

/** What a worker reports of a shard. `rejected`: left to others, because of --allow. */
export interface ShardEvent {
  outcome: 'read' | 'retried' | 'failed' | 'returned' | 'rejected' | 'skipped';
  lines: number;
  /** As stored. */
  bytes: number;
  /** Until the thread has read it. Seconds. */
  readSeconds: number;
  /** From then until Redis, or --partials, has the answer. Seconds. */
  storeSeconds: number;
}

/** How a worker serves. */
export interface ServeOptions {
  address: RedisAddress;
  /** Shards at a time, each in a thread. */
  threads: number;
  /** Buckets with prefixes, and folders. @default every bucket of Amazon S3 and R2, no folder */
  allow: readonly string[];
  name: string;
  /** The modules that threads start with, by their names. Threads load the first one before a run comes. */
  entries: Readonly<Record<string, URL>>;
  /** Aborted to stop: shards that are not read within the grace time are returned. */
  signal: AbortSignal;
  /** Milliseconds. */
  graceMs: number;
  onShard?: (event: ShardEvent) => void;
  onNotice: (sentence: string) => void;
  onWarning: (sentence: string) => void;
  /** Called when the worker takes shards. @param isReady whether it is connected */
  onReady?: (isReady: () => boolean) => void;
}

/** Serves until the signal is aborted. @throws HeadgateError `redis-failed` for a login that Redis rejects, `no-package`, of `allow` */
export async function serveShards(options: ServeOptions): Promise<void> {
  const { address, threads, name, signal, graceMs, onNotice, onWarning, onReady } = options;
  const action = 'work';
  const bull = await optionalPackage('bullmq', action, () => import('bullmq'));
  const allowed = await AllowedPlaces.parse(options.allow, name);
  const connecting = connectRedis(address, { action, isPatient: true, signal, onLost: onWarning });
  const redis = await connecting.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (!redis) return;
  const runs = await RedisRuns.open(redis, address.prefix, action);
  // Before the first shard needs it; without a kernel, shards are read nevertheless.
  void compileKernelOnce().catch(() => {});
  const worker = new bull.Worker<ShardMessage>(QUEUE, (job, token) => server.process(job, token), {
    ...{ connection: redis, prefix: address.prefix, name, concurrency: threads, runRetryDelay: TRY_AGAIN_MS },
    ...{ lockDuration: LOCK_MS, stalledInterval: STALLED_MS, maxStalledCount: ANY_NUMBER },
    ...{ removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
  });
  const server = new ShardServer({ ...options, allowed, runs, worker, WaitingError: bull.WaitingError });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const [, run, shard] = LOST_SHARD.exec(error.message) ?? [];
    if (run !== undefined)
      server.warnOnce(`Redis has lost shard ${shard} of run ${run}, or another worker has it; the shard is read again`);
    // `connectRedis` reports failures of the connection.
    else if (redis.status === 'ready' && typeof error.code !== 'string') {
      server.warnOnce(`${redisFailure(error, address, action).message}; trying again`);
      // The queue would ask again at once.
      void server.pause();
    }
  });
  // Redis may be gone again.
  await abortable(worker.waitUntilReady(), signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (!signal.aborted) server.startThreads();
  onReady?.(() => redis.status === 'ready');
  onNotice(`worker ${name} takes shards from ${address.display} (${printPlural(threads, 'thread')})`);
  const alive = setInterval(() => void server.noteAlive().catch(() => {}), ALIVE_MS);
  void server.noteAlive().catch(() => {});
  if (!signal.aborted) await new Promise((stop) => signal.addEventListener('abort', stop, { once: true }));
  clearInterval(alive);
  const { promise: late, resolve: end } = Promise.withResolvers<void>();
  const timers = [setTimeout(() => void server.stop(), graceMs), setTimeout(end, graceMs + RETURN_MS)];
  // Redis may not answer: then the locks of its shards end by themselves.
  const isForced = redis.status !== 'ready';
  const closed = worker.close(isForced).then(() => (isForced ? undefined : runs.noteWorker(server.id, undefined)));
  await Promise.race([closed.catch(() => {}), late]);
  timers.forEach(clearTimeout);
  await server.stop();
  redis.disconnect();
  onNotice(`worker ${name} has stopped`);
}

/** A run as a worker knows it. */
interface KnownRun {
  plan: RunPlan;
  entry: URL;
  locations: Location[];
  partials: PartialPlace | undefined;
}

/** A shard that is being opened: its run, and how its objects are read. undefined: its run is gone. */
type Opening = Promise<{ known: KnownRun; items: ShardItem[] } | undefined>;

interface ServerOptions extends ServeOptions {
  allowed: AllowedPlaces;
  runs: RedisRuns;
  worker: Worker<ShardMessage>;
  WaitingError: new () => Error;
}

/** Reads the shards that the queue hands over. */
class ShardServer {
  readonly id: string = randomUUID();
  readonly #options: ServerOptions;
  readonly #redis: Redis;
  readonly #keys: RedisRuns['keys'];
  readonly #runs = new Map<string, Promise<KnownRun | undefined>>();
  #idle: ShardThread[] = [];
  readonly #busy = new Set<ShardThread>();
  readonly #noted = new Set<string>();
  /** Jobs in the queue whose shards this worker may not read, and those of them that it has met since it last looked ahead. */
  #rejected = new Set<string>();
  #met = new Set<string>();
  /** Runs of which the queue has only such shards, while the queue has no others. */
  #outside: string[] = [];
  #looking: NodeJS.Timeout | undefined;
  /** Shards that are read, or wait for one that is read alone. */
  readonly #active = new Set<Promise<void>>();
  readonly #alone = new Set<Promise<void>>();
  /** Aborted when the grace time is over. */
  readonly #ending = new AbortController();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#redis = options.runs.redis;
    this.#keys = options.runs.keys;
  }

  /** Starts threads before the first run comes: they take a tenth of a second to load their module. */
  startThreads(): void {
    const [entry] = Object.values(this.#options.entries);
    while (entry !== undefined && this.#idle.length + this.#busy.size < this.#options.threads)
      this.#idle.push(new ShardThread(entry, this.#options.threads));
  }

  /** Reads the shard of a job. @throws Error to have it read again, by this worker or another one */
  async process(job: Job<ShardMessage>, token: string | undefined): Promise<void> {
    const { run, shard, items } = job.data;
    // Ids are parts of paths.
    if (!isId(run) || !isShard(shard) || !Array.isArray(items)) return this.#report('skipped');
    const opening = this.#openShard(run, items);
    try {
      if ((await opening) === undefined) return this.#report('skipped');
    } catch (error) {
      if ((error as HeadgateError).code === NOT_ALLOWED) return await this.#reject(job.id!, error as HeadgateError);
    }
    const keys = [this.#keys.run(run), this.#keys.parts(run), this.#keys.begun(run)];
    const before = Number(await this.#patiently(() => this.#redis.eval(BEGIN, keys.length, ...keys, shard)));
    if (before < 0) return this.#report('skipped');
    // A shard that ended another worker must not end others with it. The queue does not count readings that fail or are returned; it forgets its
    // count when a command queues the shard again.
    await this.#inTurn(job.stalledCounter > 0, async () => {
      const begun = before + 1;
      // Set, not increased: it may be sent twice.
      if (before > 0) await this.#patiently(() => this.#setBegun(job.data, begun));
      await this.#readAndStore(job, token, opening, begun);
    });
  }

  /** Reads a shard beside others, or alone: after all that came before it, and before all that come after it. */
  async #inTurn(isAlone: boolean, read: () => Promise<void>): Promise<void> {
    const reading = Promise.allSettled(isAlone ? this.#active : this.#alone).then(read);
    this.#active.add(reading);
    if (isAlone) this.#alone.add(reading);
    await reading.finally(() => [this.#active, this.#alone].map((turn) => turn.delete(reading)));
  }

  /** Leaves a shard to other workers: it goes to the end of the queue. @throws the error, by which the queue keeps the shard */
  async #reject(job: string, error: HeadgateError): Promise<never> {
    this.warnOnce(error.message);
    // Once for each turn of the queue, which is transferred whole.
    const isMetAgain = this.#met.has(job);
    this.#met.add(job);
    this.#rejected.add(job);
    if (isMetAgain) await this.#lookAhead(job);
    else this.#report('rejected');
    throw error;
  }

  /** Takes no shards for a time. */
  async pause(milliseconds: number = TRY_AGAIN_MS): Promise<void> {
    clearTimeout(this.#looking);
    if (this.#options.signal.aborted) return;
    this.#looking = setTimeout(() => void this.#lookAhead().catch(() => this.pause()), milliseconds);
    await this.#options.worker.pause(true);
  }

  /** Stops taking shards while the queue has only those that this worker may not read. @param job that goes back to the queue now */
  async #lookAhead(job?: string): Promise<void> {
    const { runs: found, worker, signal } = this.#options;
    this.#met.clear();
    const jobs = await found.queue.getRanges(['waiting'], 0, -1);
    if (job !== undefined) jobs.push(job);
    const rejected = new Set(jobs.filter((one) => this.#rejected.has(one)));
    const runs = [...new Set(Array.from(rejected, runOfJob))];
    const areThere = await Promise.all(runs.map((run) => this.#redis.exists(this.#keys.run(run))));
    // Those of runs that are gone are taken out of the queue.
    const isOutside = jobs.length > 0 && rejected.size === new Set(jobs).size && !areThere.includes(0);
    this.#rejected = rejected;
    clearTimeout(this.#looking);
    if (this.#ending.signal.aborted || signal.aborted) return;
    if (isOutside) await this.pause(LOOK_AHEAD_MS);
    else if (worker.isPaused()) await worker.resume();
    const before = this.#outside;
    this.#outside = isOutside ? runs : [];
    if (before.join() !== this.#outside.join()) await this.#noteState();
  }

  async #readAndStore(
    job: Job<ShardMessage>,
    token: string | undefined,
    opening: Opening,
    begun: number,
  ): Promise<void> {
    const { run, shard, items } = job.data;
    const start = performance.now();
    try {
      const { answer, inRedis, read } = await this.#answer(job.data, opening, begun);
      const keys = this.#keys.ofRun(run);
      const lost = unreadIn(answer, items);
      await this.#patiently(() => this.#redis.eval(STORE, keys.length, ...keys, shard, inRedis, lost));
      const isFailed = answer.ends.some(({ error }) => error?.code === SHARD_FAILED);
      this.#report(isFailed ? 'failed' : 'read', answer, (read - start) / 1000, (performance.now() - read) / 1000);
    } catch (error) {
      if (!this.#ending.signal.aborted) throw error;
      await this.#setBegun(job.data, begun - 1);
      await job.moveToWait(token);
      this.#report('returned');
      throw new this.#options.WaitingError();
    }
  }

  /** Returns the answer over a shard, also over one that cannot be read, and when it was read. @throws Error to have it read again */
  async #answer(message: ShardMessage, opening: Opening, begun: number) {
    const { run, items } = message;
    try {
      this.#ending.signal.throwIfAborted();
      if (begun > MOST_READINGS)
        throw new HeadgateError(
          SHARD_FAILED,
          `cannot read: ${MOST_READINGS} workers ended while they read this shard (${printPlural(items.length, 'object')})`,
        );
      const { known, items: objects } = (await opening)!;
      const answer = await this.#read(run, known, objects);
      const read = performance.now();
      if (isRetried(answer.ends, answer.total) && begun < MOST_READINGS)
        throw new Error('some objects were not available');
      return { answer, inRedis: await this.#storeLarge(message, known.partials, answer), read };
    } catch (error) {
      this.#ending.signal.throwIfAborted();
      if (error instanceof HeadgateError) this.warnOnce(error.message);
      if (begun < MOST_READINGS && (error as HeadgateError).endsRun !== true) {
        this.#report('retried');
        throw error;
      }
      const answer = serializeShard(failedAnswer(items.map(() => error as Error)));
      return { answer, inRedis: packAnswer(answer), read: performance.now() };
    }
  }

  async #setBegun({ run, shard }: ShardMessage, begun: number): Promise<void> {
    await this.#redis.eval(SET_BEGUN, 2, this.#keys.run(run), this.#keys.begun(run), shard, begun);
  }

  /** Notes that this worker is alive, and names runs that it cannot read. */
  async noteAlive(): Promise<void> {
    // Also after a failure of Redis.
    if (this.#outside.length > 0) await this.#lookAhead();
    await this.#noteState();
    for (const run of await this.#redis.zrevrange(this.#keys.runs, 0, 99)) {
      if (!this.#isNew(run)) continue;
      const version = (await this.#options.runs.read(run))?.version ?? VERSION;
      if (version !== VERSION)
        this.#options.onWarning(
          `run ${run} is of headgate ${version}, this worker has ${VERSION}, and takes none of its shards; install the same version`,
        );
    }
  }

  async #noteState(): Promise<void> {
    const { name, threads } = this.#options;
    await this.#options.runs.noteWorker(this.id, {
      ...{ name, version: VERSION, host: hostname(), threads, shards: this.#active.size, outside: this.#outside },
    });
  }

  /** Ends all threads: every shard that is read goes back to the queue. */
  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#looking);
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((thread) => thread.stop()));
  }

  /** Reports a warning, unless it has done so before. */
  warnOnce(sentence: string): void {
    if (this.#isNew(sentence)) this.#options.onWarning(sentence);
  }

  /** Whether this worker has not noted a text before, or long ago. */
  #isNew(text: string): boolean {
    if (this.#noted.has(text)) return false;
    this.#noted.add(text);
    if (this.#noted.size > KEPT_NOTES) this.#noted.delete(this.#noted.values().next().value!);
    return true;
  }

  /** Repeats a change until Redis accepts it: it may be full, or read-only for a time. */
  async #patiently<Reply>(change: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      try {
        return await untilReplied(change);
      } catch (error) {
        if (!mayRecover(error)) throw error;
        this.warnOnce(redisFailure(error, this.#options.address, 'store an answer').message);
        await wait(TRY_AGAIN_MS, undefined, { signal: this.#ending.signal });
      }
    }
  }

  #report(outcome: ShardEvent['outcome'], answer?: SerializedShard, readSeconds = 0, storeSeconds = 0): void {
    const { lines = 0, total } = answer ?? {};
    this.#options.onShard?.({ outcome, lines, bytes: total?.bytes ?? 0, readSeconds, storeSeconds });
  }

  async #read(run: string, { plan, entry, locations }: KnownRun, items: ShardItem[]): Promise<SerializedShard> {
    const kernel = await compileKernelOnce().catch(() => undefined);
    this.#ending.signal.throwIfAborted();
    // Nothing waits between the count of the threads and the change of it.
    const own = this.#takeIdle((one) => one.run === run);
    const thread =
      own ?? this.#takeIdle((one) => one.run === undefined && one.entry === entry) ?? this.#startThread(entry);
    if (own === undefined) thread.begin(run, { plan: plan.plan, locations, kernel });
    this.#busy.add(thread);
    try {
      return await thread.read(items);
    } finally {
      this.#busy.delete(thread);
      if (!thread.hasEnded) this.#idle.push(thread);
    }
  }

  #takeIdle(isWanted: (thread: ShardThread) => boolean): ShardThread | undefined {
    const at = this.#idle.findIndex((one) => !one.hasEnded && isWanted(one));
    return this.#idle.splice(at, at < 0 ? 0 : 1)[0];
  }

  /** Starts a thread, in place of the one that has been idle for longest if there are as many as there may be. */
  #startThread(entry: URL): ShardThread {
    this.#idle = this.#idle.filter((one) => !one.hasEnded);
    if (this.#idle.length + this.#busy.size >= this.#options.threads) void this.#idle.shift()?.stop();
    return new ShardThread(entry, this.#options.threads);
  }

  /** Stores a large answer elsewhere. @returns what Redis stores: nothing of a large one @throws HeadgateError if it cannot be stored */
  async #storeLarge(
    { run, shard }: ShardMessage,
    partials: PartialPlace | undefined,
    answer: SerializedShard,
  ): Promise<Buffer> {
    const packed = packAnswer(answer);
    if (packed.length <= INLINE_BYTES) return packed;
    if (partials === undefined)
      throw new HeadgateError(
        SHARD_FAILED,
        `cannot store an answer of ${packed.length} bytes in Redis: it exceeds ${INLINE_BYTES} bytes; pass --partials with a folder or a bucket that all machines share`,
        { endsRun: true },
      );
    await partials.put(`${run}/${shard}`, packed, this.#ending.signal);
    return Buffer.alloc(0);
  }

  /** Returns the objects of a shard. @returns undefined if its run was cancelled @throws HeadgateError {@link NOT_ALLOWED} if one may not be read */
  async #openShard(run: string, rows: ShardMessage['items']): Opening {
    const known = await this.#runOf(run);
    if (known === undefined) return undefined;
    const { plan, locations } = known;
    const items = rows.map((row) => itemOf(row, plan.forms));
    for (const { location, object } of items) this.#options.allowed.check(locations[location]!, object.key);
    return { known, items };
  }

  /** Returns a run. @returns undefined if it was cancelled before this worker knew it */
  async #runOf(run: string): Promise<KnownRun | undefined> {
    const known = this.#runs.get(run) ?? this.#open(run);
    this.#runs.set(run, known);
    if (this.#runs.size > KEPT_PLANS) this.#runs.delete(this.#runs.keys().next().value!);
    const found = await known.catch(() => undefined);
    // A run whose plan cannot be read may be there again.
    if (found === undefined) this.#runs.delete(run);
    return await known;
  }

  async #open(run: string): Promise<KnownRun | undefined> {
    const bytes = await this.#redis.hgetBuffer(this.#keys.run(run), 'plan');
    if (bytes === null) return undefined;
    const plan: RunPlan = deserialize(bytes);
    const entry = Object.hasOwn(this.#options.entries, plan.entry) ? this.#options.entries[plan.entry] : undefined;
    if (entry === undefined)
      throw new HeadgateError(
        'usage',
        `cannot read run ${run}: found the module ${plan.entry}, expected one of this version`,
      );
    // Lines are written by the process of a command only.
    plan.plan = { ...plan.plan, emit: undefined } as RunPlan['plan'];
    const locations = plan.forms.map(({ location }) => this.#withOwnKey(location));
    const partials = plan.partials === undefined ? undefined : await openPartialPlace(plan.partials);
    if (partials !== undefined) this.#options.allowed.checkPartials(partials.location);
    this.#options.onNotice(`reads ${plan.verb}, run ${run}`);
    return { plan, entry, locations, partials };
  }

  /** Keys of the edge script are in the environment of each process, for the scripts that --allow names. */
  #withOwnKey(location: Location): Location {
    if (location.kind !== 'edge') return location;
    const isOwn = this.#options.allowed.hasOrigin(location.origin);
    return { ...location, authKey: isOwn ? process.env.HEADGATE_EDGE_KEY : undefined };
  }
}

/** Returns which objects of an answer could not be read, for those who look at the run. @returns JSON; empty if all could */
function unreadIn({ ends, total }: SerializedShard, rows: readonly unknown[]): string {
  const failed = ends.flatMap(({ id, error }) =>
    error === undefined ? [] : [{ object: String((rows[id] as unknown[])?.[1]), message: error.message }],
  );
  const lost = total.lost.flatMap(({ code, object, message }) => (isUnavailable(code) ? [{ object, message }] : []));
  const all = [...failed, ...lost];
  return all.length === 0
    ? ''
    : JSON.stringify({ objects: all.length, named: all.slice(0, NAMED_OBJECTS) } satisfies UnreadShard);
}
