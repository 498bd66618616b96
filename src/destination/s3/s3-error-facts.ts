// The facts that identify a failure of a request to a bucket. Types and names only.
import type { S3Location } from '../location/location.ts';

/** The action that failed. */
export type S3Action = 'list' | 'get' | 'put';

/** The facts about a failure. */
export interface S3ErrorFacts {
  action: S3Action;
  location: S3Location;
  /** Host of the request, with its port. */
  host: string;
  /** Name of the S3 error, or of the SDK's error. */
  name: string;
  /** HTTP status, if there was a response. */
  status: number | undefined;
  /** System error codes of the error and of its causes. */
  codes: readonly string[];
  message: string;
  /** Region in the response, if it differs from the requested one. */
  region: string | undefined;
  /** Regions that the response lists as valid. */
  regions: string | undefined;
}

/** Beginning of the error message for a body that ends without an error before its object does. */
export const ENDED_EARLY = 'ends after ';
/** Error name for a response that was parsed and is not an S3 response. */
export const NOT_S3 = 'NotS3';
