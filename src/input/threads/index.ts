// Reads objects with several threads: the pool, the messages, and what an entry of a worker thread runs.
export {
  isRetried,
  type PartStore,
  readInto,
  readObjects,
  type ShardRun,
  type SharedReading,
  type StoredPart,
} from './read-objects.ts';
export type { ShardEnd, ShardPart, WorkerTarget } from './shards.ts';
export { isReadInParts, splitLargeFiles } from './split-large-files.ts';
export { bytesPerThreadFor, threadCountFor } from './thread-count.ts';
export { END_WRITING_MS, FILES_AHEAD, THREAD_LIMITS } from './thread-pool.ts';
export { runWorker } from './worker.ts';
export { type FromWorker, type ToWorker, type WorkerPlan, type WorkerStart, workerEntry } from './worker-message.ts';
