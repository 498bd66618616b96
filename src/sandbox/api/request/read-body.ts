// Reads the body of a request as JSON. Stops at the size limit without holding more, and answers every malformed body
// with a sentence that does not repeat it.
import type { Context } from 'hono';
import type { z } from 'zod';
import {
  cutText,
  Decimal,
  type JsonObject,
  JsonSyntaxError,
  parseJson,
  printCount,
  type Value,
} from '../../../base/index.ts';
import { ApiError, type ApiMessage, apiError, CODES, type Code, messageAt } from './api-error.ts';

/** Most messages in one answer. Our own limit. */
export const MAX_MESSAGES = 100;

/** Largest body of most calls. Bytes; not public, ours. */
const MAX_BODY_BYTES = 1_000_000;

/** Longest key that a message repeats. Characters. */
const MAX_SHOWN_KEY = 80;

/** An object as `JSON.parse` returns it. */
export type Body = Record<string, unknown>;

/**
 * Reads and parses a body.
 * @returns an object; its numbers are exact
 * @throws ApiError 413 above {@link MAX_BODY_BYTES}, 400 for anything but one JSON object
 */
export async function readBody(c: Context): Promise<Body> {
  return plainOf(await readExactBody(c), []) as Body;
}

/** As {@link readBody}, with integers of any size. */
export async function readExactBody(c: Context): Promise<JsonObject> {
  const value = await readValue(c.req.raw, MAX_BODY_BYTES);
  if (!(value instanceof Map)) throw malformed('expected an object');
  return value;
}

/**
 * As {@link readBody}, for a body that is an array.
 * @param most bytes
 */
export async function readArray(c: Context, most = MAX_BODY_BYTES): Promise<readonly unknown[]> {
  const value = await readValue(c.req.raw, most);
  if (!Array.isArray(value)) throw malformed('expected an array');
  return plainOf(value, []) as unknown[];
}

async function readValue(request: Request, most: number): Promise<Value> {
  const text = await readText(request, most);
  let duplicate: string | undefined;
  let value: Value;
  try {
    value = parseJson(text, {
      onDuplicateKey: (path) => {
        duplicate ??= path;
      },
    });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column, wanted } = error;
    throw malformed(
      text === '' ? 'unexpected end of JSON input' : `line ${line}, column ${column}: expected ${wanted}`,
    );
  }
  // Two values for one key: a JSON parser takes one of them, and the client may have meant the other.
  if (duplicate !== undefined) throw malformed(`duplicate field ${shownKey(duplicate)}`);
  return value;
}

/** The answer to a key that a call does not define. */
function unknownField(key: string): string {
  return `invalid JSON: unknown field ${shownKey(key)}`;
}

function malformed(reason: string, steps?: readonly PropertyKey[]) {
  return apiError(400, CODES.malformedBody, `invalid JSON: ${reason}`, steps);
}

function shownKey(key: string): string {
  return JSON.stringify(cutText(key, MAX_SHOWN_KEY));
}

async function readText(request: Request, most: number): Promise<string> {
  const length = request.headers.get('content-length');
  if (Number(length) > most) throw tooLarge(most);
  // A stream takes a third of the time of a whole request. The server ends a body at its length.
  const bytes = length === null ? readStream(request, most) : request.arrayBuffer();
  const body = await bytes.catch((error: unknown) => {
    // The client ended the connection: no fault of the service.
    throw error instanceof ApiError ? error : malformed('the body ended early');
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('found bytes that are not UTF-8');
  }
}

async function readStream({ body }: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(most: number) {
  const message = `request body too large: expected at most ${printCount(most)} bytes`;
  return apiError(413, CODES.bodyTooLarge, message);
}

/**
 * Converts a value to plain objects. Rejects what they cannot hold: inexact numbers, and a key that would set a prototype.
 * @param steps the way to the value; the same afterwards
 */
function plainOf(value: Value, steps: PropertyKey[]): unknown {
  const inside = (step: PropertyKey, inner: Value): unknown => {
    steps.push(step);
    if (step === '__proto__') throw apiError(400, CODES.malformedBody, unknownField(step), steps);
    const plain = plainOf(inner, steps);
    steps.pop();
    return plain;
  };
  if (Array.isArray(value)) return value.map((inner, index) => inside(index, inner));
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, inside(key, inner)]));
  const number = value instanceof Decimal ? Number(value.text) : value;
  if (typeof number === 'bigint' || (typeof number === 'number' && !isExact(number))) {
    throw malformed('number out of range', steps);
  }
  return number;
}

function isExact(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

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
