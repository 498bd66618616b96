// Parses the body of a call about policies, webhooks and silences.
import type { z } from 'zod';
import { ApiError, apiError } from '../request/api-error.ts';
import { messagesFor, parseBody } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import type { Body } from '../request/read-body.ts';

/** @throws ApiError 400 with all problems */
export function parseNotification<Schema extends z.ZodType>(schema: Schema, body: Body): z.infer<Schema> {
  return parseBody(schema, body, CODES.notificationInvalid);
}

/** As {@link parseNotification}, for a body that is an array. */
export function parseNotifications<Schema extends z.ZodType>(
  schema: Schema,
  body: readonly unknown[],
): z.infer<Schema> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new ApiError(400, messagesFor(parsed.error.issues, CODES.notificationInvalid));
}

/** One wrong part. @param steps from the body to the value */
export function invalidNotification(message: string, steps: readonly PropertyKey[]): ApiError {
  return apiError(400, CODES.notificationInvalid, message, steps);
}

/** @param what `policy` */
export function noNotification(what: string): ApiError {
  return apiError(404, CODES.notificationMissing, `The ${what} does not exist.`);
}
