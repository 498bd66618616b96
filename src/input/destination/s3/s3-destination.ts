// Opens a bucket with an S3 API, to read or to write.
import type { S3Client } from '@aws-sdk/client-s3';
import { bucketDestination } from '../bucket/bucket-destination.ts';
import { BucketHealth, type RetryRules } from '../bucket/bucket-health.ts';
import type { Bucket } from '../bucket/bucket-transport.ts';
import type { Destination, DestinationLimits } from '../destination.ts';
import type { S3Location } from '../location/location.ts';
import { createS3Client } from './s3-client.ts';
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
  const client = await createS3Client(location, limits, use, () => health.recordResponse());
  return { location, transport: await s3Transport(client, location), limits, health, client };
}

/** Opens a bucket as a destination. Sends no request before the bucket is listed. */
export async function s3Destination(location: S3Location, limits: DestinationLimits): Promise<Destination> {
  return bucketDestination(await openS3Bucket(location, limits, 'read'));
}
