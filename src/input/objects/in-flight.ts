// Limits the number of objects that one thread reads at the same time, with and without workers. Reads nothing.
import { isBucket } from '../destination/index.ts';
import type { SourceObject } from '../sources/index.ts';

/** Small objects of buckets read at the same time, in all threads: a bucket responds to each request after its latency. Chosen by headgate. */
const BUCKET_OBJECTS = 128;
/** Large objects of buckets read at the same time, in all threads, and the minimum of one thread. Chosen by headgate. */
const LARGE_OBJECTS = 8;
const LARGE_OBJECTS_OF_THREAD = 2;
/** Maximum listed bytes of small objects of buckets in flight, in all threads. Chosen by headgate. */
const BUCKET_BYTES = 16 * 1024 * 1024;

/** Whether an object is in a bucket, so that each read waits for a response. */
export function isInBucket({ destination }: SourceObject): boolean {
  return isBucket(destination.location);
}

/** Stored bytes of an object, or of the part of it that is to be read; 0 if they are unknown. */
export function storedBytes({ object: { bytes = 0 }, range }: SourceObject): number {
  return range === undefined ? bytes : Math.min(range.end, bytes) - range.start;
}

/** How many files on disk one thread has at the same time: large ones one at a time, so that all threads end together. */
export interface FilesAhead {
  files: number;
  /** Stored bytes. */
  bytes: number;
}

/** The objects that one thread has at the same time: files on disk, and as many objects of a bucket as hide its latency. */
export class InFlight {
  readonly #isRemote: boolean;
  readonly #ahead: FilesAhead;
  readonly #most: number;
  readonly #least: number;
  readonly #mostBytes: number;
  #remote = { count: 0, bytes: 0 };
  #files = { count: 0, bytes: 0 };

  /**
   * @param threads that read at the same time, and share the bounds
   * @param isRemote lines of each object are written to a bucket: it waits for a response, wherever it is read from
   * @param ahead @default one file
   */
  constructor(threads: number, isRemote: boolean, ahead: FilesAhead = { files: 1, bytes: 0 }) {
    this.#isRemote = isRemote;
    this.#ahead = ahead;
    this.#most = Math.ceil((isRemote ? LARGE_OBJECTS : BUCKET_OBJECTS) / threads);
    this.#least = Math.max(LARGE_OBJECTS_OF_THREAD, Math.ceil(LARGE_OBJECTS / threads));
    this.#mostBytes = BUCKET_BYTES / threads;
  }

  get count(): number {
    return this.#remote.count + this.#files.count;
  }

  /** Whether one more object may be taken. */
  get mayTake(): boolean {
    const { count, bytes } = this.#files;
    if (count > 0 && (count >= this.#ahead.files || bytes >= this.#ahead.bytes)) return false;
    return this.#remote.count < (this.#remote.bytes < this.#mostBytes ? this.#most : this.#least);
  }

  take(item: SourceObject): void {
    this.#add(item, 1);
  }

  done(item: SourceObject): void {
    this.#add(item, -1);
  }

  #add(item: SourceObject, sign: 1 | -1): void {
    // Objects that wait for responses are read at the same time.
    const sum = this.#isRemote || isInBucket(item) ? this.#remote : this.#files;
    sum.count += sign;
    sum.bytes += sign * storedBytes(item);
  }
}

/**
 * Reads items at the same time, as many as `inFlight` allows.
 * @param next returns the next item; undefined when there are no more
 * @throws the first error of `read`, without waiting for the other items
 */
export async function readInFlight<Next extends { item: SourceObject }>(
  inFlight: InFlight,
  next: () => Next | undefined,
  read: (next: Next) => Promise<void>,
): Promise<void> {
  let wake = (): void => {};
  let failure: { error: unknown } | undefined;
  const readOne = async (one: Next): Promise<void> => {
    try {
      await read(one);
    } catch (error) {
      failure ??= { error };
    }
    inFlight.done(one.item);
    wake();
  };
  for (;;) {
    if (failure !== undefined) throw failure.error;
    const one = inFlight.mayTake ? next() : undefined;
    if (one !== undefined) {
      inFlight.take(one.item);
      void readOne(one);
    } else if (inFlight.count === 0) return;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}
