// Names of objects, and the times from which and until which an event fits them. Literals, not computed: the tests compare the kernel with
// LineChecker, and both take the boundaries from src/analysis/validate/batch-time.ts.

/** Objects with a batch, with a day's folder alone, with neither; and far from all events. */
export const OBJECT_NAMES: readonly string[] = [
  '20261101/20261101T000000Z_20261101T010000Z_aa.log',
  '20261101T003000Z_20261101T004528Z_bb.log',
  '20261101T014529Z_20261101T024529Z_cc.log',
  '20261102/20261101T000000Z_20261104T000000Z_dd.log',
  '20261101/part-0.log',
  'plain.log',
  // 2^64 nanoseconds from November 2026: the batch of what wraps around.
  '26110523/26110523T000000Z_26110523T010000Z_ee.log',
  '14420413/part-0.log',
];

/** Nanoseconds since 1970: an hour before a batch, and the first one that is more than a minute after it. */
export const BATCH_BORDERS: readonly bigint[] = [
  '2026-10-31T23:00:00.000Z',
  '2026-11-01T01:01:00.001Z',
  '2026-10-31T23:30:00.000Z',
  '2026-11-01T00:46:28.001Z',
  '2026-11-01T00:45:29.000Z',
  '2026-11-01T02:46:29.001Z',
  '2026-11-02T00:01:00.001Z',
].map((time) => BigInt(Date.parse(time)) * 1_000_000n);
