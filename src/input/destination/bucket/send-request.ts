// Sends requests to a bucket: each in its turn, and those with a small response repeatedly until it arrives.
import { HeadgateError } from '../../../base/index.ts';
import type { DestinationLimits } from '../destination.ts';
import type { BucketHealth } from './bucket-health.ts';
import type { BucketTransport } from './bucket-transport.ts';
import type { BucketAction, RequestFailure } from './request-failure.ts';
import { RequestTries } from './request-tries.ts';

/** A bucket with its transport and shared state. */
export interface BucketAccess {
  transport: Pick<BucketTransport, 'failureOf'>;
  limits: DestinationLimits;
  /** Shared by all requests. */
  health: BucketHealth;
}

/** Sends a request once. */
export type SendOnce<Answer> = (signal: AbortSignal | undefined) => Promise<Answer>;

/**
 * Sends a request once, when its turn comes.
 * @throws HeadgateError if the bucket was abandoned; the error of the transport
 */
export function sendOnce<Answer>(
  { transport, health }: BucketAccess,
  action: BucketAction,
  send: SendOnce<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const request = async (): Promise<Answer> => {
    if (health.fatalError !== undefined) throw health.fatalError;
    return await send(signal);
  };
  // Requests to a silent server wait in parallel: in sequence, each would take the whole timeout.
  const isRefusal = (error: unknown): boolean => {
    if (error instanceof HeadgateError || signal?.aborted === true) return false;
    const { isTransient, isSilence } = transport.failureOf(error, action);
    return isTransient && !isSilence;
  };
  return health.pace.run(request, isRefusal, signal);
}

/**
 * Sends a request whose response is not an object's bytes, and retries it.
 * @param action `put` for every request of a write
 * @throws HeadgateError if it is refused or abandoned; the signal's reason when aborted
 */
export async function sendUntilAnswered<Answer>(
  access: BucketAccess,
  send: SendOnce<Answer>,
  signal: AbortSignal | undefined,
  action: 'list' | 'put' = 'list',
): Promise<Answer> {
  const tries = new RequestTries(access.health, access.limits, signal);
  try {
    return await sendWith(tries, access, send, signal, action);
  } finally {
    tries.end();
  }
}

async function sendWith<Answer>(
  tries: RequestTries,
  access: BucketAccess,
  send: SendOnce<Answer>,
  signal: AbortSignal | undefined,
  action: 'list' | 'put',
): Promise<Answer> {
  const { transport, limits, health } = access;
  const { clock } = limits;
  const isWrite = action === 'put';
  // Sending the body of a write may take long: the socket watches it for silence, and no timer ends it.
  const firstAnswerBy = isWrite ? Number.POSITIVE_INFINITY : clock.now() + limits.firstAnswerMs;
  let last: RequestFailure | undefined;
  for (;;) {
    const startedAt = clock.now();
    const limit = new AttemptLimit(access, isWrite ? firstAnswerBy : tries.deadline(), firstAnswerBy, signal);
    try {
      const answer = await sendOnce(access, action, send, limit.signal);
      health.recordSuccess();
      tries.recordProgress();
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof HeadgateError) throw error;
      const failure = limit.failureOf(error, last, (cause) => transport.failureOf(cause, action));
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
    { health, limits: { clock } }: Pick<BucketAccess, 'health' | 'limits'>,
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
