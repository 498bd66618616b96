// Reads the objects of a source into passes: in this thread alone, or in worker threads as well. Results that add up in any order do
// not depend on the number of threads, or on which thread reads which object.
import { HeadgateError, type Items } from '../../base/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import {
  addTotal,
  countNotLogs,
  emptyTotal,
  FileParts,
  InFlight,
  type NonLogFile,
  noteUnreadable,
  type PassReading,
  type Progress,
  type ReadTotal,
  readInFlight,
  readIntoPass,
  rejectForeignContent,
  rejectNonLogs,
} from '../objects/index.ts';
import { NOT_LOGS } from '../record/index.ts';
import type { SourceObject } from '../sources/index.ts';
import { splitLargeFiles } from './split-large-files.ts';
import { bytesPerThreadFor, threadCountFor } from './thread-count.ts';
import { readInThreads } from './thread-pool.ts';
import type { WorkerTarget } from './worker.ts';
import type { SharedWork, WorkerPlan } from './worker-message.ts';

/** The passes to read objects into, the number of threads, and the callbacks. */
export type ReadRequest<Plan extends WorkerPlan, Result> = SharedWork<Plan> &
  WorkerTarget<Result> & {
    /** Whether objects are read one after the other, in order; for one thread only. @default false */
    inOrder?: boolean;
    /** Added to. Complete when the result of this thread is requested. */
    total: ReadTotal;
    /** Added to. */
    progress: Progress;
    onProgress: (progress: Progress) => void;
  };

/** The same with the number of threads that are worth their start, and large files in parts. */
export type ThreadedRequest<Plan extends WorkerPlan, Result> = ReadRequest<Plan, Result> & {
  /** Bytes of lines for which a thread is started. @default measured */
  bytesPerThread?: number | undefined;
  /** As in `SplitOptions`. */
  partBytes?: number | undefined;
  /** Whether large files may be split at line ends. @default true */
  splits?: boolean;
  /** How many times as long as in a replay a line takes. @default 1 */
  slowness?: number;
};

/** Reads objects in as many threads as are worth their start. @returns as {@link readInto} @throws as {@link readInto} */
export async function readObjects<Plan extends WorkerPlan, Result>(
  items: Items<SourceObject>,
  { bytesPerThread, partBytes, splits = true, slowness = 1, ...request }: ThreadedRequest<Plan, Result>,
): Promise<Result[]> {
  const { plan, emitter, inOrder = false, signal } = request;
  const { reading } = plan;
  const worth = bytesPerThread ?? (await bytesPerThreadFor(reading, emitter !== undefined)) / slowness;
  const threads = inOrder ? 1 : threadCountFor(items, request.threads, worth);
  const dataset = getDataset(plan.datasetName);
  const parts =
    threads === 1 || !splits ? items : await splitLargeFiles(items, { dataset, reading, signal, partBytes });
  return await readInto(parts, { ...request, threads });
}

/**
 * Reads objects, or parts of them.
 * @returns the result of each thread that has read, this one's first
 * @throws HeadgateError if an object shows that none of the source can be read, and none was; if lines cannot be
 * written; `not-logs` if all objects are files other than logs; `worker-died`
 */
export async function readInto<Plan extends WorkerPlan, Result>(
  items: Items<SourceObject>,
  request: ReadRequest<Plan, Result>,
): Promise<Result[]> {
  const { pass, emitter, result, verb, plan, inOrder = false, total, progress, onProgress, entry } = request;
  const isRemote = emitter?.isRemote === true;
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  const linesBefore = progress.lines;
  let linesOfWorkers = 0;
  // A source that is read in rounds keeps what earlier rounds have read.
  let isAnyDone = progress.objects > 0;
  const others: NonLogFile[] = [];
  const run: PassReading = {
    ...request,
    signal,
    reading: plan.reading,
    dataset: getDataset(plan.datasetName),
    onBytes: (stored) => {
      progress.bytes += stored;
      progress.lines = linesBefore + pass.lineCount + linesOfWorkers;
      onProgress(progress);
    },
    onObject: () => {
      isAnyDone = true;
      progress.objects += 1;
      onProgress(progress);
    },
  };
  const onFailure = (item: SourceObject, error: HeadgateError): void => {
    if (error.code === NOT_LOGS) {
      others.push({ item, error });
      countNotLogs(item, run);
      return;
    }
    if (!isAnyDone || error.endsRun) throw error;
    noteUnreadable(item, error, run);
  };
  const parts = new FileParts();
  const { shared, own, threads } = shareObjects(items, request.threads);
  const work = Promise.all([
    shared.length === 0
      ? []
      : readInThreads<Plan, Result>(shared, {
          verb,
          entry,
          plan,
          threads,
          signal,
          isRemote,
          onBytes: run.onBytes,
          onFailure,
          readHere: (item) => readIntoPass(item, { ...run, onObject: () => {} }),
          onLines: (lines) => {
            linesOfWorkers = lines;
          },
          onObject: (item, end) => {
            parts.note(item, end);
            if (item.range === undefined || item.range.start === 0) run.onObject();
          },
        }),
    readHere(own, run, inOrder, onFailure),
  ]);
  // An error that ends the run stops the reading of all other objects.
  const [found] = await work.catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  rejectNonLogs(others, progress.objectsInAll);
  for (const one of [emptyTotal(), ...found.map((thread) => thread.total)]) addTotal(total, one);
  rejectForeignContent(total, progress.objectsInAll);
  parts.addTo(total);
  return [await result(), ...found.map((one) => one.result)];
}

/** Reads objects in this thread. */
async function readHere(
  items: Items<SourceObject>,
  run: PassReading,
  inOrder: boolean,
  onFailure: (item: SourceObject, error: HeadgateError) => void,
): Promise<void> {
  const readOne = async (item: SourceObject): Promise<void> => {
    if (run.signal.aborted) return;
    try {
      await readIntoPass(item, run);
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      onFailure(item, error);
    }
  };
  if (inOrder) {
    for (const item of items) await readOne(item);
    return;
  }
  const rest = items[Symbol.iterator]();
  await readInFlight(new InFlight(1, run.emitter?.isRemote === true), () => rest.next().value, readOne);
}

/** The objects that threads share, and those that only this one can read, since they open only once. With one thread it has all. */
function shareObjects(
  items: Items<SourceObject>,
  worth: number,
): { shared: Items<SourceObject>; own: Items<SourceObject>; threads: number } {
  const own: SourceObject[] = [];
  for (const item of items) if (item.object.singleUse) own.push(item);
  // Without any the list is not copied, whatever its length.
  const shared = own.length === 0 ? items : [...items].filter(({ object }) => !object.singleUse);
  const threads = Math.min(worth, shared.length);
  return threads <= 1 ? { shared: [], own: items, threads: 1 } : { shared, own, threads };
}
