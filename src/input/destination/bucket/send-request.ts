// Sends requests to a bucket: each in its turn, and those with a small response repeatedly until it arrives.
import { HeadgateError } from '../../../base/index.ts';
import type { Bucket } from './bucket-transport.ts';
import type { BucketAction, RequestFailure } from './request-failure.ts';
import { RequestTries } from './request-tries.ts';

/** Sends a request once. */
export type SendOnce<Answer> = (signal: AbortSignal | undefined) => Promise<Answer>;

/**
 * Sends a request once, when its turn comes.
 * @throws HeadgateError if the bucket was abandoned; the error of the transport
 */
export function sendOnce<Answer>(
  { transport, health }: Bucket,
  action: BucketAction,
  send: SendOnce<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const request = async (): Promise<Answer> => {
    if (health.fatalError !== undefined) throw health.fatalError;
    return await send(signal);
  };
  // Requests to a silent server wait in parallel: in sequence, each would take the whole timeout.
  const isRejection = (error: unknown): boolean => {
    if (error instanceof HeadgateError || signal?.aborted === true) return false;
    const { isTransient = false, isSilence = false } = transport.failureOf(error, health.failed(action));
    return isTransient && !isSilence;
  };
  return health.pace.run(request, isRejection, signal);
}

/**
 * Sends a request whose response is not an object's bytes, and retries it.
 * @param action `put` for every request of a write
 * @throws HeadgateError if it is rejected or abandoned; the signal's reason when aborted
 */
export async function sendUntilAnswered<Answer>(
  bucket: Bucket,
  send: SendOnce<Answer>,
  signal: AbortSignal | undefined,
  action: 'list' | 'put' = 'list',
): Promise<Answer> {
  const { transport, limits, health } = bucket;
  const { clock } = limits;
  const isWrite = action === 'put';
  // Sending the body of a write may take long: the socket watches it for silence, and no timer ends it.
  const firstAnswerBy = isWrite ? Number.POSITIVE_INFINITY : clock.now() + limits.firstAnswerMs;
  const tries = new RequestTries(bucket, signal);
  try {
    for (let last: RequestFailure | undefined; ; ) {
      const startedAt = clock.now();
      const limit = new AttemptLimit(bucket, isWrite ? firstAnswerBy : tries.deadline(), firstAnswerBy, signal);
      try {
        const answer = await sendOnce(bucket, action, send, limit.signal);
        health.recordSuccess();
        tries.recordProgress();
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof HeadgateError) throw error;
        const failure = limit.failureOf(error, last, (cause) => transport.failureOf(cause, health.failed(action)));
        last = failure;
        // A write to a missing target (404) fails every time.
        const isTransient = failure.isTransient || (failure.isGarbled && health.hasSucceeded && !isWrite);
        if (!isTransient && failure.isAnswered) health.recordAnswer();
        // Sending a body is progress, so the retry time begins at the failure.
        const failedAt = isWrite ? clock.now() : startedAt;
        if (!isTransient || !(await tries.waitForRetry(failure, failedAt))) throw failure.error;
      } finally {
        limit.end();
      }
    }
  } finally {
    tries.end();
  }
}

/**
 * Aborts a request without a response when its retry time is over, or when a bucket that has never answered has had its time. Includes the wait
 * for its turn.
 */
export class AttemptLimit {
  /** Passed to the request. */
  readonly signal: AbortSignal | undefined;
  readonly #over = new AbortController();
  readonly #cancel: (() => void) | undefined;

  /** @param by end of the retry time @param firstAnswerBy end of the time of a bucket that has never answered; times of the clock */
  constructor(
    { health, limits: { clock } }: Bucket,
    by: number,
    firstAnswerBy: number,
    signal: AbortSignal | undefined,
  ) {
    const isFirst = !health.hasAnswered && firstAnswerBy < by;
    const endsAt = isFirst ? firstAnswerBy : by;
    if (endsAt === Number.POSITIVE_INFINITY) {
      this.signal = signal;
      return;
    }
    this.signal = AbortSignal.any([this.#over.signal, ...(signal === undefined ? [] : [signal])]);
    this.#cancel = clock.at(endsAt, () => {
      if (!isFirst || !health.hasAnswered) this.#over.abort();
    });
  }

  /** Returns the failure of a request: of the attempt before it, which says more, if its own time was over. */
  failureOf(
    error: unknown,
    last: RequestFailure | undefined,
    failureOf: (cause: unknown) => RequestFailure,
  ): RequestFailure {
    if (!this.#over.signal.aborted) return failureOf(error);
    return last ?? failureOf(Object.assign(new Error('no response'), { name: 'TimeoutError' }));
  }

  /** Call it when the response begins, or the request failed. */
  end(): void {
    this.#cancel?.();
  }
}
