// Sends a request with effects. If its outcome is unknown, the state is looked up before the request is sent again: nothing is created
// twice, and nothing is reported as done that is not. docs/platform.md, "Management API".
import { type ApiFailure, isOutcomeUnknown, isStillRunning } from '../request/api-failure.ts';
import type { ApiRequest, Connection } from '../request/api-request.ts';
import { describeFailure } from '../request/describe-failure.ts';
import type { ApiAnswer } from '../request/read-answer.ts';
import { requestError, unknownOutcome } from '../request/request-error.ts';
import { MAX_TRIES } from '../request/request-limits.ts';
import { backoff, isFailure, pause, sendRequest } from '../request/send-request.ts';

/** What a look at the state shows after a request with an unknown outcome. */
export type LookUp<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'absent' }
  /** Neither; the sentence part describes what was found. */
  | { readonly state: 'unclear'; readonly found: string };

/** A write. */
export interface Write<Result> {
  readonly request: ApiRequest;
  readonly read: (answer: ApiAnswer) => Result | ApiFailure;
  readonly lookUp: () => Promise<LookUp<Result>>;
  /** How often the state is looked up, with growing waits, until it shows the change: it may lag behind a write. @default 1 */
  readonly lookUps?: number;
  /** Whether sending it again while the first one is processed would have its effects twice. */
  readonly isCreation: boolean;
  /** What the user does if the outcome remains unknown. */
  readonly advice: string;
}

/** Writes. @throws HeadgateError if the change was not made, or `api-outcome-unknown` */
export async function writeOnce<Result extends object>(
  connection: Connection,
  { request, read, lookUp, lookUps = 1, isCreation, advice }: Write<Result>,
): Promise<Result> {
  let isUncertain = false;
  let mayStillRun = false;
  for (let tries = 1; ; tries += 1) {
    const answer = await sendRequest(connection, request);
    const result = isFailure(answer) ? answer : read(answer);
    if (!isFailure(result)) return result;
    const wasRejected = !isOutcomeUnknown(result);
    if (wasRejected && !isUncertain) throw requestError(connection, request, result);
    isUncertain = true;
    mayStillRun ||= isStillRunning(result);
    const { reason } = describeFailure(connection, request, result);
    if (result.kind === 'interrupted') throw unknownOutcome(connection, request, result, advice);
    connection.onRetry(`cannot ${request.action}: ${reason}; checking whether the change was made`);
    const found = await lookUpChange(connection, { lookUp, lookUps }, tries).catch(() => {
      throw unknownOutcome(connection, request, result, `the state cannot be read either, so ${advice}`);
    });
    if (found.state === 'done') return found.result;
    if (found.state === 'unclear') throw unknownOutcome(connection, request, result, `${found.found}, so ${advice}`);
    const isLast = wasRejected || tries >= MAX_TRIES || connection.retrySignal?.aborted === true;
    if (mayStillRun && (isCreation || isLast)) throw unknownOutcome(connection, request, result, advice);
    if (isLast) throw requestError(connection, request, result, 'nothing was changed');
  }
}

async function lookUpChange<Result>(
  connection: Connection,
  { lookUp, lookUps }: Required<Pick<Write<Result>, 'lookUp' | 'lookUps'>>,
  tries: number,
): Promise<LookUp<Result>> {
  for (let count = 1; ; count += 1) {
    const hasWaited = await pause(connection, backoff(connection, tries + count - 1));
    const found = await lookUp();
    if (found.state !== 'absent' || count >= lookUps || !hasWaited) return found;
  }
}
