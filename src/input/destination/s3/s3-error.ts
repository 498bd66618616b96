// Converts an error of the S3 SDK into a message that names the mistake and the fix. Never quotes a response of the
// server in full: it may repeat access keys and signed text.
import { redactSecrets } from '../../../base/index.ts';
import { type FailedRequest, type RequestFailure, requestFailure, systemCodesOf } from '../bucket/request-failure.ts';
import type { S3Location } from '../location/location.ts';
import { S3_ERROR_ROWS, type S3ErrorFacts, WITHOUT_ERROR } from './s3-error-rows.ts';

/** Classifies a failed request. @param isWritten whether the bucket was opened for writing */
export function s3Error(
  error: unknown,
  location: S3Location,
  request: FailedRequest,
  isWritten = false,
): RequestFailure {
  const facts = factsOf(error, location, request);
  const { isDestinationConf = false, endpoint } = location;
  const { host } = new URL(facts.origin);
  return requestFailure(facts, {
    rows: S3_ERROR_ROWS,
    unknown: { code: 's3-error', text: unknownAnswer },
    display: location.display,
    hasFlags: !isDestinationConf,
    retryAfter: (error as SdkError | undefined)?.$response?.headers?.['retry-after'],
    words: {
      address: `the ${endpoint === undefined ? 'region' : 'endpoint'}${isDestinationConf ? ' in destination_conf' : ''}`,
      logs: '',
      plain: `endpoint=http://${host}`,
      bucket: JSON.stringify(location.bucket),
      name: withoutKeys(facts.name, location, SHORTEST_KEY),
      ...permissionFor(request, location, isWritten),
    },
  });
}

/** What the credentials may not do, and the permission that they need. */
function permissionFor(
  { action }: FailedRequest,
  { bucket, isDestinationConf }: S3Location,
  isWritten: boolean,
): { task: string; permission: string } {
  const name = JSON.stringify(bucket);
  switch (action) {
    case 'get':
      return { task: 'read the object', permission: 's3:GetObject, and access to its encryption key' };
    case 'put':
      return { task: `write to the bucket ${name}`, permission: 's3:PutObject (R2: object read and write)' };
    default: {
      const other = isWritten ? 'use --overwrite, which writes without listing' : 'name one object';
      return {
        task: `list the bucket ${name}`,
        permission: `s3:ListBucket (R2: object read)${isDestinationConf === true ? '' : `, or ${other}`}`,
      };
    }
  }
}

function factsOf(error: unknown, location: S3Location, request: FailedRequest): S3ErrorFacts {
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as SdkError;
  const message = String(thrown.message ?? error);
  const headers = thrown.$response?.headers ?? {};
  const region =
    thrown.Region ??
    thrown.BucketRegion ??
    headers['x-amz-bucket-region'] ??
    /expecting '([a-z0-9-]+)'/.exec(message)?.[1];
  return {
    ...request,
    location,
    origin: location.endpoint ?? `https://s3.${location.region}.amazonaws.com`,
    name: String(thrown.name ?? 'Error'),
    status: thrown.$metadata?.httpStatusCode,
    codes: systemCodesOf(error),
    message,
    region: region === location.region ? undefined : region,
    regions: /Must be one of: ([a-z0-9-]+(?:, [a-z0-9-]+)*)/.exec(message)?.[1],
  };
}

/** Characters. */
const SHORTEST_KEY = 8;

/** The fields of an SDK error; any may be absent. */
interface SdkError {
  name?: string;
  message?: string;
  Region?: string;
  BucketRegion?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string | undefined> };
}

function unknownAnswer({ location, name, status, message }: S3ErrorFacts): string {
  if (status !== undefined && WITHOUT_ERROR.test(name)) {
    return '{host} answers {status} without an error of S3; check {address} and any proxy in front of it';
  }
  const quoted = withoutKeys(redactSecrets(firstLine(message)), location);
  const error = quoted === '' ? '{name}' : `{name}: ${JSON.stringify(quoted)}`;
  return status === undefined
    ? `the request to {host} failed (${error}); check {network}`
    : `{host} answers {status} (${error}); look up {name} in the documentation of the service`;
}

/** @param least length of keys that are replaced: shorter ones also occur in words */
function withoutKeys(text: string, { secretAccessKey, accessKeyId }: S3Location, least = 1): string {
  const secrets = [secretAccessKey, accessKeyId].filter((secret = '') => secret.length >= least) as string[];
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.slice(0, 200);
}
