// Converts an error of a request to the edge script into a message that names the mistake and the fix. Never contains the key.
import { type FailedRequest, type RequestFailure, requestFailure, systemCodesOf } from '../bucket/request-failure.ts';
import type { EdgeLocation } from '../location/location.ts';
import { isLocalTls } from '../location/parse-edge-location.ts';
import { LOCAL_TLS_MS } from './edge-client.ts';
import { EDGE_FAILURE_ROWS, type EdgeFacts } from './edge-failure-rows.ts';
import { EdgeResponseError } from './edge-response-error.ts';
import { hideKey } from './hide-key.ts';

/** Classifies a failed request. */
export function edgeFailure(error: unknown, location: EdgeLocation, request: FailedRequest): RequestFailure {
  const response = error instanceof EdgeResponseError ? error : undefined;
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: '' };
  const { origin, authKey, display } = location;
  const isLocal = isLocalTls(origin);
  const facts: EdgeFacts = {
    ...request,
    origin,
    response,
    name,
    message,
    hasKey: authKey !== undefined,
    isLocalTls: isLocal,
    connectMs: isLocal ? Math.min(request.connectMs, LOCAL_TLS_MS) : request.connectMs,
    status: response?.status,
    codes: systemCodesOf(error),
  };
  return requestFailure(facts, {
    rows: EDGE_FAILURE_ROWS,
    unknown: { code: 'edge-error', text: unknownAnswer },
    display,
    words: {
      address: 'the address',
      plain: `http://${new URL(origin).host}`,
      logs: ', and check the logs of the script',
    },
    retryAfter: response?.retryAfter,
    redact: (text) => hideKey(text, authKey),
  });
}

function unknownAnswer({ status, name, codes }: EdgeFacts): string {
  return status === undefined
    ? `the request to {host} failed (${[name, ...codes].join(' ')}); check {network}`
    : '{host} answers {status}, which the edge script never does; check the script, and what is in front of it';
}
