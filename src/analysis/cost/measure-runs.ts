// Measures runs in this thread, and in others if that is worth their start: hands out the objects in batches. Reads nothing itself.
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
import { type NextRuns, type RunFigures, readRuns } from './read-runs.ts';
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

/** To another thread: objects; none at the end. */
export type ToMeasure = readonly GivenObject[];

/** From another thread: a request for objects; in the end what it has measured, in the order of the runs. Undefined: a run could not be read again. */
export type FromMeasure = 'next' | (RunFigures | undefined)[];

/** Measures runs in this thread. A run that cannot be read again is absent. */
export async function measureHere(
  next: NextRuns,
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
  return await readRuns(next, { ...plan, dataset, outputs, signal });
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
  const workers: ReturnType<typeof startWorker>[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(workers.map(({ worker }) => worker.terminate())));
  signal.addEventListener('abort', stop, { once: true });
  try {
    while (workers.length < count - 1) workers.push(startWorker(batches, plan, kernel));
    const first = [own].filter((some) => some.length > 0);
    const found = new Map(await measureHere(() => first.pop() ?? batches.take(), plan, signal));
    const lost: Run[] = [];
    for (const { given, measured } of workers) {
      // A thread that has not begun yet has nothing to measure any more.
      const figures = given.length === 0 ? [] : await measured;
      if (figures === undefined) lost.push(...given);
      else for (const [index, run] of given.entries()) if (figures[index] !== undefined) found.set(run, figures[index]);
    }
    if (lost.length === 0 || signal.aborted) return found;
    const again = [lost];
    return new Map([...found, ...(await measureHere(() => again.pop() ?? [], plan, signal))]);
  } finally {
    signal.removeEventListener('abort', stop);
    await stop();
  }
}

/** The runs that threads share: each takes the next ones when it has read its last ones, since threads start late and differ in speed. */
class Batches {
  /** Of all runs. */
  readonly destinations: readonly SourceObject['destination'][];
  /** Runs of one object each, the largest objects first. */
  readonly #objects: { runs: readonly Run[]; bytes: number }[];
  readonly #threads: number;
  #bytes: number;

  constructor(objects: readonly { runs: readonly Run[]; bytes: number }[], threads: number) {
    this.destinations = [...new Set(objects.map(({ runs }) => runs[0]!.item.destination))];
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

/** Batches in which a thread takes its share. Ours: with fewer, threads wait for the last one; with more, a thread reads fewer objects at the same time. */
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
  const sharedItems = new Set(items);
  return {
    own: runs.filter(({ item }) => !sharedItems.has(item)),
    shared: objects.map(([item, own]) => ({ runs: own, bytes: lineBytes(item) })),
    count,
  };
}

/** Of a plain file, blocks are read alone. */
function isReadWhole({ object }: SourceObject, runs: readonly Run[]): boolean {
  return COMPRESSED.test(object.key) || runs.some(({ block }) => block === undefined);
}

/** Starts a thread, which asks for runs. `given`: those that it has. `measured`: undefined if it could not start, or has died. */
function startWorker(batches: Batches, plan: MeasurePlan, kernel: object | undefined) {
  const { destinations } = batches;
  const workerData: MeasureStart = { plan, locations: destinations.map(({ location }) => location), kernel };
  const worker = new Worker(MEASURE_WORKER, { workerData, resourceLimits: THREAD_LIMITS });
  const given: Run[] = [];
  const { promise: measured, resolve } = Promise.withResolvers<Exclude<FromMeasure, 'next'> | undefined>();
  worker
    .on('message', (message: FromMeasure) => {
      if (message !== 'next') return resolve(message);
      const runs = batches.take();
      given.push(...runs);
      const objects: ToMeasure = [...Map.groupBy(runs, ({ item }) => item)].map(([{ destination, ...item }, own]) => ({
        ...{ item, location: destinations.indexOf(destination) },
        runs: own.map(({ item: _, ...run }) => run),
      }));
      worker.postMessage(objects);
    })
    .once('error', () => resolve(undefined))
    .once('exit', () => resolve(undefined));
  return { worker, given, measured };
}
