// What the main thread and its workers tell each other. Plain data; keys of a bucket in it stay in this process's memory.
import type { ErrorKind, TimeRange } from '../base/index.ts';
import type { Location, StoredObject } from '../destination/index.ts';
import type { OutputOptions } from '../job/index.ts';
import type { Detail, Report } from '../replay/index.ts';
import type { EmitPlan } from './emit-plan.ts';
import type { ObjectEnd } from './feed-object.ts';
import type { NullReading } from './named-filters.ts';
import type { ReadingRequest } from './replay-objects.ts';
import type { LineRange } from './sources.ts';

/** A filter as a worker makes it ready to run. */
export interface WorkerFilter {
  name: string;
  /** Canonical JSON; undefined where there is no filter. */
  json: string | undefined;
}

/** What a worker is started with. */
export interface WorkerStart {
  datasetName: string;
  filters: WorkerFilter[];
  nullAs: NullReading;
  range: TimeRange;
  samples: number;
  detail: Detail;
  reading: ReadingRequest;
  /** Where the lines that are kept are written. @default nowhere */
  emit?: EmitPlan | undefined;
  locations: Location[];
  /** The kernel as this thread's parent has compiled it. */
  kernel: object | undefined;
}

/** An object to be read. */
export interface WorkerObject {
  /** Of {@link WorkerStart.locations}. */
  location: number;
  object: StoredObject;
  outputOptions: OutputOptions | undefined;
  range?: LineRange | undefined;
}

/** To a worker. */
export type ToWorker =
  | { kind: 'object'; id: number; item: WorkerObject }
  /** Stop reading, then report. */
  | { kind: 'stop' }
  /** There is no more: report when all is read. */
  | { kind: 'finish' };

/** From a worker. */
export type FromWorker =
  /** Stored bytes since the last one; lines in all. */
  | { kind: 'progress'; bytes: number; lines: number }
  /** An object is done with, or was stopped. */
  | { kind: 'done'; id: number; end: ObjectEnd }
  /** An object shows that none of its destination can be read. */
  | { kind: 'failed'; id: number; error: { code: string; message: string; kind: ErrorKind } }
  /** The last message. */
  | { kind: 'report'; report: Report };
