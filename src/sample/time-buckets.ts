// Time in equal buckets, and which of them the lines of an object can be in.
import type { Instant } from '../base/index.ts';

/** [since, until), both known. */
export interface TimeSpan {
  since: Instant;
  until: Instant;
}

/** Most buckets that a sample is spread over: a quarter of an hour of a day. Ours: the more buckets, the more lines the kernel defers. */
const MAX_TIME_BUCKETS = 96;

/** Cuts a span of time into equal buckets, as many as requested lines up to {@link MAX_TIME_BUCKETS}. */
export class TimeBuckets {
  readonly #span: TimeSpan;
  readonly #count: bigint;

  constructor(span: TimeSpan, wanted: number) {
    this.#span = span;
    this.#count = BigInt(Math.min(wanted, MAX_TIME_BUCKETS));
  }

  /** When a bucket begins: no time before it is in that bucket or a later one. */
  startOf(bucket: number): Instant {
    const { since, until } = this.#span;
    return since + (BigInt(bucket) * (until - since) + this.#count - 1n) / this.#count;
  }

  /** Buckets of all times in a span, the first and the last one included. */
  within({ since, until }: TimeSpan): string[] {
    const [first, last] = [this.#bucketOf(since), this.#bucketOf(until)];
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  }

  /**
   * The bucket of a line. A time that its object cannot hold is taken for the nearest it can, so that where a line
   * belongs is known before it is read; a line without a readable time belongs to the first.
   * @param within what the object can hold
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
