// Reads objects in this thread and in workers beside it: hands them out, a few to each, and collects the workers' results.
// What a worker does is in worker.ts. This thread reads too: it is there, and a worker takes a tenth of a second and
// 50 MB to get there. Knows nothing of what is read for: what workers are started with and hand back is plain data.

import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { HeadgateError, type Items } from '../../base/index.ts';
import { compileKernelOnce } from '../../kernel/index.ts';
import type { ObjectEnd } from '../objects/feed-object.ts';
import { InFlight, type InFlightRun, readInFlight } from '../objects/in-flight.ts';
import type { SourceObject } from '../sources.ts';
import { storedBytes } from './thread-count.ts';
import type { FromWorker, ReadingPlan, ToWorker, WorkerResult, WorkerStart } from './worker-message.ts';

/** Room for new objects in a worker, MiB. By default it grows to what takes 30 MB more of the machine per thread, for no gain in time. */
const YOUNG_GENERATION_MB = 4;
/** Files on disk, and stored bytes of them, that a worker has in hand before it must ask for more: the next are on their way meanwhile. */
const FILES_IN_HAND = 256;
const BYTES_IN_HAND = 1024 * 1024;

/** Longest wait for a thread to end what it writes over the network, once the run has failed. Milliseconds; ours. */
export const END_WRITING_MS = 5000;

/** What the threads are to do. */
export interface ThreadsRun<Plan extends ReadingPlan> {
  /** What errors call the work: `replay`. */
  verb: string;
  /** The module a worker thread starts with, see {@link workerEntry}. */
  entry: URL;
  /** For every worker. */
  plan: Plan;
  /** This one included. */
  threads: number;
  /** Whether what is written of an object waits for the network. @default false */
  isRemote?: boolean | undefined;
  /** Reads an object in this thread. What it counts is not in the results that are returned. */
  readHere: (item: SourceObject) => Promise<ObjectEnd>;
  signal: AbortSignal;
  onBytes: (stored: number) => void;
  /** Lines that the workers have seen. */
  onLines: (lines: number) => void;
  /** An object, or a part of one, is done with. */
  onObject: (item: SourceObject, end: ObjectEnd) => void;
  /** Decides on an object that shows that none of its destination can be read: throws, or notes it and the run goes on. */
  onFailure: (item: SourceObject, error: HeadgateError) => void;
}

/**
 * Reads objects in threads.
 * @returns what each worker has found
 * @throws HeadgateError what `onFailure` throws; `worker-died` when a thread ends without its result
 */
export async function readInThreads<Plan extends ReadingPlan, Result>(
  items: Items<SourceObject>,
  run: ThreadsRun<Plan>,
): Promise<WorkerResult<Result>[]> {
  // A checkout in which nothing can be built (read-only, say) is read all the same.
  const kernel = await compileKernelOnce().catch(() => undefined);
  const pool = new ThreadPool<Plan, Result>(items, run, kernel);
  try {
    return await pool.results();
  } catch (error) {
    if (run.isRemote === true) await pool.endWriting();
    throw error;
  } finally {
    await pool.stop();
  }
}

class ThreadPool<Plan extends ReadingPlan, Result> {
  readonly #run: ThreadsRun<Plan>;
  readonly #items: Items<SourceObject>;
  readonly #kernel: object | undefined;
  /** Indices of items, the largest last: they go first, so that all threads end together. */
  readonly #order: Uint32Array;
  /** How many of {@link #order} are not handed out yet. */
  #waiting: number;
  readonly #locations: Map<SourceObject['destination'], number>;
  readonly #workers: Worker[] = [];
  #results: Promise<WorkerResult<Result>>[] = [];
  readonly #lines = new Map<Worker, number>();
  readonly #hands = new Map<Worker, Hand>();

  constructor(items: Items<SourceObject>, run: ThreadsRun<Plan>, kernel: object | undefined) {
    this.#run = run;
    this.#kernel = kernel;
    this.#items = items;
    const bytes = new Float64Array(items.length);
    const destinations = new Set<SourceObject['destination']>();
    let index = 0;
    for (const item of items) {
      bytes[index] = storedBytes(item);
      destinations.add(item.destination);
      index += 1;
    }
    this.#order = Uint32Array.from(bytes.keys()).sort((a, b) => bytes[a]! - bytes[b]! || b - a);
    this.#waiting = items.length;
    this.#locations = new Map([...destinations].map((one, at) => [one, at]));
  }

