// Sends requests, waits when few are left, and repeats those that may be repeated: the only file with rules for repeating one. Requests
// without effects repeat after every failure that may pass; requests with effects only if the API did not process them (429, no
// connection); those with isSentOnce never. What to do about a write with an unknown outcome is in write-once.ts.
// Of what the SDK throws, only a failure remains: the error itself may contain headers and bodies.
import { setTimeout as wait } from 'node:timers/promises';
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  CloudflareError,
} from 'cloudflare/error';
import { HeadgateError, type NetworkFailureKind, networkFailure, printWait } from '../../../base/index.ts';
import {
  type ApiFailure,
  BLOCKED_PORT,
  type FailureKind,
  isNotProcessed,
  isTransient,
  TOO_MANY_REQUESTS,
} from './api-failure.ts';
import type { ApiRequest, Connection } from './api-request.ts';
import { describeFailure } from './describe-failure.ts';
import { AnswerTooLong, ConnectionFailed } from './fetch-whole.ts';
import { type ApiAnswer, readAnswer, readErrors } from './read-answer.ts';
import { MAX_TRIES } from './request-limits.ts';

/** Sends a request until it succeeds or may not be repeated. Never throws for a failure of the request. */
export async function sendRequest(connection: Connection, request: ApiRequest): Promise<ApiAnswer | ApiFailure> {
  const { onRetry, retrySignal, rateLimit } = connection;
  for (let tries = 1; ; tries += 1) {
    if (connection.signal?.aborted === true) return INTERRUPTED;
    const blockedMs = rateLimit.blockedFor();
    if (blockedMs !== undefined) return blockedFailure(blockedMs);
    if (request.isSentOnce !== true && (await awaitWindow(connection)) === 'interrupted') return INTERRUPTED;
    const answer = await sendOnce(connection, request);
    if (isFailure(answer) && isBlock(connection, answer)) rateLimit.block(answer.retryAfterMs!);
    if (!isFailure(answer) || request.isSentOnce === true) return answer;
    const mayRepeat = request.hasEffects ? isNotProcessed(answer) : isTransient(answer);
    const delayMs = delayBefore(connection, tries, answer);
    const isLast = tries >= MAX_TRIES || delayMs === undefined || retrySignal?.aborted === true;
    if (!mayRepeat || isLast) return answer;
    const reason = describeFailure(connection, request, answer).reason;
    onRetry(`cannot ${request.action}: ${reason}; sending the request again in ${printWait(delayMs)}`);
    if (!(await pause(connection, delayMs))) return INTERRUPTED;
    if (answer.retryAfterMs !== undefined) rateLimit.reset();
  }
}

/** Whether an answer is a failure. */
export function isFailure(answer: object): answer is ApiFailure {
  return 'kind' in answer && 'isEnvelope' in answer;
}

/** The failure of a request that was not sent because of the signal. */
const INTERRUPTED: ApiFailure = { kind: 'interrupted', messages: [], isEnvelope: false, isUnsent: true };

/** The failure of a request that is not sent: the API blocks the user, and longer with each further request. */
function blockedFailure(retryAfterMs: number): ApiFailure {
  return { kind: 'status', status: TOO_MANY_REQUESTS, messages: [], isEnvelope: false, isUnsent: true, retryAfterMs };
}

/** Whether the API accepts no request for a longer time than headgate waits. */
function isBlock(connection: Connection, failure: ApiFailure): boolean {
  return failure.kind === 'status' && failure.status === TOO_MANY_REQUESTS && isTooLong(connection, failure);
}

/** Whether the API requests a longer wait than is acceptable. */
function isTooLong({ retry }: Connection, { retryAfterMs = 0 }: ApiFailure): boolean {
  return retryAfterMs > retry.maxRetryAfterMs;
}

/**
 * Waits for the end of the window of the rate limit if few requests are left.
 * @param requests to send without a wait between them. @default 1
 * @returns `interrupted` if one of the signals ended the wait
 */
export async function awaitWindow(
  connection: Connection,
  requests?: number,
): Promise<'ready' | 'waited' | 'interrupted'> {
  const { rateLimit, onWait, retry } = connection;
  const next = rateLimit.wait(retry.maxRetryAfterMs, requests);
  if (next === undefined) return 'ready';
  onWait(next.message);
  return (await pause(connection, next.delayMs)) ? 'waited' : 'interrupted';
}

