// A bucket with an S3 API as a destination.
import { bucketDestination } from '../bucket/bucket-destination.ts';
import { BucketHealth } from '../bucket/bucket-health.ts';
import type { Destination, DestinationLimits } from '../destination.ts';
import type { S3Location } from '../location/location.ts';
import { createS3Client } from './s3-client.ts';
import { retryRules } from './s3-retry-rules.ts';
import { s3Transport } from './s3-transport.ts';

/** Opens a bucket with an S3 API. Sends no request before the bucket is listed. */
export async function s3Destination(location: S3Location, limits: DestinationLimits): Promise<Destination> {
  const health = new BucketHealth(retryRules(location, limits), limits);
  const client = await createS3Client(location, limits, { onAnswer: () => health.recordResponse() });
  const transport = await s3Transport(client, location);
  const nameOf = (key: string): string => `${location.scheme}://${location.bucket}/${key}`;
  return bucketDestination({ location, transport, limits, health, nameOf });
}
