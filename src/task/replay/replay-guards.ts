// Joins guards with a replay: what to count for them, and their results. Used by every task that judges a filter.
import {
  breakersOf,
  type GuardResult,
  type GuardSet,
  type JudgedFilter,
  judgeGuards,
  needsSpan,
  type TimeSpan,
} from '../../guard/index.ts';
import type { ExtraCount, JobReport, ShownSelection } from '../../replay/index.ts';
import { coveredSpan } from '../../run/covered-span.ts';
import type { SettledLogs } from '../../run/logs-request.ts';
import type { SourceListing } from '../../run/sources.ts';

/** Guards of a replay, before it reads. */
export interface ReplayGuards {
  /** What to count in the pass of the filters. */
  selections: readonly ShownSelection[];
  /** Compares the guards with the figures. @param extra of {@link selections} @param jobs of the filters */
  judge(jobs: readonly JobReport[], extra: readonly ExtraCount[]): GuardResult[];
}

/**
 * Prepares guards.
 * @throws HeadgateError `guard-no-span` for a rate if the time that the objects cover is not known
 */
export function prepareGuards(
  set: GuardSet,
  filters: readonly JudgedFilter[],
  { listing, range }: { listing: SourceListing; range: SettledLogs['range'] },
): ReplayGuards {
  const span: TimeSpan | undefined = set.guards.some(needsSpan) ? coveredSpan(listing.objects, range) : undefined;
  return {
    selections: breakersOf(set, filters),
    judge: (jobs, extra) => judgeGuards(set, filters, { totals: jobs, extra, span }),
  };
}
