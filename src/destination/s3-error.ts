// What the S3 SDK throws → one sentence that says which mistake it was and what to change. Never quotes an answer of
// the server in full: those repeat access keys and what was signed.
import { HeadgateError, redactSecrets } from '../base/index.ts';
import type { S3Location } from './location.ts';
import { ObjectReadError } from './object-finding.ts';
import { S3_ERROR_ROWS, type S3Action, type S3ErrorFacts } from './s3-error-rows.ts';

/** A failure, and whether it concerns one object or all of them. */
export type S3Failure =
  | { scope: 'destination'; error: HeadgateError }
  | {
      scope: 'object';
      error: ObjectReadError;
      /** Whether trying again may help. */
      isPassing: boolean;
      /** Where no answer came at all: what to throw if that goes on. */
      lost?: HeadgateError;
    };

/** Tells what went wrong with a request. Listing always fails for the whole destination. */
export function s3Error(error: unknown, location: S3Location, action: 'list'): S3Failure & { scope: 'destination' };
export function s3Error(error: unknown, location: S3Location, action: S3Action): S3Failure;
export function s3Error(error: unknown, location: S3Location, action: S3Action): S3Failure {
  const facts = factsOf(error, location, action);
  const row = S3_ERROR_ROWS.find(({ when }) => when(facts));
  const told = row?.tell(facts) ?? `found ${unknownAnswer(error, facts, location)}`;
  const finding = row === undefined ? 'read-failed' : row.finding;
  const verb = action === 'list' ? 'list' : 'read';
  // The SDK's error holds the request and the whole answer, so only what it is called goes along.
  const cause = new Error(`${facts.name}${facts.status === undefined ? '' : ` (HTTP ${facts.status})`}`);
  const whole = new HeadgateError(row?.code ?? 's3-error', `cannot ${verb} ${location.display}: ${told}`, { cause });
  if (action === 'list' || finding === undefined) return { scope: 'destination', error: whole };
  return {
    scope: 'object',
    error: new ObjectReadError(finding, told),
    isPassing: row?.isPassing === true,
    ...(row?.isNetwork === true ? { lost: whole } : {}),
  };
}

/** Why an object cannot be written, as it ends a sentence, and whether trying again may help. */
export function s3WriteReason(error: unknown, location: S3Location): { told: string; isPassing: boolean } {
  const facts = factsOf(error, location, 'put');
  const row = S3_ERROR_ROWS.find(({ when }) => when(facts));
  const told = row?.tell(facts) ?? `found ${unknownAnswer(error, facts, location)}`;
  return { told, isPassing: row?.isPassing === true };
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
  $response?: { headers?: Record<string, string> };
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
