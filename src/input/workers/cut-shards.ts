// Cuts a list of objects into the shards that workers read. Reads nothing: --list shows the same shards.
import { dirname } from 'node:path';
import { HeadgateError, type Items } from '../../base/index.ts';
import type { Location } from '../destination/index.ts';
import { storedBytes } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';

/** Stored bytes of the objects of a shard, at least and at most: 0.1 to 10 s of a thread. Between, for some shards for each of many threads. */
const SHARD_BYTES = { least: 4 * 1000 * 1000, most: 256 * 1000 * 1000 };
const SHARDS_OF_RUN = 32;
/** What an object adds to a shard at least, for its request. Bytes. */
const BYTES_PER_OBJECT = 64 * 1000;

/** Returns what an object adds to a shard: its stored bytes, or more for its request. */
export function shardWeight(item: SourceObject): number {
  return Math.max(storedBytes(item), BYTES_PER_OBJECT);
}

/** Returns the default size of the shards of a list. Bytes. */
export function shardBytesFor(items: Items<SourceObject>): number {
  let bytes = 0;
  for (const item of items) bytes += shardWeight(item);
  return Math.min(SHARD_BYTES.most, Math.max(SHARD_BYTES.least, Math.ceil(bytes / SHARDS_OF_RUN)));
}

/**
 * Cuts a list into shards of consecutive objects of one place, the same ones for the same list.
 * @returns the index of the first object of each
 * @throws HeadgateError `usage` for an object that can be opened only once
 */
export function cutByStoredBytes(items: Items<SourceObject>, shardBytes: number): number[] {
  const starts: number[] = [];
  let [at, bytes, place] = [0, 0, ''];
  let destination: SourceObject['destination'] | undefined;
  for (const item of items) {
    if (item.object.singleUse === true)
      throw new HeadgateError(
        'usage',
        `cannot read with workers: found ${item.object.name}, expected objects that every worker can open; save the lines to a file`,
      );
    const more = shardWeight(item);
    const before = place;
    if (item.destination !== destination) {
      ({ destination } = item);
      place = placeOf(destination.location);
    }
    if (at === 0 || bytes + more > shardBytes || place !== before) {
      starts.push(at);
      bytes = 0;
    }
    bytes += more;
    at += 1;
  }
  return starts;
}

/** What --allow of a worker may contain or not: a worker that reads one place only can read whole shards. */
function placeOf(location: Location): string {
  if (location.kind === 'file') return dirname(location.path);
  return location.kind === 's3' ? `${location.display} ${location.endpoint}` : location.display;
}
