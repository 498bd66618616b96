// What a run with --workers would take, from the list of its objects alone: shards, requests, their price, and time. Needs no Redis.
import type { Count } from '../../base/index.ts';
import { isBucket } from '../../input/destination/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { COMPRESSED, splitLargeFiles } from '../../input/threads/index.ts';
import { cutByStoredBytes, shardBytesFor, shardWeight } from '../../input/workers/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import { type LogsRequest, resolveForm, type ThreadsRequest } from '../request/logs-request.ts';
import { type PriceRequest, readRequestPrices } from '../request/read-prices.ts';

/** Objects on a page of a list. S3 API, ListObjectsV2. */
const OBJECTS_PER_PAGE = 1000;
/** Stored bytes that a thread reads in a second, for a full report: `npm run bench -- workers`. */
const RATES = {
  /** Compressed: 1.1 GB of lines at a ratio of 18.6. */
  compressed: 60_000_000,
  /** Plain: what S3 gives a connection. */
  plain: 90_000_000,
};
/** Threads of all workers for which the time is shown. */
const THREADS = [1, 4, 16, 64, 256];

/** What a run with --workers would take. */
export interface ShardPlan {
  /** Stored bytes of the objects of a shard, at most; a larger object is a shard alone. */
  shardBytes: Count;
  shards: Count;
  /** Of buckets. */
  requests: {
    /** One for each object; those that are repeated after a failure, or that measure stored sizes, are not counted. */
    get: Count;
    /** One for each 1,000 objects of a folder, at least. They were made to list. */
    list: Count;
  };
  /** What the requests cost by each price, without what a month includes. Absent without --price. */
  costs?: { price: string; currency: string | null; amount: number }[];
  /** How long so many threads of all workers read at the rates of the benchmark. */
  times: { threads: Count; seconds: number }[];
  /** Stored bytes that a thread reads in a second at these rates: the mean of the objects. */
  bytesPerSecond: number;
}

/** A listing with what workers need for it. */
export type PlannedListing = SourceListing & { plan?: ShardPlan };

/** What decides the shards of a listing. */
export interface ShardPlanRequest
  extends PriceRequest,
    Pick<LogsRequest, 'reading' | 'signal'>,
    Pick<ThreadsRequest, 'partBytes'> {
  /** As of `--shard-size`. Bytes. @default by the size of the source */
  shardBytes?: number | undefined;
}

/**
 * Computes what workers need for a listing. Of large plain files on disk, reads some lines to cut them as a run does.
 * @throws as `readRequestPrices`; HeadgateError `usage` for what cannot be read again
 */
export async function planShards(listing: SourceListing, request: ShardPlanRequest): Promise<ShardPlan> {
  const { shardBytes = shardBytesFor(listing.objects), partBytes, signal = new AbortController().signal } = request;
  const prices = await readRequestPrices(request);
  // How a file is cut does not depend on the names of its fields.
  const form = { dataset: getDataset(DEFAULT_DATASET), reading: resolveForm(request.reading) };
  const shards = cutByStoredBytes(await splitLargeFiles(listing.objects, { ...form, signal, partBytes }), shardBytes);
  const folders = new Map<string, number>();
  let [get, weight, seconds] = [0, 0, 0];
  for (const item of listing.objects) {
    const { object, destination } = item;
    const own = shardWeight(item);
    weight += own;
    seconds += own / (COMPRESSED.test(object.key) ? RATES.compressed : RATES.plain);
    if (!isBucket(destination.location)) continue;
    get += 1;
    const folder = object.name.slice(0, object.name.lastIndexOf('/'));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const list = [...folders.values()].reduce((sum, count) => sum + Math.ceil(count / OBJECTS_PER_PAGE), 0);
  const costs = prices.map(({ name, currency, requests }) => {
    const amount = (get * requests.get.amount) / requests.get.per + (list * requests.list.amount) / requests.list.per;
    return { price: name, currency, amount };
  });
  const times = THREADS.filter((threads) => threads <= Math.max(1, shards.length));
  return {
    ...{ shardBytes, shards: shards.length, requests: { get, list } },
    ...(costs.length > 0 && { costs }),
    times: times.map((threads) => ({ threads, seconds: Number((seconds / threads).toPrecision(3)) })),
    bytesPerSecond: seconds === 0 ? 0 : Math.round(weight / seconds),
  };
}
