// Compares a threshold with what lines cost in a month. Costs are estimates: the threshold must hold for the whole interval, for every price.
import { enumerate, printPlural, printRange } from '../../base/index.ts';
import {
  amountsOf,
  coverOf,
  differenceOfEstimates,
  type Estimated,
  exactly,
  type MoneyFormat,
  type MonthlyCost,
  moneyFormat,
  withoutInterval,
} from '../cost/index.ts';
import type { Guard, Judgement, MoneyFigure, ThresholdGuard } from './guard.ts';
import { printFigureOfMoney, printSharesOfMoney, type SavedMoney } from './print-compared.ts';
import { decisiveOf, type FigureRange, failsFor, fractionOfEstimate, holdsFor, toNumber } from './threshold.ts';
import { unjudged } from './unanswered-guards.ts';

/** A guard that compares money. */
export type MoneyGuard = ThresholdGuard & { figure: MoneyFigure };

/** Whether a guard compares money. */
export function isMoney(guard: Guard): guard is MoneyGuard {
  return guard.kind === 'threshold' && (guard.figure === 'cost' || guard.figure === 'saves');
}

/** What a filter costs in a month, by price. */
export interface FilterCosts {
  kept: readonly MonthlyCost[];
  /** What it would cost if it kept all lines. @default as all lines of the source */
  unfiltered?: readonly MonthlyCost[] | undefined;
  /** What its undecided lines would cost if it kept them. @default nothing */
  undecided?: { lines: number; costs: readonly MonthlyCost[] } | undefined;
  /** Whether it pushes the same bytes as the old filter: it saves nothing, exactly. @default false */
  isUnchanged?: boolean | undefined;
}

/** Costs by the same prices. */
interface ComparedMoney {
  /** Of the filter. */
  after: FilterCosts;
  /** Of all lines or the old filter. */
  before: FilterCosts;
  /** What all lines cost. */
  all: readonly MonthlyCost[];
  /** Why costs are not known better, if the source is a sample. Undefined: it has every line. */
  sampled?: string | undefined;
}

/**
 * Compares a threshold with costs. The guard has no answer if a price counts bytes that were not measured, or if it depends on what a price list
 * leaves open: the threshold must hold in every case. Of a sampled source, it has none if only a part of the interval breaks it.
 */
export function judgeMoney(guard: MoneyGuard, { after, before, all, sampled }: ComparedMoney): Judgement {
  const judged: { holds: boolean; isOpen: boolean; value: number; text: string }[] = [];
  let undecided: string | undefined;
  for (const [index, { price }] of after.kept.entries()) {
    if (guard.price !== undefined && guard.price !== price) continue;
    const costs = guard.figure === 'cost' ? [after] : [after, before];
    const isUnchanged = guard.figure === 'saves' && after.isUnchanged === true;
    const [now, old = now] = isUnchanged
      ? [amountsOf(withoutInterval(after.kept[index]!))]
      : costs.map((one) => withUndecided(one, index));
    const cases = now?.flatMap((amount, of) => {
      const other = old?.[of];
      return amount === null || other == null ? [] : [{ after: amount, before: other }];
    });
    if (now === undefined || cases === undefined || cases.length < now.length) {
      const isKeptKnown = costs.every(({ kept }) => kept[index]!.amount !== null);
      return unjudged(
        guard,
        isKeptKnown
          ? undecidedSize(price, Math.max(...costs.map(({ undecided }) => undecided?.lines ?? 0)))
          : noSize(price),
      );
    }
    const format = moneyFormat([all, before.kept, after.kept].map((of) => of[index]!));
    const name = after.kept.length > 1 ? `${price}: ` : '';
    const hasUndecided = costs.some(({ undecided }) => (undecided?.costs[index]?.amount?.high ?? 0) > 0);
    const found = cases.flatMap((one) => {
      const figure = figureOf(guard, one.after, one.before);
      if (figure === undefined) return [];
      const range: FigureRange = { low: fractionOfEstimate(figure.low), high: fractionOfEstimate(figure.high) };
      const holds = holdsFor(guard, range);
      return [
        { ...one, figure, holds, isOpen: !holds && !failsFor(guard, range), value: toNumber(decisiveOf(guard, range)) },
      ];
    });
    const [first] = found;
    if (first === undefined) {
      judged.push({
        holds: false,
        isOpen: false,
        value: 0,
        text: `${name}nothing to save: the lines before cost nothing`,
      });
      continue;
    }
    const range = coverOf(found.map(({ figure }) => figure));
    const printed = printedOf(guard, first.after, first.before);
    const open = openPoints(costs.map(({ kept }) => kept[index]!));
    const printing = { format, hasUndecided, hasCases: false };
    const point = describe(guard, exactly(range.value), printed, printing);
    // An open point may change costs, and not the figure: undecided lines alone may make the range.
    const values = coverOf(found.map(({ figure }) => exactly(figure.value)));
    const hasCases = open.length > 0 && describe(guard, values, printed, { ...printing, hasCases: true }) !== point;
    const text = describe(guard, range, printed, { ...printing, hasCases });
    const depending = dependingOn(open, hasCases && hasUndecided);
    const holding = found.filter(({ holds }) => holds).length;
    // A share of nothing has no answer in that case.
    if (holding > 0 && holding < cases.length) {
      // Another price may break the guard.
      undecided ??= undecidedCases(
        `${name}${found.length < cases.length ? `${text} or nothing to save` : text}${depending}`,
        open,
      );
      continue;
    }
    const decisive = found.find(({ holds }) => !holds) ?? first;
    const verb = guard.figure === 'cost' ? 'costs' : 'saves';
    judged.push({
      holds: holding > 0,
      isOpen: decisive.isOpen,
      value: decisive.value,
      text: `${name}${verb} ${text}${hasCases ? depending : ''}`,
    });
  }
  if (undecided !== undefined && !judged.some(({ holds, isOpen }) => !holds && !isOpen))
    return unjudged(guard, undecided);
  if (judged.length === 0) throw new TypeError(`cannot judge ${guard.text}: found no such price`);
  const decisive =
    judged.find(({ holds, isOpen }) => !holds && !isOpen) ?? judged.find(({ holds }) => !holds) ?? judged[0]!;
  if (sampled !== undefined && decisive.isOpen) {
    return unjudged(guard, `found ${decisive.text}; ${sampled}, expected a source with every line`);
  }
  return {
    kind: guard.kind,
    guard: guard.text,
    holds: decisive.holds,
    found: judged.map(({ text }) => text).join('; '),
    value: decisive.value,
  };
}

