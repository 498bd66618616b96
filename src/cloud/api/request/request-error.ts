// Composes the error for a request that failed, and the error for a write with an unknown outcome.
import { HeadgateError } from '../../../base/index.ts';
import { type ApiFailure, isTransient } from './api-failure.ts';
import type { ApiRequest, Connection } from './api-request.ts';
import { describeFailure } from './describe-failure.ts';

/** Composes the error. @param note a sentence part that follows, such as "nothing was changed" */
export function requestError(
  connection: Connection,
  request: ApiRequest,
  failure: ApiFailure,
  note?: string,
): HeadgateError {
  const { code, kind = 'unreachable', reason, advice } = describeFailure(connection, request, failure);
  const end = note === undefined ? '' : `; ${note}`;
  return new HeadgateError(code, `cannot ${request.action}: ${reason}; ${advice}${end}`, {
    kind,
    retryAfterMs: isTransient(failure) ? (failure.retryAfterMs ?? 0) : undefined,
  });
}

/** Composes the error for a write that may have taken effect. @param advice what the user does about it */
export function unknownOutcome(
  connection: Connection,
  request: ApiRequest,
  failure: ApiFailure,
  advice: string,
): HeadgateError {
  const { reason } = describeFailure(connection, request, failure);
  return new HeadgateError(
    'api-outcome-unknown',
    `cannot ${request.action}: ${reason}; the change may or may not have been made: ${advice}`,
    { kind: connection.retrySignal?.aborted === true ? 'interrupted' : 'unreachable' },
  );
}
