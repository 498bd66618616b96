// A local copy of the service, for use without an account.
export { type Bucket, startBucket } from './bucket/bucket.ts';
