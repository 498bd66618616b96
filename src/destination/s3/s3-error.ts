// Converts an error of the S3 SDK into a message that names the mistake and the fix. Never quotes a response of the
// server in full: it may repeat access keys and signed text.
import { HeadgateError, redactSecrets } from '../../base/index.ts';
import type { S3Location } from '../location/location.ts';
import { ObjectReadError } from '../object-finding.ts';
import type { S3Action, S3ErrorFacts } from './s3-error-facts.ts';
import { S3_ERROR_ROWS } from './s3-error-rows.ts';

/** A failure of a request. */
export interface S3Failure {
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

/**
 * Classifies a failed request. Listing and writing always fail for the whole destination. The error of a write is
 * `write-failed`, and its message is the reason alone: the caller names the object.
 */
export function s3Error(error: unknown, location: S3Location, action: S3Action): S3Failure {
  const facts = factsOf(error, location, action);
  const row = S3_ERROR_ROWS.find(({ when }) => when(facts));
  const reason = row?.describe(facts) ?? `found ${unknownAnswer(error, facts, location)}`;
  const finding = row === undefined ? 'read-failed' : row.finding;
  // The SDK's error contains the request and the whole response, so only its name is kept as the cause.
  const cause = new Error(`${facts.name}${facts.status === undefined ? '' : ` (HTTP ${facts.status})`}`);
  const destinationError =
    action === 'put'
      ? new HeadgateError('write-failed', reason, { cause })
      : new HeadgateError(
          row?.code ?? 's3-error',
          `cannot ${action === 'list' ? 'list' : 'read'} ${location.display}: ${reason}`,
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
    isAnswered: facts.status !== undefined,
    retryAfterMs: retryAfterMs((error as SdkError | undefined)?.$response?.headers?.['retry-after']),
  };
}

/** Parses a Retry-After header: seconds, or a date. */
function retryAfterMs(text: string | undefined): number {
  if (text === undefined) return 0;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.max(wait, 0);
}

function factsOf(error: unknown, location: S3Location, action: S3Action): S3ErrorFacts {
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as SdkError;
  const codes = [thrown, thrown.cause, ...(thrown.errors ?? []), ...(thrown.cause?.errors ?? [])].map(
    (part) => part?.code,
  );
  const message = String(thrown.message ?? error);
  const headers = thrown.$response?.headers ?? {};
  const region =
    thrown.Region ??
    thrown.BucketRegion ??
    headers['x-amz-bucket-region'] ??
    /expecting '([a-z0-9-]+)'/.exec(message)?.[1];
  return {
    action,
    location,
    host: location.endpoint === undefined ? `s3.${location.region}.amazonaws.com` : new URL(location.endpoint).host,
    name: String(thrown.name ?? 'Error'),
    status: thrown.$metadata?.httpStatusCode,
    codes: codes.filter((code) => typeof code === 'string'),
    message,
    region: region === location.region ? undefined : region,
    regions: /Must be one of: ([a-z0-9-]+(?:, [a-z0-9-]+)*)/.exec(message)?.[1],
  };
}

/** The fields of an SDK error; any may be absent. */
interface SdkError {
  name?: string;
  message?: string;
  code?: string;
  cause?: SdkError;
  errors?: SdkError[];
  Region?: string;
  BucketRegion?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string | undefined> };
}

/** The response to each action, for messages. */
const EXPECTED: Readonly<Record<S3Action, string>> = {
  list: 'a listing',
  get: 'the object',
  put: 'the object to be stored',
};

function unknownAnswer(error: unknown, facts: S3ErrorFacts, location: S3Location): string {
  const status = facts.status === undefined ? '' : ` (HTTP ${facts.status})`;
  const secrets = [location.secretAccessKey, location.accessKeyId].filter((secret) => secret !== undefined);
  const quoted = secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    redactSecrets(firstLine(facts.message)),
  );
  // The SDK names an error without a body, such as that of a 304, Unknown or UnknownError.
  if (facts.status !== undefined && facts.name.startsWith('Unknown')) {
    return `a response from ${facts.host} without an S3 error${status}, expected ${EXPECTED[facts.action]}; check the endpoint and any proxy in front of it`;
  }
  return `the error ${facts.name}${status} from ${facts.host}${error instanceof Error && quoted !== '' ? `: ${quoted}` : ''}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.slice(0, 200);
}
