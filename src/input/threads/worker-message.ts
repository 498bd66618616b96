// The messages between the main thread and its workers. Plain data; keys of a bucket in it stay in this process's memory.
import { extname } from 'node:path';
import type { ErrorKind } from '../../base/index.ts';
import type { Location } from '../destination/index.ts';
import type { ObjectEnd, ReadingFlags, ReadTotal } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';
import type { ReadShard, SerializedShard, ShardOf } from './shards.ts';

/** The data from which a thread creates its pass; each kind of pass adds its own. Plain data. */
export interface WorkerPlan {
  datasetName: string;
  reading: ReadingFlags;
}

/** The work that several threads share. */
export interface SharedWork<Plan extends WorkerPlan> {
  /** The verb in errors: `replay`. */
  verb: string;
  /** The module that a worker thread starts with, see {@link workerEntry}. */
  entry: URL;
  /** For every worker; the pass of this thread is created from the same. */
  plan: Plan;
  /** This one included. */
  threads: number;
  signal: AbortSignal;
}

/** What a worker is to do: the first message to it. Its module may be loaded before. */
export interface WorkerStart<Plan extends WorkerPlan> {
  kind: 'start';
  plan: Plan;
  locations: Location[];
  /** The kernel that the main thread has compiled. */
  kernel: object | undefined;
  /** Whether shards are posted in bytes. @default false */
  serializesShards?: boolean;
}

/** An object to be read. `location`: index in {@link WorkerStart.locations}. */
type WorkerObject = Omit<SourceObject, 'destination'> & { location: number };

/** To a worker. */
export type ToWorker =
  | WorkerStart<WorkerPlan>
  | { kind: 'objects'; objects: { id: number; item: WorkerObject; shard: ShardOf | undefined }[] }
  /** Stop reading, then post the result. */
  | { kind: 'stop' }
  /** There are no more objects: post the result when all are read. */
  | { kind: 'finish' };

/** The result of a worker. */
export interface WorkerResult<Result> {
  result: Result;
  /** Of the objects that it has read, but for those of shards. */
  total: ReadTotal;
}

/** From a worker. `Shard`: {@link SerializedShard} with {@link WorkerStart.serializesShards}. */
export type FromWorker<Result, Shard = ReadShard<Result>> =
  /** Stored bytes since the last message; total lines; objects that are finished or were stopped; answers over shards of which no object is read any more. */
  | {
      kind: 'progress';
      bytes: number;
      lines: number;
      done: { id: number; end: ObjectEnd }[];
      shards: Shard[];
    }
  /** An object shows that no object of its destination can be read. */
  | { kind: 'failed'; id: number; error: { code: string; message: string; kind: ErrorKind; endsRun: boolean } }
  /** The last message. */
  | ({ kind: 'result' } & WorkerResult<Result>);

/**
 * The entry of a worker thread: the module `name` next to the caller, TypeScript in a checkout and JavaScript once built.
 * @param from `import.meta.url` of the caller
 */
export function workerEntry(name: string, from: string): URL {
  return new URL(`./${name}${extname(from)}`, from);
}
