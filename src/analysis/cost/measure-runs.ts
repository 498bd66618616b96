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
interface GivenObject {
  item: Omit<SourceObject, 'destination'>;
  location: number;
  runs: Omit<Run, 'item'>[];
}

/** The data of another thread. Keys of a bucket in it stay in the memory of this process. */
export interface MeasureStart {
  plan: MeasurePlan;
  locations: Location[];
  objects: GivenObject[];
  kernel: object | undefined;
}

/** What a thread has measured, in the order of its runs; undefined: a run could not be read again. */
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
  const [own = [], ...others] = await sharesOf(runs, plan, threads);
  const kernel = others.length === 0 ? undefined : await compileKernelOnce().catch(() => undefined);
  if (signal.aborted) return new Map();
  const started: ({ share: readonly Run[] } & ReturnType<typeof startWorker>)[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(started.map(({ worker }) => worker.terminate())));
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (const share of others) started.push({ share, ...startWorker(share, plan, kernel) });
    const found = new Map(await measureHere(own, plan, signal));
    for (const { share, measured } of started) {
      const figures = await measured;
      // A thread that could not start, or has died: its share is read here.
      const here = figures === undefined && !signal.aborted ? await measureHere(share, plan, signal) : undefined;
      for (const [index, run] of share.entries()) {
        const one = figures?.[index] ?? here?.get(run);
        if (one !== undefined) found.set(run, one);
      }
    }
    return found;
  } finally {
    signal.removeEventListener('abort', stop);
    await stop();
  }
}

/** Shares the objects, by the bytes that are read of them; this thread has the first share. */
async function sharesOf(
  runs: readonly Run[],
  { reading }: MeasurePlan,
  { threads, bytesPerThread }: Threads,
): Promise<Run[][]> {
  const objects = [...Map.groupBy(runs, ({ item }) => item)].filter(([item, own]) => isReadWhole(item, own));
  const items = objects.map(([item]) => item);
  const isShared = items.every(({ destination: { location } }) => location.kind !== 'index');
  const wanted = Math.min(threads, items.length);
  const worth = bytesPerThread ?? (await bytesPerThreadFor(reading));
  const count = isShared ? threadCountFor(items, wanted, worth) : 1;
  if (count < 2) return [[...runs]];
  const shares = Array.from({ length: count }, (): { runs: Run[]; bytes: number } => ({ runs: [], bytes: 0 }));
  for (const [item, own] of objects.toSorted(([a], [b]) => lineBytes(b) - lineBytes(a))) {
    const least = shares.reduce((found, one) => (one.bytes < found.bytes ? one : found));
    least.runs.push(...own);
    least.bytes += lineBytes(item);
  }
  const shared = new Set(items);
  shares[0]!.runs.push(...runs.filter(({ item }) => !shared.has(item)));
  return shares.map((one) => one.runs);
}

/** Of a plain file, blocks are read alone. */
function isReadWhole({ object }: SourceObject, runs: readonly Run[]): boolean {
  return COMPRESSED.test(object.key) || runs.some(({ block }) => block === undefined);
}

function startWorker(runs: readonly Run[], plan: MeasurePlan, kernel: object | undefined) {
  const destinations = [...new Set(runs.map(({ item }) => item.destination))];
  const objects = [...Map.groupBy(runs, ({ item }) => item)].map(([{ destination, ...item }, own]) => ({
    ...{ item, location: destinations.indexOf(destination) },
    runs: own.map(({ item: _, ...run }) => run),
  }));
  const locations = destinations.map(({ location }) => location);
  const workerData: MeasureStart = { plan, locations, objects, kernel };
  const worker = new Worker(MEASURE_WORKER, { workerData, resourceLimits: THREAD_LIMITS });
  const { promise: measured, resolve } = Promise.withResolvers<MeasuredRuns | undefined>();
  worker
    .once('message', resolve)
    .once('error', () => resolve(undefined))
    .once('exit', () => resolve(undefined));
  return { worker, measured };
}
