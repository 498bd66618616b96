// Converts what the SDK throws into a failure. Keeps nothing else of the error: it may contain headers and bodies.
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  CloudflareError,
} from 'cloudflare/error';
import { HeadgateError } from '../../../base/index.ts';
import { type ApiFailure, BLOCKED_PORT } from './api-failure.ts';
import { AnswerTooLong, ConnectionFailed } from './fetch-whole.ts';
import { readErrors } from './read-answer.ts';

/** Codes of connections that were never opened. */
const NOT_OPENED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  BLOCKED_PORT,
]);
/** System codes of TLS: certificates, and servers that do not speak it. */
const TLS = /CERT|SIGNATURE|ISSUER|SSL|TLS|^EPROTO$/;

/**
 * Returns the failure.
 * @throws HeadgateError `api-request` for a request that the SDK refuses to send; any other error unchanged
 */
export function failureOf(error: unknown, baseURL: string): ApiFailure {
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

function connectionFailure(cause: unknown): Pick<ApiFailure, 'kind' | 'detail' | 'expected'> {
  if (cause instanceof AnswerTooLong) {
    return { kind: 'unexpected', detail: 'a longer answer', expected: cause.expected };
  }
  const codes = cause instanceof ConnectionFailed ? cause.codes : [];
  const tls = codes.find((code) => TLS.test(code));
  if (tls !== undefined) return { kind: 'tls', detail: tls };
  const notOpened = codes.find((code) => NOT_OPENED.has(code));
  if (notOpened !== undefined) return { kind: 'unreachable', detail: notOpened };
  return { kind: 'lost', detail: codes[0] };
}

/** Parses a Retry-After header: seconds, or an HTTP date, which always ends with GMT. `Date.parse` also reads other texts, such as `1.5`. */
function retryAfterMs(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const wait = text.endsWith(' GMT') ? Date.parse(text) - Date.now() : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
