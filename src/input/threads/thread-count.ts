// Computes the number of threads for a list of objects. Starts none: see thread-pool.ts.
import type { Items } from '../../base/index.ts';
import { freeDescriptors } from '../destination/index.ts';
import { compileKernelOnce } from '../kernel/index.ts';
import { type ReadingFlags, storedBytes } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';

/**
 * Bytes of lines per thread: with fewer, starting a thread costs more than it saves. With the kernel a thread
 * reads about 1 GB/s, without it or in another form than NDJSON a tenth; a worker takes 0.1 to 0.3 s to start.
 */
const BYTES_PER_THREAD = { fast: 192 * 1024 * 1024, slow: 24 * 1024 * 1024 };
/** Bytes of lines in a stored byte of gzip or Zstandard; logs have 6 to 18. */
const COMPRESSION_RATIO = 12;
/** Endings of the names of compressed objects. */
export const COMPRESSED: RegExp = /\.(?:gz|gzip|zst|zstd)$/i;
/** Objects for which a thread is started, however small they are: each takes about 0.1 ms. */
const OBJECTS_PER_THREAD = 2000;
/** Maximum number of threads, even if more are requested: each takes about 80 MB. */
export const MAX_THREADS = 64;

/** Returns the number of threads to use for the objects, including this one. @param bytesPerThread 0: as many as requested */
export function threadCountFor(items: Items<SourceObject>, wanted: number, bytesPerThread: number): number {
  let bytes = 0;
  for (const item of items) bytes += lineBytes(item);
  const worth = bytesPerThread === 0 ? wanted : Math.floor(bytes / bytesPerThread + items.length / OBJECTS_PER_THREAD);
  const threads = Math.max(1, Math.min(wanted, MAX_THREADS, worth));
  return threads === 1 ? 1 : Math.min(threads, threadsThatFit());
}

/** Estimated bytes of the lines of an object, or of a part of one; 0 if its size is unknown. */
export function lineBytes(item: SourceObject): number {
  return storedBytes(item) * (COMPRESSED.test(item.object.key) ? COMPRESSION_RATIO : 1);
}

/** Files and sockets that a thread opens: 5 to run, and the objects it reads. A thread that cannot open the former ends the run. */
const DESCRIPTORS_PER_THREAD = 16;

/** Returns the number of threads, including this one, that can open their files. */
function threadsThatFit(): number {
  return Math.max(1, Math.floor(freeDescriptors() / DESCRIPTORS_PER_THREAD));
}

/** Bytes of lines for which a thread is started. @param isEmitting lines are written, so the kernel is not used */
export async function bytesPerThreadFor({ input }: ReadingFlags, isEmitting = false): Promise<number> {
  const kernel = await compileKernelOnce().catch(() => undefined);
  const isSlow = kernel === undefined || input === 'csv' || input === 'json' || isEmitting;
  return BYTES_PER_THREAD[isSlow ? 'slow' : 'fast'];
}
