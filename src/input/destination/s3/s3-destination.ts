// Opens a bucket with an S3 API, to read or to write, and creates its client.
import { createHmac, hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { bucketDestination } from '../bucket/bucket-destination.ts';
import { BucketHealth, type RetryRules } from '../bucket/bucket-health.ts';
import { type Bucket, MAX_CONNECTIONS } from '../bucket/bucket-transport.ts';
import type { Destination, DestinationLimits } from '../destination.ts';
import type { S3Location } from '../location/location.ts';
import { loadS3Sdk } from '../s3-sdk.ts';
import { collect, objectRequests } from './object-requests.ts';
import { retryRules } from './s3-retry-rules.ts';
import { s3Transport } from './s3-transport.ts';

/** A bucket with the client of its transport. */
export type S3Bucket = Bucket<S3Location> & { client: S3Client };

/** Opens a bucket. Sends no request. @throws HeadgateError `retry-settings` */
export async function openS3Bucket(
  location: S3Location,
  limits: DestinationLimits,
  use: 'read' | 'write',
  rules: RetryRules = retryRules(location, limits),
): Promise<S3Bucket> {
  const health = new BucketHealth(rules, limits);
  const onAnswer = (): void => health.recordResponse();
  const client = await createS3Client(location, limits, use, onAnswer);
  const getObject = objectRequests(client, location.bucket, limits, onAnswer);
  return {
    location,
    transport: await s3Transport(client, location, getObject, use === 'write'),
    limits,
    health,
    client,
  };
}

/** Opens a bucket as a destination. Sends no request before the bucket is listed. */
export async function s3Destination(location: S3Location, limits: DestinationLimits): Promise<Destination> {
  return bucketDestination(await openS3Bucket(location, limits, 'read'));
}

/**
 * Creates the client of a bucket. It sends each request once: src/input/destination implements the retries.
 * @param use whether the socket watches sent bytes for silence ('write'), or {@link readBody} watches received ones
 * @param onAnswer called when an HTTP response begins
 * @throws HeadgateError `no-package` without the SDK
 */
async function createS3Client(
  location: S3Location,
  limits: DestinationLimits,
  use: 'read' | 'write',
  onAnswer: () => void,
): Promise<S3Client> {
  const { S3Client } = await loadS3Sdk();
  const { accessKeyId, secretAccessKey, endpoint, profile } = location;
  const client = new S3Client({
    region: location.region,
    forcePathStyle: location.forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(profile && { profile }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // An object written in parts has checksums of its parts, which do not match the whole; and servers that imitate S3
    // reject requests with checksums they do not know.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: 1,
    sha256: Sha256,
    // Servers that imitate S3 do not answer it, so each part would wait for seconds.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      // Until the response begins; the reader of a body watches for silence within it.
      requestTimeout: use === 'read' ? limits.silenceMs : 0,
      throwOnRequestTimeout: true,
      // A body may wait for a slow reader. While a body is sent, its bytes keep the socket busy.
      socketTimeout: use === 'read' ? 0 : limits.silenceMs,
      // The SDK's default is 50.
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  });
  client.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const response = result.response as { body?: unknown };
      onAnswer();
      // The SDK reads bodies itself, without a time limit.
      response.body = await collect(response.body as Readable, limits);
      return result;
    },
    // The last step before the request is sent, so the response arrives here first.
    { step: 'deserialize', priority: 'low', name: 'collectAnswer' },
  );
  return client;
}

/**
 * SHA-256 for the signer of the SDK. Its own passes a key as bytes, of which Node takes ten times as long to create the HMAC; and for each request
 * it computes the same HMAC of the credentials again. Together a sixth of the time of a small object.
 */
class Sha256 {
  readonly #key: string | undefined;
  #data: Buffer[] = [];

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#key = key === undefined ? undefined : bufferOf(key).toString('latin1');
  }

  reset(): void {
    this.#data = [];
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#data.push(bufferOf(data));
  }

  async digest(): Promise<Uint8Array> {
    const data = this.#data.length === 1 ? this.#data[0]! : Buffer.concat(this.#data);
    if (this.#key === undefined) return hash('sha256', data, 'buffer');
    if (data.length > CREDENTIAL_BYTES) return hmacOf(this.#key, data);
    const known = `${this.#key}\0${data.toString('latin1')}`;
    const digest = credentialHmacs.get(known) ?? hmacOf(this.#key, data);
    if (credentialHmacs.size >= MAX_CREDENTIAL_HMACS) credentialHmacs.clear();
    credentialHmacs.set(known, digest);
    return digest;
  }
}

/** More than an access key and than the parts of a scope, less than a text to sign. */
const CREDENTIAL_BYTES = 128;
/** Five for the credentials of a bucket and a day. */
const MAX_CREDENTIAL_HMACS = 100;
/** By key and data. */
const credentialHmacs = new Map<string, Buffer>();

function hmacOf(key: string, data: Buffer): Buffer {
  return createHmac('sha256', key, { encoding: 'latin1' }).update(data).digest();
}

function bufferOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
