// Decides whether to repeat a request, and pauses before that; counts the requests being retried. Reading one object
// may take many requests, since an interrupted read resumes at its position.
import { setTimeout as wait } from 'node:timers/promises';
import type { Bucket } from './bucket-transport.ts';
import type { RequestFailure } from './request-failure.ts';

/**
 * Attempts at an address without a server, before the bucket has ever answered: a restarting server is back by then.
 */
const ADDRESS_TRIES = 5;

/** Counts attempts without progress. */
export class RequestTries {
  readonly #bucket: Bucket;
  readonly #signal: AbortSignal | undefined;
  #count = 0;
  /** When the first attempt without progress was last alive. */
  #since: number | undefined;
  #isRetrying = false;

  constructor(bucket: Bucket, signal: AbortSignal | undefined) {
    this.#bucket = bucket;
    this.#signal = signal;
  }

  /**
   * Returns when an attempt that begins now has to have progress, in the time of the clock: at the end of the retry time. The first
   * attempt has only the limits of the connection.
   */
  deadline(): number {
    if (this.#since === undefined) return Number.POSITIVE_INFINITY;
    const { health, limits } = this.#bucket;
    return Math.max(this.#since + health.patienceMs, limits.clock.now() + limits.lastAttemptMs);
  }

  /** Records progress, which resets earlier failures. */
  recordProgress(): void {
    if (this.#count > 0) this.#bucket.health.recordRecovery();
    this.#count = 0;
    this.#since = undefined;
    this.end();
  }

  /** Ends the attempts. Call it at least once. */
  end(): void {
    if (this.#isRetrying) countRetrying(-1);
    this.#isRetrying = false;
  }

  /**
   * Waits before the next attempt.
   * @param aliveAt when the server last sent something in the failed attempt; its start if it sent nothing
   * @returns false if there is no further attempt
   * @throws the signal's reason when aborted
   */
  async waitForRetry({ isAddress, retryAfterMs }: RequestFailure, aliveAt: number): Promise<boolean> {
    const { health, limits } = this.#bucket;
    health.recordFailure(aliveAt);
    this.#count += 1;
    this.#since ??= aliveAt;
    const now = limits.clock.now();
    const leftMs = this.#since + health.patienceMs - now;
    if (leftMs <= 0 || this.#count >= health.rules.attempts || health.isExhausted(now)) return false;
    if (isAddress && !health.hasAnswered && this.#count >= ADDRESS_TRIES) return false;
    const { longestPauseMs, backoffMs } = limits;
    // Full jitter: requests that failed together are not repeated together.
    const jitterMs = Math.random() * Math.min(longestPauseMs, backoffMs * 2 ** (this.#count - 1));
    const pauseMs = Math.min(Math.max(jitterMs, Math.min(retryAfterMs, longestPauseMs)), leftMs);
    if (!this.#isRetrying) countRetrying(1);
    this.#isRetrying = true;
    await wait(pauseMs, undefined, { signal: this.#signal }).catch((error: unknown) => {
      this.#signal?.throwIfAborted();
      throw error;
    });
    return true;
  }
}

let retrying = 0;
const listeners = new Set<(count: number) => void>();

/** Reports the number of requests being retried whenever it changes. @returns a function that ends the reports */
export function onRetrying(listener: (count: number) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Counts a request that begins (1) or ends (-1) being retried. */
export function countRetrying(by: 1 | -1): void {
  retrying += by;
  for (const listener of listeners) listener(retrying);
}
