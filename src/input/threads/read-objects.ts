// Reads the objects of a source into passes: in this thread alone, or in worker threads as well. Results that add up in any order do
// not depend on the number of threads, or on which thread reads which object.
import { HeadgateError, type Items } from '../../base/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { isUnavailable } from '../destination/index.ts';
import {
  addTotal,
  countNotLogs,
  emptyTotal,
  FileParts,
  type NonLogFile,
  noteUnreadable,
  type ObjectEnd,
  type PassReading,
  type Progress,
  type ReadTotal,
  rejectForeignContent,
  rejectNonLogs,
  storedBytes,
} from '../objects/index.ts';
import { NOT_LOGS } from '../record/index.ts';
import type { SourceObject } from '../sources/index.ts';
import { cutShards, type ReadShard, SHARD_BYTES, type ShardEnd, ShardReader, type WorkerTarget } from './shards.ts';
import { splitLargeFiles } from './split-large-files.ts';
import { bytesPerThreadFor, threadCountFor } from './thread-count.ts';
import { readInThreads } from './thread-pool.ts';
import type { SharedWork, WorkerPlan } from './worker-message.ts';

/** The objects of shards whose answers are stored, and of a new one. */
export interface StoredShard<Result> {
  ends: readonly (Omit<ReadShard<Result>['ends'][number], 'id'> & { item: SourceObject })[];
  result: Result;
  total: ReadTotal;
  /** How many lines were read by others in this run. @default the answer was stored before */
  linesNow?: number | undefined;
}

/** What others need to read objects for a run. */
export type SharedReading = Pick<SharedWork<WorkerPlan>, 'verb' | 'entry' | 'plan' | 'signal'>;

/** Where the answers over shards are stored, so that a run that was killed can go on. Others may read them: see `src/input/workers`. */
export interface ShardStore<Result> {
  /** Least bytes of lines in a shard. @default SHARD_BYTES */
  readonly shardBytes?: number | undefined;
  /**
   * Takes the answers over some of the objects, or parts of files. Each is in one of them at most.
   * @returns the objects that are in none, which this process reads
   */
  restore(
    items: Items<SourceObject>,
    take: (shard: StoredShard<Result>) => void,
    reading: SharedReading,
  ): Items<SourceObject> | Promise<Items<SourceObject>>;
  /** Stores the answer over a shard that was read to its end. */
  store(shard: StoredShard<Result>): void;
}

/** A run by shards. */
export interface ShardRun<Result> {
  store: ShardStore<Result>;
  /** Creates what a shard is read into by this thread. */
  createTarget: () => WorkerTarget<Result>;
  /** Receives the answer over each shard, whether it was read or stored. @returns what has to be stored of it, for the same sum */
  add: (result: Result) => Result;
  /** Bytes of lines that make an answer worth storing. @default SHARD_BYTES */
  leastBytes?: number;
}

/** The passes to read objects into, the number of threads, and the callbacks. */
export type ReadRequest<Plan extends WorkerPlan, Result> = SharedWork<Plan> &
  WorkerTarget<Result> & {
    /** Whether objects are read one after the other, in order; for one thread only. @default false */
    inOrder?: boolean;
    /** Reads by shards, and stores their answers. @default what a thread reads has one answer, which is returned */
    shards?: ShardRun<Result> | undefined;
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
  const isWhole = !splits || (threads === 1 && request.shards === undefined);
  const parts = isWhole ? items : await splitLargeFiles(items, { dataset, reading, signal, partBytes });
  return await readInto(parts, { ...request, threads });
}

/**
 * Reads objects, or parts of them.
 * @returns the result of each thread that has read, this one's first: of objects that are in no shard
 * @throws HeadgateError if an object shows that none of the source can be read, and none was; if lines cannot be
 * written; `not-logs` if all objects are files other than logs; `worker-died`
 */
export async function readInto<Plan extends WorkerPlan, Result>(
  items: Items<SourceObject>,
  request: ReadRequest<Plan, Result>,
): Promise<Result[]> {
  const { emitter, result, verb, plan, inOrder = false, threads, total, progress, onProgress, entry, shards } = request;
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
      progress.lines = linesBefore + reader.lineCount + linesOfWorkers;
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
  const files = new FileParts();
  const onObject = (item: SourceObject, end: ObjectEnd): void => {
    files.note(item, end);
    if (isFirstPart(item)) run.onObject();
  };
  const restored = (shard: StoredShard<Result>): void => {
    const { linesNow } = shard;
    linesOfWorkers += linesNow ?? 0;
    for (const { item, end, error } of shard.ends) {
      if (linesNow === undefined) progress.bytesInAll -= storedBytes(item);
      else run.onBytes(storedBytes(item));
      if (end === 'failed') onFailure(item, new HeadgateError(error!.code, error!.message, error!));
      else onObject(item, end);
    }
    addTotal(total, shard.total);
    // Undefined: nothing could be read.
    if (shard.result !== undefined) shards!.add(shard.result);
  };
  const reader = new ShardReader<Result>(
    run,
    () => shards!.createTarget(),
    (shard) => onShard(shard),
  );
  const toRead =
    shards === undefined ? items : await shards.store.restore(items, restored, { verb, entry, plan, signal });
  const starts =
    shards && cutShards(toRead, items, shards.store.shardBytes ?? Math.max(SHARD_BYTES.least, shards.leastBytes ?? 0));
  const onShard = ({ isWhole, ends, total: more, result: found }: ReadShard<Result>): void => {
    addTotal(total, more);
    const kept = shards!.add(found);
    if (!isWhole || isRetried(ends, more)) return;
    const objects = ends.map(({ id, ...end }) => ({ ...end, item: toRead.at(id)! }));
    shards!.store.store({ ends: objects, total: more, result: kept });
  };
  const work = readInThreads<Plan, Result>(toRead, {
    ...{ verb, entry, plan, signal, inOrder, threads, isRemote: emitter?.isRemote === true },
    ...{ onObject, onFailure, onShard },
    shards: starts,
    onBytes: run.onBytes,
    readHere: (item, id, shard) => reader.read(item, id, shard),
    onLines: (lines) => {
      linesOfWorkers = lines;
    },
  });
  // An error that ends the run stops the reading of all other objects.
  const found = await work.catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  await reader.end();
  rejectNonLogs(others, progress.objectsInAll);
  for (const one of [emptyTotal(), ...found.map((thread) => thread.total)]) addTotal(total, one);
  rejectForeignContent(total, progress.objectsInAll);
  files.addTo(total);
  return [await result(), ...found.map((one) => one.result)];
}

/** Whether an item is an object, or the part of a file that counts for all of it. */
function isFirstPart({ range }: SourceObject): boolean {
  return range === undefined || range.start === 0;
}

/** Whether a next run may read more of these objects: credentials expire, networks and disks recover. */
export function isRetried(ends: readonly ShardEnd[], { lost }: ReadTotal): boolean {
  return (
    ends.some(({ error }) => error !== undefined && error.code !== NOT_LOGS) ||
    lost.some(({ code }) => isUnavailable(code))
  );
}
