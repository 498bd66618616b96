// Computes rates and costs from totals, covered hours, stored sizes and prices. Pure.
import { HOURS_PER_DAY } from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import type {
  Billed,
  CostDifference,
  CostReport,
  CoveredHours,
  Estimated,
  JobCost,
  MonthlyCost,
  PeriodRate,
  StoredSizes,
  WrittenSize,
} from './cost-report.ts';
import { differenceOfEstimates, exactly, scaled, sumOf } from './estimated.ts';
import { Bill, combined, differenceOfCosts, sumOfCosts, withoutInterval } from './money.ts';
import { DAYS_PER_MONTH, type Price, type PriceListTerms } from './price.ts';
import {
  longestLine,
  PUSHES_ALL,
  type PushedLines,
  type PushedShare,
  partOfPushed,
  pushedRate,
} from './pushed-lines.ts';

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
  /** What it pushed, if that was written. @default computed from `push` and what was measured */
  pushed?: PushedLines | undefined;
  /** For price lists. @default billed as anything, and alone */
  billed?: Billed | undefined;
  /** The lines that reach the transformer: `kept` are then the records that it delivers. @default there is none */
  input?: TransformedInput | undefined;
}

/** Lines that reach a transformer. */
export interface TransformedInput {
  /** Before `sample_rate`. */
  kept: LineTotal;
  /** What the job hands over of them. */
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

interface Measured {
  /** Bytes of the longest line found. @default 0 */
  longest?: number;
  /** The lines that reach the transformer. @default they were not measured */
  input?: WrittenSize | null | undefined;
}

/** Computes rates and costs. @returns undefined if the lines cover less than {@link MIN_COVERED_HOURS} */
export function costOf({ covered, all, jobs, stored, prices, sampleRate }: CostInput): CostReport | undefined {
  if (covered.hours < MIN_COVERED_HOURS) return undefined;
  const terms = prices.flatMap(({ name, list }): PriceListTerms[] =>
    list === undefined ? [] : [{ price: name, ...list }],
  );
  const longest = longestLine(stored);
  const rates = (
    lines: KeptLines,
    written: WrittenSize | null | undefined,
    input?: WrittenSize | null | undefined,
  ): JobCost => ({
    name: lines.name,
    ...ratesOf(lines, written ?? undefined, { covered, sampleRate, longest, input }),
    money: [],
    ...(terms.length === 0 || lines.billed === undefined ? {} : { billed: lines.billed }),
  });
  const report: CostReport = {
    covered,
    sampleRate,
    stored: stored?.sampling ?? null,
    all: rates({ ...all, name: ALL_LINES, push: PUSHES_ALL }, stored?.all),
    jobs: jobs.map((job, index) => rates(job, stored?.jobs[index], stored?.inputs?.[index])),
  };
  const bills = prices.map((price) => new Bill(price, report));
  for (const payer of [report.all, ...report.jobs]) payer.money = bills.map((bill) => bill.costOf(payer));
  const shared = report.jobs.filter(({ billed }) => billed?.isShared === true);
  if (shared.length > 1)
    report.together = prices.map((_, index) => sumOfCosts(shared.map(({ money }) => money[index]!)));
  if (terms.length > 0) report.priceLists = terms;
  return report;
}

/** Adds to each filter what it costs less than if all lines were pushed; nothing without prices. @param loses whether its transformer loses lines */
export function withSavings(cost: CostReport, prices: readonly Price[], loses: (job: number) => boolean): CostReport {
  if (prices.length === 0) return cost;
  const bills = prices.map((price) => new Bill(price, cost));
  const savings = (job: JobCost): MonthlyCost[] => bills.map((bill) => bill.increaseOf(job, cost.all.perMonth));
  return { ...cost, jobs: cost.jobs.map((job, index) => ({ ...job, saves: loses(index) ? null : savings(job) })) };
}

/**
 * Returns what each job would cost more if its filter kept more lines, too. Null for a price of stored bytes, and of other bytes if
 * the job changes them: lines that no filter keeps are neither compressed nor written.
 * @param more by job of the report; in the covered hours
 */
export function costsIfKept(
  more: readonly Pick<KeptLines, 'kept' | 'push'>[],
  report: CostReport,
  prices: readonly Price[],
): MonthlyCost[][] {
  const jobs = report.jobs.map((job, index) => {
    // What the sampling of the source has lost is in the interval of the kept lines.
    const sampleRate = more[index]!.kept.lines === 0 ? 1 : report.sampleRate;
    const { perMonth } = ratesOf(more[index]!, undefined, { ...report, sampleRate });
    return { ...job, perMonth: rateFrom([job.perMonth, perMonth], sumOf) };
  });
  const bills = prices.map((price) => new Bill(price, { all: report.all, jobs }));
  return jobs.map((job, index) =>
    bills.map((bill, of) =>
      combined([bill.costOf(job), report.jobs[index]!.money[of]!], ([whole, part]) => ({
        value: whole!.value - part!.value,
        low: whole!.low - part!.low,
        high: whole!.high - part!.high,
      })),
    ),
  );
}

/** Returns what `after` costs more than `before`. @param isUnchanged whether both push the same bytes to the same kind of destination */
export function costDifference(after: JobCost, before: JobCost, isUnchanged = false): CostDifference {
  if (isUnchanged) {
    const { perDay, perMonth, money } = after;
    const pointOf = (rate: PeriodRate): PeriodRate => rateFrom([rate], ([figure]) => exactly(figure.value));
    const point = {
      ...after,
      perDay: pointOf(perDay),
      perMonth: pointOf(perMonth),
      money: money.map(withoutInterval),
    };
    return costDifference(point, point);
  }
  return {
    perDay: rateDifference(after.perDay, before.perDay),
    perMonth: rateDifference(after.perMonth, before.perMonth),
    money: after.money.map((cost, index) => differenceOfCosts(cost, before.money[index]!)),
  };
}

function ratesOf(
  { kept, outside, push, pushed, input }: Omit<KeptLines, 'name' | 'billed'>,
  written: WrittenSize | undefined,
  { covered, sampleRate, longest = 0, input: handedOver }: Pick<CostInput, 'covered' | 'sampleRate'> & Measured,
): Pick<JobCost, 'perDay' | 'perMonth'> {
  const inputs = input?.kept ?? kept;
  const inside = outside === undefined || inputs.lines === 0 ? 1 : 1 - outside.lines / inputs.lines;
  const source = { sampleRate, longest, inside };
  const found = pushedRate(kept, push, written, source);
  // What was written is known better than what was measured.
  const exact = pushed && sampleRate === 1 ? partOfPushed(pushed, inside) : undefined;
  const transformed = input && { transformed: pushedRate(input.kept, input.push, handedOver, source).bytes };
  // Runs are drawn from the lines that reach a transformer: none of them may contain a record that it delivers.
  const isMissed = input !== undefined && kept.lines > 0 && found.stored?.high === 0;
  const figures = { ...found, ...(isMissed && { stored: null }), ...exact, ...transformed };
  const perDay = scaledRate(figures, HOURS_PER_DAY / covered.hours);
  return { perDay, perMonth: scaledRate(perDay, DAYS_PER_MONTH) };
}

/** Computes the figures of a rate from those of others. Null where one of them is not known. */
function rateFrom(
  rates: readonly PeriodRate[],
  combine: (figures: readonly [Estimated, ...Estimated[]]) => Estimated,
): PeriodRate {
  const of = (figure: keyof PeriodRate): Estimated | null => {
    // Without a transformer, no byte reaches one.
    const [first, ...others] = rates
      .map((rate) => (rate[figure] === undefined ? exactly(0) : rate[figure]))
      .filter((one) => one !== null);
    return first === undefined || others.length + 1 < rates.length ? null : combine([first, ...others]);
  };
  const isTransformed = rates.some(({ transformed }) => transformed !== undefined);
  return {
    ...{ lines: of('lines')!, bytes: of('bytes'), stored: of('stored') },
    ...(isTransformed && { transformed: of('transformed') }),
  };
}

function scaledRate(rate: PeriodRate, factor: number): PeriodRate {
  return rateFrom([rate], ([figure]) => scaled(figure, factor));
}

function rateDifference(after: PeriodRate, before: PeriodRate): PeriodRate {
  return rateFrom([after, before], ([more, less]) => differenceOfEstimates(more, less!));
}