/** Waits. @returns false if one of the signals ended the wait */
export async function pause({ signal, retrySignal }: Connection, delayMs: number): Promise<boolean> {
  const ends = [signal, retrySignal].filter((one) => one !== undefined);
  return wait(delayMs, true, ends.length === 0 ? {} : { signal: AbortSignal.any(ends) }).catch(() => false);
}

/** Wait before the next request. Milliseconds. @param tries requests so far */
export function backoff({ retry }: Connection, tries: number): number {
  return retry.delayMs * 2 ** (tries - 1);
}

/** @returns undefined if the API requests a longer wait than is acceptable */
function delayBefore(connection: Connection, tries: number, failure: ApiFailure): number | undefined {
  if (failure.retryAfterMs === undefined) return backoff(connection, tries);
  return isTooLong(connection, failure) ? undefined : failure.retryAfterMs;
}

async function sendOnce(connection: Connection, { send, isExact }: ApiRequest): Promise<ApiAnswer | ApiFailure> {
  const { client, signal, baseURL } = connection;
  try {
    const answer = await send(client, signal === undefined ? {} : { signal }).asResponse();
    const { status, headers } = answer;
    return readAnswer({ status, text: await answer.text(), contentType: headers.get('content-type'), isExact });
  } catch (error) {
    return failureOf(error, baseURL);
  }
}

/** The kinds of connections that were never opened. Another failure may be that of a request that was processed. */
const UNSENT: Readonly<Partial<Record<NetworkFailureKind, FailureKind>>> = {
  refused: 'unreachable',
  'unknown-host': 'unreachable',
  unreachable: 'unreachable',
  certificate: 'tls',
  'not-tls': 'tls',
  tls: 'tls',
  // In time, no connection was opened.
  timeout: 'unreachable',
};

/**
 * Returns the failure.
 * @throws HeadgateError `api-request` for a request that the SDK does not send; any other error unchanged
 */
function failureOf(error: unknown, baseURL: string): ApiFailure {
  const none = { messages: [], isEnvelope: false };
  if (!(error instanceof CloudflareError)) throw error;
  if (!(error instanceof APIError)) {
    const [reason = ''] = error.message.split('\n', 1);
    throw new HeadgateError('api-request', `cannot send a request to the API: ${reason}`);
  }
  if (error instanceof APIUserAbortError) return { kind: 'interrupted', ...none };
  if (error instanceof APIConnectionTimeoutError) return { kind: 'timeout', ...none };
  if (error instanceof APIConnectionError) return { ...none, ...connectionFailure(error.cause) };
  const { status = 0, headers } = error;
  return {
    kind: 'status',
    status,
    ...readErrors(error.error),
    retryAfterMs: retryAfterMs(headers?.get('retry-after')),
    redirectsTo: originOf(headers?.get('location'), baseURL),
  };
}

function originOf(location: string | null | undefined, baseURL: string): string | undefined {
  if (location === null || location === undefined || !URL.canParse(location, baseURL)) return undefined;
  const { protocol, origin } = new URL(location, baseURL);
  return /^https?:$/.test(protocol) ? origin : undefined;
}

function connectionFailure(cause: unknown): Partial<ApiFailure> & Pick<ApiFailure, 'kind'> {
  if (cause instanceof AnswerTooLong) return { kind: 'unexpected', detail: cause.found };
  const codes = cause instanceof ConnectionFailed ? cause.codes : [];
  if (codes.includes(BLOCKED_PORT)) return { kind: 'unreachable', detail: BLOCKED_PORT };
  const failure = networkFailure(codes);
  // `fetch` hides the answer of a proxy.
  if (failure?.kind === 'proxy') return { kind: 'status', status: 407 };
  const detail = codes.find((code) => failure?.codes.test(code));
  return { kind: (failure && UNSENT[failure.kind]) ?? 'lost', detail };
}

/** Parses a Retry-After header: seconds, or an HTTP date, which always ends with GMT. `Date.parse` also reads other texts, such as `1.5`. */
function retryAfterMs(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const wait = text.endsWith(' GMT') ? Date.parse(text) - Date.now() : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

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
