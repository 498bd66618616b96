// Creates kernel jobs from runs of neighboring buckets: a line gets the requested verdict only in the job of its run. Decides no
// line: deferred lines are decided again, so a job may defer too many lines, but never too few.
import { type Instant, MILLISECONDS_BELOW, NS_PER_MS } from '../../base/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  type CompileOptions,
  type Condition,
  canonicalFilter,
  compileFilter,
  DROP,
  type Node,
  type Verdict,
} from '../../language/filter/index.ts';
import type { BucketRun } from './bucket-runs.ts';
import type { TimeBuckets } from './time-buckets.ts';

/** Input of {@link BucketJobs}. */
export interface BucketJobsOptions {
  dataset: Dataset;
  /** Undefined: every line is kept. */
  filter: CompiledFilter | undefined;
  /** @default 'unknown' */
  nullAs?: CompileOptions['nullAs'];
  /** Verdict of the lines that are drawn. */
  verdict: Verdict;
  buckets: TimeBuckets;
}

/** Deferred lines that a job must save for each line that it tests. Measured: 0.1 µs for a job, 10 to 20 µs for a deferred line. */
const CONDITION_SHARE = 0.008;

/** Creates the jobs of one draw. */
export class BucketJobs {
  readonly #options: BucketJobsOptions;
  /** The share of an object's lines that a job must save. */
  readonly jobShare: number;

  constructor(options: BucketJobsOptions) {
    this.#options = options;
    const { filter, verdict } = options;
    // The kernel tests the times first and stops there, but only if all conditions are in one group.
    const isFlat = filter === undefined || isFlatIn(groupOf(verdict), canonicalFilter(filter.filter).where);
    this.jobShare = CONDITION_SHARE * (isFlat ? 1 : 1 + filter.conditions.length);
  }

  /**
   * Returns a filter for each run, in order. A line to which the filter gives the requested verdict also has it in the job of its
   * run; a line without a time is `undecided` in the first job.
   * @param firstBucket the first bucket of the object; its runs count from there
   * @returns undefined if times are so early that a filter reads numbers in another unit
   */
  filters(runs: readonly BucketRun[], firstBucket: number): CompiledFilter[] | undefined {
    const { buckets, dataset, filter, nullAs, verdict } = this.#options;
    const starts = runs.map(({ first }) => buckets.startOf(firstBucket + first));
    // Null read as zero is far earlier than all times.
    if (starts.slice(1).some((start) => start < MILLISECONDS_BELOW)) return undefined;
    const kind = groupOf(verdict);
    return runs.map((_, index) => {
      // Times outside those of the object belong to its first and its last bucket.
      const since = index === 0 ? undefined : starts[index];
      const until = starts[index + 1];
      const times = this.#times(kind, since, until);
      const where: Node = { kind, children: filter === undefined ? times : [...times, filter.filter.where] };
      return compileFilter(canonicalFilter({ where }), dataset, nullAs === undefined ? {} : { nullAs });
    });
  }

  /** Inside the run for `and`, outside it for `or`. */
  #times(kind: 'and' | 'or', since: Instant | undefined, until: Instant | undefined): Condition[] {
    const { field, unit } = this.#options.dataset.eventTime;
    const condition = (operator: Condition['operator'], border: Instant): Condition => ({
      ...{ kind: 'condition', key: field, operator },
      // Rounded up: the first whole millisecond that is not before the boundary.
      value: unit === 'ms' ? (border + NS_PER_MS - 1n) / NS_PER_MS : border,
    });
    return [
      ...(since === undefined ? [] : [condition(kind === 'and' ? 'geq' : 'lt', since)]),
      ...(until === undefined ? [] : [condition(kind === 'and' ? 'lt' : 'geq', until)]),
    ];
  }
}

/** An `or` drops a line only if its filter drops it; for the other verdicts an `and` passes the lines to draw. */
function groupOf(verdict: Verdict): 'and' | 'or' {
  return verdict === DROP ? 'or' : 'and';
}

function isFlatIn(kind: 'and' | 'or', node: Node): boolean {
  return (
    node.kind === 'condition' || (node.kind === kind && node.children.every((child) => child.kind === 'condition'))
  );
}
