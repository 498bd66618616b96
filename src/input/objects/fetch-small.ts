// Fetches small objects of buckets completely before they are read: an object that waits for a response must not reserve a kernel.
import { pMapIterable } from 'p-map';
import { type Destination, SniffedStream } from '../destination/index.ts';
import type { SourceObject } from '../sources/index.ts';
import { isInBucket } from './in-flight.ts';

/** Maximum listed size of an object that is fetched completely; of a longer response, only this much is buffered. Bytes; ours. */
const SMALL_BYTES = 256 * 1024;
/** Objects that are fetched before they are due: 8 MB at most. Chosen by headgate. */
const OBJECTS_AHEAD = 32;

/** Returns the destination of an item; a small object of a bucket is buffered in it. A failed fetch is thrown when it is read. */
export async function fetchSmall(item: SourceObject, signal: AbortSignal): Promise<Destination> {
  const { destination, object } = item;
  if (!isInBucket(item) || object.bytes === undefined || object.bytes > SMALL_BYTES) return destination;
  const fetched = SniffedStream.open(destination.open(object, { signal }), SMALL_BYTES + 1);
  const bytes = await fetched.then((stream) => stream.whole()).catch(() => undefined);
  let isTaken = false;
  return {
    location: destination.location,
    list: (range, options) => destination.list(range, options),
    readWhole: (_, { length }) => (bytes !== undefined && bytes.length <= length ? bytes : undefined),
    async *open(other, options) {
      // A damaged object is opened a second time, and fetched again.
      const isAgain = isTaken;
      isTaken = true;
      yield* isAgain ? destination.open(other, options) : (await fetched).bytes();
    },
  };
}

/** Yields items in order, while the small objects of buckets among the next ones are fetched: a reader in order waits for one latency only. */
export function fetchAhead(items: Iterable<SourceObject>, signal: AbortSignal): AsyncIterable<SourceObject> {
  const fetched = async (item: SourceObject): Promise<SourceObject> => ({
    ...item,
    destination: await fetchSmall(item, signal),
  });
  return pMapIterable(items, fetched, { concurrency: OBJECTS_AHEAD });
}