/** Adds what undecided lines may cost to the end of the interval, in each case. Null: a cost is not known. */
function withUndecided({ kept, undecided }: FilterCosts, index: number): (Estimated | null)[] {
  const more = undecided && amountsOf(undecided.costs[index]!);
  return amountsOf(kept[index]!).map((amount, of) => {
    if (amount === null || more === undefined) return amount;
    const ofUndecided = more[of] ?? null;
    return ofUndecided && { ...amount, high: amount.high + ofUndecided.high };
  });
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

function noSize(price: string): string {
  return `found no size of what the filter stores or its job writes for the price ${JSON.stringify(price)}, expected one; sizes are not measured of a pipe, of objects that are too large or have changed, and of too few lines: use files or a bucket, or a guard on another price`;
}

/** What a price list leaves open, and how to decide it. */
const OPEN_POINTS = [
  {
    of: 'included',
    what: 'how much of the included usage is left',
    fix: 'state in --price what the rest of the account uses, as in cloudflare,internal=40GB,external=60GB',
  },
  { of: 'destination', what: 'the kind of the destination', fix: 'use a job with a destination_conf' },
] as const;

type OpenPoint = (typeof OPEN_POINTS)[number];

/** Returns what costs depend on. */
function openPoints(costs: readonly MonthlyCost[]): OpenPoint[] {
  const dependOn = (of: OpenPoint['of'], cases: NonNullable<MonthlyCost['cases']>): boolean =>
    cases.some((one) =>
      cases.some(
        (other) =>
          other.amount.value !== one.amount.value &&
          OPEN_POINTS.every((point) => (point.of === of) === (other[point.of] !== one[point.of])),
      ),
    );
  return OPEN_POINTS.filter(({ of }) => costs.some(({ cases }) => cases !== undefined && dependOn(of, cases)));
}

/** What makes a range. */
function dependingOn(open: readonly OpenPoint[], hasUndecided: boolean): string {
  const causes = [...(hasUndecided ? ['undecided lines'] : []), ...open.map(({ what }) => what)];
  return `, depending ${enumerate(
    causes.map((cause) => `on ${cause}`),
    'and',
  )}`;
}

function undecidedCases(found: string, open: readonly OpenPoint[]): string {
  return `found ${found}, expected the same answer in every case; ${open.map(({ fix }) => fix).join(', and ')}`;
}

/** Undecided lines are not compressed: their stored size has no upper limit that a guard can use. */
function undecidedSize(price: string, lines: number): string {
  return `found ${printPlural(lines, 'undecided line')}, whose size as written is not measured, expected none with the price ${JSON.stringify(price)}; use a guard on another price, or --undecided-ok`;
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
  { format, hasUndecided, hasCases }: { format: MoneyFormat; hasUndecided: boolean; hasCases: boolean },
): string {
  const isShare = unit === '%';
  const end = (value: number): string =>
    printFigureOfMoney(figure === 'cost' ? value : { before: value, after: 0 }, threshold, format);
  const text = isShare
    ? `${printSharesOfMoney([found.value], threshold)} %`
    : `${printFigureOfMoney(printed, threshold, format)}/month`;
  const [low, high] = isShare
    ? printSharesOfMoney([found.low, found.high], threshold)
    : [end(found.low), end(found.high)];
  if (low === high) return text;
  const range = printRange(low!, high!);
  if (hasCases) return `${range}${isShare ? ' %' : '/month'}`;
  return `${text} (95 % interval${hasUndecided ? ' and undecided lines' : ''}: ${range})`;
}
