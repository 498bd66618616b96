// Cuts a list of objects into the shards that workers read. Reads nothing: --list shows the same shards.
import { dirname } from 'node:path';
import { HeadgateError, type Items } from '../../base/index.ts';
import type { Location } from '../destination/index.ts';
import { storedBytes } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';
import { lineBytes } from '../threads/index.ts';

/** Stored bytes of the objects of a shard, at most: up to 4 s of a thread. Chosen by headgate. */
const MOST_BYTES = 256 * 1000 * 1000;
/** Bytes of lines in a shard, at least, by default: 0.5 s of a thread. A shard takes 10 to 15 ms more than its reading: bench/README.md. */
const LEAST_LINE_BYTES = 512 * 1000 * 1000;
/** Shards of a run that is large enough: some for each of many threads. */
const SHARDS_OF_RUN = 32;
/** What an object adds at least, for its request: to the stored bytes of a shard, and to its bytes of lines. */
export const BYTES_PER_OBJECT: number = 64 * 1000;
const LINE_BYTES_PER_OBJECT = 1000 * 1000;

/** Returns what an object adds to a shard: its stored bytes, or more for its request. */
export function shardWeight(item: SourceObject): number {
  return Math.max(storedBytes(item), BYTES_PER_OBJECT);
}

/** Returns the default size of the shards of a list. Bytes. */
export function shardBytesFor(items: Items<SourceObject>): number {
  let [bytes, lines] = [0, 0];
  for (const item of items) {
    bytes += shardWeight(item);
    lines += Math.max(lineBytes(item), LINE_BYTES_PER_OBJECT);
  }
  const shards = Math.min(SHARDS_OF_RUN, Math.max(1, Math.floor(lines / LEAST_LINE_BYTES)));
  return Math.min(MOST_BYTES, Math.ceil(bytes / shards));
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
