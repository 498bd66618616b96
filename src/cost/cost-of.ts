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
import { beforeSampling, differenceOfEstimates, exactly, scaled, scaledLikeLines } from './estimated.ts';
import { moneyOf } from './money.ts';
import type { Price } from './price.ts';
import { PUSHES_ALL, type PushedShare, pushedLines } from './pushed-lines.ts';
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
  /** What the job pushes of them. */
  push: PushedShare;
}

/** The input of {@link costOf}. */
export interface CostInput {
  covered: CoveredHours;
  /** Every line that was read. */
  all: Omit<KeptLines, 'name' | 'push'>;
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
    all: cost({ ...all, name: ALL_LINES, push: PUSHES_ALL }, stored?.all),
    jobs: jobs.map((job, index) => cost(job, stored?.jobs[index])),
  };
}

/**
 * Returns what lines would cost if a filter kept them. Null for a price of stored bytes, and of other bytes if
 * the job changes them: lines that no filter keeps are neither compressed nor written.
 * @param lines in the covered hours
 */
export function costIfKept(
  lines: Pick<KeptLines, 'kept' | 'push'>,
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
  { name, kept, outside, push }: KeptLines,
  written: WrittenSize | undefined,
  { covered, prices, sampleRate }: Pick<CostInput, 'covered' | 'prices' | 'sampleRate'>,
): JobCost {
  const pushed = pushedLines(kept, push, written);
  // Nothing is stored of no line, and nothing was measured.
  const stored = !push.enabled || kept.lines === 0 ? exactly(0) : (written?.stored ?? null);
  const before = beforeSampling(kept.lines, sampleRate);
  const undone = (size: Estimated): Estimated => scaledLikeLines(size, kept.lines, before);
  const lines = kept.lines === 0 ? pushed.lines : scaledLikeCount(pushed.lines, kept.lines, before);
  const perSource: PeriodRate = {
    lines,
    bytes: pushed.bytes === null ? null : undone(pushed.bytes),
    stored: stored === null ? null : undone(stored),
  };
  const inside = outside === undefined || kept.lines === 0 ? 1 : 1 - outside.lines / kept.lines;
  const perDay = scaledRate(perSource, (inside * HOURS_PER_DAY) / covered.hours);
  const perMonth = scaledRate(perDay, DAYS_PER_MONTH);
  return { name, perDay, perMonth, money: prices.map((price) => moneyOf(price, perMonth)) };
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
