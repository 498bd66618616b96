// The work of a worker: takes shards from Redis, reads them in threads, and stores the answers. Trusts nothing in Redis: a plan names a known
// module, and a path or bucket outside what is allowed is not read.
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { abortable, HeadgateError, optionalPackage, printPlural } from '../../base/index.ts';
import { folderPartsOf, hasDotSegment, isUnavailable, type Location, parseLocation } from '../destination/index.ts';
import { emptyTotal } from '../objects/index.ts';
import { openPartialPlace, type PartialPlace } from './partial-place.ts';
import { connectRedis, mayRecover, type RedisAddress, redisFailure, untilReplied } from './redis.ts';
import { noteWorker, readRun } from './run-list.ts';
import {
  INLINE_BYTES,
  isId,
  itemOf,
  MOST_READINGS,
  packAnswer,
  QUEUE,
  type RunPlan,
  redisKeys,
  SHARD_FAILED,
  type ShardAnswer,
  type ShardMessage,
  VERSION,
} from './shard-message.ts';
import { ShardThread } from './shard-thread.ts';

/** How long Redis keeps the lock of a shard whose worker is gone, and how often workers look for such shards. Milliseconds. */
const LOCK_MS = 5000;
const STALLED_MS = 2000;
/** Readings that have begun are counted here: the queue gives a shard back as often as its worker is lost. */
const ANY_NUMBER = 1000;
/** How often a worker notes that it is alive, and looks for runs of other versions. Milliseconds. */
const ALIVE_MS = 2000;
/** Pause before a change that Redis has rejected is tried again. Milliseconds. */
const TRY_AGAIN_MS = 1000;
/** Plans that a worker keeps. */
const KEPT_PLANS = 8;

