// What every kind of place that holds logs can do: list its objects, open one. The contract only.
import type { Items, TimeRange } from '../base/index.ts';
import type { Location } from './location/location.ts';

/** One object, not yet read. Plain data: it can be handed to a worker thread. */
export interface StoredObject {
  /** `s3://bucket/key` without query, the path as the user wrote it and what follows, or `stdin`. */
  name: string;
  /** The key in the bucket; in a folder the path below it, with `/`. */
  key: string;
  /** Size as stored; absent for stdin and pipes. */
  bytes?: number;
  /** Entity tag that a bucket lists, without quotes; absent where it lists none, or a weak one. */
  etag?: string;
  /** Whether it can be opened only once (stdin, pipes). @default false */
  singleUse?: boolean;
}

/** What a destination holds for a time range. */
export interface Listing {
  /** What will be read, sorted by name. */
  objects: Items<StoredObject>;
  /** Objects seen while listing. */
  listed: number;
  /** Left out by time: objects seen, and day folders that were not even listed, each of which counts once. */
  pruned: number;
  /** How many of `pruned` are day folders. */
  prunedFolders: number;
  /** Left out because they hold no log: ownership files, probes, hidden files, in folders other types. */
  skipped: number;
  /** The listing was aborted: there may be more. @default false */
  isPartial?: boolean;
}

/** How far a listing is. */
export interface ListProgress {
  /** Objects that will be read, as far as known. */
  objects: number;
  /** Objects seen. */
  listed: number;
  /** Name of the newest object or folder. */
  at: string;
}

/** Options of {@link Destination.list}. */
export interface ListOptions {
  /** How long after its events a batch may have been closed. Milliseconds. @default DEFAULT_SLACK_MS */
  slackMs?: number;
  /** Ends the listing; it is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Called often. */
  onProgress?: (progress: ListProgress) => void;
  /** Goes on where few of very many names look like logs. @default false */
  allFiles?: boolean;
  /** Returns what was listed until the signal was aborted, instead of being rejected. @default false */
  mayBePartial?: boolean;
}

/** Options of {@link Destination.open}. */
export interface OpenOptions {
  signal?: AbortSignal;
  /**
   * Buffers into which a file on disk is read by turns, the first one first. While one chunk is used, the next may be read.
   * @default chunks of their own, which may be kept
   */
  buffers?: readonly Uint8Array[];
  /** First byte that is wanted, and the one behind the last; of files on disk only. @default all */
  start?: number;
  end?: number;
}

/** A place that holds logs. */
export interface Destination {
  readonly location: Location;
  /**
   * Lists what may hold events of `[since, until)`. An object named outright is always in it. What lies there but cannot
   * be looked into is in it too: opening it tells why. Days are left out unseen; of every other folder each name is looked
   * at, which costs a bucket one request per 1,000.
   * @throws HeadgateError `no-objects` where nothing at all lies under the source; others where it cannot be listed
   */
  list(range: TimeRange, options?: ListOptions): Promise<Listing>;
  /**
   * The bytes as stored, in order, without gaps. Holds a chunk or two at a time, never the whole object.
   * @throws ObjectReadError where this object cannot be read (on); HeadgateError where no object could be
   */
  open(object: StoredObject, options?: OpenOptions): AsyncIterable<Uint8Array>;
  /**
   * Reads all stored bytes of a small object at once, into `buffer`.
   * @returns undefined where {@link open} must read it: it does not fit, cannot be read, or has another size than listed.
   * @default always undefined
   */
  readWhole?(object: StoredObject, buffer: Uint8Array): Uint8Array | undefined;
}

/** Times and sizes that tests shorten. */
export interface DestinationLimits {
  /** Longest wait for a connection. Milliseconds. */
  connectMs: number;
  /** Longest silence of a server, before an answer and within one. Milliseconds. */
  silenceMs: number;
  /** Fewest bytes of a body that count as progress within `silenceMs` of waiting. */
  leastBytes: number;
  /** How long a bucket is asked that has never answered. Milliseconds. */
  firstAnswerMs: number;
  /** How long a request is retried without progress, unless the source says otherwise (`--retry-for`). Milliseconds. */
  retryForMs: number;
  /** Upper bound of the first pause before a retry; it doubles with each try. Milliseconds. */
  backoffMs: number;
  /** Upper bound of every pause before a retry, and of a Retry-After that is followed. Milliseconds. */
  longestPauseMs: number;
  /** Keys asked for in one page of a listing. */
  pageKeys: number;
  /** How long a listing may bring no key that is new. Milliseconds. */
  listStallMs: number;
  /** Objects given up one after the other, without an answer in between, before the bucket is given up. */
  lostObjects: number;
  /** How much longer than `retryForMs` the bucket may give no answer while fewer objects than that were given up. Milliseconds. */
  graceMs: number;
}

/** Set from the documented limits of S3 (pages) and from what stalls in practice (silence, failures). */
export const DESTINATION_LIMITS: DestinationLimits = {
  connectMs: 10_000,
  silenceMs: 20_000,
  // Less than 1 KiB a second: no line in use is as slow, and a trickle would never end.
  leastBytes: 16 * 1024,
  firstAnswerMs: 25_000,
  retryForMs: 60_000,
  backoffMs: 200,
  longestPauseMs: 5000,
  pageKeys: 1000,
  listStallMs: 60_000,
  // Two rounds of what is read at a time: one broken moment fails a round, no connection fails every one.
  lostObjects: 16,
  graceMs: 10_000,
};
