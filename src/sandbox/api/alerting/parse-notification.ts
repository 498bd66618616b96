// Parses the body of a call about policies, webhooks and silences.
import type { Context } from 'hono';
import type { z } from 'zod';
import type { ObjectStore } from '../../state/alerting/object-store.ts';
import { type ApiError, apiError, CODES } from '../request/api-error.ts';
import { type Body, parseBody } from '../request/read-body.ts';

/** @throws ApiError 400 with all problems */
export function parseNotification<Schema extends z.ZodType>(
  schema: Schema,
  body: Body | readonly unknown[],
): z.infer<Schema> {
  return parseBody(schema, body, CODES.notificationInvalid);
}

/** One wrong part. @param steps from the body to the value */
export function invalidNotification(message: string, steps: readonly PropertyKey[]): ApiError {
  return apiError(400, CODES.notificationInvalid, message, steps);
}

/** Returns the stored object that the path names. @throws ApiError 404 if there is none */
export function storedNotification<Stored extends { readonly id: string }>(
  c: Context,
  what: string,
  store: ObjectStore<Stored>,
): Stored {
  const found = store.get(c.req.param(what)!);
  if (found === undefined) throw apiError(404, CODES.notificationMissing, `The ${what} does not exist.`);
  return found;
}
