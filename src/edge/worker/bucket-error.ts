// Answers for errors of the bucket. Logs the status and the code of an error, nothing else: messages may contain object keys.
import { textResponse } from './text-response.ts';

/** Statuses and texts by code. https://developers.cloudflare.com/r2/api/error-codes/ */
const RESPONSES: Readonly<Record<number, readonly [status: number, text: string]>> = {
  10001: [500, 'Internal Error'],
  10011: [400, 'Entity Too Small'],
  10012: [400, 'Metadata Too Large'],
  10013: [400, 'Incomplete Body'],
  10014: [400, 'Invalid Digest'],
  10020: [400, 'Invalid Object Name'],
  10031: [412, 'Precondition Failed'],
  10033: [411, 'Length Required'],
  10037: [400, 'Bad Digest'],
  10039: [416, 'Range Not Satisfiable'],
  10043: [503, 'Service Unavailable'],
  10054: [400, 'Client Disconnect'],
  10058: [429, 'Too Many Requests'],
  10069: [403, 'Object Locked By Bucket Policy'],
  100100: [400, 'Entity Too Large'],
};
/** Seconds that clients are asked to wait before they try again. R2 accepts one write per second to an object key. */
const RETRY_AFTER_SECONDS = 1;

/** Returns the answer for an error of the bucket; 500 for any other error. */
export function bucketErrorResponse(error: unknown): Response {
  const code = error instanceof Error ? /\((\d+)\)$/.exec(error.message)?.[1] : undefined;
  const [status, text] = RESPONSES[Number(code)] ?? [500, 'Internal Error'];
  console.error(`bucket error: status ${status}, code ${code ?? 'unknown'}`);
  const mayRetry = status === 429 || status === 503;
  return textResponse(status, text, mayRetry ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {});
}
