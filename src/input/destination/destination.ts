// The contract of every kind of source: list its objects, open one. Types and limits only.
import type { Count, Items, TimeRange } from '../../base/index.ts';
import type { RowRun } from '../columns/index.ts';
import { type Clock, MONOTONIC_CLOCK } from './clock.ts';
import type { BucketLocation, Location } from './location/location.ts';

/** One object that has not been read. Plain data: a worker thread can receive it. */
export interface StoredObject {
  /** `s3://bucket/key` without the query; `https://host/key` with escapes; for a file, the path as the user wrote it plus the rest; or `stdin`. */
  name: string;
  /** The key in the bucket; for a folder, the path relative to it, with `/`. */
  key: string;
  /** Stored size; absent for stdin and pipes. */
  bytes?: number | undefined;
  /** Entity tag from the listing, without quotes; absent if the bucket lists none, or a weak one. */
  etag?: string | undefined;
  /** Whether it can be opened only once (stdin, pipes). @default false */
  singleUse?: boolean;
}

/** The objects of a destination for a time range. */
export interface Listing {
  /** The objects to read, sorted by name. */
  objects: Items<StoredObject>;
  /** Objects seen while listing. */
  listed: number;
  /** Excluded by time: listed objects, plus day folders that were not listed, each counted once. */
  pruned: number;
  /** How many of `pruned` are day folders. */
  prunedFolders: number;
  /** Excluded because they are not logs: ownership files, probes, hidden files and, in folders, other file types. */
  skipped: number;
  /** Whether the listing was aborted and may be incomplete. @default false */
  isPartial?: boolean;
  /** Why the place may be the wrong one, as a message. @default nothing indicates it */
  doubt?: string | undefined;
  /** How an index differs from its source. @default the source is no index */
  indexed?: IndexedSource | undefined;
}

/** Progress of a listing. */
export interface ListProgress {
  /** Objects to read, so far. */
  objects: number;
  /** Objects seen so far. */
  listed: number;
  /** Name of the object or folder seen last. */
  at: string;
}

/** Options of {@link Destination.list}. */
export interface ListOptions {
  /** How much later than its events a batch may start. Milliseconds. @default DEFAULT_SLACK_MS */
  slackMs?: number | undefined;
  /** Aborts the listing, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called for each object and folder. */
  onProgress?: ((progress: ListProgress) => void) | undefined;
  /** Returns the objects listed before the signal was aborted instead of rejecting. @default false */
  mayBePartial?: boolean | undefined;
  /** @default none */
  elsewhere?: OtherSources | undefined;
}

/**
 * What the other sources of a run, which are not indexes, have. An index leaves what it has in another version, or not with all values in columns, to
 * them, and does not lack what they have.
 */
export interface OtherSources {
  /** The version of an object, by its identity: null if it is unknown, undefined if there is none. */
  versionOf(identity: string): string | null | undefined;
  /** Whether they list all objects of a bucket. */
  includes(location: BucketLocation): boolean;
}

/** Options of {@link Destination.open}. */
export interface OpenOptions {
  signal?: AbortSignal | undefined;
  /**
   * Buffers to read a local file into, used in turn from the first. The next chunk may be read while one is in use.
   * @default a new buffer for each chunk, which the caller may keep
   */
  buffers?: readonly Uint8Array[] | undefined;
  /** First byte to read, and the offset after the last. Local files, and objects in columns, only. @default all */
  start?: number | undefined;
  end?: number | undefined;
}

