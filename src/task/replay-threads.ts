// Replays objects in this thread and in workers beside it: hands them out, a few to each, and adds up the workers' reports.
// What a worker does with an object is in replay-objects.ts, as for one thread; the figures are the same whatever the number
// of threads. This thread reads too: it is there, and a worker takes a tenth of a second and 50 MB to get there.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HeadgateError } from '../base/index.ts';
import { printFilterJson } from '../filter/index.ts';
import { compileKernelOnce } from '../kernel/index.ts';
import type { Report } from '../replay/index.ts';
import type { ObjectEnd } from './feed-object.ts';
import type { NamedFilter } from './named-filters.ts';
import type { ReadingRequest } from './replay-objects.ts';
import type { SourceObject } from './sources.ts';
import type { FromWorker, ToWorker, WorkerFilter, WorkerStart } from './worker-message.ts';

/**
 * Bytes of lines for each thread that is started: below, starting one costs more than it saves. With the kernel a thread
 * reads about 1 GB/s, without it or in another form than NDJSON a tenth; a worker takes 0.1 to 0.3 s to start.
 */
export const BYTES_PER_THREAD = { fast: 192 * 1024 * 1024, slow: 24 * 1024 * 1024 };
/** Bytes of lines in a stored byte of gzip; logs have 6 to 18. */
const GZIP_RATIO = 12;
/** More are not started, whatever is asked for: each takes about 80 MB. */
export const MAX_THREADS = 64;
/** Room for new objects in a worker, MiB. By default it grows to what takes 30 MB more of the machine per thread, for no gain in time. */
const YOUNG_GENERATION_MB = 4;
/** Most objects that one thread reads at the same time: so that a bucket's latency hides. The last ones are shared out evenly. */
const OBJECTS_PER_THREAD = 4;
/** Stored bytes of files on disk that a worker has in hand before it must ask for more: the next is on its way meanwhile. */
const SMALL_BYTES = 1024 * 1024;

/** What the threads are to do. */
export interface ThreadsRun {
  /** This one included. */
  threads: number;
  /** Reads an object in this thread. What it counts is not in the reports that are returned. */
  readHere: (item: SourceObject) => Promise<ObjectEnd>;
  /** For every worker. */
  start: Omit<WorkerStart, 'locations' | 'kernel'>;
  signal: AbortSignal;
  onBytes: (stored: number) => void;
  /** Lines that the workers have seen. */
  onLines: (lines: number) => void;
  /** An object, or a part of one, is done with. */
  onObject: (item: SourceObject, end: ObjectEnd) => void;
  /** Decides on an object that shows that none of its destination can be read: throws, or notes it and the run goes on. */
  onFailure: (item: SourceObject, error: HeadgateError) => void;
}

/** How many threads are worth starting for some objects; 1: none beside this one. @param bytesPerThread 0: any */
export function threadsWorth(items: readonly SourceObject[], wanted: number, bytesPerThread: number): number {
  const bytes = items.reduce(
    (sum, item) => sum + bytesOf(item) * (item.object.key.endsWith('.gz') ? GZIP_RATIO : 1),
    0,
  );
  const worth = bytesPerThread === 0 ? wanted : Math.floor(bytes / bytesPerThread);
  return Math.max(1, Math.min(wanted, MAX_THREADS, worth));
}

/** How much makes a thread worth its start. @param isEmitting whether each line is read here, since it may have to be written */
export async function bytesPerThreadFor({ input }: ReadingRequest, isEmitting = false): Promise<number> {
  const kernel = await compileKernelOnce().catch(() => undefined);
  const isSlow = kernel === undefined || input === 'csv' || input === 'json' || isEmitting;
  return BYTES_PER_THREAD[isSlow ? 'slow' : 'fast'];
}

/** Stored bytes of an object, or of the part of it that is meant. */
function bytesOf({ object: { bytes = 0 }, range }: SourceObject): number {
  return range === undefined ? bytes : Math.min(range.end, bytes) - range.start;
}

/** Filters as workers take them. */
export function workerFilters(filters: readonly NamedFilter[]): WorkerFilter[] {
  return filters.map(({ name, reading: { filter } }) => ({ name, json: filter && printFilterJson(filter) }));
}

/**
 * Replays objects in threads.
 * @returns the report of each worker
 * @throws HeadgateError what `onFailure` throws; `worker-died` when a thread ends without its report
 */
export async function replayInThreads(items: readonly SourceObject[], run: ThreadsRun): Promise<Report[]> {
  // A checkout in which nothing can be built (read-only, say) is read all the same.
  const pool = new ThreadPool(items, run, await compileKernelOnce().catch(() => undefined));
  try {
    return await pool.reports();
  } finally {
    await pool.stop();
  }
}

class ThreadPool {
  readonly #run: ThreadsRun;
  readonly #items: readonly SourceObject[];
  readonly #kernel: object | undefined;
  /** Indices of items not handed out yet; the largest is last and goes first, so that all threads end together. */
  readonly #waiting: number[];
  readonly #locations: Map<SourceObject['destination'], number>;
  readonly #workers: Worker[] = [];
  readonly #lines = new Map<Worker, number>();
  /** Indices of the items that each worker has. */
  readonly #inFlight = new Map<Worker, Set<number>>();

