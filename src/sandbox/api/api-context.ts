// What the routes of the API share. Types only.
import type { LimitsName } from '../../language/custom-fields/index.ts';
import type { ObjectWriter } from '../destination/object-writer.ts';
import type { State } from '../state/state.ts';

/** The buckets that run, and the edge script in front of one of them. */
export interface RunningBuckets {
  /** Name of the bucket of the edge script. */
  readonly ownName: string;
  /**
   * Changes the stored buckets and secrets. Resolves when requests use them.
   * @param store called while no push is in progress, one change at a time; if it throws, or the change cannot take effect, the stored ones
   * remain as they were
   */
  change: (store: () => void | Promise<void>) => Promise<void>;
  /** Whether a bucket contains no object. To be called within `store`. */
  isEmpty: (name: string) => Promise<boolean>;
}

/** The service behind the routes. */
export interface ApiContext {
  state: State;
  /** Service time: milliseconds since 1970. @default Date.now */
  now: () => number;
  /** A time after all earlier ones of this call, as the API writes those of pools and policies: RFC 3339 with microseconds. */
  stamp: () => string;
  /** Limits for custom fields. @default 'classic' */
  limits: LimitsName;
  /** Most jobs of the zone. @default MAX_ZONE_JOBS */
  maxJobs: number;
  /** Most notification policies of the account. @default MAX_POLICIES */
  maxPolicies: number;
  /** Longest wait for a destination. Milliseconds. @default MAX_WAIT_MS */
  maxWaitMs: number;
  /** @throws HeadgateError without secrets if the text is no destination that can be written */
  openWriter: (destinationConf: string) => Promise<ObjectWriter>;
  buckets: RunningBuckets;
  /** Ends POSTs to webhooks when the service stops. @default they end by themselves */
  stopSignal: AbortSignal | undefined;
}
