// The service itself, locally, for trying things out with no account.
export { type Bucket, type BucketOptions, startBucket } from './bucket.ts';
