// Chooses which neighboring time buckets share a limit while an object is read. Each run of buckets costs the kernel one test
// per line, and saves it from deferring lines of quiet buckets because of the limit of others.
import { ALL_HASHES } from './line-draw.ts';

/** Neighboring buckets of an object, as indexes; the last one is included. */
export interface BucketRun {
  first: number;
  last: number;
}

/** Maximum number of runs. Measured: with three, a scan that only counts takes a tenth longer; lines in order of time need no more. Ours. */
export const MAX_RUNS = 4;

/** Expectations about the further lines of a bucket. */
export interface BucketFlow {
  /** Lines with a smaller hash may be drawn: from 0 to 2^32. */
  limit: number;
  /** Expected number of lines, in any unit. */
  lines: number;
}

/** A run, as a bucket. */
type RunFlow = BucketRun & BucketFlow;

/**
 * Joins neighbors while a separate job would cost more, starting with those that defer the fewest lines.
 * @param jobShare the share of the further lines, from 0 to 1, that a job must save to be worth its cost
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
