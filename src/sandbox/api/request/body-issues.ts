// Turns what a zod schema finds in a body into messages of the API. In the schemas of the API, the error text of each
// part is what it expects: "true or false". Values of strings are not repeated: they may be secrets.
import type { z } from 'zod';
import { ApiError, type ApiMessage, messageAt } from './api-error.ts';
import { CODES, type Code } from './error-codes.ts';
import { type Body, unknownField } from './read-body.ts';

/** Most messages in one answer. Our own limit. */
export const MAX_MESSAGES = 100;

/** Parses a body. @param code of values that are wrong. @throws ApiError 400 with all problems */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Body | readonly unknown[],
  code: Code,
): z.infer<Schema> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new ApiError(400, messagesFor(parsed.error.issues, code));
}

/** Converts issues. @param code of values that are wrong */
export function messagesFor(issues: readonly z.core.$ZodIssue[], code: Code): ApiMessage[] {
  return issues
    .flatMap((issue) => {
      const steps = issue.path;
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => messageAt(CODES.malformedBody, unknownField(key), [...steps, key]));
      }
      const name = steps.length === 0 ? 'the body' : steps.map(String).join('.');
      const text =
        issue.input === undefined
          ? `missing value for ${name}: expected ${issue.message}`
          : `invalid value for ${name}: found ${describe(issue.input)}, expected ${issue.message}`;
      return [messageAt(code, text, steps)];
    })
    .slice(0, MAX_MESSAGES);
}

function describe(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'string') return input === '' ? 'an empty string' : 'a string';
  return typeof input === 'object' ? 'an object' : String(input);
}
