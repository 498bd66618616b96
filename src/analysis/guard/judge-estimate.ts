// Compares thresholds with estimated shares: a threshold must hold for the whole interval. Judges no guard that needs every line.
import type { Fraction } from '../../base/index.ts';
import type { GuardResult, GuardSet, ThresholdGuard } from './guard.ts';
import { isMoney } from './judge-money.ts';
import { isChange } from './judge-threshold.ts';
import { printFraction } from './print-compared.ts';
import { decisiveOf, type FigureRange, fractionOfEstimate, holdsFor, toNumber } from './threshold.ts';

/** A share with its interval, each from 0 to 1. */
interface ShareInterval {
  share: number;
  low: number;
  high: number;
}

/** The estimated shares of a filter's verdicts, of lines and of bytes. */
type EstimatedShares = Readonly<
  Record<'kept' | 'dropped' | 'undecided', Readonly<Record<'lines' | 'bytes', ShareInterval>>>
>;

/** Minimum number of decimals of a percentage. */
const DECIMALS = 2;

/** Returns the first guard that shares of verdicts do not decide; undefined if there is none. */
export function undecidableOnSample({ guards }: GuardSet): GuardSet['guards'][number] | undefined {
  return guards.find((guard) => guard.kind !== 'threshold' || guard.unit !== '%' || isChange(guard) || isMoney(guard));
}

/**
 * Compares thresholds in percent with estimated shares. No guard holds for a filter that keeps and drops nothing.
 * @param level probability that an interval contains the share: 0.95; null: the intervals cover every possible share
 */
export function judgeEstimate(
  { guards, undecidedOk }: GuardSet,
  job: string,
  shares: EstimatedShares,
  level: number | null,
): GuardResult[] {
  const isDecided = shares.undecided.lines.share < 1;
  return guards
    .filter((guard) => guard.kind === 'threshold')
    .map((guard): GuardResult => {
      const { own, most } = intervalOf(guard, shares, undecidedOk);
      const range: FigureRange = { low: percentOf(own.low), high: percentOf(most) };
      return {
        job,
        kind: guard.kind,
        guard: guard.text,
        holds: isDecided && holdsFor(guard, range),
        found: isDecided ? describe(guard, own, most, level) : 'the filter leaves every line undecided',
        value: toNumber(decisiveOf(guard, range)),
      };
    });
}

/** The share of a figure, and the most that it may be, depending on how undecided lines are decided. */
function intervalOf(
  { figure }: ThresholdGuard,
  shares: EstimatedShares,
  undecidedOk: boolean,
): { own: ShareInterval; most: number } {
  const of = figure === 'kept-bytes' ? 'bytes' : 'lines';
  const verdict = figure === 'dropped' || figure === 'undecided' ? figure : 'kept';
  const own = shares[verdict][of];
  if (undecidedOk || verdict === 'undecided' || shares.undecided[of].high === 0) return { own, most: own.high };
  // Undecided lines may be kept or dropped: every line that is not certainly dropped may be kept.
  return { own, most: Math.max(own.high, 1 - shares[verdict === 'kept' ? 'dropped' : 'kept'][of].low) };
}

function percentOf(share: number): Fraction {
  return fractionOfEstimate(share * 100);
}

/** `kept 1.70 % of lines (95 % interval: 1.58 to 2.41 %)` */
function describe(
  { figure, value }: ThresholdGuard,
  { share, low, high }: ShareInterval,
  most: number,
  level: number | null,
): string {
  const print = (one: number): string => printFraction(percentOf(one), value, DECIMALS);
  const of = figure === 'kept-bytes' ? 'bytes' : 'lines';
  const interval = `${level === null ? 'possible' : `${level * 100} % interval`}: ${print(low)} to ${print(high)} %`;
  const undecided = most > high ? `; up to ${print(most)} % with undecided lines` : '';
  return `${figure === 'kept-bytes' ? 'kept' : figure} ${print(share)} % of ${of} (${interval}${undecided})`;
}