/** Stores the first answer over a shard, if its run is still there. */
const STORE = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 1 then redis.call('XADD', KEYS[3], '*', 'shard', ARGV[1]) end
redis.call('HDEL', KEYS[4], ARGV[1])
local left = redis.call('TTL', KEYS[1])
for i = 2, 4 do redis.call('EXPIRE', KEYS[i], left) end
return 1`;

/** What a worker reports of a shard. */
export interface ShardEvent {
  outcome: 'read' | 'retried' | 'failed' | 'returned' | 'skipped';
  lines: number;
  /** As stored. */
  bytes: number;
  /** Seconds. */
  readSeconds: number;
  storeSeconds: number;
}

/** How a worker serves. */
export interface ServeOptions {
  address: RedisAddress;
  /** Shards at a time, each in a thread. */
  threads: number;
  /** Buckets with prefixes, and folders. @default every bucket, no folder */
  allow: readonly string[];
  name: string;
  /** The modules that threads start with, by their names. */
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
  const allowed = await Promise.all(options.allow.map((text) => parseLocation(text)));
  const onLost = (sentence: string): void => onWarning(`${sentence}; trying again`);
  const redis = await connectRedis(address, { action, isPatient: true, signal, onLost }).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (redis === undefined) return;
  const { prefix } = address;
  const server = new ShardServer(options, redis, allowed, bull.WaitingError);
  const worker = new bull.Worker<ShardMessage>(QUEUE, (job, token) => server.process(job, token), {
    ...{ connection: redis, prefix, name, concurrency: threads, lockDuration: LOCK_MS, stalledInterval: STALLED_MS },
    ...{ maxStalledCount: ANY_NUMBER, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
  });
  worker.on('error', (error) => {
    if (redis.status === 'ready') onLost(redisFailure(error, address, action).message);
  });
  // Redis may be gone again.
  await abortable(worker.waitUntilReady(), signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  onReady?.(() => redis.status === 'ready');
  onNotice(`worker ${name} takes shards from ${address.display} (${printPlural(threads, 'thread')})`);
  const id = randomUUID();
  const alive = setInterval(() => void server.noteAlive(id).catch(() => {}), ALIVE_MS);
  void server.noteAlive(id).catch(() => {});
  if (!signal.aborted) await new Promise((stop) => signal.addEventListener('abort', stop, { once: true }));
  clearInterval(alive);
  const returning = setTimeout(() => void server.returnShards(), graceMs);
  // Without Redis, nothing can be returned: the locks end by themselves.
  if (redis.status === 'ready') {
    await worker.close();
    await noteWorker(redis, prefix, id, undefined).catch(() => {});
  } else await worker.close(true);
  clearTimeout(returning);
  await server.stop();
  redis.disconnect();
}

/** A run as a worker knows it. */
interface KnownRun {
  plan: RunPlan;
  entry: URL;
  locations: Location[];
  partials: PartialPlace | undefined;
}

/** Reads the shards that the queue hands over. */
class ShardServer {
  readonly #options: ServeOptions;
  readonly #redis: Redis;
  readonly #allowed: readonly Location[];
  readonly #Waiting: new () => Error;
  readonly #keys: ReturnType<typeof redisKeys>;
  readonly #runs = new Map<string, Promise<KnownRun | undefined>>();
  readonly #idle: ShardThread[] = [];
  readonly #busy = new Set<ShardThread>();
  readonly #turns = new Turns();
  readonly #noted = new Set<string>();
  #active = 0;
  #isReturning = false;

  constructor(options: ServeOptions, redis: Redis, allowed: readonly Location[], waiting: new () => Error) {
    this.#options = options;
    this.#redis = redis;
    this.#allowed = allowed;
    this.#Waiting = waiting;
    this.#keys = redisKeys(options.address.prefix);
  }

  /** Reads the shard of a job. @throws Error to have it read again, by this worker or another one */
  async process(job: Job<ShardMessage>, token: string | undefined): Promise<void> {
    const { run, shard, items } = job.data;
    const redis = this.#redis;
    // Ids are parts of paths.
    if (!isId(run) || !isId(shard) || !Array.isArray(items)) return this.#report('skipped');
    const [isThere, isRead, before] = await Promise.all([
      redis.exists(this.#keys.run(run)),
      redis.hexists(this.#keys.parts(run), shard),
      redis.hget(this.#keys.begun(run), shard),
    ]);
    if (isThere === 0 || isRead === 1) return this.#report('skipped');
    // A shard that ended another worker must not end others with it.
    const leave = await this.#turns.enter(Number(before ?? 0) > 0);
    this.#active += 1;
    try {
      await this.#readAndStore(job, token);
    } finally {
      this.#active -= 1;
      leave();
    }
  }

  async #readAndStore(job: Job<ShardMessage>, token: string | undefined): Promise<void> {
    const { run, shard, items } = job.data;
    const begunKey = this.#keys.begun(run);
    const start = performance.now();
    // Beside the count, which is not awaited twice for each shard: a failure is one of the reading.
    const opening = this.#runOf(run);
    opening.catch(() => {});
    const begun = await this.#patiently(() => this.#redis.hincrby(begunKey, shard, 1));
    let known: KnownRun | undefined;
    let answer: ShardAnswer;
    try {
      if (this.#isReturning) throw new this.#Waiting();
      if (begun > MOST_READINGS)
        throw new HeadgateError(
          SHARD_FAILED,
          `cannot read: ${MOST_READINGS} workers ended while they read this shard (${printPlural(items.length, 'object')})`,
        );
      known = await opening;
      if (known === undefined) return this.#report('skipped');
      answer = await this.#read(run, known, items);
      const isUnread =
        answer.ends.some(({ error }) => error !== undefined) ||
        answer.total.lost.some(({ code }) => isUnavailable(code));
      if (isUnread && begun < MOST_READINGS) throw new Error('some objects were not available');
    } catch (error) {
      if (this.#isReturning) {
        await this.#redis.hincrby(begunKey, shard, -1);
        await job.moveToWait(token);
        this.#report('returned');
        throw new this.#Waiting();
      }
      if (error instanceof HeadgateError) this.#warnOnce(error.message);
      if (begun < MOST_READINGS) {
        this.#report('retried');
        throw error;
      }
      answer = unread(items, error);
    }
    const read = performance.now();
    await this.#store(run, known?.partials, shard, answer);
    const isFailed = answer.ends.some(({ error }) => error?.code === SHARD_FAILED);
    this.#report(isFailed ? 'failed' : 'read', answer, (read - start) / 1000, (performance.now() - read) / 1000);
  }

  /** Notes that this worker is alive, and names runs that it cannot read. */
  async noteAlive(id: string): Promise<void> {
    const { address, name, threads, onWarning } = this.#options;
    const { prefix } = address;
    await noteWorker(this.#redis, prefix, id, {
      name,
      version: VERSION,
      host: hostname(),
      threads,
      shards: this.#active,
    });
    for (const run of await this.#redis.zrevrange(this.#keys.runs, 0, 99)) {
      if (this.#noted.has(run)) continue;
      this.#noted.add(run);
      const version = (await readRun(this.#redis, prefix, run))?.version ?? VERSION;
      if (version !== VERSION)
        onWarning(
          `run ${run} is of headgate ${version}, this worker has ${VERSION}, and takes none of its shards; install the same version`,
        );
    }
  }

  /** Stops reading: every shard goes back to the queue. */
  async returnShards(): Promise<void> {
    this.#isReturning = true;
    await this.stop();
  }

  /** Ends all threads. */
  async stop(): Promise<void> {
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((thread) => thread.stop()));
  }

  #warnOnce(sentence: string): void {
    if (this.#noted.has(sentence)) return;
    this.#noted.add(sentence);
    this.#options.onWarning(sentence);
  }

  /** Repeats a change until Redis accepts it: it may be full, or read-only for a time. */
  async #patiently<Reply>(change: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      try {
        return await untilReplied(change);
      } catch (error) {
        if (!mayRecover(error)) throw error;
        const { address, signal } = this.#options;
        this.#warnOnce(redisFailure(error, address, 'store an answer').message);
        await wait(TRY_AGAIN_MS, undefined, { signal });
      }
    }
  }

  #report(outcome: ShardEvent['outcome'], answer?: ShardAnswer, readSeconds = 0, storeSeconds = 0): void {
    const { lines = 0, total } = answer ?? {};
    this.#options.onShard?.({ outcome, lines, bytes: total?.bytes ?? 0, readSeconds, storeSeconds });
  }

  async #read(run: string, known: KnownRun, rows: ShardMessage['items']): Promise<ShardAnswer> {
    const { plan, entry, locations } = known;
    const items = rows.map((row) => itemOf(row, plan.forms));
    for (const { location, object } of items) this.#rejectOutside(locations[location]!, object.key);
    const at = this.#idle.findIndex((one) => one.run === run);
    const [other] =
      at < 0 && this.#idle.length + this.#busy.size >= this.#options.threads ? this.#idle.splice(0, 1) : [];
    await other?.stop();
    const thread =
      this.#idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await ShardThread.start(run, entry, plan.plan, locations));
    this.#busy.add(thread);
    try {
      return await thread.read(items);
    } finally {
      this.#busy.delete(thread);
      if (!thread.hasEnded) this.#idle.push(thread);
    }
  }

  async #store(run: string, partials: PartialPlace | undefined, shard: string, answer: ShardAnswer): Promise<void> {
    const { run: runKey, parts, done, begun } = this.#keys;
    let packed = packAnswer(answer);
    if (packed.length > INLINE_BYTES) {
      if (partials === undefined) {
        const error = `cannot store an answer of ${packed.length} bytes in Redis: it exceeds ${INLINE_BYTES} bytes; pass --partials with a folder or a bucket that all machines share`;
        packed = packAnswer(unread(answer.ends, new HeadgateError(SHARD_FAILED, error, { endsRun: true })));
      } else {
        await partials.put(`${run}/${shard}`, packed, this.#options.signal);
        packed = Buffer.alloc(0);
      }
    }
    const keys = [runKey(run), parts(run), done(run), begun(run)];
    await this.#patiently(() => this.#redis.eval(STORE, keys.length, ...keys, shard, packed));
  }

  /** Returns a run. @returns undefined if it was cancelled */
  async #runOf(run: string): Promise<KnownRun | undefined> {
    if ((await this.#redis.exists(this.#keys.run(run))) === 0) {
      this.#runs.delete(run);
      return undefined;
    }
    const known = this.#runs.get(run) ?? this.#open(run);
    this.#runs.set(run, known);
    if (this.#runs.size > KEPT_PLANS) this.#runs.delete(this.#runs.keys().next().value!);
    const found = await known.catch(() => undefined);
    // A run that was cancelled, or whose plan cannot be read, may be there again.
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
    const locations = plan.forms.map(({ location }) => withOwnKey(location));
    const partials = plan.partials === undefined ? undefined : await openPartialPlace(plan.partials);
    if (partials !== undefined)
      this.#rejectOutside(partials.location, 'prefix' in partials.location ? partials.location.prefix : '');
    this.#options.onNotice(`reads ${plan.verb}, run ${run}`);
    return { plan, entry, locations, partials };
  }

  /** @throws HeadgateError `not-allowed` */
  #rejectOutside(location: Location, key: string): void {
    const allowed = this.#allowed;
    if (allowed.some((one) => isWithin(location, key, one))) return;
    const isLocal = location.kind !== 's3' && location.kind !== 'edge';
    if (allowed.length === 0 && !isLocal) return;
    throw new HeadgateError(
      'not-allowed',
      `cannot read ${location.display}: worker ${this.#options.name} ${allowed.length === 0 ? 'reads buckets only' : 'does not allow it'}; start the worker with --allow ${location.display}`,
    );
  }
}

