// A request that the API answers with an error. Messages never contain a token, a key or a query of a destination_conf.
import type { Code, ErrorStatus } from './error-codes.ts';

/** One entry of `errors` in the envelope. */
export interface ApiMessage {
  code: Code;
  message: string;
  /** JSON pointer into the body: RFC 6901. */
  source?: { pointer: string };
  /** Reasons. */
  error_chain?: readonly ApiMessage[];
}

/** Ends a request. The envelope contains all of its messages. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly messages: readonly ApiMessage[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, messages: readonly ApiMessage[], headers: Readonly<Record<string, string>> = {}) {
    super(messages[0]?.message);
    this.status = status;
    this.messages = messages;
    this.headers = headers;
  }
}

/** An error with one message. @param steps see {@link messageAt} */
export function apiError(status: ErrorStatus, code: Code, message: string, steps?: readonly PropertyKey[]): ApiError {
  return new ApiError(status, [messageAt(code, message, steps)]);
}

/** Composes a message. @param steps from the body to the value: `rules`, 0, `action` become `/rules/0/action` */
export function messageAt(code: Code, message: string, steps?: readonly PropertyKey[]): ApiMessage {
  if (steps === undefined) return { code, message };
  const pointer = steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { code, message, source: { pointer } };
}
