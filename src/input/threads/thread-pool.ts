// Reads objects in this thread, and in worker threads if there are some: distributes them, a few to each or shard by shard, and collects the workers' results.
// worker.ts contains the worker. This thread reads too, because a worker takes a tenth of a second and 50 MB to start. Does not know
// the pass: workers start with plain data and post plain data back.
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { HeadgateError, type Items } from '../../base/index.ts';
import { compileKernelOnce } from '../kernel/index.ts';
import { InFlight, type ObjectEnd, readInFlight, storedBytes } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';
import type { ReadShard, ShardOf } from './shards.ts';
import type { FromWorker, SharedWork, ToWorker, WorkerPlan, WorkerResult } from './worker-message.ts';

/** Heap for new objects in a thread, MiB. The default grows until a thread takes 30 MB more, for no gain in time. */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 4 };
/** Files on disk, and stored bytes of them, that a worker is given before it finishes one: the next are there when it does. */
const FILES_AHEAD = { files: 256, bytes: 1024 * 1024 };

/** Longest wait for a thread to finish its uploads, once the run has failed. Milliseconds; ours. */
export const END_WRITING_MS = 5000;

/** The work of the threads, and the callbacks. */
export interface PoolWork<Plan extends WorkerPlan, Result> extends SharedWork<Plan> {
  /** The index of the first object of each shard: one thread reads all of a shard. @default there are none */
  shards: readonly number[] | undefined;
  /** Whether one object is read after the other, in order; for one thread only. */
  inOrder: boolean;
  /** Whether the lines that are written of an object are uploaded. */
  isRemote: boolean;
  /** Reads an object in this thread. What it counts is not in the returned results. */
  readHere: (item: SourceObject, id: number, shard: ShardOf | undefined) => Promise<ObjectEnd>;
  onBytes: (stored: number) => void;
  /** Called with the number of lines that the workers have read. */
  onLines: (lines: number) => void;
  /** Called with the answer over a shard that a worker has read. */
  onShard: (shard: ReadShard<Result>) => void;
  /** Called after each object, or part of one. */
  onObject: (item: SourceObject, end: ObjectEnd) => void;
  /** Called with an object that shows that no object of its destination can be read: throws, or notes it and the run continues. */
  onFailure: (item: SourceObject, error: HeadgateError) => void;
}

/**
 * Reads objects in threads.
 * @returns the result of each worker
 * @throws HeadgateError what `onFailure` throws; `worker-died` when a thread ends without its result
 */
export async function readInThreads<Plan extends WorkerPlan, Result>(
  items: Items<SourceObject>,
  run: PoolWork<Plan, Result>,
): Promise<WorkerResult<Result>[]> {
  // Without a kernel (a read-only checkout cannot build one) objects are read nevertheless.
  const kernel = await compileKernelOnce().catch(() => undefined);
  const pool = new ThreadPool<Plan, Result>(items, run, kernel);
  try {
    return await pool.results();
  } catch (error) {
    if (run.isRemote) await pool.endWriting();
    throw error;
  } finally {
    await pool.stop();
  }
}

/** An item for a thread. */
interface Next {
  item: SourceObject;
  /** Its index. */
  id: number;
  shard: ShardOf | undefined;
}

/** A shard that a thread has a part of. */
interface Begun {
  /** The next item. */
  id: number;
  /** After the last one. */
  end: number;
  shard: ShardOf | undefined;
}

class ThreadPool<Plan extends WorkerPlan, Result> {
  readonly #run: PoolWork<Plan, Result>;
  readonly #items: Items<SourceObject>;
  readonly #kernel: object | undefined;
  /** This one included: no more than there are items to share. */
  readonly #threads: number;
  /** The items that this thread has. */
  readonly #here: InFlight;
  /** Indices of items that only this thread can read, since they open only once. With one thread it has all. */
  readonly #own: number[] = [];
  /** Numbers of shards; without shards, indices of items. The largest is the last: it is read first, so that all threads end together. One thread keeps the order, as do all for an index. */
  readonly #order: Uint32Array;
  /** How many of {@link #order} are not distributed yet. */
  #waiting: number;
  /** By thread, the items of its shard that it does not have yet. */
  readonly #begun = new Map<InFlight, Begun>();
  readonly #locations: Map<SourceObject['destination'], number>;
  readonly #workers: Worker[] = [];
  #results: Promise<WorkerResult<Result>>[] = [];
  readonly #lines = new Map<Worker, number>();
  /** The objects that each worker has. */
  readonly #queues = new Map<Worker, InFlight>();

