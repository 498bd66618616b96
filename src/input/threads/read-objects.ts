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
  InFlight,
  type NonLogFile,
  noteUnreadable,
  type ObjectEnd,
  type PassReading,
  type Progress,
  type ReadTotal,
  readInFlight,
  rejectForeignContent,
  rejectNonLogs,
  storedBytes,
} from '../objects/index.ts';
import { NOT_LOGS } from '../record/index.ts';
import type { SourceObject } from '../sources/index.ts';
import {
  cutShards,
  SHARD_BYTES,
  type ShardEnd,
  type ShardOf,
  type ShardPart,
  ShardReader,
  type WorkerTarget,
} from './shards.ts';
import { splitLargeFiles } from './split-large-files.ts';
import { bytesPerThreadFor, threadCountFor } from './thread-count.ts';
import { readInThreads } from './thread-pool.ts';
import type { SharedWork, WorkerPlan } from './worker-message.ts';

/** The objects of shards whose answers are stored, and of a new one. */
export interface StoredPart<Result> {
  ends: readonly (Omit<ShardPart<Result>['ends'][number], 'id'> & { item: SourceObject })[];
  result: Result;
  total: ReadTotal;
}

/** Where the answers over shards are stored, so that a run that was killed can go on. */
export interface PartStore<Result> {
  /** Least bytes of lines in a shard. @default SHARD_BYTES */
  readonly shardBytes?: number | undefined;
  /**
   * Takes the answers over some of the objects, or parts of files. Each is in one of them at most.
   * @returns the objects that are in none
   */
  restore(items: Items<SourceObject>, take: (part: StoredPart<Result>) => void): Items<SourceObject>;
  /** Stores the answer over a shard that was read to its end. */
  store(part: StoredPart<Result>): void;
}

/** A run by shards. */
export interface ShardRun<Result> {
  parts: PartStore<Result>;
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
  const { emitter, result, verb, plan, inOrder = false, total, progress, onProgress, entry, shards } = request;
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
  const restored = (part: StoredPart<Result>): void => {
    for (const { item, end, error } of part.ends) {
      progress.bytesInAll -= storedBytes(item);
      if (isFirstPart(item)) progress.objects += 1;
      if (end !== 'failed') files.note(item, end);
      else {
        others.push({ item, error: new HeadgateError(error!.code, error!.message) });
        total.bytes += item.object.bytes ?? 0;
      }
    }
    addTotal(total, part.total);
    shards!.add(part.result);
  };
  const toRead = shards === undefined ? items : shards.parts.restore(items, restored);
  const starts =
    shards && cutShards(toRead, items, shards.parts.shardBytes ?? Math.max(SHARD_BYTES.least, shards.leastBytes ?? 0));
  const onPart = ({ isWhole, ends, total: more, result: found }: ShardPart<Result>): void => {
    addTotal(total, more);
    const kept = shards!.add(found);
    if (!isWhole || isRetried(ends, more)) return;
    const objects = ends.map(({ id, ...end }) => ({ ...end, item: toRead.at(id)! }));
    shards!.parts.store({ ends: objects, total: more, result: kept });
  };
  const reader = new ShardReader<Result>(run, () => shards!.createTarget(), onPart);
  const { shared, own, threads } = shareObjects(toRead, request.threads);
  const onObject = (item: SourceObject, end: ObjectEnd): void => {
    files.note(item, end);
    if (end !== 'stopped' && isFirstPart(item)) run.onObject();
  };
  const readOwn = async ({ item, id, shard }: InShard): Promise<void> => {
    if (signal.aborted) return;
    try {
      onObject(item, await reader.read(item, id, shard));
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      onFailure(item, error);
    }
  };
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
          shards: starts,
          onBytes: run.onBytes,
          onFailure,
          onPart,
          readHere: (item, id, shard) => reader.read(item, id, shard),
          onLines: (lines) => {
            linesOfWorkers = lines;
          },
          onObject,
        }),
    readHere(inShards(own, starts), readOwn, run, inOrder),
  ]);
  // An error that ends the run stops the reading of all other objects.
  const [found] = await work.catch((error: unknown) => {
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

/** An object with its shard. */
interface InShard {
  item: SourceObject;
  /** Index in the list. */
  id: number;
  shard: ShardOf | undefined;
}

/** Objects in order. @param starts @default there are no shards */
function* inShards(items: Items<SourceObject>, starts: readonly number[] | undefined): Generator<InShard> {
  let id = 0;
  let number = 0;
  for (const item of items) {
    if (id === starts?.[number + 1]) number += 1;
    const shard = starts && { number, items: (starts[number + 1] ?? items.length) - starts[number]! };
    yield { item, id, shard };
    id += 1;
  }
}

/** Whether an item is an object, or the part of a file that counts for all of it. */
function isFirstPart({ range }: SourceObject): boolean {
  return range === undefined || range.start === 0;
}

/** Whether a next run may read more of these objects: credentials expire, networks and disks recover. */
function isRetried(ends: readonly ShardEnd[], { lost }: ReadTotal): boolean {
  return (
    ends.some(({ error }) => error !== undefined && error.code !== NOT_LOGS) ||
    lost.some(({ code }) => isUnavailable(code))
  );
}

/** Reads objects in this thread. */
async function readHere(
  items: Iterable<InShard>,
  readOne: (one: InShard) => Promise<void>,
  run: PassReading,
  inOrder: boolean,
): Promise<void> {
  if (inOrder) {
    for (const one of items) await readOne(one);
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
