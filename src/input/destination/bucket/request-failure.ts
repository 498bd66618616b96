// A failed request to a bucket: what it means for the object, for the bucket and for a retry. Each protocol has its own table of
// failures; the first row that matches counts.
import { HeadgateError } from '../../../base/index.ts';
import { type ObjectFindingCode, ObjectReadError } from '../object-finding.ts';

/** The action that failed. */
export type BucketAction = 'list' | 'get' | 'put';

/** A failure of a request. */
export interface RequestFailure {
  /** Whether the failure concerns one object, or every object of the bucket. */
  scope: 'destination' | 'object';
  /** The error to throw; an {@link ObjectReadError} for the scope `object`. */
  error: HeadgateError | ObjectReadError;
  /** The error to throw if the failure turns out to concern every object. */
  destinationError: HeadgateError;
  /** Whether a retry may succeed. */
  isTransient: boolean;
  /** Whether a retry may succeed at a bucket that has answered correctly before. */
  isGarbled: boolean;
  /** Whether the server was silent or slow until the time limit. */
  isSilence: boolean;
  /** Whether no server is reachable at the bucket's address. */
  isAddress: boolean;
  /** Whether the server sent an HTTP response. */
  isAnswered: boolean;
  /** The delay that the server requests. Milliseconds; 0 if it requests none. */
  retryAfterMs: number;
}

/** One kind of failure. */
export interface FailureRow<Facts> {
  /** Code of the HeadgateError; stable. */
  code: string;
  when(facts: Facts): boolean;
  /** Returns the message after "cannot list …: ". */
  describe(facts: Facts): string;
  /** The finding, if the failure concerns one object while reading. Without it, reading ends for all objects. */
  finding?: ObjectFindingCode;
  /** Whether a retry may succeed. @default false */
  isTransient?: boolean;
  /**
   * Whether the response is not from the expected service: from a bucket that has answered before, a retry may succeed.
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

/** What {@link requestFailure} builds a failure from. */
export interface FailureSource<Facts> {
  facts: Facts;
  action: BucketAction;
  /** The row that matches; undefined if none does. */
  row: FailureRow<Facts> | undefined;
  /** Code and message without a row. */
  unknown: { code: string; reason: () => string };
  /** The source without secrets. */
  display: string;
  /** Kept in place of the error, which may contain secrets. */
  cause: Error;
  isAnswered: boolean;
  /** The Retry-After header, if there is one. */
  retryAfter: string | undefined;
}

/**
 * Classifies a failed request. Listing and writing always fail for the whole destination. The error of a write is
 * `write-failed`, and its message is the reason alone: the caller names the object.
 */
export function requestFailure<Facts>(source: FailureSource<Facts>): RequestFailure {
  const { facts, action, row, unknown, display, cause, isAnswered, retryAfter } = source;
  const reason = row?.describe(facts) ?? `found ${unknown.reason()}`;
  const finding = row === undefined ? 'read-failed' : row.finding;
  const destinationError =
    action === 'put'
      ? new HeadgateError('write-failed', reason, { cause })
      : new HeadgateError(
          row?.code ?? unknown.code,
          `cannot ${action === 'list' ? 'list' : 'read'} ${display}: ${reason}`,
          { cause },
        );
  const isWholeBucket = action !== 'get' || finding === undefined;
  return {
    scope: isWholeBucket ? 'destination' : 'object',
    error: isWholeBucket ? destinationError : new ObjectReadError(finding, reason),
    destinationError,
    isTransient: row?.isTransient === true,
    isGarbled: row?.isGarbled === true,
    isSilence: row?.isSilence === true,
    isAddress: row?.isAddress === true,
    isAnswered,
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
