// The effect of replacing one filter with another on stored lines. Types only; replay-effects.ts computes it.
import type { FilterTotals } from '../../analysis/aggregates/index.ts';
import type { CostDifference, CostReport, PushedLines } from '../../analysis/cost/index.ts';
import type { GuardResult } from '../../analysis/guard/index.ts';
import type { ShownLines } from '../../analysis/query/index.ts';
import type { Report } from '../../analysis/replay/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';

/** What would change on the lines of a source if `to` replaced `from`. */
export interface FilterEffect {
  /** Name of the job. */
  job: string;
  source: Report['source'];
  lines: Report['lines'];
  /** Null: the job is new. */
  from: FilterTotals | null;
  to: FilterTotals;
  /** What the job pushes of the kept lines before and after the change. Null: the job is new. */
  pushed: { from: PushedLines | null; to: PushedLines };
  /** Kept by the new filter, dropped by the old one. Null without an old job. */
  newlyKept: ShownLines | null;
  /** Dropped by the new filter, kept by the old one. Null without an old job. */
  newlyDropped: ShownLines | null;
  /** Lines for which one of the two filters is undecided. */
  undecided: LineTotal;
  /** Fields that the new filter tests and lines lack. */
  missingFields: readonly { name: string; lines: number }[];
  guards: readonly GuardResult[];
  /** What the job costs: before, and after. Absent without a price, and if there are no rates. */
  cost?: CostReport;
  /** What it costs more after the change. As {@link cost}. */
  costDifference?: CostDifference;
}
