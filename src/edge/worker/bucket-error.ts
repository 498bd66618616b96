// Errors of the bucket as answers. Logs the status and the code of an error, nothing else: messages may contain keys of objects.
import { textResponse } from './text-response.ts';

/** Code of R2 for a range that the object does not satisfy. */
export const INVALID_RANGE = 10039;

/** Statuses and texts by code. https://developers.cloudflare.com/r2/api/error-codes/ */
const RESPONSES: Readonly<Record<number, readonly [status: number, text: string]>> = {
  10001: [500, 'Internal Error'],
  10002: [401, 'Unauthorized'],
  10003: [403, 'Access Denied'],
  10006: [404, 'No Such Bucket'],
  10007: [404, 'Object Not Found'],
  10011: [400, 'Entity Too Small'],
  10012: [400, 'Metadata Too Large'],
  10013: [400, 'Incomplete Body'],
  10014: [400, 'Invalid Digest'],
  10020: [400, 'Invalid Object Name'],
  10031: [412, 'Precondition Failed'],
  10033: [411, 'Length Required'],
  10037: [400, 'Bad Digest'],
  [INVALID_RANGE]: [416, 'Range Not Satisfiable'],
  10042: [403, 'Not Entitled'],
  10043: [503, 'Service Unavailable'],
  10054: [400, 'Client Disconnect'],
  10058: [429, 'Too Many Requests'],
  10069: [403, 'Object Locked By Bucket Policy'],
  100100: [400, 'Entity Too Large'],
};
/** Pause that clients are asked for, where a later attempt may succeed. Seconds: R2 accepts one write to a key per second. */
const RETRY_AFTER_SECONDS = 1;

/** Returns the code at the end of an error's message: `… (10012)`. */
export function bucketErrorCode(error: unknown): number | null {
  const code = error instanceof Error ? /\((\d+)\)$/.exec(error.message)?.[1] : undefined;
  return code === undefined ? null : Number(code);
}

/** Returns the answer for an error of the bucket; 500 for an unknown one. */
export function bucketErrorResponse(error: unknown): Response {
  const code = bucketErrorCode(error);
  const [status, text] = (code === null ? undefined : RESPONSES[code]) ?? [500, 'Internal Error'];
  console.error(`bucket error: status ${status}, code ${code ?? 'unknown'}`);
  const mayRetry = status === 429 || status === 503;
  return textResponse(status, text, mayRetry ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {});
}
