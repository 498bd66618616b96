// Names the objects of the push. The same batch has the same name in every attempt, and two batches never share one.
import { crc32 } from 'node:zlib';
import { NS_PER_MS } from '../../base/index.ts';
import { type BatchTimes, type ObjectName, printObjectName } from '../../input/destination/index.ts';

/** Names to remember: more batches cannot start and end in the same two seconds. */
const NAMES = 10_000;
/** Digits of the hash in a name: docs/platform.md, "Object names". */
const HASH_DIGITS = 8;
/** The last time that a name can show. Milliseconds. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Names the objects of all jobs, which may share a destination. */
export class BatchNames {
  readonly #latest = new Set<string>();
  /** Batches of each job. */
  readonly #counts = new Map<number, number>();

  /** Returns a new name. Its hash also distinguishes batches with equal content. */
  create(jobId: number, startMs: number, endMs: number, object: Uint8Array): ObjectName {
    const count = (this.#counts.get(jobId) ?? 0) + 1;
    this.#counts.set(jobId, count);
    const times = timesOf(startMs, endMs);
    for (let hash = crc32(object, crc32(`${jobId} ${count}`)); ; hash = (hash + 1) % 2 ** 32) {
      const name = printObjectName(times, hash.toString(16).padStart(HASH_DIGITS, '0'))!;
      if (this.#latest.has(name.file)) continue;
      this.#remember(name.file);
      return name;
    }
  }

  #remember(file: string): void {
    this.#latest.add(file);
    if (this.#latest.size <= NAMES) return;
    const [oldest] = this.#latest;
    this.#latest.delete(oldest!);
  }
}

/** Traffic may have any time; a name shows four digits of a year. */
function timesOf(startMs: number, endMs: number): BatchTimes {
  const start = Math.min(Math.max(Math.floor(startMs), 0), LAST_MS);
  const end = Math.min(Math.max(Math.ceil(endMs), start), LAST_MS);
  return { start: BigInt(start) * NS_PER_MS, end: BigInt(end) * NS_PER_MS };
}
