// What a state remembers of its bucket and ports, so that a restart finds the same addresses and keys.
import { AUTH_KEY_SECRET } from '../edge/index.ts';
import { type BucketKeys, type BucketResources, createBucketKeys, createEdgeKey } from './bucket/bucket.ts';
import type { ResourceStore } from './state/resource-store.ts';
import type { Settings } from './state/settings.ts';

/** Names in the settings. */
const NAMES = {
  accessKeyId: 'bucket-access-key-id',
  secretAccessKey: 'bucket-secret-access-key',
  endpoint: 'bucket-endpoint',
  port: 'api-port',
} as const;

/** The ports to listen on; 0 selects a free one. */
export interface Ports {
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
