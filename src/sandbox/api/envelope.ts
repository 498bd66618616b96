// The envelope around every answer. docs/platform.md, "Management API".
import type { Context } from 'hono';
import { ApiError, type ApiMessage, CODES, messageAt } from './request/api-error.ts';

/** Figures of a list, by page or by cursor. */
export type ResultInfo = Readonly<Record<string, number | string>>;

/** Answers with a result. */
export function answer(c: Context, result: unknown, info?: ResultInfo, messages: readonly unknown[] = []): Response {
  return c.json({
    result,
    success: true,
    errors: [],
    messages,
    ...(info !== undefined && { result_info: info }),
  });
}

/** Answers with a result that is JSON text: its integers may be larger than those of JavaScript. */
export function answerJson(c: Context, result: string): Response {
  const body = `{"result":${result},"success":true,"errors":[],"messages":[]}`;
  return c.body(body, 200, { 'content-type': 'application/json' });
}

/** Answers a deletion that has no body. */
export function answerNothing(c: Context): Response {
  return c.body(null, 204);
}

/** Answers with an error. One that is not an {@link ApiError} is a fault of the service: its text stays here. */
export function answerError(c: Context, error: unknown): Response {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(500, [
          messageAt(CODES.internal, 'internal server error: the sandbox could not process the request'),
        ]);
  for (const [name, value] of Object.entries(known.headers)) c.header(name, value);
  return c.json(errorEnvelope(known.messages), known.status);
}

/** The envelope of an error. */
export function errorEnvelope(errors: readonly ApiMessage[]) {
  return { result: null, success: false, errors, messages: [] };
}
