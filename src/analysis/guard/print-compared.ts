// Prints figures of guards with as many digits as the comparison needs: a printed figure is above, at or below the threshold like the
// figure itself.
import type { Fraction } from '../../base/index.ts';
import { MAX_DECIMALS, type MoneyFormat, printedDifference, printMoney, printMoneyChange } from '../cost/index.ts';
import { compareFraction, EXACT_DIGITS, withoutRounding } from './threshold.ts';

/** Significant digits of a share, unless the comparison needs more. */
const DIGITS = 4;

/**
 * Prints a fraction with the fewest decimals that the comparison needs.
 * @param least minimum number of decimals
 * @param isMisleading whether a printed figure needs more decimals for another reason. @default none is
 */
export function printFraction(
  figure: Fraction,
  threshold: number,
  least: number,
  isMisleading: (printed: string, decimals: number) => boolean = () => false,
): string {
  const side = compareFraction(figure, threshold);
  for (let decimals = least; ; decimals += 1) {
    const scale = 10n ** BigInt(decimals);
    const rounded = roundedQuotient(figure.top * scale, figure.bottom);
    const printed = withPoint(rounded, decimals);
    if (compareFraction({ top: rounded, bottom: scale }, threshold) === side && !isMisleading(printed, decimals))
      return printed;
  }
}

/** Amounts whose difference is printed: what lines cost before, and after. */
export interface SavedMoney {
  before: number;
  after: number;
}

/**
 * Prints an amount or a difference like the table of costs, with more decimals if the comparison needs them: `$1,878.261` for a threshold of 1878.26.
 * @param figure an amount of at least 0, or a difference
 */
export function printFigureOfMoney(figure: number | SavedMoney, threshold: number, format: MoneyFormat): string {
  const isAmount = typeof figure === 'number';
  const { before, after } = isAmount ? { before: figure, after: 0 } : figure;
  const exact = withoutRounding(before - after);
  let { decimals } = format;
  while (decimals < MAX_DECIMALS && isMisleading(decimals)) decimals += 1;
  const printed = { ...format, decimals };
  return isAmount ? printMoney(figure, printed) : printMoneyChange(shown(decimals), printed).replace('+', '');

  function shown(digits: number): number {
    return printedDifference(before, after, { decimals: digits });
  }

  function isMisleading(digits: number): boolean {
    const rounded = shown(digits);
    // `<$0.01` does not state whether the amount is below 0.005.
    const isBelowLeast = isAmount && exact > 0 && rounded === 0 && threshold < 10 ** -digits;
    return isBelowLeast || Math.sign(rounded - threshold) !== Math.sign(exact - threshold);
  }
}

/** Prints a share in percent: `98.59`. */
export function printShareOfMoney(amount: number, threshold: number): string {
  const isEqual = withoutRounding(amount) === threshold;
  let digits = DIGITS;
  while (digits < EXACT_DIGITS && isMisleading(amount.toPrecision(digits))) digits += 1;
  return Number(amount.toPrecision(digits))
    .toLocaleString('en-US', { maximumSignificantDigits: digits })
    .replace('-', '−');

  function isMisleading(printed: string): boolean {
    return isEqual ? Number(printed) !== threshold : isNear(printed, threshold, digits);
  }
}

/** Whether a printed amount is the threshold, rounded or not. If it is neither, it is on the same side of the threshold as the amount. */
function isNear(printed: string, threshold: number, digits: number): boolean {
  return Number(printed) === threshold || printed === threshold.toPrecision(digits);
}

/** Halves are rounded away from 0. */
function roundedQuotient(top: bigint, bottom: bigint): bigint {
  return top < 0n ? -roundedQuotient(-top, bottom) : (2n * top + bottom) / (2n * bottom);
}

function withPoint(digits: bigint, decimals: number): string {
  if (digits < 0n) return `-${withPoint(-digits, decimals)}`;
  if (decimals === 0) return String(digits);
  const text = String(digits).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