/** A source of logs. */
export interface Destination {
  readonly location: Location;
  /**
   * Lists the objects that may contain events of `[since, until)`. An object named by the source itself is always
   * listed. So is a folder that cannot be read: opening it reports why. Unwanted day folders are not listed. In every
   * other folder each name is checked, which costs a bucket one request per 1,000 names.
   * @throws HeadgateError `no-objects` if the source contains no object; other codes if it cannot be listed
   */
  list(range: TimeRange, options?: ListOptions): Promise<Listing>;
  /**
   * Streams the stored bytes, in order and without gaps. Holds one or two chunks at a time, never the whole object.
   * @throws ObjectReadError if this object cannot be read, or not to its end; HeadgateError if no object can be read
   */
  open(object: StoredObject, options?: OpenOptions): AsyncIterable<Uint8Array>;
  /**
   * Returns all stored bytes of a small object at once, which may be in `buffer`.
   * @returns undefined if {@link open} must read the object: it is longer than `buffer`, cannot be read, or its size differs from
   * the listing
   * @default always undefined
   */
  readWhole?(object: StoredObject, buffer: Uint8Array): Uint8Array | undefined;
  /**
   * The columns that contain all lines of an object of an index, with or without those of other objects. One part is the same JavaScript
   * object at each call, while it is in memory.
   * @param dataset of the query: its event times are in the columns
   * @returns undefined for an object that is not in columns of the dataset: {@link open} reads it
   * @throws HeadgateError if the index is damaged
   * @default always undefined
   */
  columnsOf?(object: StoredObject, dataset: string): readonly RowRun[] | undefined;
  /** Identifies an object as the source does that it was read from. @default by the location, as `identifierOf` */
  identityOf?(object: StoredObject): string;
}

/** Time and size limits. Tests shorten them. */
export interface DestinationLimits {
  /** Measures the limits of reads and retries. */
  clock: Clock;
  /** Longest wait for a connection. Milliseconds. */
  connectMs: number;
  /** Longest silence of a server, before and within a response. Milliseconds. */
  silenceMs: number;
  /** Fewest bytes of a body that count as progress within `silenceMs` of waiting. Bytes. */
  leastBytes: number;
  /** How long a bucket that has never answered is tried. Milliseconds. */
  firstAnswerMs: number;
  /** How long a request without progress is retried, unless the source sets it (`--retry-for`). Milliseconds. */
  retryForMs: number;
  /**
   * Shortest time of the last attempt, and longest silence after the retry time: by so much a request may exceed `retryForMs`. Milliseconds.
   */
  lastAttemptMs: number;
  /** Upper bound of the first pause before a retry; it doubles with each attempt. Milliseconds. */
  backoffMs: number;
  /** Upper bound of every pause before a retry, including one that Retry-After requests. Milliseconds. */
  longestPauseMs: number;
  /** Keys per page of a listing. */
  pageKeys: number;
  /** Consecutive objects that fail without a response before the bucket is abandoned. */
  lostObjects: number;
  /**
   * How much longer than `retryForMs` a bucket may stay silent before it is abandoned with fewer lost objects.
   * Milliseconds.
   */
  graceMs: number;
}

/** Based on the documented limits of S3 (pages) and on failures seen in practice (silence, lost connections). */
export const DESTINATION_LIMITS: DestinationLimits = {
  clock: MONOTONIC_CLOCK,
  connectMs: 10_000,
  silenceMs: 20_000,
  // Less than 1 KiB a second: no usable connection is that slow, and a trickle would never end.
  leastBytes: 16 * 1024,
  firstAnswerMs: 25_000,
  retryForMs: 60_000,
  lastAttemptMs: 2000,
  backoffMs: 200,
  longestPauseMs: 5000,
  pageKeys: 1000,
  // Twice the number of objects read at a time: a short failure hits one round, a lost connection hits every one.
  lostObjects: 16,
  graceMs: 10_000,
};

/** An index among the sources: how it differs from the logs that it was built of, for the time range of a query. */
export interface IndexedSource {
  /** Its folder. */
  index: string;
  /** When the listing of its source began; the oldest one that the time range depends on. RFC 3339. */
  asOf: string;
  /** Whether every object of the time range that existed then was listed. */
  covered: boolean;
  /** Start of the times that its builds have listed, if it is inside the time range, else null. RFC 3339. */
  listedSince: string | null;
  /** Objects of its folders that it does not have: they are newer, or no build has listed their time. Buckets are not listed. */
  missing: Count;
  /** Objects that a build has listed and not read to their end. */
  waiting: Count;
  /** Objects that have changed since. Files only. */
  changed: Count;
  /** Objects that are gone since, and whose lines the index has. Files only; none if all of their folder is gone. */
  gone: Count;
  /** Folders and files that it was built of and that no longer exist: it is not compared with them. */
  sourcesGone: string[];
  /** Fields whose values it does not have. */
  without: string[];
}
