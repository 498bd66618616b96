// Divides a time range into equal buckets, and finds the buckets that the lines of an object can be in.
import type { Instant } from '../../base/index.ts';

/** [since, until), both known. */
export interface TimeSpan {
  since: Instant;
  until: Instant;
}

/** Maximum number of buckets for a sample: one per quarter of an hour of a day. Chosen by headgate. */
const MAX_TIME_BUCKETS = 96;

/** Cuts a span of time into equal buckets, as many as requested lines up to {@link MAX_TIME_BUCKETS}. */
export class TimeBuckets {
  readonly #span: TimeSpan;
  readonly #count: bigint;

  constructor(span: TimeSpan, wanted: number) {
    this.#span = span;
    this.#count = BigInt(Math.min(wanted, MAX_TIME_BUCKETS));
  }

  /** The buckets of all times in a range, from first to last, both included. */
  within({ since, until }: TimeSpan): string[] {
    const [first, last] = [this.#bucketOf(since), this.#bucketOf(until)];
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  }

  /**
   * Returns the bucket of a line. A time that the object cannot contain is replaced by the nearest time that it can, so the
   * possible buckets are known before the line is read. A line without a readable time belongs to the first bucket.
   * @param within the buckets that the object can contain
   */
  of(time: Instant | undefined, within: TimeSpan): string {
    const { since, until } = within;
    return String(this.#bucketOf(time === undefined || time < since ? since : time > until ? until : time));
  }

  #bucketOf(time: Instant): number {
    const { since, until } = this.#span;
    const inside = time < since ? 0n : time >= until ? until - since - 1n : time - since;
    return Number((inside * this.#count) / (until - since));
  }
}
