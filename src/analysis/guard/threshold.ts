// Compares figures with a threshold, exactly: as fractions of integers, because percentages and rates of doubles are rounded.
import { type Fraction, fractionOf } from '../../base/index.ts';
import type { ThresholdGuard } from './guard.ts';

/** The smallest and largest value that a figure may have, depending on undecided lines, on sampling, and on lines that the source lacks. */
export interface FigureRange {
  readonly low: Fraction;
  /** Undefined: not limited. */
  readonly high: Fraction | undefined;
}

type Threshold = Pick<ThresholdGuard, 'operator' | 'value' | 'unit'>;

/** Significant digits of a double after a few operations. */
export const EXACT_DIGITS = 12;
const HUNDRED: Fraction = { top: 100n, bottom: 1n };

/** Compares the ends of a range with the threshold: -1, 0 or 1 for each. */
function endsOf({ low, high }: FigureRange, value: number): [number, number] {
  return [compareFraction(low, value), high === undefined ? 1 : compareFraction(high, value)];
}

/** Whether the threshold holds for every value in a range: undecided lines cannot break it. */
export function holdsFor({ operator, value }: Threshold, range: FigureRange): boolean {
  const [least, most] = endsOf(range, value);
  switch (operator) {
    case '<':
      return most < 0;
    case '<=':
      return most <= 0;
    case '>':
      return least > 0;
    case '>=':
      return least >= 0;
    case '==':
      return least === 0 && most === 0;
    case '!=':
      return least > 0 || most < 0;
    default:
      throw new TypeError(`cannot compare a figure: found the operator ${operator satisfies never}`);
  }
}

/** Whether the threshold holds for no value in a range. */
export function failsFor({ operator, value, unit }: Threshold, range: FigureRange): boolean {
  if (operator === '==') return holdsFor({ operator: '!=', value, unit }, range);
  if (operator === '!=') return holdsFor({ operator: '==', value, unit }, range);
  return holdsFor(
    { operator: ({ '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const)[operator], value, unit },
    range,
  );
}

/** Returns the end of a range that decides a threshold: the one that is closer to breaking it. */
export function decisiveOf({ operator, value }: Threshold, { low, high = low }: FigureRange): Fraction {
  if (operator === '<' || operator === '<=') return high;
  return operator === '==' && compareFraction(low, value) === 0 ? high : low;
}

/** Whether a threshold holds for every figure. */
export function alwaysHolds({ operator, value, unit }: Threshold): boolean {
  const isAboveAll = unit === '%' && compareFraction(HUNDRED, value) < 0;
  if (operator === '>=') return value === 0;
  if (operator === '<=') return unit === '%' && compareFraction(HUNDRED, value) <= 0;
  return (operator === '!=' || operator === '<') && isAboveAll;
}

/** Whether a threshold holds for no figure. */
export function neverHolds({ operator, value, unit }: Threshold): boolean {
  if (operator === '<') return value === 0;
  if (operator === '>') return unit === '%' && compareFraction(HUNDRED, value) <= 0;
  return (operator === '==' || operator === '>=') && unit === '%' && compareFraction(HUNDRED, value) < 0;
}

/** Returns the fraction as a double, for display. */
export function toNumber({ top, bottom }: Fraction): number {
  return Number(top) / Number(bottom);
}

/** @returns -1 if the figure is smaller than the value, 0 if they are equal, else 1 */
export function compareFraction({ top, bottom }: Fraction, value: number): -1 | 0 | 1 {
  const threshold = fractionOf(value);
  const difference = top * threshold.bottom - threshold.top * bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns a computed double as a decimal, without its rounding errors: 1 - 40 / 50 is 0.2, and not 0.19999999999999996. */
export function fractionOfEstimate(value: number): Fraction {
  return fractionOf(withoutRounding(value));
}

/** Rounds a computed double to the digits that are not affected by rounding errors. */
export function withoutRounding(value: number): number {
  return Number(value.toPrecision(EXACT_DIGITS));
}
