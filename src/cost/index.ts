// Rates and costs of the lines that filters keep.
export type {
  CostDifference,
  CostReport,
  CoveredHours,
  Estimated,
  JobCost,
  MonthlyCost,
  PeriodRate,
  StoredSampling,
} from './cost-report.ts';
