// A local copy of the service, for use without an account.
export { type Bucket, type BucketKeys, startBucket } from './bucket/bucket.ts';
export type { EdgeAllowList, EdgeOptions } from './bucket/edge-options.ts';
export { type FedTraffic, printSkipped, type SkippedEntries } from './feed/fed-traffic.ts';
export { type LocalServer, listenLocally } from './local-server.ts';
export type { SandboxPools } from './pools/read-pools.ts';
export type { JobTotals, PushEvent, PushedBatch, PushTotals } from './push/batch-delivery.ts';
export type { Sandbox, SandboxOptions, SandboxTraffic } from './sandbox.ts';
export { startSandbox } from './start-sandbox.ts';
