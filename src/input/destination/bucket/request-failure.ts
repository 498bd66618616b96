// A failed request to a bucket: what it means for the object, for the bucket and for a retry. Each protocol has its own table of
// failures, as data; the first row that matches counts.
import { fillWords, HeadgateError, type NetworkWords, printWait } from '../../../base/index.ts';
import { type ObjectFindingCode, ObjectReadError } from '../object-finding.ts';

/** The action that failed. */
export type BucketAction = 'list' | 'get' | 'put';

/** What a failure means. */
export interface FailureKind {
  /** The finding, if the failure concerns one object while reading. Without it, reading ends for all objects. */
  finding?: ObjectFindingCode;
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
export interface RequestFailure extends Omit<FailureKind, 'finding'> {
  /** The error to throw: an {@link ObjectReadError} if the failure concerns one object. */
  error: HeadgateError | ObjectReadError;
  /** The error to throw if the failure turns out to concern every object. */
  destinationError: HeadgateError;
  /** Whether the server sent an HTTP response. */
  isAnswered: boolean;
  /** The delay that the server requests. Milliseconds; 0 if it requests none. */
  retryAfterMs: number;
}

/** One kind of failure. A failure matches if its name, one of its system codes or its status does, or if `when` returns true. */
export interface FailureRow<Facts> extends FailureKind {
  /** Code of the HeadgateError; stable. */
  code: string;
  /** @default every action */
  action?: BucketAction;
  names?: readonly string[];
  codes?: RegExp;
  statuses?: readonly number[];
  when?(facts: Facts): boolean;
  /** The message after "cannot list …: ", a template of {@link FailureWords}. */
  text: string | ((facts: Facts) => string);
}

/** The state of a bucket when a request to it failed. Times in milliseconds. */
export interface FailedRequest {
  action: BucketAction;
  /** Whether the bucket has ever sent an HTTP response. */
  hasAnswered: boolean;
  /** How long a request without progress is retried. */
  retryForMs: number;
  /** How long a server may be silent. */
  silenceMs: number;
  connectMs: number;
}

/** The facts about a failure that every protocol knows. */
export interface FailureFacts extends FailedRequest {
  /** URL of the server. */
  origin: string;
  /** Name of the error. */
  name: string;
  /** HTTP status, if there was a response. */
  status: number | undefined;
  /** System error codes of the error and of its causes. */
  codes: readonly string[];
  message: string;
}

/** The words of a template. */
interface FailureWords extends NetworkWords {
  /** `HTTP 503` */
  status: string;
  message: string;
  name: string;
  /** Name of a server error, or these words. */
  problem: string;
  /** After what the server answered each time: ` to every request for 60 s`. Empty for one request. */
  requests: string;
  /** `, or raise --retry-for`, if that may help. */
  longer: string;
  /** Time limit of a silent server: `20 s`. */
  silence: string;
  /** How long a bucket that never answered was waited for. */
  waited: string;
}

/** How a protocol describes its failures. */
export interface FailureTable<Facts> {
  rows: readonly FailureRow<Facts>[];
  /** Code and message of a failure without a row. */
  unknown: Pick<FailureRow<Facts>, 'code' | 'text'>;
  /** The source without secrets. */
  display: string;
  /** Words of the protocol. `logs`: what to check beside after an error of the server. */
  words: Readonly<Record<'address' | 'plain' | 'logs', string>> & Readonly<Record<string, string>>;
  /** Whether a message may name flags of the command. @default true */
  hasFlags?: boolean;
  /** The Retry-After header, if there is one. */
  retryAfter: string | undefined;
  /** Removes secrets from a message. */
  redact?: (text: string) => string;
}

/**
 * Classifies a failed request. Listing and writing always fail for the whole destination. The error of a write is
 * `write-failed`, and its message is the reason alone: the caller names the object. A message describes the end of all attempts: that of
 * an attempt that is repeated is not printed.
 */
export function requestFailure<Facts extends FailureFacts>(facts: Facts, table: FailureTable<Facts>): RequestFailure {
  const { rows, unknown, display, retryAfter, redact = (text) => text } = table;
  const { action, name, status } = facts;
  const row = rows.find((one) => isMatch(one, facts));
  const { code, text } = row ?? unknown;
  const { finding = undefined, ...kind }: FailureKind = row ?? { finding: 'read-failed' };
  const template = typeof text === 'string' ? text : text(facts);
  const reasonFor = (what: string): string => redact(fillWords(template, wordsOf(facts, table, what)));
  const all = reasonFor(`for ${printWait(facts.retryForMs)}`);
  const verb = action === 'list' ? 'list' : 'read';
  // The error itself may contain the request and the whole response, with secrets.
  const cause = new Error(`${name}${printStatus(status)}`);
  const destinationError =
    action === 'put'
      ? new HeadgateError('write-failed', all, { cause })
      : new HeadgateError(code, `cannot ${verb} ${display}: ${all}`, { cause });
  return {
    ...kind,
    // The time of one object depends on others, and objects with the same reason are reported together.
    error:
      action !== 'get' || finding === undefined ? destinationError : new ObjectReadError(finding, reasonFor('for it')),
    destinationError,
    isAnswered: status !== undefined,
    retryAfterMs: retryAfterMs(retryAfter),
  };
}

function isMatch<Facts extends FailureFacts>(row: FailureRow<Facts>, facts: Facts): boolean {
  const { action, name, status = 0 } = facts;
  if (row.action !== undefined && row.action !== action) return false;
  return (
    row.names?.includes(name) === true ||
    row.statuses?.includes(status) === true ||
    facts.codes.some((code) => row.codes?.test(code) === true) ||
    row.when?.(facts) === true
  );
}

/** @param times of the attempts: `for 60 s`, `for it` */
function wordsOf(
  { origin, status, name, message, hasAnswered, retryForMs, silenceMs, connectMs }: FailureFacts,
  { words, hasFlags = true }: Pick<FailureTable<never>, 'words' | 'hasFlags'>,
  times: string,
): FailureWords {
  const { protocol, host } = new URL(origin);
  const isRepeated = retryForMs > 0;
  const tls = protocol === 'http:' && !hasAnswered ? ' (https:// if the server speaks TLS)' : '';
  return {
    problem:
      status !== undefined && /^[A-Z]\w+Error$/.test(name) && !OWN_NAMES.test(name)
        ? (words.name ?? name)
        : 'server error',
    name,
    ...words,
    host,
    message,
    status: status === undefined ? 'an error' : `HTTP ${status}`,
    address: words.address,
    plain: words.plain,
    network: `${words.address}${tls}, the network, a VPN or proxy`,
    connectTime: printWait(connectMs),
    silence: printWait(silenceMs),
    waited: printWait(Math.max(silenceMs, retryForMs)),
    requests: isRepeated ? ` to every request ${times}` : '',
    attempts: isRepeated ? `, in every attempt ${times}` : '',
    longer: isRepeated && hasAnswered && hasFlags ? ', or raise --retry-for' : '',
  };
}

/** Names of errors that this program or the SDK gives. */
const OWN_NAMES = /^(?:Unknown|UnknownError|EdgeResponseError|TimeoutError)$/;

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
export const REPLACED = 'the object was changed or replaced after it was listed; run the command again';
/** The message for an object that is listed and does not exist. */
export const GONE = 'the object was listed but no longer exists; run the command again';
/** Beginning of the error message for a body that ends without an error before its object does. */
export const ENDED_EARLY = 'ends after ';
/** Beginning of the error message for a body that is too slow. */
export const TOO_SLOW = 'has fewer than ';

/** Returns the error for a body that ends too early, without an error. @param position of its end, for the message */
export function endedEarly(position: string): Error {
  return Object.assign(new Error(ENDED_EARLY + position), { code: 'ECONNRESET' });
}
