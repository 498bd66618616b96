// Converts an error of a request to the edge script into a message that names the mistake and the fix. Never contains the key.
import {
  type BucketAction,
  printStatus,
  type RequestFailure,
  requestFailure,
  systemCodesOf,
} from '../bucket/request-failure.ts';
import type { EdgeLocation } from '../location/location.ts';
import { isLocalTls } from '../location/parse-edge-location.ts';
import { EDGE_FAILURE_ROWS, type EdgeFacts } from './edge-failure-rows.ts';
import { EdgeResponseError } from './edge-response-error.ts';
import { hideKey } from './hide-key.ts';

/** Classifies a failed request. */
export function edgeFailure(error: unknown, location: EdgeLocation, action: BucketAction): RequestFailure {
  const facts = factsOf(error, location, action);
  const row = EDGE_FAILURE_ROWS.find(({ when }) => when(facts));
  return requestFailure({
    facts,
    action,
    row: row && { ...row, describe: () => hideKey(row.describe(facts), location.authKey) },
    unknown: { code: 'edge-error', reason: () => unknownAnswer(facts) },
    display: location.display,
    // The error of a connection may contain the request.
    cause: new Error(`${facts.name}${printStatus(facts.status)}`),
    isAnswered: facts.status !== undefined,
    retryAfter: facts.response?.retryAfter,
  });
}

function factsOf(error: unknown, location: EdgeLocation, action: BucketAction): EdgeFacts {
  const response = error instanceof EdgeResponseError ? error : undefined;
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: '' };
  return {
    action,
    response,
    name,
    message,
    host: new URL(location.origin).host,
    hasKey: location.authKey !== undefined,
    isLocalTls: isLocalTls(location.origin),
    status: response?.status,
    codes: systemCodesOf(error),
  };
}

function unknownAnswer({ action, host, status, name, codes }: EdgeFacts): string {
  const expected = action === 'list' ? 'a listing' : 'the object';
  if (status === undefined) return `the error ${[name, ...codes].join(' ')} from ${host}, expected ${expected}`;
  return `a response from ${host} with status ${status}, expected ${expected}; check the script, and what is in front of it`;
}
