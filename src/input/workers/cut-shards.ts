// Cuts a list of objects into the shards that workers read. Reads nothing: --list shows the same shards.
import { HeadgateError, type Items } from '../../base/index.ts';
import { storedBytes } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';
import { ItemRows, idOf } from './shard-message.ts';

/** Stored bytes of the objects of a shard, at least and at most: 0.1 to 10 s of a thread. Between, for some shards for each of many threads. */
const SHARD_BYTES = { least: 4 * 1000 * 1000, most: 256 * 1000 * 1000 };
const SHARDS_OF_RUN = 32;
/** What an object adds to a shard at least, for its request. Bytes. */
const BYTES_PER_OBJECT = 64 * 1000;

/** Objects from `start` to before `end` in the list. */
export interface Shard {
  id: string;
  start: number;
  end: number;
}

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

/** Cuts a list into shards of consecutive objects, the same ones for the same list. @param rows numbers the forms of the objects */
export function cutByStoredBytes(
  items: Items<SourceObject>,
  shardBytes: number,
  rows: ItemRows = new ItemRows(),
): Shard[] {
  const shards: Shard[] = [];
  let [start, bytes, at] = [0, 0, 0];
  let own: unknown[] = [];
  const end = (): void => {
    if (own.length > 0) shards.push({ id: idOf(own), start, end: at });
    [start, bytes, own] = [at, 0, []];
  };
  for (const item of items) {
    if (item.object.singleUse === true)
      throw new HeadgateError(
        'usage',
        `cannot read with workers: found ${item.object.name}, expected objects that every worker can open; save the lines to a file`,
      );
    const more = shardWeight(item);
    if (bytes > 0 && bytes + more > shardBytes) end();
    own.push(rows.rowOf(item));
    bytes += more;
    at += 1;
  }
  end();
  return shards;
}
