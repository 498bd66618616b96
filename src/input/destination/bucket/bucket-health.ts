// The state that all requests to a bucket share: whether it answers, how long to wait for it, how many requests it gets
// at a time. An endpoint that is gone is abandoned once, not once for each object.
import type { HeadgateError } from '../../../base/index.ts';
import type { DestinationLimits } from '../destination.ts';
import type { BucketAction, FailedRequest } from './request-failure.ts';
import { RequestPace } from './request-pace.ts';

/**
 * Shortest time to retry a request after waiting did not help for others, unless `--retry-for` is shorter.
 * Milliseconds.
 */
const LEAST_PATIENCE_MS = 2000;
/** Consecutive responses after which the retry time doubles. */
const ANSWERS_TO_RECOVER = 64;

/** The rules for retries. */
export interface RetryRules {
  /** How long a request without progress is retried. Milliseconds. */
  forMs: number;
  /** Maximum number of attempts of a request without progress, the first one included. */
  attempts: number;
  /** Whether a rejection slows down the requests of all objects. */
  isPaced: boolean;
}

/** The state of a bucket, derived from its responses. Times are those of its clock, in milliseconds. */
export class BucketHealth {
  readonly pace: RequestPace;
  readonly rules: RetryRules;
  /** Set when the bucket is abandoned: the error of every further request. */
  fatalError: HeadgateError | undefined;
  /** Whether the bucket has sent any HTTP response. */
  hasAnswered = false;
  /** Whether the bucket has sent a valid response. */
  hasSucceeded = false;
  readonly #limits: DestinationLimits;
  /** When the first failed attempt since the last response was last alive. */
  #failingSince: number | undefined;
  /** Objects abandoned since the last response. */
  #lost = 0;
  #patienceMs: number;
  #answersInARow = 0;

  constructor(rules: RetryRules, limits: DestinationLimits) {
    this.rules = rules;
    this.#limits = limits;
    this.#patienceMs = rules.forMs;
    this.pace = new RequestPace(rules.isPaced);
  }

  /** How long one request may be retried now. Milliseconds. */
  get patienceMs(): number {
    if (!this.hasAnswered) return Math.min(this.rules.forMs, this.#limits.firstAnswerMs);
    return this.#patienceMs;
  }

  /** Describes a request that failed now. */
  failed(action: BucketAction): FailedRequest {
    const { silenceMs, connectMs } = this.#limits;
    const { hasAnswered } = this;
    return { action, hasAnswered, retryForMs: hasAnswered ? this.rules.forMs : this.patienceMs, silenceMs, connectMs };
  }

  /** Whether no request was answered for as long as `--retry-for` allows. Each further object then gets one attempt. */
  isExhausted(now: number): boolean {
    return this.#failingSince !== undefined && now - this.#failingSince >= this.rules.forMs;
  }

  /** Resets the failures for a new listing: the bucket may be available again. */
  restart(): void {
    this.fatalError = undefined;
    this.#lost = 0;
    this.#failingSince = undefined;
  }

  /** Records the beginning of an HTTP response. */
  recordResponse(): void {
    this.hasAnswered = true;
  }

  /** Records a valid response. */
  recordSuccess(): void {
    this.hasSucceeded = true;
    this.recordAnswer();
  }

  /** Records any response, including a rejection that a retry does not change. */
  recordAnswer(): void {
    this.hasAnswered = true;
    this.#failingSince = undefined;
    this.#lost = 0;
    this.#answersInARow += 1;
    if (this.#answersInARow % ANSWERS_TO_RECOVER === 0) this.recordRecovery();
  }

  /** Records a success after retries: waiting helped. */
  recordRecovery(): void {
    this.#patienceMs = Math.min(this.#patienceMs * 2, this.rules.forMs);
  }

  /** Records a failed attempt that may be repeated. @param aliveAt when the server last sent something; the start of the attempt if it sent nothing */
  recordFailure(aliveAt: number): void {
    this.#answersInARow = 0;
    if (this.#failingSince === undefined || aliveAt < this.#failingSince) this.#failingSince = aliveAt;
  }

  /**
   * Records an object that was abandoned after its retries. Waiting did not help, so the next object waits half as
   * long: a bucket with many failing objects would otherwise take a minute for each.
   * @param destinationError the error to end with if the bucket itself is gone
   */
  recordLostObject(now: number, destinationError: HeadgateError): void {
    this.#patienceMs = Math.min(this.rules.forMs, Math.max(this.#patienceMs / 2, LEAST_PATIENCE_MS));
    this.#lost += 1;
    if (this.#failingSince === undefined || !this.isExhausted(now)) return;
    const longestMs = Math.max(this.rules.forMs, this.#limits.silenceMs) + this.#limits.graceMs;
    const isLong = this.#lost > 1 && now - this.#failingSince >= longestMs;
    if (isLong || this.#lost >= this.#limits.lostObjects) this.fatalError ??= destinationError;
  }
}
