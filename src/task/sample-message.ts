// What the main thread and the workers of a sample tell each other. Plain data; keys of a bucket in it stay in this process's memory.
import type { ErrorKind } from '../base/index.ts';
import type { Location } from '../destination/index.ts';
import type { SamplePlan } from './sample-plan.ts';
import type { ShareResult } from './sample-share.ts';
import type { WorkerObject } from './worker-message.ts';

/** What a worker is started with. The only message to it says: stop. */
export interface SampleWorkerStart {
  plan: SamplePlan;
  locations: Location[];
  items: WorkerObject[];
  /** The kernel as this thread's parent has compiled it. */
  kernel: object | undefined;
}

/** From a worker. */
export type FromSampleWorker =
  /** Stored bytes and objects since the last one; lines in all. */
  | { kind: 'progress'; bytes: number; objects: number; lines: number }
  /** The last message: its share is read, or was stopped. */
  | { kind: 'done'; result: ShareResult }
  /** The last message: none of its share can be read. */
  | { kind: 'failed'; error: { code: string; message: string; kind: ErrorKind } };
