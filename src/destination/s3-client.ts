// The one place that makes an S3 client. The SDK is imported only when a bucket is named: most commands never need it.
import type { S3Client } from '@aws-sdk/client-s3';
import type { DestinationLimits } from './destination.ts';
import type { S3Location } from './location.ts';

/** Times a request is tried by the SDK, the first one included; waits between them grow. Its own default. */
export const S3_ATTEMPTS = 3;

/** Most connections: as many as objects are read at a time, and one to list. The SDK's own default is 50. */
const MAX_SOCKETS = 65;

/** Makes a client for a bucket. */
export async function createS3Client(location: S3Location, limits: DestinationLimits): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey, endpoint, profile } = location;
  return new S3Client({
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
    retryMode: 'adaptive',
    maxAttempts: S3_ATTEMPTS,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      // Until the answer begins; silence within a body is watched where it is read.
      requestTimeout: limits.silenceMs,
      throwOnRequestTimeout: true,
      // A body that waits for a slow reader is no dead one.
      socketTimeout: 0,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
}

/** The region that the AWS settings of this machine give. @returns undefined where they give none */
export async function regionOfProfile(profile: string | undefined): Promise<string | undefined> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client(profile === undefined ? {} : { profile });
  try {
    return await client.config.region();
  } catch {
    return undefined;
  } finally {
    client.destroy();
  }
}