/** Keys of the edge script are in the environment of each process. */
function withOwnKey(location: Location): Location {
  return location.kind === 'edge' ? { ...location, authKey: process.env.HEADGATE_EDGE_KEY } : location;
}

/** Whether an object is in an allowed place. */
function isWithin(location: Location, key: string, allowed: Location): boolean {
  if (location.kind === 's3')
    return (
      allowed.kind === 's3' &&
      allowed.bucket === location.bucket &&
      allowed.endpoint === location.endpoint &&
      hasPrefix(key, allowed.prefix)
    );
  if (location.kind === 'edge')
    return allowed.kind === 'edge' && allowed.origin === location.origin && hasPrefix(key, allowed.prefix);
  if (location.kind === 'stdin' || !('path' in allowed)) return false;
  const inner = relative(realPath(folderPartsOf(allowed.path).root), realPath(openedPath(location, key)));
  return inner !== '..' && !inner.startsWith(`..${sep}`) && resolve(inner) !== inner;
}

/** As a source: `logs` is a folder, and `logs-old` another one. */
function hasPrefix(key: string, prefix: string): boolean {
  const { root } = folderPartsOf(prefix);
  const folder = root === '.' || root.endsWith('/') ? root : `${root}/`;
  return !hasDotSegment(key) && (root === '.' || key === root || key.startsWith(folder));
}

