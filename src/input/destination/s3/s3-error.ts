// Converts an error of the S3 SDK into a message that names the mistake and the fix. Never quotes a response of the
// server in full: it may repeat access keys and signed text.
import { redactSecrets } from '../../../base/index.ts';
import {
  type BucketAction,
  printStatus,
  type RequestFailure,
  requestFailure,
  systemCodesOf,
} from '../bucket/request-failure.ts';
import type { S3Location } from '../location/location.ts';
import { S3_ERROR_ROWS, type S3ErrorFacts } from './s3-error-rows.ts';

/** Classifies a failed request. */
export function s3Error(error: unknown, location: S3Location, action: BucketAction): RequestFailure {
  return requestFailure(factsOf(error, location, action), {
    rows: S3_ERROR_ROWS,
    unknown: { code: 's3-error', describe: (facts) => `found ${unknownAnswer(error, facts)}` },
    display: location.display,
    retryAfter: (error as SdkError | undefined)?.$response?.headers?.['retry-after'],
  });
}

function factsOf(error: unknown, location: S3Location, action: BucketAction): S3ErrorFacts {
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as SdkError;
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
    codes: systemCodesOf(error),
    message,
    region: region === location.region ? undefined : region,
    regions: /Must be one of: ([a-z0-9-]+(?:, [a-z0-9-]+)*)/.exec(message)?.[1],
  };
}

/** The fields of an SDK error; any may be absent. */
interface SdkError {
  name?: string;
  message?: string;
  Region?: string;
  BucketRegion?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string | undefined> };
}

/** The response to each action, for messages. */
const EXPECTED: Readonly<Record<BucketAction, string>> = {
  list: 'a listing',
  get: 'the object',
  put: 'the object to be stored',
};

function unknownAnswer(error: unknown, { location, ...facts }: S3ErrorFacts): string {
  const status = printStatus(facts.status);
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
