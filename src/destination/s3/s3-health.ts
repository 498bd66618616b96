// What all requests to one bucket know together: whether it answers, how long it is worth waiting for, how many requests
// it gets at a time. An endpoint that is gone is given up once, not once for each object.
import type { HeadgateError } from '../../base/index.ts';
import type { DestinationLimits } from '../destination.ts';
import { RequestPace } from './request-pace.ts';
import type { RetryRules } from './s3-retry-rules.ts';

/** The least time a request is retried where waiting for others did not help, unless `--retry-for` is less. Milliseconds. */
const LEAST_PATIENCE_MS = 2000;
/** Answers in a row after which waiting is worth twice as much again. */
const ANSWERS_TO_RECOVER = 64;

/** The state of a bucket, as its answers show it. Times are those of `performance.now()`, in milliseconds. */
export class S3Health {
  readonly pace: RequestPace;
  readonly rules: RetryRules;
  /** Set once the bucket is given up: what every further request ends with. */
  fatalError: HeadgateError | undefined;
  readonly #limits: DestinationLimits;
  #hasAnswered = false;
  #hasAnsweredAsS3 = false;
  /** When the first of the tries began that failed since the last answer. */
  #failingSince: number | undefined;
  /** Objects given up since the last answer. */
  #lost = 0;
  #patienceMs: number;
  #answersInARow = 0;

  constructor(rules: RetryRules, limits: DestinationLimits) {
    this.rules = rules;
    this.#limits = limits;
    this.#patienceMs = rules.forMs;
    this.pace = new RequestPace(rules.isPaced);
  }

  /** Whether the bucket has sent any HTTP answer. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Whether the bucket has answered as S3 does. */
  get hasAnsweredAsS3(): boolean {
    return this.#hasAnsweredAsS3;
  }

  /** How long one request may be retried now. Milliseconds. */
  get patienceMs(): number {
    if (!this.#hasAnswered) return Math.min(this.rules.forMs, this.#limits.firstAnswerMs);
    return this.#patienceMs;
  }

  /** Whether no request was answered for as long as `--retry-for` allows. Each further object then gets one try. */
  isExhausted(now: number): boolean {
    return this.#failingSince !== undefined && now - this.#failingSince >= this.rules.forMs;
  }

  /** A listing runs again: what is gone may be back. */
  restart(): void {
    this.fatalError = undefined;
    this.#lost = 0;
    this.#failingSince = undefined;
  }

  /** An HTTP answer begins. */
  recordResponse(): void {
    this.#hasAnswered = true;
  }

  /** A request was answered as it should be. */
  recordSuccess(): void {
    this.#hasAnsweredAsS3 = true;
    this.recordAnswer();
  }

  /** A request was answered, if only by a refusal that a retry does not change. */
  recordAnswer(): void {
    this.#hasAnswered = true;
    this.#failingSince = undefined;
    this.#lost = 0;
    this.#answersInARow += 1;
    if (this.#answersInARow % ANSWERS_TO_RECOVER === 0) this.recordRecovery();
  }

  /** A request succeeded after retries: waiting was worth it. */
  recordRecovery(): void {
    this.#patienceMs = Math.min(this.#patienceMs * 2, this.rules.forMs);
  }

  /** A try failed, and another may succeed. */
  recordFailure(startedAt: number): void {
    this.#answersInARow = 0;
    if (this.#failingSince === undefined || startedAt < this.#failingSince) this.#failingSince = startedAt;
  }

  /**
   * An object is given up after its retries. Waiting did not help, so the next one waits half as long: a bucket of which many
   * objects fail for good would take a minute for each.
   * @param destinationError what to end with where it is the bucket that is gone
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
