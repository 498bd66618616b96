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

/** Prints shares in percent, with the decimals that one of them needs: `98.59`; the ends of a range: `−55.50`, `37.83`. */
export function printSharesOfMoney(shares: readonly number[], threshold: number): string[] {
  const printed = (form: Intl.NumberFormatOptions): string[] =>
    shares.map((share) => share.toLocaleString('en-US', form).replace('-', '−'));
  const decimalsIn = (texts: readonly string[]): number =>
    Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  let decimals = decimalsIn(printed({ maximumSignificantDigits: DIGITS }));
  while (decimals < EXACT_DIGITS && shares.some(isMisleading)) decimals += 1;
  const needed = decimalsIn(printed({ maximumFractionDigits: decimals }));
  return printed({ minimumFractionDigits: needed, maximumFractionDigits: needed });

  // A share that is not the threshold is printed neither as it nor as its rounded form.
  function isMisleading(share: number): boolean {
    const rounded = share.toFixed(decimals);
    if (withoutRounding(share) === threshold) return Number(rounded) !== threshold;
    return Number(rounded) === threshold || rounded === threshold.toFixed(decimals);
  }
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
