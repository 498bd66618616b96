// A local copy of the service, for use without an account.
export { type Bucket, type BucketKeys, startBucket } from './bucket/bucket.ts';
