// A request that did not succeed, as data, and what follows from it: whether it may be sent again, and whether a write may have taken
// effect all the same. Contains no secrets. docs/platform.md, "Management API".

/** An entry of `errors` of the envelope. */
export interface ApiMessage {
  readonly code: number | undefined;
  readonly text: string;
  /** JSON pointer into the body. */
  readonly pointer: string | undefined;
}

/** How a request failed. */
export type FailureKind =
  /** An HTTP status other than 2xx, with or without an envelope. */
  | 'status'
  /** HTTP 2xx with `success: false`. */
  | 'rejected'
  /** HTTP 2xx with a body that is not the documented one. */
  | 'unexpected'
  /** The request was sent, and its answer is missing, incomplete, or not HTTP. */
  | 'lost'
  /** No complete answer in time. */
  | 'timeout'
  /** No connection: the request was not sent. */
  | 'unreachable'
  /** No trusted connection: the request was not sent. */
  | 'tls'
  | 'interrupted';

/** A request that did not succeed. */
export interface ApiFailure {
  readonly kind: FailureKind;
  /** HTTP status; undefined without an answer. */
  readonly status?: number | undefined;
  readonly messages: readonly ApiMessage[];
  /** Whether the answer has the envelope of the API. */
  readonly isEnvelope: boolean;
  /** Requested wait; undefined if the answer requests none. Milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Of `unexpected`: what was sent. Of `unreachable`, `lost` and `tls`: the code of the system. */
  readonly detail?: string | undefined;
  /** Of `unexpected`: what the API sends. @default none */
  readonly expected?: string | undefined;
  /** Of `interrupted`: the request was not sent. @default false */
  readonly isUnsent?: boolean;
  /** Origin to which the answer redirects; undefined if it is not one of HTTP. */
  readonly redirectsTo?: string | undefined;
}

/** Detail of `unreachable`: `fetch` does not connect to this port, such as that of mail. https://fetch.spec.whatwg.org/#port-blocking */
export const BLOCKED_PORT = 'BLOCKED_PORT';

/** HTTP status of a request that the API did not process. */
export const TOO_MANY_REQUESTS = 429;
/** HTTP statuses of a gateway that gave up waiting: the API may still process the request. */
const GATEWAY_TIMEOUTS: readonly (number | undefined)[] = [408, 504, 524];

/** Details of `unreachable` that a repetition does not change: no server has this address, or listens there. */
const LASTING: readonly (string | undefined)[] = ['ECONNREFUSED', 'ENOTFOUND', BLOCKED_PORT];

/** Whether the API did not process the request, and may process the same one later. */
export function isNotProcessed({ kind, status, detail }: ApiFailure): boolean {
  return (kind === 'unreachable' && !LASTING.includes(detail)) || (kind === 'status' && status === TOO_MANY_REQUESTS);
}

/** Whether a request without effects may succeed when it is sent again. */
export function isTransient(failure: ApiFailure): boolean {
  const { kind, status = 0 } = failure;
  return isNotProcessed(failure) || kind === 'lost' || isStillRunning(failure) || (kind === 'status' && status >= 500);
}

/** Whether a request with effects may have had them. */
export function isOutcomeUnknown(failure: ApiFailure): boolean {
  const { kind, status = 0, isUnsent = false } = failure;
  return (
    kind === 'lost' ||
    kind === 'unexpected' ||
    (kind === 'interrupted' && !isUnsent) ||
    isStillRunning(failure) ||
    (kind === 'status' && status >= 500)
  );
}

/** Whether the API may still be processing the request. */
export function isStillRunning({ kind, status }: ApiFailure): boolean {
  return kind === 'timeout' || (kind === 'status' && GATEWAY_TIMEOUTS.includes(status));
}