  constructor(items: Items<SourceObject>, run: PoolWork<Plan, Result>, kernel: object | undefined) {
    this.#run = run;
    this.#kernel = kernel;
    this.#items = items;
    const bytes = new Float64Array(items.length);
    const destinations = new Set<SourceObject['destination']>();
    const own: number[] = [];
    let index = 0;
    let shard = 0;
    for (const item of items) {
      if (index === this.#startOf(shard + 1)) shard += 1;
      if (item.object.singleUse) own.push(index);
      bytes[shard]! += storedBytes(item);
      destinations.add(item.destination);
      index += 1;
    }
    this.#threads = Math.max(1, Math.min(run.threads, items.length - own.length));
    this.#here = new InFlight(this.#threads, run.isRemote);
    this.#order = Uint32Array.from((run.shards ?? bytes).keys()).reverse();
    if (this.#threads > 1) {
      this.#own = own.reverse();
      const isShared = own.length === 0 ? () => true : (number: number) => !own.includes(number);
      this.#order = this.#order.filter(isShared);
      // Objects of an index that follow each other have rows in the same part.
      const isOfIndex = [...destinations].every(({ location }) => location.kind === 'index');
      if (!isOfIndex) this.#order.sort((a, b) => bytes[a]! - bytes[b]! || b - a);
    }
    this.#waiting = this.#order.length;
    this.#locations = new Map([...destinations].map((one, at) => [one, at]));
  }

  /** Starts the threads and waits for their results. */
  async results(): Promise<WorkerResult<Result>[]> {
    const { signal } = this.#run;
    const onAbort = (): void => {
      for (const worker of this.#workers) post(worker, { kind: 'stop' });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#results = Array.from({ length: this.#threads - 1 }, () => this.#startWorker());
      if (signal.aborted) onAbort();
      const [found] = await Promise.all([Promise.all(this.#results), this.#readHere()]);
      return found;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** After a failure: lets every thread finish its uploads, so that no server keeps a part of one. */
  async endWriting(): Promise<void> {
    this.#waiting = 0;
    for (const worker of this.#workers) post(worker, { kind: 'stop' });
    await Promise.race([Promise.allSettled(this.#results), wait(END_WRITING_MS, undefined, { ref: false })]);
  }

  /** Ends every thread, at once. */
  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** Reads objects that no worker has, in this thread. */
  async #readHere(): Promise<void> {
    const { signal, inOrder, readHere, onObject, onFailure } = this.#run;
    const here = this.#here;
    const next = (): Next | undefined => (signal.aborted || (inOrder && here.count > 0) ? undefined : this.#next(here));
    await readInFlight(here, next, async ({ item, id, shard }) => {
      try {
        const end = await readHere(item, id, shard);
        if (end !== 'stopped') onObject(item, end);
      } catch (error) {
        if (!(error instanceof HeadgateError)) throw error;
        onFailure(item, error);
      }
    });
  }

  #startWorker(): Promise<WorkerResult<Result>> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerResult<Result>>();
    const { verb, entry, plan } = this.#run;
    const worker = new Worker(entry, { resourceLimits: THREAD_LIMITS });
    const locations = [...this.#locations.keys()].map(({ location }) => location);
    post(worker, { kind: 'start', plan, locations, kernel: this.#kernel });
    this.#workers.push(worker);
    this.#queues.set(worker, new InFlight(this.#threads, this.#run.isRemote, FILES_AHEAD));
    worker.on('message', (message: FromWorker<Result>) => {
      try {
        if (message.kind === 'result') resolve(message);
        else this.#take(worker, message);
      } catch (error) {
        reject(error);
      }
    });
    worker.on('error', (error: Error) => reject(workerDied(verb, error.message, error)));
    worker.on('exit', (code) => reject(workerDied(verb, `exit code ${code}`)));
    this.#distribute(worker);
    return promise;
  }

  #take(worker: Worker, message: Exclude<FromWorker<Result>, { kind: 'result' }>): void {
    const { onBytes, onLines, onObject, onShard, onFailure, signal } = this.#run;
    const queue = this.#queues.get(worker)!;
    const done = (id: number): SourceObject => {
      const item = this.#items.at(id)!;
      queue.done(item);
      return item;
    };
    if (message.kind === 'failed') {
      const { code, message: text, kind, endsRun } = message.error;
      onFailure(done(message.id), new HeadgateError(code, text, { kind, endsRun }));
    } else {
      this.#lines.set(worker, message.lines);
      onLines([...this.#lines.values()].reduce((sum, lines) => sum + lines, 0));
      onBytes(message.bytes);
      for (const shard of message.shards) onShard(shard);
      for (const { id, end } of message.done) {
        const item = done(id);
        if (end !== 'stopped') onObject(item, end);
      }
      if (message.done.length === 0) return;
    }
    if (!signal.aborted) this.#distribute(worker);
  }

  /** Posts as many objects to a worker as it may have, or that there are no more. */
  #distribute(worker: Worker): void {
    const queue = this.#queues.get(worker)!;
    const objects: Extract<ToWorker, { kind: 'objects' }>['objects'] = [];
    while (queue.mayTake) {
      const next = this.#next(queue);
      if (next === undefined) break;
      const { item, id, shard } = next;
      const { destination, ...rest } = item;
      queue.take(item);
      objects.push({ id, shard, item: { location: this.#locations.get(destination)!, ...rest } });
    }
    if (objects.length > 0) post(worker, { kind: 'objects', objects });
    if (this.#waiting === 0 && !this.#begun.has(queue)) post(worker, { kind: 'finish' });
  }

  /** The next item for a thread; undefined if there is none for it now. */
  #next(thread: InFlight): Next | undefined {
    const begun = this.#begun.get(thread) ?? this.#begin(thread);
    if (begun === undefined) return undefined;
    const { id, shard } = begun;
    begun.id += 1;
    if (begun.id === begun.end) this.#begun.delete(thread);
    return { item: this.#items.at(id)!, id, shard };
  }

  /** Gives a thread its next shard. */
  #begin(thread: InFlight): Begun | undefined {
    const own = thread === this.#here ? this.#own.pop() : undefined;
    if (own === undefined && !this.#hasShare(thread.count)) return undefined;
    if (own === undefined) this.#waiting -= 1;
    const number = own ?? this.#order[this.#waiting]!;
    const id = this.#startOf(number);
    const end = this.#startOf(number + 1);
    const begun = { id, end, shard: this.#run.shards && { number, items: end - id } };
    this.#begun.set(thread, begun);
    return begun;
  }

  /** Index of the first item of a shard. */
  #startOf(number: number): number {
    const { shards } = this.#run;
    return shards === undefined ? number : (shards[number] ?? this.#items.length);
  }

  /** Whether a thread that has `count` items may have one more: the last ones are distributed evenly. A shard is small enough without that. */
  #hasShare(count: number): boolean {
    if (this.#run.shards !== undefined) return this.#waiting > 0;
    return this.#waiting > 0 && (count === 0 || count < Math.ceil((count + this.#waiting) / this.#threads));
  }
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

function workerDied(verb: string, found: string, cause?: Error): HeadgateError {
  return new HeadgateError(
    'worker-died',
    `cannot ${verb}: a worker thread ended before its objects were read, found: ${found}; try again with --threads 1`,
    { cause },
  );
}