/** The path that is opened for an object, or that of an index. */
function openedPath(location: Exclude<Location, { kind: 's3' | 'edge' | 'stdin' }>, key: string): string {
  if (location.kind === 'index') return location.path;
  return location.kind === 'folder' ? folderPartsOf(location.path).pathOf(key) : key;
}

/** The path without links, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const whole = resolve(path);
    return dirname(whole) === whole ? whole : join(realPath(dirname(whole)), basename(whole));
  }
}

/** The answer over a shard of which nothing could be read. */
function unread(items: readonly unknown[], error: unknown): ShardAnswer {
  const { message, endsRun = false } = error as HeadgateError;
  return {
    ends: items.map((_, id) => ({ id, end: 'failed', error: { code: SHARD_FAILED, message, endsRun } })),
    total: emptyTotal(),
    result: undefined,
    lines: 0,
  };
}

/** Who may read at the same time: any number, or one alone. */
class Turns {
  #running = 0;
  #alone = 0;
  #waiting: (() => void)[] = [];

  /** Waits for a turn. @returns ends it */
  async enter(isAlone: boolean): Promise<() => void> {
    if (isAlone) this.#alone += 1;
    while (isAlone ? this.#running > 0 : this.#alone > 0) await new Promise<void>((wake) => this.#waiting.push(wake));
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (isAlone) this.#alone -= 1;
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }
}
