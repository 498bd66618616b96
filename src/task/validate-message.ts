// What the main thread and the workers of a validation tell each other. Plain data; keys of a bucket in it stay in this process's memory.
import type { ErrorKind } from '../base/index.ts';
import type { Location } from '../destination/index.ts';
import type { ValidationPlan } from './validate-plan.ts';
import type { ValidationShare } from './validate-share.ts';
import type { WorkerObject } from './worker-message.ts';

/** What a worker is started with. The only message to it says: stop. */
export interface ValidateWorkerStart {
  plan: ValidationPlan;
  locations: Location[];
  items: WorkerObject[];
  /** The kernel as this thread's parent has compiled it. */
  kernel: object | undefined;
}

/** From a worker. */
export type FromValidateWorker =
  /** Stored bytes and objects since the last one; lines in all. */
  | { kind: 'progress'; bytes: number; objects: number; lines: number }
  /** The last message: its share is read, or was stopped. */
  | { kind: 'done'; result: ValidationShare }
  /** The last message: none of its share can be read. */
  | { kind: 'failed'; error: { code: string; message: string; kind: ErrorKind } };
