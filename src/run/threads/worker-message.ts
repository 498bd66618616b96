// What the main thread and its workers tell each other. Plain data; keys of a bucket in it stay in this process's memory.
import { extname } from 'node:path';
import type { ErrorKind } from '../../base/index.ts';
import type { Location, StoredObject } from '../../destination/index.ts';
import type { OutputOptions } from '../../job/index.ts';
import type { ObjectEnd } from '../objects/feed-object.ts';
import type { ReadingRequest, ReadTotal } from '../objects/replay-objects.ts';
import type { LineRange } from '../sources.ts';

/** What a worker makes its pass of; each work adds to it what it needs. Plain data. */
export interface ReadingPlan {
  datasetName: string;
  reading: ReadingRequest;
}

/** What a worker is started with. */
export interface WorkerStart<Plan extends ReadingPlan> {
  plan: Plan;
  locations: Location[];
  /** The kernel as this thread's parent has compiled it. */
  kernel: object | undefined;
}

/** An object to be read. */
interface WorkerObject {
  /** Of {@link WorkerStart.locations}. */
  location: number;
  object: StoredObject;
  outputOptions: OutputOptions | undefined;
  csvConflict?: string | undefined;
  isOfTemplate?: boolean | undefined;
  unwrap?: readonly (readonly string[])[] | undefined;
  range?: LineRange | undefined;
  emitDigits?: string | undefined;
}

/** To a worker. */
export type ToWorker =
  | { kind: 'objects'; objects: { id: number; item: WorkerObject }[] }
  /** Stop reading, then hand over the result. */
  | { kind: 'stop' }
  /** There is no more: hand over the result when all is read. */
  | { kind: 'finish' };

/** What a worker has found. */
export interface WorkerResult<Result> {
  result: Result;
  /** Of the objects it has read. */
  total: ReadTotal;
}

/** From a worker. */
export type FromWorker<Result> =
  /** Stored bytes since the last one; lines in all; objects that are done with, or were stopped. */
  | { kind: 'progress'; bytes: number; lines: number; done: { id: number; end: ObjectEnd }[] }
  /** An object shows that none of its destination can be read. */
  | { kind: 'failed'; id: number; error: { code: string; message: string; kind: ErrorKind } }
  /** The last message. */
  | ({ kind: 'result' } & WorkerResult<Result>);

/**
 * The entry of a worker thread: the module `name` beside the caller, TypeScript in a checkout and JavaScript once built.
 * @param from `import.meta.url` of the caller
 */
export function workerEntry(name: string, from: string): URL {
  return new URL(`./${name}${extname(from)}`, from);
}
