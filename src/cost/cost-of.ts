// Computes rates and costs from totals, covered hours, stored sizes and prices. Pure.
import { HOURS_PER_DAY } from '../base/index.ts';
import type { LineTotal } from '../scan/index.ts';
import type {
  CostDifference,
  CostReport,
  CoveredHours,
  Estimated,
  JobCost,
  MonthlyCost,
  PeriodRate,
} from './cost-report.ts';
import { DAYS_PER_MONTH } from './days-per-month.ts';
import { afterSampling, beforeSampling, differenceOfEstimates, exactly, scaled, scaledLikeLines } from './estimated.ts';
import { moneyOf } from './money.ts';
import type { Price } from './price.ts';
import type { StoredSizes, WrittenSize } from './stored-sizes.ts';

/**
 * Minimum covered time of a rate. A rate from seconds of logs would be extrapolated a million times. Hours; ours: the time of one batch.
 */
export const MIN_COVERED_HOURS = 1 / 12;
/** Name of the costs of every line. */
const ALL_LINES = 'all lines';

/** The lines that a filter keeps. */
export interface KeptLines {
  name: string;
  /** Before `sample_rate`. */
  kept: LineTotal;
  /** Those of the kept lines that are in none of the covered hours: rates leave them out. @default none */
  outside?: LineTotal | undefined;
  /** `sample_rate` of the job; 1 for a filter without a job. */
  sampleRate: number;
  /** Approximate bytes that the job writes of the kept lines, if they are not measured. @default the bytes of the lines */
  bytesWritten?: number | undefined;
}

/** The input of {@link costOf}. */
export interface CostInput {
  covered: CoveredHours;
  /** Every line that was read. */
  all: Omit<KeptLines, 'name' | 'sampleRate'>;
  jobs: readonly KeptLines[];
  /** Undefined: not measured. */
  stored: StoredSizes | undefined;
  prices: readonly Price[];
  /** `sample_rate` of the job that wrote the source. */
  sampleRate: number;
}

/** Computes rates and costs. @returns undefined if the lines cover less than {@link MIN_COVERED_HOURS} */
export function costOf({ covered, all, jobs, stored, prices, sampleRate }: CostInput): CostReport | undefined {
  if (covered.hours < MIN_COVERED_HOURS) return undefined;
  const cost = (lines: KeptLines, written: WrittenSize | null | undefined): JobCost =>
    jobCost(lines, written ?? undefined, { covered, prices, sampleRate });
  return {
    ...{ covered, sampleRate, stored: stored?.sampling ?? null },
    all: cost({ ...all, name: ALL_LINES, sampleRate: 1 }, stored?.all),
    jobs: jobs.map((job, index) => cost(job, stored?.jobs[index])),
  };
}

/** Returns what `after` costs more than `before`. */
export function costDifference(after: JobCost, before: JobCost): CostDifference {
  return {
    perDay: rateDifference(after.perDay, before.perDay),
    perMonth: rateDifference(after.perMonth, before.perMonth),
    money: after.money.map(({ price, currency, amount }, index): MonthlyCost => {
      const other = before.money[index]!.amount;
      return {
        price,
        currency,
        amount: amount === null || other === null ? null : differenceOfEstimates(amount, other),
      };
    }),
  };
}

function jobCost(
  { name, kept, outside, sampleRate: ofJob, bytesWritten = kept.bytes }: KeptLines,
  written: WrittenSize | undefined,
  { covered, prices, sampleRate }: Pick<CostInput, 'covered' | 'prices' | 'sampleRate'>,
): JobCost {
  const total = written ?? unmeasured(kept.lines, bytesWritten, ofJob);
  const before = beforeSampling(kept.lines, sampleRate);
  const undone = (size: Estimated): Estimated => scaledLikeLines(size, kept.lines, before);
  const lines = kept.lines === 0 ? total.lines : scaledLikeCount(total.lines, kept.lines, before);
  const perSource: PeriodRate = {
    lines,
    bytes: undone(total.bytes),
    stored: total.stored === null ? null : undone(total.stored),
  };
  const inside = outside === undefined || kept.lines === 0 ? 1 : 1 - outside.lines / kept.lines;
  const perDay = scaledRate(perSource, (inside * HOURS_PER_DAY) / covered.hours);
  const perMonth = scaledRate(perDay, DAYS_PER_MONTH);
  return { name, perDay, perMonth, money: prices.map((price) => moneyOf(price, perMonth)) };
}

function unmeasured(lines: number, bytes: number, rate: number): PeriodRate {
  const sampled = afterSampling(lines, rate);
  // Without lines, nothing is stored, and nothing was measured.
  const stored = lines === 0 ? exactly(0) : null;
  return { lines: sampled, bytes: scaledLikeLines(exactly(bytes), lines, sampled), stored };
}

function scaledLikeCount(lines: Estimated, kept: number, before: Estimated): Estimated {
  return {
    value: (lines.value * before.value) / kept,
    low: (lines.low * before.low) / kept,
    high: (lines.high * before.high) / kept,
  };
}

function scaledRate({ lines, bytes, stored }: PeriodRate, factor: number): PeriodRate {
  return {
    lines: scaled(lines, factor),
    bytes: scaled(bytes, factor),
    stored: stored === null ? null : scaled(stored, factor),
  };
}

function rateDifference(after: PeriodRate, before: PeriodRate): PeriodRate {
  return {
    lines: differenceOfEstimates(after.lines, before.lines),
    bytes: differenceOfEstimates(after.bytes, before.bytes),
    stored: after.stored === null || before.stored === null ? null : differenceOfEstimates(after.stored, before.stored),
  };
}
