// Which neighbouring buckets of time share a limit while an object is read: each run of buckets costs the kernel a test of
// every line, and saves it from deferring lines of quiet buckets by the limit of others.

import { ALL_HASHES } from './line-draw.ts';

/** Neighbouring buckets, the last one included: places among those of an object. */
export interface BucketRun {
  first: number;
  last: number;
}

/** Most runs. Measured: with three, a scan that only counts takes a tenth longer; lines in the order of time need no more. Ours. */
export const MAX_RUNS = 4;

/** What is known of a bucket. */
export interface BucketFlow {
  /** Lines with a smaller hash may be drawn: from 0 to 2^32. */
  limit: number;
  /** How many lines are expected, in any unit. */
  lines: number;
}

/** A run, as a bucket. */
type RunFlow = BucketRun & BucketFlow;

/**
 * Joins neighbours, first those that defer the fewest lines, as long as a separate job would cost more.
 * @param jobShare part of the lines to come, from 0 to 1, that must be saved to be worth a job
 */
export function bucketRuns(buckets: readonly BucketFlow[], jobShare: number): BucketRun[] {
  const runs = buckets.map((bucket, index): RunFlow => ({ ...bucket, first: index, last: index }));
  const worth = jobShare * ALL_HASHES * buckets.reduce((sum, { lines }) => sum + lines, 0);
  while (runs.length > 1) {
    let least = Number.POSITIVE_INFINITY;
    let at = 0;
    for (let index = 1; index < runs.length; index += 1) {
      const loss = lossOf(runs[index - 1]!, runs[index]!);
      if (loss >= least) continue;
      least = loss;
      at = index;
    }
    if (runs.length <= MAX_RUNS && least >= worth) break;
    const [one, other] = [runs[at - 1]!, runs[at]!];
    const joined = { limit: Math.max(one.limit, other.limit), lines: one.lines + other.lines };
    runs.splice(at - 1, 2, { first: one.first, last: other.last, ...joined });
  }
  return runs.map(({ first, last }) => ({ first, last }));
}

/** Lines that the kernel defers because two runs are joined; 2^32 is one line. */
function lossOf(one: RunFlow, other: RunFlow): number {
  const { lines } = one.limit < other.limit ? one : other;
  return lines * Math.abs(one.limit - other.limit);
}
