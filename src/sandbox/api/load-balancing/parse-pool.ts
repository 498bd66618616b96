// Parses the body of a call about pools, and answers a wrong one in the words of the platform's load balancing.
import type { z } from 'zod';
import { ApiError, messageAt } from '../request/api-error.ts';
import { messagesFor } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import type { Body } from '../request/read-body.ts';

/** @throws ApiError 400 with all problems */
export function parsePool<Schema extends z.ZodType>(schema: Schema, body: Body): z.infer<Schema> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const messages = messagesFor(parsed.error.issues, CODES.poolInvalid);
  throw new ApiError(
    400,
    messages.map((found) => (found.code === CODES.poolInvalid ? { ...found, message: failed(found.message) } : found)),
  );
}

/** One wrong part of a pool. */
export function invalidPool(reason: string, steps: readonly PropertyKey[]): ApiError {
  return new ApiError(400, [messageAt(CODES.poolInvalid, failed(reason), steps)]);
}

/** docs/platform.md, "Pools". */
function failed(reason: string): string {
  return `${reason}: validation failed`;
}
