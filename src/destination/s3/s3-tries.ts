// The tries of one request: whether there is another, and the pause before it. One object's request may be many, since a
// read that breaks off is asked for from where it was.
import { setTimeout as wait } from 'node:timers/promises';
import type { DestinationLimits } from '../destination.ts';
import type { S3Failure } from './s3-error.ts';
import type { S3Health } from './s3-health.ts';

/** Tries at an address without a server, before the bucket has ever answered: a server that is being restarted is back by then. */
const ADDRESS_TRIES = 5;

/** Counts tries without progress. */
export class S3Tries {
  readonly #health: S3Health;
  readonly #limits: DestinationLimits;
  readonly #signal: AbortSignal | undefined;
  #count = 0;
  /** When the first try without progress began. */
  #since: number | undefined;
  #isRetrying = false;

  constructor(health: S3Health, limits: DestinationLimits, signal: AbortSignal | undefined) {
    this.#health = health;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** The request got further: what failed before is forgotten. */
  recordProgress(): void {
    if (this.#count > 0) this.#health.recordRecovery();
    this.#count = 0;
    this.#since = undefined;
    this.end();
  }

  /** The request is over, however it ended. To be called once at least. */
  end(): void {
    if (this.#isRetrying) countRetrying(-1);
    this.#isRetrying = false;
  }

  /**
   * Waits before another try.
   * @param startedAt when the failed try began, of `performance.now()`
   * @returns false: there is no other
   * @throws the signal's reason when aborted
   */
  async waitForRetry({ isAddress, retryAfterMs }: S3Failure, startedAt: number): Promise<boolean> {
    const health = this.#health;
    health.recordFailure(startedAt);
    this.#count += 1;
    this.#since ??= startedAt;
    const now = performance.now();
    const leftMs = this.#since + health.patienceMs - now;
    if (leftMs <= 0 || this.#count >= health.rules.attempts || health.isExhausted(now)) return false;
    if (isAddress && !health.hasAnswered && this.#count >= ADDRESS_TRIES) return false;
    const { longestPauseMs, backoffMs } = this.#limits;
    // Full jitter: requests that failed together do not come back together.
    const jitterMs = Math.random() * Math.min(longestPauseMs, backoffMs * 2 ** (this.#count - 1));
    const pauseMs = Math.min(Math.max(jitterMs, Math.min(retryAfterMs, longestPauseMs)), leftMs);
    const options = this.#signal === undefined ? {} : { signal: this.#signal };
    if (!this.#isRetrying) countRetrying(1);
    this.#isRetrying = true;
    await wait(pauseMs, undefined, options).catch((error: unknown) => {
      this.#signal?.throwIfAborted();
      throw error;
    });
    return true;
  }
}

let retrying = 0;
const listeners = new Set<(count: number) => void>();

/** Calls back with the number of requests being retried whenever it changes. @returns a function that ends that */
export function onRetrying(listener: (count: number) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Counts requests that begin (1) or end (-1) to be retried. */
export function countRetrying(by: 1 | -1): void {
  retrying += by;
  for (const listener of listeners) listener(retrying);
}
