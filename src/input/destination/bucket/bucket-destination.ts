// A bucket as a destination, whatever its protocol: joins listing, naming and reading.
import type { HeadgateError } from '../../../base/index.ts';
import type { Destination } from '../destination.ts';
import { listPlace, single } from '../listing/listing.ts';
import type { ListedObject } from '../listing/object-tree.ts';
import { DATE_PLACEHOLDER } from '../location/location.ts';
import type { Bucket } from './bucket-transport.ts';
import { bucketTree } from './bucket-tree.ts';
import { OpenLimit } from './open-limit.ts';
import { readBucketObject } from './read-bucket-object.ts';
import { sendUntilAnswered } from './send-request.ts';

/** Opens a bucket. Sends no request before the bucket is listed. */
export function bucketDestination(bucket: Bucket): Destination {
  const { location, transport, health } = bucket;
  const nameOf = (key: string): string => transport.nameOf(key);
  const limit = new OpenLimit();
  return {
    location,
    async list(range, options = {}) {
      options.signal?.throwIfAborted();
      health.restart();
      const exact = await exactObject(bucket, options.signal);
      if (exact !== undefined) return single({ name: nameOf(exact.key), ...exact });
      const { prefix: template, display } = location;
      const tree = bucketTree(bucket, { signal: options.signal });
      return listPlace({ tree, template, where: 'bucket', display, nameOf }, range, options);
    },
    open: (object, options) => limit.read(() => readBucketObject(bucket, object, options?.signal), options?.signal),
  };
}

/** Finds the object whose key the source names: by a listing, or, if listing is denied, by the object's head. */
async function exactObject(bucket: Bucket, signal: AbortSignal | undefined): Promise<ListedObject | undefined> {
  const key = bucket.location.prefix;
  if (key === '' || key.endsWith('/') || key.includes(DATE_PLACEHOLDER)) return undefined;
  try {
    // A key sorts before all longer keys that begin with it, so the first entry decides.
    for await (const object of bucketTree(bucket, { pageKeys: 1, signal }).below(key)) {
      return object.key === key ? object : undefined;
    }
    return undefined;
  } catch (error) {
    if ((error as HeadgateError).code !== bucket.transport.terms.deniedCode) throw error;
    return await sendUntilAnswered(bucket, (turn) => bucket.transport.headObject(key, turn), signal).catch(
      (headError: HeadgateError) => {
        signal?.throwIfAborted();
        throw headError.code === 'no-objects' ? headError : error;
      },
    );
  }
}