  constructor(items: readonly SourceObject[], run: ThreadsRun, kernel: object | undefined) {
    this.#run = run;
    this.#kernel = kernel;
    this.#items = items;
    const bytes = (index: number): number => bytesOf(items[index]!);
    this.#waiting = items.map((_, index) => index).sort((a, b) => bytes(a) - bytes(b) || b - a);
    this.#locations = new Map([...new Set(items.map(({ destination }) => destination))].map((one, at) => [one, at]));
  }

  /** Starts the threads and waits for what they found. */
  async reports(): Promise<Report[]> {
    const { signal, threads } = this.#run;
    const onAbort = (): void => {
      for (const worker of this.#workers) tell(worker, { kind: 'stop' });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const reports = Array.from({ length: threads - 1 }, () => this.#startWorker());
      if (signal.aborted) onAbort();
      const [found] = await Promise.all([Promise.all(reports), this.#readHere()]);
      return found;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends every thread, at once. */
  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** Reads what this thread can get of what waits. */
  async #readHere(): Promise<void> {
    const { signal, readHere, onObject, onFailure } = this.#run;
    const taken = new Set<number>();
    const reading = new Set<Promise<void>>();
    const readOne = async (id: number): Promise<void> => {
      const item = this.#items[id]!;
      try {
        const end = await readHere(item);
        if (end !== 'stopped') onObject(item, end);
      } catch (error) {
        if (!(error instanceof HeadgateError)) throw error;
        onFailure(item, error);
      }
      taken.delete(id);
    };
    for (;;) {
      while (!signal.aborted && this.#waiting.length > 0 && this.#mayTake(taken)) {
        const id = this.#waiting.pop()!;
        taken.add(id);
        const one = readOne(id).finally(() => reading.delete(one));
        reading.add(one);
      }
      if (reading.size === 0) return;
      await Promise.race(reading);
    }
  }

  #startWorker(): Promise<Report> {
    const { promise, resolve, reject } = Promise.withResolvers<Report>();
    const workerData: WorkerStart = {
      ...this.#run.start,
      kernel: this.#kernel,
      locations: [...this.#locations.keys()].map(({ location }) => location),
    };
    const worker = new Worker(entryUrl(), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#workers.push(worker);
    worker.on('message', (message: FromWorker) => {
      try {
        if (message.kind === 'report') resolve(message.report);
        else this.#take(worker, message);
      } catch (error) {
        reject(error);
      }
    });
    worker.on('error', (error: Error) => reject(workerDied(error.message, error)));
    worker.on('exit', (code) => reject(workerDied(`exit code ${code}`)));
    this.#handOut(worker);
    return promise;
  }

  #take(worker: Worker, message: Exclude<FromWorker, { kind: 'report' }>): void {
    const { onBytes, onLines, onObject, onFailure, signal } = this.#run;
    if (message.kind === 'progress') {
      this.#lines.set(worker, message.lines);
      onLines([...this.#lines.values()].reduce((sum, lines) => sum + lines, 0));
      onBytes(message.bytes);
      return;
    }
    if (message.kind === 'failed') {
      const { code, message: text, kind } = message.error;
      onFailure(this.#items[message.id]!, new HeadgateError(code, text, { kind }));
    } else {
      if (message.end !== 'stopped') onObject(this.#items[message.id]!, message.end);
    }
    this.#inFlight.get(worker)!.delete(message.id);
    if (!signal.aborted) this.#handOut(worker);
  }

  /** Gives a worker as many objects as it may have, or tells it that there are no more. */
  #handOut(worker: Worker): void {
    const inFlight = this.#inFlight.get(worker) ?? new Set();
    this.#inFlight.set(worker, inFlight);
    while (this.#waiting.length > 0 && this.#mayTake(inFlight)) {
      const id = this.#waiting.pop()!;
      const { destination, ...item } = this.#items[id]!;
      inFlight.add(id);
      tell(worker, { kind: 'object', id, item: { location: this.#locations.get(destination)!, ...item } });
    }
    if (this.#waiting.length === 0) tell(worker, { kind: 'finish' });
  }

  /** Large files one at a time, so that all threads end together; more of what is small or has to be waited for. */
  #mayTake(taken: ReadonlySet<number>): boolean {
    if (taken.size === 0) return true;
    const share = Math.ceil((taken.size + this.#waiting.length) / this.#run.threads);
    if (taken.size >= Math.min(OBJECTS_PER_THREAD, share)) return false;
    const items = [...taken].map((id) => this.#items[id]!);
    const waitsForBucket = items.some(({ destination }) => destination.location.kind === 's3');
    return waitsForBucket || items.reduce((sum, item) => sum + bytesOf(item), 0) < SMALL_BYTES;
  }
}

/** The entry beside this file, which is TypeScript in a checkout and JavaScript where it is installed. */
function entryUrl(): URL {
  return new URL(`./replay-worker${extname(import.meta.url)}`, import.meta.url);
}

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

function workerDied(found: string, cause?: Error): HeadgateError {
  return new HeadgateError(
    'worker-died',
    `cannot replay: a worker thread ended before its report, found: ${found}; try again with --threads 1`,
    { cause },
  );
}