  /** Starts the threads and waits for what they found. */
  async results(): Promise<WorkerResult<Result>[]> {
    const { signal, threads } = this.#run;
    const onAbort = (): void => {
      for (const worker of this.#workers) tell(worker, { kind: 'stop' });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#results = Array.from({ length: threads - 1 }, () => this.#startWorker());
      if (signal.aborted) onAbort();
      const [found] = await Promise.all([Promise.all(this.#results), this.#readHere()]);
      return found;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** After a failure: lets every thread end what it writes over the network, so that no server keeps a part of it. */
  async endWriting(): Promise<void> {
    this.#waiting = 0;
    for (const worker of this.#workers) tell(worker, { kind: 'stop' });
    await Promise.race([Promise.allSettled(this.#results), wait(END_WRITING_MS, undefined, { ref: false })]);
  }

  /** Ends every thread, at once. */
  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** Reads what this thread can get of what waits. */
  async #readHere(): Promise<void> {
    const { signal, readHere, onObject, onFailure } = this.#run;
    const inFlight = new InFlight(this.#run);
    const next = (): SourceObject | undefined =>
      signal.aborted || !this.#hasShare(inFlight.count) ? undefined : this.#items.at(this.#next());
    await readInFlight(inFlight, next, async (item) => {
      try {
        const end = await readHere(item);
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
    const workerData: WorkerStart<Plan> = {
      plan,
      kernel: this.#kernel,
      locations: [...this.#locations.keys()].map(({ location }) => location),
    };
    const worker = new Worker(entry, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#workers.push(worker);
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
    this.#handOut(worker);
    return promise;
  }

  #take(worker: Worker, message: Exclude<FromWorker<Result>, { kind: 'result' }>): void {
    const { onBytes, onLines, onObject, onFailure, signal } = this.#run;
    const hand = this.#hands.get(worker)!;
    const done = (id: number): SourceObject => {
      const item = this.#items.at(id)!;
      hand.done(item);
      return item;
    };
    if (message.kind === 'failed') {
      const { code, message: text, kind } = message.error;
      onFailure(done(message.id), new HeadgateError(code, text, { kind }));
    } else {
      this.#lines.set(worker, message.lines);
      onLines([...this.#lines.values()].reduce((sum, lines) => sum + lines, 0));
      onBytes(message.bytes);
      for (const { id, end } of message.done) {
        const item = done(id);
        if (end !== 'stopped') onObject(item, end);
      }
      if (message.done.length === 0) return;
    }
    if (!signal.aborted) this.#handOut(worker);
  }

  /** Gives a worker as many objects as it may have, or tells it that there are no more. */
  #handOut(worker: Worker): void {
    const hand = this.#hands.get(worker) ?? new Hand(this.#run);
    this.#hands.set(worker, hand);
    const objects: Extract<ToWorker, { kind: 'objects' }>['objects'] = [];
    while (hand.mayTake && this.#hasShare(hand.count)) {
      const id = this.#next();
      const given = this.#items.at(id)!;
      const { destination, ...item } = given;
      hand.take(given);
      objects.push({ id, item: { location: this.#locations.get(destination)!, ...item } });
    }
    if (objects.length > 0) tell(worker, { kind: 'objects', objects });
    if (this.#waiting === 0) tell(worker, { kind: 'finish' });
  }

  /** Index of the next item. */
  #next(): number {
    this.#waiting -= 1;
    return this.#order[this.#waiting]!;
  }

  /** Whether a thread that has `count` items may have one more: the last ones are shared out evenly. */
  #hasShare(count: number): boolean {
    return this.#waiting > 0 && (count === 0 || count < Math.ceil((count + this.#waiting) / this.#run.threads));
  }
}

/** What a worker has in hand: large files one at a time, so that all threads end together; more of what is small. */
class Hand {
  readonly #waitedFor: InFlight;
  #files = 0;
  #bytes = 0;

  constructor(run: InFlightRun) {
    this.#waitedFor = new InFlight(run);
  }

  get count(): number {
    return this.#files + this.#waitedFor.count;
  }

  get mayTake(): boolean {
    if (this.#files > 0 && (this.#files >= FILES_IN_HAND || this.#bytes >= BYTES_IN_HAND)) return false;
    return this.#waitedFor.mayTake;
  }

  take(item: SourceObject): void {
    this.#add(item, 1);
    if (this.#waitedFor.waitsFor(item)) this.#waitedFor.take(item);
  }

  done(item: SourceObject): void {
    this.#add(item, -1);
    if (this.#waitedFor.waitsFor(item)) this.#waitedFor.done(item);
  }

  #add(item: SourceObject, sign: 1 | -1): void {
    if (this.#waitedFor.waitsFor(item)) return;
    this.#files += sign;
    this.#bytes += sign * storedBytes(item);
  }
}

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

function workerDied(verb: string, found: string, cause?: Error): HeadgateError {
  return new HeadgateError(
    'worker-died',
    `cannot ${verb}: a worker thread ended before its objects were read, found: ${found}; try again with --threads 1`,
    { cause },
  );
}
