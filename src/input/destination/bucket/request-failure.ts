// A failed request to a bucket: what it means for the object, for the bucket and for a retry. Each protocol has its own table of
// failures; the first row that matches counts.
import { HeadgateError } from '../../../base/index.ts';
import { type ObjectFindingCode, ObjectReadError } from '../object-finding.ts';

/** The action that failed. */
export type BucketAction = 'list' | 'get' | 'put';

/** What a failure means for a retry. */
interface FailureKind {
  /** Whether a retry may succeed. @default false */
  isTransient?: boolean;
  /**
   * Whether the response is not from the expected service: from a bucket that has answered correctly before, a retry may succeed.
   * @default false
   */
  isGarbled?: boolean;
  /** Whether the server was silent or slow until the time limit. @default false */
  isSilence?: boolean;
  /**
   * Whether no server is reachable at the bucket's address: before a first response, a few attempts decide.
   * @default false
   */
  isAddress?: boolean;
}

/** A failure of a request. */
export interface RequestFailure extends FailureKind {
  /** The error to throw: an {@link ObjectReadError} if the failure concerns one object. */
  error: HeadgateError | ObjectReadError;
  /** The error to throw if the failure turns out to concern every object. */
  destinationError: HeadgateError;
  /** Whether the server sent an HTTP response. */
  isAnswered: boolean;
  /** The delay that the server requests. Milliseconds; 0 if it requests none. */
  retryAfterMs: number;
}

/** One kind of failure. */
export interface FailureRow<Facts> extends FailureKind {
  /** Code of the HeadgateError; stable. */
  code: string;
  when(facts: Facts): boolean;
  /** Returns the message after "cannot list …: ". */
  describe(facts: Facts): string;
  /** The finding, if the failure concerns one object while reading. Without it, reading ends for all objects. */
  finding?: ObjectFindingCode;
}

/** The facts about a failure that every protocol knows. */
export interface FailureFacts {
  action: BucketAction;
  /** Host of the request, with its port. */
  host: string;
  /** Name of the error. */
  name: string;
  /** HTTP status, if there was a response. */
  status: number | undefined;
  /** System error codes of the error and of its causes. */
  codes: readonly string[];
  message: string;
}

/** How a protocol describes its failures. */
export interface FailureTable<Facts> {
  rows: readonly FailureRow<Facts>[];
  /** Code and message of a failure without a row. */
  unknown: { code: string; describe: (facts: Facts) => string };
  /** The source without secrets. */
  display: string;
  /** The Retry-After header, if there is one. */
  retryAfter: string | undefined;
  /** Removes secrets from a message. */
  redact?: (text: string) => string;
}

/**
 * Classifies a failed request. Listing and writing always fail for the whole destination. The error of a write is
 * `write-failed`, and its message is the reason alone: the caller names the object.
 */
export function requestFailure<Facts extends FailureFacts>(
  facts: Facts,
  { rows, unknown, display, retryAfter, redact = (text) => text }: FailureTable<Facts>,
): RequestFailure {
  const { action, name, status } = facts;
  const row = rows.find(({ when }) => when(facts));
  const reason = redact((row ?? unknown).describe(facts));
  const finding = row === undefined ? 'read-failed' : row.finding;
  const [code, text] =
    action === 'put'
      ? ['write-failed', reason]
      : [(row ?? unknown).code, `cannot ${action === 'list' ? 'list' : 'read'} ${display}: ${reason}`];
  // The error itself may contain the request and the whole response, with secrets.
  const cause = new Error(`${name}${printStatus(status)}`);
  const destinationError = new HeadgateError(code, text, { cause });
  return {
    ...row,
    error: action !== 'get' || finding === undefined ? destinationError : new ObjectReadError(finding, reason),
    destinationError,
    isAnswered: status !== undefined,
    retryAfterMs: retryAfterMs(retryAfter),
  };
}

/** Parses a Retry-After header: seconds, or a date. */
function retryAfterMs(text: string | undefined): number {
  if (text === undefined) return 0;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.max(wait, 0);
}

/** Returns the system error codes of an error and of its causes. */
export function systemCodesOf(error: unknown): string[] {
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as CodedError;
  const parts = [thrown, thrown.cause, ...(thrown.errors ?? []), ...(thrown.cause?.errors ?? [])];
  return parts.map((part) => part?.code).filter((code) => typeof code === 'string');
}

interface CodedError {
  code?: string;
  cause?: CodedError;
  errors?: CodedError[];
}

/** Returns ` (HTTP <status>)`; nothing without a status. */
export function printStatus(status: number | undefined): string {
  return status === undefined ? '' : ` (HTTP ${status})`;
}

/** The message for an object that differs from the listed one, or from the one whose reading began. */
export const REPLACED = 'the object was changed or replaced after it was listed';
/** Beginning of the error message for a body that ends without an error before its object does. */
export const ENDED_EARLY = 'ends after ';

/** Returns the error for a body that ends too early, without an error. @param position of its end, for the message */
export function endedEarly(position: string): Error {
  return Object.assign(new Error(ENDED_EARLY + position), { code: 'ECONNRESET' });
}
