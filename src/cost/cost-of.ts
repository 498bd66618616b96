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
  /** Whether the job writes other bytes of a line than were read: only measuring yields them. @default false */
  changesBytes?: boolean | undefined;
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

/**
 * Returns what lines would cost if a filter kept them. Null for a price of stored bytes, and of other bytes if
 * the job changes them: lines that no filter keeps are neither compressed nor written.
 * @param lines in the covered hours
 */
export function costIfKept(
  lines: Pick<KeptLines, 'kept' | 'sampleRate' | 'changesBytes'>,
  { covered, sampleRate }: Pick<CostReport, 'covered' | 'sampleRate'>,
  prices: readonly Price[],
): MonthlyCost[] {
  return jobCost({ ...lines, name: ALL_LINES }, undefined, { covered, prices, sampleRate }).money;
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
        amount: differenceOf(amount, other),
      };
    }),
  };
}

function jobCost(
  { name, kept, outside, sampleRate: ofJob, changesBytes = false }: KeptLines,
  written: WrittenSize | undefined,
  { covered, prices, sampleRate }: Pick<CostInput, 'covered' | 'prices' | 'sampleRate'>,
): JobCost {
  const total = written ?? unmeasured(kept, ofJob, changesBytes);
  const before = beforeSampling(kept.lines, sampleRate);
  const undone = (size: Estimated): Estimated => scaledLikeLines(size, kept.lines, before);
  const lines = kept.lines === 0 ? total.lines : scaledLikeCount(total.lines, kept.lines, before);
  const perSource: PeriodRate = {
    lines,
    bytes: total.bytes === null ? null : undone(total.bytes),
    stored: total.stored === null ? null : undone(total.stored),
  };
  const inside = outside === undefined || kept.lines === 0 ? 1 : 1 - outside.lines / kept.lines;
  const perDay = scaledRate(perSource, (inside * HOURS_PER_DAY) / covered.hours);
  const perMonth = scaledRate(perDay, DAYS_PER_MONTH);
  return { name, perDay, perMonth, money: prices.map((price) => moneyOf(price, perMonth)) };
}

function unmeasured({ lines, bytes }: LineTotal, rate: number, changesBytes: boolean): PeriodRate {
  const sampled = afterSampling(lines, rate);
  // Without lines, nothing is written or stored, and nothing was measured.
  if (lines === 0) return { lines: sampled, bytes: exactly(0), stored: exactly(0) };
  return { lines: sampled, bytes: changesBytes ? null : scaledLikeLines(exactly(bytes), lines, sampled), stored: null };
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
    bytes: bytes === null ? null : scaled(bytes, factor),
    stored: stored === null ? null : scaled(stored, factor),
  };
}

function rateDifference(after: PeriodRate, before: PeriodRate): PeriodRate {
  return {
    lines: differenceOfEstimates(after.lines, before.lines),
    bytes: differenceOf(after.bytes, before.bytes),
    stored: differenceOf(after.stored, before.stored),
  };
}

function differenceOf(after: Estimated | null, before: Estimated | null): Estimated | null {
  return after === null || before === null ? null : differenceOfEstimates(after, before);
}
