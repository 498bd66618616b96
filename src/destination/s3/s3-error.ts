// What the S3 SDK throws → one sentence that says which mistake it was and what to change. Never quotes an answer of
// the server in full: those repeat access keys and what was signed.
import { HeadgateError, redactSecrets } from '../../base/index.ts';
import type { S3Location } from '../location/location.ts';
import { ObjectReadError } from '../object-finding.ts';
import { S3_ERROR_ROWS, type S3Action, type S3ErrorFacts } from './s3-error-rows.ts';

/** A failure of a request. */
export interface S3Failure {
  /** Whether it concerns one object, or every object of the bucket. */
  scope: 'destination' | 'object';
  /** What to throw; an {@link ObjectReadError} for the scope `object`. */
  error: HeadgateError | ObjectReadError;
  /** What to throw where the failure turns out to concern every object. */
  destinationError: HeadgateError;
  /** Whether a retry may succeed. */
  isTransient: boolean;
  /** Whether a retry may succeed at a bucket that has answered properly before. */
  isGarbled: boolean;
  /** Whether the server was silent or slow for long. */
  isSilence: boolean;
  /** Whether the address of the bucket leads to no server. */
  isAddress: boolean;
  /** Whether the server sent an HTTP answer. */
  isAnswered: boolean;
  /** How long the server asks to wait. Milliseconds; 0 where it does not ask. */
  retryAfterMs: number;
}

/**
 * Describes what went wrong with a request. Listing and writing always fail for the whole destination. The error of a write is
 * `write-failed`, and its message is the reason alone: the caller names the object.
 */
export function s3Error(error: unknown, location: S3Location, action: S3Action): S3Failure {
  const facts = factsOf(error, location, action);
  const row = S3_ERROR_ROWS.find(({ when }) => when(facts));
  const told = row?.describe(facts) ?? `found ${unknownAnswer(error, facts, location)}`;
  const finding = row === undefined ? 'read-failed' : row.finding;
  // The SDK's error holds the request and the whole answer, so only what it is called goes along.
  const cause = new Error(`${facts.name}${facts.status === undefined ? '' : ` (HTTP ${facts.status})`}`);
  const destinationError =
    action === 'put'
      ? new HeadgateError('write-failed', told, { cause })
      : new HeadgateError(
          row?.code ?? 's3-error',
          `cannot ${action === 'list' ? 'list' : 'read'} ${location.display}: ${told}`,
          { cause },
        );
  const isOfAll = action !== 'get' || finding === undefined;
  return {
    scope: isOfAll ? 'destination' : 'object',
    error: isOfAll ? destinationError : new ObjectReadError(finding, told),
    destinationError,
    isTransient: row?.isTransient === true,
    isGarbled: row?.isGarbled === true,
    isSilence: row?.isSilence === true,
    isAddress: row?.isAddress === true,
    isAnswered: facts.status !== undefined,
    retryAfterMs: retryAfterMs((error as SdkError | undefined)?.$response?.headers?.['retry-after']),
  };
}

/** Reads a Retry-After header: seconds, or a date. */
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

/** What the fields of an SDK error are called; any may be missing. */
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

function unknownAnswer(error: unknown, facts: S3ErrorFacts, location: S3Location): string {
  const status = facts.status === undefined ? '' : ` (HTTP ${facts.status})`;
  const secrets = [location.secretAccessKey, location.accessKeyId].filter((secret) => secret !== undefined);
  const said = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), redactSecrets(firstLine(facts.message)));
  return `the error ${facts.name}${status} from ${facts.host}${error instanceof Error && said !== '' ? `: ${said}` : ''}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.slice(0, 200);
}
