// Reads objects with several threads: the pool, the messages, and what an entry of a worker thread runs.
export { type PartStore, readInto, readObjects, type ShardRun, type StoredPart } from './read-objects.ts';
export type { WorkerTarget } from './shards.ts';
export { isReadInParts, splitLargeFiles } from './split-large-files.ts';
export { bytesPerThreadFor, threadCountFor } from './thread-count.ts';
export { END_WRITING_MS } from './thread-pool.ts';
export { runWorker } from './worker.ts';
export { type WorkerPlan, workerEntry } from './worker-message.ts';
