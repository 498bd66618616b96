// Converts an error of a request to the edge script into a message that names the mistake and the fix. Never contains the key.
import { type BucketAction, type RequestFailure, requestFailure, systemCodesOf } from '../bucket/request-failure.ts';
import type { EdgeLocation } from '../location/location.ts';
import { isLocalTls } from '../location/parse-edge-location.ts';
import { EDGE_FAILURE_ROWS, type EdgeFacts } from './edge-failure-rows.ts';
import { EdgeResponseError } from './edge-response-error.ts';
import { hideKey } from './hide-key.ts';

/** Classifies a failed request. */
export function edgeFailure(error: unknown, location: EdgeLocation, action: BucketAction): RequestFailure {
  const response = error instanceof EdgeResponseError ? error : undefined;
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: '' };
  const { origin, authKey, display } = location;
  const facts: EdgeFacts = {
    action,
    response,
    name,
    message,
    host: new URL(origin).host,
    hasKey: authKey !== undefined,
    isLocalTls: isLocalTls(origin),
    status: response?.status,
    codes: systemCodesOf(error),
  };
  return requestFailure(facts, {
    rows: EDGE_FAILURE_ROWS,
    unknown: { code: 'edge-error', describe: (facts) => `found ${unknownAnswer(facts)}` },
    display,
    retryAfter: response?.retryAfter,
    redact: (text) => hideKey(text, authKey),
  });
}

function unknownAnswer({ action, host, status, name, codes }: EdgeFacts): string {
  const expected = action === 'list' ? 'a listing' : 'the object';
  if (status === undefined) return `the error ${[name, ...codes].join(' ')} from ${host}, expected ${expected}`;
  return `a response from ${host} with status ${status}, expected ${expected}; check the script, and what is in front of it`;
}
