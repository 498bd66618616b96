// What a state remembers of its bucket and ports, so that a restart finds the same addresses and keys.
import { HeadgateError } from '../base/index.ts';
import { type BucketKeys, type BucketResources, createBucketKeys, createEdgeKey } from './bucket/bucket.ts';
import { AUTH_KEY_SECRET } from './edge/index.ts';
import type { ResourceStore } from './state/resource-store.ts';
import { printSeconds } from './state/service-time.ts';
import type { Settings } from './state/settings.ts';

/** Names of buckets of Amazon S3, which may contain dots, unlike those of R2. */
const S3_BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Names in the settings. */
const NAMES = {
  accessKeyId: 'bucket-access-key-id',
  secretAccessKey: 'bucket-secret-access-key',
  endpoint: 'bucket-endpoint',
  port: 'api-port',
} as const;

/** The ports to listen on; 0 selects a free one. */
interface Ports {
  port: number;
  bucketPort: number;
}

/** Returns the stored keys, or stores new ones. */
export function storedKeys(settings: Settings): BucketKeys {
  const [accessKeyId, secretAccessKey] = [settings.get(NAMES.accessKeyId), settings.get(NAMES.secretAccessKey)];
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  const keys = createBucketKeys();
  settings.set(NAMES.accessKeyId, keys.accessKeyId);
  settings.set(NAMES.secretAccessKey, keys.secretAccessKey);
  return keys;
}

/** Returns the stored buckets and secrets. In the first run, stores a new key of the edge script; a deleted one stays deleted. */
export function storedResources(resources: ResourceStore): BucketResources {
  if (resources.secrets() === undefined) resources.setSecret(AUTH_KEY_SECRET, createEdgeKey());
  return { buckets: resources.buckets().map(({ name }) => name), secrets: resources.secrets() ?? {} };
}

/** Stores a bucket that a destination names, unless there is one. @throws HeadgateError `bucket-name` */
export function storeBucket(resources: ResourceStore, name: string, nowMs: number): void {
  if (!S3_BUCKET.test(name)) {
    throw new HeadgateError(
      'bucket-name',
      `cannot create the bucket ${JSON.stringify(name)}: found a name that no bucket has, expected 3 to 63 lower-case letters, digits, dots and hyphens`,
    );
  }
  if (resources.buckets().some((bucket) => bucket.name === name)) return;
  resources.addBucket({ name, creation_date: printSeconds(nowMs), storage_class: 'Standard' });
}

/** Returns the given ports; else the stored ones; else free ones. The bucket of a given port has the next one. */
export function portsOf(given: Partial<Ports>, settings: Settings): Ports {
  const { port } = given;
  const endpoint = lastEndpoint(settings);
  const last = endpoint === undefined ? 0 : Number(new URL(endpoint).port);
  const next = port === undefined ? last : port === 0 ? 0 : port + 1;
  return { port: port ?? Number(settings.get(NAMES.port) ?? 0), bucketPort: given.bucketPort ?? next };
}

/** Returns the address of the bucket in the last run; undefined in the first one. */
export function lastEndpoint(settings: Settings): string | undefined {
  return settings.get(NAMES.endpoint);
}

/** Stores the addresses in use, after everything in the state refers to them. */
export function storeAddresses(settings: Settings, addresses: { port: number; endpoint: string }): void {
  settings.set(NAMES.endpoint, addresses.endpoint);
  settings.set(NAMES.port, String(addresses.port));
}
