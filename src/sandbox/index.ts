// A local copy of the service, for use without an account.
export { type Bucket, type BucketOptions, startBucket } from './bucket.ts';
