// Measures runs in this thread, and in others if that is worth their start: shares the objects among them. Reads nothing itself.
import { Worker } from 'node:worker_threads';
import type { TimeRange } from '../../base/index.ts';
import type { Location } from '../../input/destination/index.ts';
import { compileKernelOnce } from '../../input/kernel/index.ts';
import type { ReadingFlags } from '../../input/objects/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import {
  bytesPerThreadFor,
  COMPRESSED,
  lineBytes,
  THREAD_LIMITS,
  threadCountFor,
  workerEntry,
} from '../../input/threads/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { compileCombination, type NullReading, parseFilterJson } from '../../language/filter/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import { EVERY, NONE } from '../aggregates/index.ts';
import { loadTransformers, type TransformText } from '../transform/index.ts';
import type { Run } from './plan-runs.ts';
import { type RunFigures, readRuns } from './read-runs.ts';
import { Output } from './run-text.ts';

const MEASURE_WORKER: URL = workerEntry('measure-worker', import.meta.url);

/** What is measured of each run: plain data, from which every thread creates its outputs. */
export interface MeasurePlan {
  datasetName: string;
  range: TimeRange;
  reading: ReadingFlags;
  nullAs: NullReading;
  /** By output. */
  lines: readonly {
    /** As `selectionText` writes it: trees of filters contain objects that another thread does not receive. */
    selection: string;
    /** Of the job; undefined: lines are written unchanged. */
    options: OutputOptions | undefined;
    /** @default lines are not transformed */
    transformer?: TransformText | undefined;
  }[];
  /** As in `RunOptions`. */
  sparse: ReadonlySet<number>;
  isSelective: boolean;
}

/** An object with its runs, as another thread receives it. `location`: index in {@link MeasureStart.locations}. */
export interface GivenObject {
  item: Omit<SourceObject, 'destination'>;
  location: number;
  runs: Omit<Run, 'item'>[];
}

/** The data of another thread. Keys of a bucket in it stay in the memory of this process. */
export interface MeasureStart {
  plan: MeasurePlan;
  locations: Location[];
  kernel: object | undefined;
}

/** What a thread has measured, in the order of the runs; undefined: a run could not be read again. Empty when it begins to wait for runs. */
export type MeasuredRuns = (RunFigures | undefined)[];

/** Measures runs in this thread. A run that cannot be read again is absent. */
export async function measureHere(
  runs: readonly Run[],
  { datasetName, nullAs, lines, ...plan }: MeasurePlan,
  signal: AbortSignal,
): Promise<ReadonlyMap<Run, RunFigures>> {
  const dataset = getDataset(datasetName);
  if (lines.some(({ transformer }) => transformer !== undefined)) await loadTransformers();
  const outputs = lines.map(({ selection, options, transformer }) => {
    const isFilter = selection !== EVERY && selection !== NONE;
    const filter = isFilter ? compileCombination(parseFilterJson(selection, dataset), dataset, { nullAs }) : undefined;
    return new Output(filter, options, dataset, transformer);
  });
  return await readRuns(runs, { ...plan, dataset, outputs, signal });
}

/** How many threads may read, this one included. */
interface Threads {
  threads: number;
  /** As in `QuerySources`. */
  bytesPerThread?: number | undefined;
}

/** Measures runs. A run that cannot be read again is absent. */
export async function measureRuns(
  runs: readonly Run[],
  plan: MeasurePlan,
  { signal, ...threads }: Threads & { signal: AbortSignal },
): Promise<ReadonlyMap<Run, RunFigures>> {
  const { own, shared, count } = await shareRuns(runs, plan, threads);
  const batches = new Batches(shared, count);
  const kernel = count < 2 ? undefined : await compileKernelOnce().catch(() => undefined);
  if (signal.aborted) return new Map();
  const found = new Map<Run, RunFigures>();
  const measure = async (batch: readonly Run[]): Promise<void> => {
    for (const [run, figures] of await measureHere(batch, plan, signal)) found.set(run, figures);
  };
  const workers = Array.from({ length: count - 1 }, () => new MeasureThread(runs, plan, kernel));
  const stop = async (): Promise<void> => void (await Promise.all(workers.map((worker) => worker.stop())));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const threads = workers.map(async (worker) => {
      await worker.ready;
      for (let batch = batches.take(); batch.length > 0; batch = batches.take()) {
        const figures = await worker.measure(batch);
        // The thread could not start, or has died.
        if (figures === undefined) return batch;
        for (const [index, run] of batch.entries()) if (figures[index] !== undefined) found.set(run, figures[index]);
      }
      return [];
    });
    await measure(own);
    for (let batch = batches.take(); batch.length > 0 && !signal.aborted; batch = batches.take()) await measure(batch);
    // A thread that is not ready has nothing to measure any more.
    const lost = await Promise.all(threads.map((thread, index) => (workers[index]!.isReady ? thread : [])));
    if (!signal.aborted) await measure(lost.flat());
    return found;
  } finally {
    signal.removeEventListener('abort', stop);
    await stop();
  }
}

