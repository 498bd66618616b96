// Converts what the SDK throws into a failure. Keeps nothing else of the error: it may contain headers and bodies.
import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'cloudflare/error';
import { type ApiFailure, BLOCKED_PORT } from './api-failure.ts';
import { readErrors } from './read-answer.ts';
import { AnswerTooLong } from './sdk-client.ts';

/** System codes of connections that were never opened. */
const NOT_OPENED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** System codes of TLS: certificates, and servers that do not speak it. */
const TLS = /CERT|SIGNATURE|ISSUER|SSL|TLS|^EPROTO$/;
/** Message of the error for a port that `fetch` refuses. It has no code. */
const BAD_PORT = 'bad port';

/** Returns the failure. @throws the error itself if it is not one of a request */
export function failureOf(error: unknown, baseURL: string): ApiFailure {
  const none = { messages: [], isEnvelope: false };
  if (!(error instanceof APIError)) throw error;
  if (error instanceof APIUserAbortError) return { kind: 'interrupted', ...none };
  if (error instanceof APIConnectionTimeoutError) return { kind: 'timeout', ...none };
  if (error instanceof APIConnectionError) return { ...none, ...connectionFailure(error.cause) };
  const { status = 0, headers } = error;
  const location = headers?.get('location') ?? undefined;
  return {
    kind: 'status',
    status,
    ...readErrors(error.error),
    retryAfterMs: retryAfterMs(headers?.get('retry-after')),
    redirectsTo:
      location !== undefined && URL.canParse(location, baseURL) ? new URL(location, baseURL).origin : undefined,
  };
}

function connectionFailure(cause: unknown): Pick<ApiFailure, 'kind' | 'detail' | 'expected'> {
  if (cause instanceof AnswerTooLong) {
    return { kind: 'unexpected', detail: 'a longer answer', expected: cause.expected };
  }
  if (cause instanceof Error && cause.cause instanceof Error && cause.cause.message === BAD_PORT) {
    return { kind: 'unreachable', detail: BLOCKED_PORT };
  }
  const codes = codesOf(cause);
  const tls = codes.find((code) => TLS.test(code));
  if (tls !== undefined) return { kind: 'tls', detail: tls };
  const notOpened = codes.find((code) => NOT_OPENED.has(code));
  if (notOpened !== undefined) return { kind: 'unreachable', detail: notOpened };
  return { kind: 'lost', detail: codes[0] };
}

/** Codes of an error, of its causes, and of the attempts for each address of a host. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, cause } = error as NodeJS.ErrnoException;
  const attempts = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...(typeof code === 'string' ? [code] : []), ...attempts, ...codesOf(cause)];
}

/** Parses a Retry-After header: seconds, or a date. */
function retryAfterMs(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const wait = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
