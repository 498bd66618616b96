// A bucket as a destination, whatever its protocol: joins listing, naming and reading.
import type { HeadgateError } from '../../../base/index.ts';
import type { Destination } from '../destination.ts';
import { listPlace, single } from '../listing/listing.ts';
import type { ListedObject } from '../listing/object-tree.ts';
import { type BucketLocation, DATE_PLACEHOLDER } from '../location/location.ts';
import type { BucketHealth } from './bucket-health.ts';
import type { BucketTransport } from './bucket-transport.ts';
import { type BucketTreeSource, bucketTree } from './bucket-tree.ts';
import type { VersionSource } from './object-version.ts';
import { OpenLimit } from './open-limit.ts';
import { readBucketObject } from './read-bucket-object.ts';
import { type BucketAccess, sendUntilAnswered } from './send-request.ts';

/** A bucket and the way to it. */
export interface OpenBucket extends BucketAccess {
  location: BucketLocation;
  transport: BucketTransport;
  /** Key → name, for reports. */
  nameOf(key: string): string;
}

/** Opens a bucket. Sends no request before the bucket is listed. */
export function bucketDestination({ location, transport, limits, health, nameOf }: OpenBucket): Destination {
  const template = location.prefix;
  const { display } = location;
  const source: Source = { display, template, transport, limits, health, versions: new WeakMap() };
  const limit = new OpenLimit();
  return {
    location,
    async list(range, options = {}) {
      options.signal?.throwIfAborted();
      health.restart();
      const exact = await exactObject(source, options.signal);
      if (exact !== undefined) return single({ name: nameOf(exact.key), ...exact });
      const tree = bucketTree(source, { signal: options.signal });
      return listPlace({ tree, template, where: 'bucket', display, nameOf }, range, options);
    },
    open: (object, options) => limit.read(() => readBucketObject(source, object, options?.signal), options?.signal),
  };
}

interface Source extends BucketTreeSource, VersionSource {
  transport: BucketTransport;
  health: BucketHealth;
  /** Prefix of the keys. */
  template: string;
}

/** Finds the object whose key the source names: by a listing, or, if listing is denied, by the object's head. */
async function exactObject(source: Source, signal: AbortSignal | undefined): Promise<ListedObject | undefined> {
  const key = source.template;
  if (key === '' || key.endsWith('/') || key.includes(DATE_PLACEHOLDER)) return undefined;
  try {
    // A key sorts before all longer keys that begin with it, so the first entry decides.
    for await (const object of bucketTree(source, { pageKeys: 1, signal }).below(key)) {
      return object.key === key ? object : undefined;
    }
    return undefined;
  } catch (error) {
    const isDenied = (error as HeadgateError).code === source.transport.terms.deniedCode;
    const found = isDenied ? await headOf(source, signal) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** @returns undefined if the object cannot be read. @throws HeadgateError `no-objects` if there is none */
async function headOf(source: Source, signal: AbortSignal | undefined): Promise<ListedObject | undefined> {
  const { transport, template } = source;
  try {
    return await sendUntilAnswered(source, (turn) => transport.headObject(template, turn), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as HeadgateError).code === 'no-objects') throw error;
    return undefined;
  }
}
