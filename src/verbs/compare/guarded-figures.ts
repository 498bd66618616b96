// The figures of a comparison that guards judge: those of the new filters, and what the old one costs. Judges nothing.
import type { JobReport, Report } from '../../analysis/aggregates/index.ts';
import { byFilter, type CostReport, NO_VERDICTS, type PushedLines } from '../../analysis/cost/index.ts';
import type { Answers } from '../../analysis/query/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { type GuardedFigures, minus } from '../replay/replay-guards.ts';
import { type ComparedFilter, isReplayed } from './compared-filters.ts';

/** The results of a comparison. */
export interface ComparedFigures {
  /** The old filter first. */
  filters: readonly ComparedFilter[];
  /** As {@link filters}. */
  jobs: readonly JobReport[];
  /** To the guards. */
  answers: Answers;
  report: Pick<Report, 'hours' | 'otherHours' | 'source'>;
  /** By job. */
  pushed: readonly PushedLines[];
  cost: CostReport | undefined;
  /** By new filter. */
  isUnchanged: readonly boolean[];
}

/** Returns what guards judge. */
export function guardedFigures({
  filters,
  jobs,
  answers,
  report,
  pushed,
  cost,
  isUnchanged,
}: ComparedFigures): GuardedFigures {
  const { hours, otherHours, source } = report;
  const other = otherHours && { ...otherHours, jobs: byFilter(filters.map(isReplayed), otherHours.jobs, NO_VERDICTS) };
  const [old, ...judged] = jobs;
  const outside = other?.jobs[0] ?? NO_VERDICTS;
  return {
    ...{ jobs: judged, answers, hours, lost: source.lost, pushed: pushed.slice(1) },
    otherHours: other && { ...other, jobs: other.jobs.slice(1) },
    costs: cost && {
      report: { ...cost, jobs: cost.jobs.slice(1) },
      old: {
        cost: cost.jobs[0]!,
        undecided: minus(old!.undecided, outside.undecided),
        push: pushSettings(filters[0]!.job),
        isUnchanged,
      },
    },
  };
}
