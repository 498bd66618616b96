// A bucket behind the edge script as a destination.
import { bucketDestination } from '../bucket/bucket-destination.ts';
import { BucketHealth, type RetryRules } from '../bucket/bucket-health.ts';
import type { Destination, DestinationLimits } from '../destination.ts';
import type { EdgeLocation } from '../location/location.ts';
import { createEdgeClient } from './edge-client.ts';
import { edgeTransport } from './edge-transport.ts';

/** Opens a bucket. Sends no request before the bucket is listed. */
export async function edgeDestination(location: EdgeLocation, limits: DestinationLimits): Promise<Destination> {
  const rules: RetryRules = {
    forMs: location.retryForMs ?? limits.retryForMs,
    attempts: Number.POSITIVE_INFINITY,
    isPaced: true,
  };
  const health = new BucketHealth(rules, limits);
  const client = await createEdgeClient(location, limits, () => health.recordResponse());
  return bucketDestination({ location, transport: edgeTransport(client, location), limits, health });
}
