// What a goal needs: the share of the lines in force to drop, and what a line weighs in the search, which is its cost for a goal of money. Replays nothing.
import { Bill, type Estimated, exactly, type PeriodRate } from '../../analysis/cost/index.ts';
import type { Period } from '../../analysis/suggest/index.ts';
import { type Baseline, paidOf } from './judge-filters.ts';
import type { SuggestRun } from './resolved-suggestion.ts';

/** What a goal needs. */
export interface Need {
  /** Of what the lines in force of a period weigh, the share to drop. */
  shareIn: (period: Period) => number;
  /** What a line weighs. @default its bytes */
  weightOf?: (bytes: number) => number;
}

/** Returns what the goal needs; for a goal of money, by the cost of each line. */
export function goalNeed({ goal, prices }: SuggestRun, baseline: Baseline): Need {
  const { report, cost, least, remains, bytesOfDays, isDated } = baseline;
  if (goal.kind === 'dropped') return { shareIn: () => goal.share };
  const shareOf = (of: number): number => (of <= goal.most ? 0 : 1 - goal.most / of);
  if (goal.kind === 'bytes-per-day')
    return {
      // Lines without a readable time are no day beside others.
      shareIn: ({ days }) =>
        shareOf(Math.max(0, ...(isDated ? days : [...bytesOfDays.keys()]).map((day) => bytesOfDays.get(day) ?? 0))),
    };
  const share = shareOf(remains);
  const job = cost?.jobs[0];
  if (goal.kind !== 'money' || cost === undefined || job === undefined || share === 0) return { shareIn: () => share };
  const rateOf = (of: Measure, part: number): Estimated | null => {
    const [all, promised] = [job.perMonth[of], least.cost?.perMonth[of]];
    return all && exactly(part * all.value + (1 - part) * (promised?.value ?? 0));
  };
  /** What a month costs with a part of the lines that no promise protects. @param measures those that are fewer */
  const costAt = (part: number, measures: readonly Measure[] = MEASURES): number => {
    const rates = MEASURES.map((of) => [of, measures.includes(of) ? rateOf(of, part) : job.perMonth[of]]);
    const perMonth = { ...job.perMonth, ...(Object.fromEntries(rates) as Pick<PeriodRate, Measure>) };
    return paidOf(prices.map((price) => new Bill(price, cost).costOf({ ...job, perMonth })))!;
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < COST_STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (costAt(middle) <= goal.most) low = middle;
    else high = middle;
  }
  const figureOf = (of: Measure, part: number): number => rateOf(of, part)?.value ?? 0;
  /** What each line, or byte, costs of those that have to be dropped. */
  const priceOf = (of: Measure): number => {
    const less = figureOf(of, 1) - figureOf(of, low);
    return less <= 0 ? 0 : (remains - costAt(low, [of])) / less;
  };
  const unitPrices = { lines: priceOf('lines'), bytes: priceOf('bytes'), stored: priceOf('stored') };
  /** What all lines cost, or the promised ones, at these prices. Prices by steps have another sum. */
  const pricedOf = (part: number): number => MEASURES.reduce((sum, of) => sum + unitPrices[of] * figureOf(of, part), 0);
  const all = pricedOf(1);
  // No line can be dropped.
  if (all <= 0) return { shareIn: () => share };
  const { kept } = report.jobs![0]!;
  const ofLines = (unitPrices.lines * figureOf('lines', 1)) / all;
  const weightOf = (size: number): number => ofLines + ((1 - ofLines) * size * kept.lines) / kept.bytes;
  return {
    shareIn: () => (1 - low) * (1 - pricedOf(0) / all),
    weightOf: (size) => Math.min(MAX_WEIGHT, Math.max(1, Math.round(weightOf(size) * MEAN_WEIGHT))),
  };
}

/** What prices are of. */
const MEASURES = ['lines', 'bytes', 'stored'] as const;
type Measure = (typeof MEASURES)[number];
/** Halvings of the interval 0 to 1 that contains the largest share to keep. Ours: 20 find the share to a millionth. */
const COST_STEPS = 20;
/** Weight of a line of mean cost, and the largest one: four bytes. */
const MEAN_WEIGHT = 2 ** 16;
const MAX_WEIGHT = 2 ** 32 - 1;
