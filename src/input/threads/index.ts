// Reads objects with several threads: the pool, the messages, and what an entry of a worker thread runs.
export { readInto, readObjects } from './read-objects.ts';
export { isReadInParts, splitLargeFiles } from './split-large-files.ts';
export { bytesPerThreadFor, threadCountFor } from './thread-count.ts';
export { END_WRITING_MS } from './thread-pool.ts';
export { runWorker, type WorkerTarget } from './worker.ts';
export { type WorkerPlan, workerEntry } from './worker-message.ts';
