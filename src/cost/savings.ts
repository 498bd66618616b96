// What filters cost less than all lines of the source. Pure.
import { costDifference } from './cost-of.ts';
import type { CostReport } from './cost-report.ts';

/** Adds to each filter what it costs less than all lines; nothing without prices. */
export function withSavings(cost: CostReport): CostReport {
  if (cost.all.money.length === 0) return cost;
  return { ...cost, jobs: cost.jobs.map((job) => ({ ...job, saves: costDifference(cost.all, job).money })) };
}
