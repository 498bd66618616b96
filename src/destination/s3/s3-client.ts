// The one place that makes an S3 client. The SDK is imported only when a bucket is named: most commands never need it.
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DestinationLimits } from '../destination.ts';
import type { S3Location } from '../location/location.ts';
import { withReadTimeout } from './read-timeout.ts';
import { NOT_S3 } from './s3-error-rows.ts';

/** Most bytes of an answer that is no object: a page of 1,000 keys of 1,024 bytes, each written as %XX, takes 4 MiB. */
const ANSWER_BYTES = 16 * 1024 * 1024;

/** Most connections: as many as objects are read at a time, and one to list. The SDK's own default is 50. */
const MAX_SOCKETS = 65;

/** What a client is for. */
export interface S3ClientOptions {
  /** Bytes that are sent are watched for silence by the socket, bytes that are read by {@link withReadTimeout}. @default 'read' */
  use?: 'read' | 'write';
  /** Called when an HTTP answer begins. */
  onAnswer?: () => void;
}

/** Makes a client for a bucket. It tries each request once: retries are those of src/destination. */
export async function createS3Client(
  location: S3Location,
  limits: DestinationLimits,
  { use = 'read', onAnswer = () => {} }: S3ClientOptions = {},
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey, endpoint, profile } = location;
  const client = new S3Client({
    region: location.region,
    forcePathStyle: location.forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(profile === undefined ? {} : { profile }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // Objects written in parts carry checksums of their parts, which cannot be held against the whole; and servers
    // that imitate S3 refuse requests with checksums they do not know.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: 1,
    // Servers that imitate S3 do not answer it, and each part would wait for seconds.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      // Until the answer begins; silence within a body is watched where it is read.
      requestTimeout: use === 'read' ? limits.silenceMs : 0,
      throwOnRequestTimeout: true,
      // A body that waits for a slow reader is no dead one. While a body is sent, its bytes keep the socket busy.
      socketTimeout: use === 'read' ? 0 : limits.silenceMs,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
  client.middlewareStack.add(
    (next, context) => async (request) => {
      const result = await next(request);
      const response = result.response as { statusCode: number; body?: unknown };
      onAnswer();
      // The SDK reads every body but an object's itself, and waits for it without end.
      const isObject = context.commandName === 'GetObjectCommand' && response.statusCode < 300;
      if (!isObject) response.body = await collect(response.body as Readable, limits);
      return result;
    },
    // The last before the request is sent, so that the answer comes here first.
    { step: 'deserialize', priority: 'low', name: 'collectAnswer' },
  );
  return client;
}

/** The bytes of a body. @throws as {@link withReadTimeout}; an error named {@link NOT_S3} where they are too many */
async function collect(body: Readable, limits: DestinationLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of withReadTimeout(body, limits, undefined)) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw Object.assign(new Error(`more than ${ANSWER_BYTES} bytes`), { name: NOT_S3 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
