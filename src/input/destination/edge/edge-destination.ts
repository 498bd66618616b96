// A bucket behind the edge script as a destination.
import { bucketDestination } from '../bucket/bucket-destination.ts';
import { BucketHealth, type RetryRules } from '../bucket/bucket-health.ts';
import type { Destination, DestinationLimits } from '../destination.ts';
import type { EdgeLocation } from '../location/location.ts';
import { pathOfKey } from '../location/object-url.ts';
import { createEdgeClient } from './edge-client.ts';
import { edgeTransport } from './edge-transport.ts';
import { hideKey } from './hide-key.ts';

/** Opens a bucket. Sends no request before the bucket is listed. */
export async function edgeDestination(location: EdgeLocation, limits: DestinationLimits): Promise<Destination> {
  const rules: RetryRules = {
    forMs: location.retryForMs ?? limits.retryForMs,
    attempts: Number.POSITIVE_INFINITY,
    isPaced: true,
  };
  const health = new BucketHealth(rules, limits);
  const client = await createEdgeClient(location, limits, () => health.recordResponse());
  const transport = edgeTransport(client, location);
  const nameOf = (key: string): string => `${location.origin}/${pathOfKey(hideKey(key, location.authKey))}`;
  return bucketDestination({ location, transport, limits, health, nameOf });
}
