// The facts that identify a failure of a request to a bucket. Types and names only.
import type { NetworkFacts } from '../bucket/network-failure-rows.ts';
import type { BucketAction } from '../bucket/request-failure.ts';
import type { S3Location } from '../location/location.ts';

/** The facts about a failure. */
export interface S3ErrorFacts extends NetworkFacts {
  action: BucketAction;
  location: S3Location;
  /** Name of the S3 error, or of the SDK's error. */
  name: string;
  /** Region in the response, if it differs from the requested one. */
  region: string | undefined;
  /** Regions that the response lists as valid. */
  regions: string | undefined;
}

/** Error name for a response that was parsed and is not an S3 response. */
export const NOT_S3 = 'NotS3';
