// The buckets and the secrets of the edge script that clients created over the API. Values of settings, so that the layout of a state
// stays as it is.
import type { Settings } from './settings.ts';

/** Names in the settings. */
const BUCKETS = 'r2-buckets';
const SECRETS = 'edge-secrets';

/** A bucket in the words of the API. */
export interface StoredBucket {
  readonly name: string;
  /** RFC 3339. */
  readonly creation_date: string;
  readonly location?: string;
  readonly storage_class: string;
}

/** Buckets other than the sandbox's own, and secrets. Each change is on disk as a whole or not at all. */
export interface ResourceStore {
  /** In the order of their creation. */
  buckets(): readonly StoredBucket[];
  addBucket(bucket: StoredBucket): void;
  deleteBucket(name: string): void;
  /** Values by name; undefined if none was ever stored. */
  secrets(): Readonly<Record<string, string>> | undefined;
  setSecret(name: string, value: string): void;
  deleteSecret(name: string): void;
  /** @returns a function that restores the buckets and secrets of this moment */
  snapshot(): () => void;
}

/** Creates the store on top of settings. */
export function createResourceStore(settings: Settings): ResourceStore {
  const read = (name: string): unknown => {
    const text = settings.get(name);
    return text === undefined ? undefined : JSON.parse(text);
  };
  const buckets = () => (read(BUCKETS) ?? []) as StoredBucket[];
  // Without a prototype: a secret may be named like a part of one.
  const secrets = () => new Map(Object.entries((read(SECRETS) ?? {}) as Record<string, string>));
  const storeBuckets = (all: readonly StoredBucket[]) => settings.set(BUCKETS, JSON.stringify(all));
  const storeSecrets = (all: ReadonlyMap<string, string>) =>
    settings.set(SECRETS, JSON.stringify(Object.fromEntries(all)));
  return {
    buckets,
    addBucket: (bucket) => storeBuckets([...buckets(), bucket]),
    deleteBucket: (name) => storeBuckets(buckets().filter((bucket) => bucket.name !== name)),
    secrets: () => read(SECRETS) as Record<string, string> | undefined,
    setSecret: (name, value) => storeSecrets(secrets().set(name, value)),
    deleteSecret: (name) => {
      const all = secrets();
      all.delete(name);
      storeSecrets(all);
    },
    snapshot: () => {
      const before = [BUCKETS, SECRETS].map((name) => [name, settings.get(name)] as const);
      return () => {
        for (const [name, text] of before) {
          // Without a value there was nothing, as in an empty list.
          if (text !== undefined || name === BUCKETS) settings.set(name, text ?? '[]');
        }
      };
    },
  };
}
