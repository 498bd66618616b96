// Reads objects with several threads: the pool, the messages, and what an entry of a worker thread runs.
export {
  isRetried,
  readInto,
  readObjects,
  type ShardRun,
  type ShardStore,
  type SharedReading,
  type StoredShard,
} from './read-objects.ts';
export {
  type ReadShard,
  type SerializedShard,
  type ShardAnswer,
  type ShardEnd,
  serializeShard,
  type WorkerTarget,
} from './shards.ts';
export { isReadInParts, splitLargeFiles } from './split-large-files.ts';
export { bytesPerThreadFor, COMPRESSED, lineBytes, threadCountFor } from './thread-count.ts';
export { END_WRITING_MS, THREAD_LIMITS } from './thread-pool.ts';
export { runWorker } from './worker.ts';
export { type FromWorker, type ToWorker, type WorkerPlan, type WorkerStart, workerEntry } from './worker-message.ts';
