// The figures of a comparison that guards judge: those of the new filters, and what the old one costs. Judges nothing.
import type { CostReport } from '../../cost/index.ts';
import type { ExtraCount, JobReport, Report } from '../../replay/index.ts';
import type { GuardedFigures } from '../replay/replay-guards.ts';
import { byFilter, NO_VERDICTS } from './compared-costs.ts';
import type { ComparedFilter } from './compared-filters.ts';

/** The results of a comparison. */
export interface ComparedFigures {
  /** The old filter first. */
  filters: readonly ComparedFilter[];
  /** As {@link filters}. */
  jobs: readonly JobReport[];
  /** Of the selections of the guards. */
  extra: readonly ExtraCount[];
  report: Pick<Report, 'hours' | 'otherHours' | 'source'>;
  cost: CostReport | undefined;
}

/** Returns what guards judge. */
export function guardedFigures({ filters, jobs, extra, report, cost }: ComparedFigures): GuardedFigures {
  const { hours, otherHours, source } = report;
  const [old, ...judged] = jobs;
  return {
    ...{ jobs: judged, extra, hours, lost: source.lost },
    otherHours: otherHours && { ...otherHours, jobs: byFilter(filters, otherHours.jobs, NO_VERDICTS).slice(1) },
    costs: cost && {
      filters: cost.jobs.slice(1).map(({ money }) => money),
      all: cost.all.money,
      before: { costs: cost.jobs[0]!.money, totals: old! },
      edgesUnknown: cost.covered.edgesUnknown,
    },
  };
}