/** The runs that threads share: each takes the next ones when it has measured its last ones, since threads start late and differ in speed. */
class Batches {
  /** Runs of one object each, the largest objects first. */
  readonly #objects: { runs: readonly Run[]; bytes: number }[];
  readonly #threads: number;
  #bytes: number;

  constructor(objects: readonly { runs: readonly Run[]; bytes: number }[], threads: number) {
    this.#objects = objects.toSorted((a, b) => b.bytes - a.bytes);
    this.#threads = threads;
    this.#bytes = objects.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Returns a part of the share of one thread in what is left; none at the end. */
  take(): Run[] {
    const least = this.#bytes / (this.#threads * BATCHES_OF_SHARE);
    const taken: Run[] = [];
    let bytes = 0;
    while (this.#objects.length > 0 && (taken.length === 0 || bytes < least)) {
      const next = this.#objects.shift()!;
      taken.push(...next.runs);
      bytes += next.bytes;
    }
    this.#bytes -= bytes;
    return taken;
  }
}

/** Batches in which a thread takes its share. Ours: fewer keep other threads waiting at the end, more read less at the same time. */
const BATCHES_OF_SHARE = 4;

/** Decides which objects threads share, and how many threads, this one included. */
async function shareRuns(runs: readonly Run[], { reading }: MeasurePlan, { threads, bytesPerThread }: Threads) {
  const objects = [...Map.groupBy(runs, ({ item }) => item)].filter(([item, own]) => isReadWhole(item, own));
  const items = objects.map(([item]) => item);
  const isShared = items.every(({ destination: { location } }) => location.kind !== 'index');
  const wanted = Math.min(threads, items.length);
  const worth = bytesPerThread ?? (await bytesPerThreadFor(reading));
  const count = isShared ? threadCountFor(items, wanted, worth) : 1;
  if (count < 2) return { own: runs, shared: [], count: 1 };
  const found = new Set(items);
  return {
    own: runs.filter(({ item }) => !found.has(item)),
    shared: objects.map(([item, own]) => ({ runs: own, bytes: lineBytes(item) })),
    count,
  };
}

/** Of a plain file, blocks are read alone. */
function isReadWhole({ object }: SourceObject, runs: readonly Run[]): boolean {
  return COMPRESSED.test(object.key) || runs.some(({ block }) => block === undefined);
}

/** Another thread that measures. It ends with the process of its caller, or by {@link stop}. */
class MeasureThread {
  /** Fulfilled when the thread waits for runs, or has ended. */
  readonly ready: Promise<void>;
  isReady = false;
  readonly #worker: Worker;
  readonly #destinations: SourceObject['destination'][];
  #answer: (figures: MeasuredRuns | undefined) => void = () => {};
  #hasEnded = false;

  /** @param runs all that it may have to measure */
  constructor(runs: readonly Run[], plan: MeasurePlan, kernel: object | undefined) {
    this.#destinations = [...new Set(runs.map(({ item }) => item.destination))];
    const locations = this.#destinations.map(({ location }) => location);
    const workerData: MeasureStart = { plan, locations, kernel };
    this.#worker = new Worker(MEASURE_WORKER, { workerData, resourceLimits: THREAD_LIMITS });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    const end = (): void => {
      this.#hasEnded = true;
      this.#answer(undefined);
      resolve();
    };
    this.#worker
      .on('message', (figures: MeasuredRuns) => {
        this.isReady = true;
        this.#answer(figures);
        resolve();
      })
      .once('error', end)
      .once('exit', end);
  }

  /** Measures runs, one call at a time. @returns undefined if the thread has ended */
  async measure(runs: readonly Run[]): Promise<MeasuredRuns | undefined> {
    if (this.#hasEnded) return undefined;
    const objects: GivenObject[] = [...Map.groupBy(runs, ({ item }) => item)].map(
      ([{ destination, ...item }, own]) => ({
        ...{ item, location: this.#destinations.indexOf(destination) },
        runs: own.map(({ item: _, ...run }) => run),
      }),
    );
    return await new Promise((resolve) => {
      this.#answer = resolve;
      this.#worker.postMessage(objects);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
