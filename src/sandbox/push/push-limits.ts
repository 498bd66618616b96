// The limits of the push: when a batch closes, how often it is tried, how much may wait. Each number once.

/** Limits of the engine. Times are milliseconds. Tests shorten them. */
export interface PushLimits {
  /** Pauses between the attempts for one batch. Service time. */
  retryPausesMs: readonly number[];
  /** Longest attempt. Real time: a server answers or does not, at any speed of the service. */
  attemptMs: number;
  /** Longest time for the last attempts of all batches after `stop`. Real time. */
  stopMs: number;
  /** Attempts of one job at a time. */
  putsAtOnce: number;
  /** Size at which an object closes, because an open batch is in memory. Bytes. */
  objectBytes: number;
  /** Most bytes of batches that wait for one job: the objects, and BATCH_BYTES for each. */
  heldJobBytes: number;
  /** Most bytes of batches that wait for all jobs together. */
  heldBytes: number;
}

/** The retries follow docs/platform.md, "Jobs": five attempts in five minutes. The other limits are ours. */
export const PUSH_LIMITS: PushLimits = {
  retryPausesMs: [20_000, 40_000, 80_000, 160_000],
  attemptMs: 30_000,
  stopMs: 10_000,
  // More would hold more batches of a silent server; fewer would let one late answer delay the next batches.
  putsAtOnce: 4,
  objectBytes: 32 * 1024 * 1024,
  heldJobBytes: 64 * 1024 * 1024,
  heldBytes: 256 * 1024 * 1024,
};

/** Lines at which a batch closes unless the job sets `max_upload_records`. docs/platform.md, "Jobs". */
export const DEFAULT_RECORDS = 100_000;

/** Age at which a batch closes unless the job sets `max_upload_interval_seconds`. docs/platform.md, "Jobs". Seconds. */
export const DEFAULT_INTERVAL_SECONDS = 30;
