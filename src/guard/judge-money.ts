// Compares a threshold with what lines cost in a month. Costs are estimates: the threshold must hold for the whole interval, for every price.
import { HeadgateError } from '../base/index.ts';
import {
  differenceOfEstimates,
  type Estimated,
  isExact,
  type MoneyFormat,
  type MonthlyCost,
  moneyFormat,
} from '../cost/index.ts';
import type { Guard, GuardResult, MoneyFigure, ThresholdGuard } from './guard.ts';
import { printFigureOfMoney, printShareOfMoney, type SavedMoney } from './print-compared.ts';
import { decisiveOf, type FigureRange, fractionOfEstimate, holdsFor, toNumber } from './threshold.ts';

/** Whether a guard compares money. */
export function isMoney(guard: Guard): guard is ThresholdGuard & { figure: MoneyFigure } {
  return guard.kind === 'threshold' && (guard.figure === 'cost' || guard.figure === 'saves');
}

/**
 * Adds what undecided lines may cost. They are assumed to cost up to their share of all lines; if that is not known, neither is the cost.
 * @param all what all lines cost, by the same prices
 * @param share of all lines or of their bytes, whichever is larger
 */
export function withUndecided(
  costs: readonly MonthlyCost[],
  all: readonly MonthlyCost[],
  share: number,
): MonthlyCost[] {
  return costs.map((cost, index) => {
    const most = all[index]!.amount;
    if (share === 0 || cost.amount === null) return cost;
    if (most === null) return { ...cost, amount: null };
    return { ...cost, amount: { ...cost.amount, high: cost.amount.high + share * most.high } };
  });
}

/** Costs by the same prices. */
export interface ComparedMoney {
  /** What the filter costs. */
  after: readonly MonthlyCost[];
  /** What all lines or the old filter cost. */
  before: readonly MonthlyCost[];
  /** What all lines cost. */
  all: readonly MonthlyCost[];
}

/**
 * Compares a threshold with costs.
 * @param hasUndecided whether undecided lines widen the intervals, see {@link withUndecided}
 * @throws HeadgateError `guard-no-cost` for a price whose costs are not known
 */
export function judgeMoney(
  guard: ThresholdGuard & { figure: MoneyFigure },
  { after, before, all }: ComparedMoney,
  hasUndecided: boolean,
): Omit<GuardResult, 'job'> {
  const judged = after.flatMap(({ price, amount }, index) => {
    if (guard.price !== undefined && guard.price !== price) return [];
    const old = before[index]!.amount;
    if (amount === null || (old === null && guard.figure === 'saves')) throw noSize(guard, price);
    const found = figureOf(guard, amount, old ?? amount);
    const format = moneyFormat([all, before, after].map((costs) => costs[index]!));
    const name = after.length > 1 ? `${price}: ` : '';
    if (found === undefined) {
      return [{ holds: false, value: 0, text: `${name}nothing to save: the lines before cost nothing` }];
    }
    const range: FigureRange = { low: fractionOfEstimate(found.low), high: fractionOfEstimate(found.high) };
    return [
      {
        holds: holdsFor(guard, range),
        value: toNumber(decisiveOf(guard, range)),
        text: `${name}${guard.figure === 'cost' ? 'costs' : 'saves'} ${describe(guard, found, printedOf(guard, amount, old ?? amount), { format, hasUndecided })}`,
      },
    ];
  });
  if (judged.length === 0) throw new TypeError(`cannot judge ${guard.text}: found no such price`);
  const decisive = judged.find(({ holds }) => !holds) ?? judged[0]!;
  return {
    ...{ kind: guard.kind, guard: guard.text, holds: decisive.holds },
    found: judged.map(({ text }) => text).join('; '),
    value: decisive.value,
  };
}

/** @returns undefined for a share of nothing */
function figureOf({ figure, unit }: ThresholdGuard, after: Estimated, before: Estimated): Estimated | undefined {
  if (figure === 'cost') return after;
  if (unit !== '%') return differenceOfEstimates(before, after);
  if (before.low <= 0) return undefined;
  // The interval of the worst case: both errors may have opposite directions.
  const share = (part: number, whole: number): number => (1 - part / whole) * 100;
  return {
    value: share(after.value, before.value),
    low: share(after.high, before.low),
    high: share(after.low, before.high),
  };
}

function noSize({ text }: ThresholdGuard, price: string): HeadgateError {
  return new HeadgateError(
    'guard-no-cost',
    `cannot judge --guard '${text}': found no size of what the filter stores or its job writes for the price ${JSON.stringify(price)}, expected one; sizes are not measured with --no-stored, of a pipe, of objects that are too large or have changed, and of too few lines: use files or a bucket without --no-stored, or a guard on another price`,
  );
}

/** An amount, or the amounts whose difference is printed like that of the printed ones. */
function printedOf({ figure }: ThresholdGuard, after: Estimated, before: Estimated): number | SavedMoney {
  return figure === 'cost' ? after.value : { before: before.value, after: after.value };
}

/** `$12.34/month (95 % interval: $11.90 to $12.80)` */
function describe(
  { figure, unit, value: threshold }: ThresholdGuard,
  found: Estimated,
  printed: number | SavedMoney,
  { format, hasUndecided }: { format: MoneyFormat; hasUndecided: boolean },
): string {
  const kind = hasUndecided ? '95 % interval and undecided lines' : '95 % interval';
  const isShare = unit === '%';
  const end = (value: number): string =>
    isShare
      ? printShareOfMoney(value, threshold)
      : printFigureOfMoney(figure === 'cost' ? value : { before: value, after: 0 }, threshold, format);
  const text = isShare
    ? `${printShareOfMoney(found.value, threshold)} %`
    : `${printFigureOfMoney(printed, threshold, format)}/month`;
  return isExact(found) ? text : `${text} (${kind}: ${end(found.low)} to ${end(found.high)})`;
}
