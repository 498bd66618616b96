// Prints amounts of money in one form, in reports and guards: docs/cost.md#amounts. The currency is text that the user wrote.
import { printInterval, printRange } from '../../base/index.ts';
import type { CostReport, Estimated, MonthlyCost } from './cost-report.ts';
import { UNNAMED_PRICE } from './price.ts';

/** How the amounts of one price are printed. */
export interface MoneyFormat {
  /** As in {@link MonthlyCost}. */
  currency: string | null;
  /** The same for every amount, so that columns can be compared and subtracted. */
  decimals: number;
}

const NOT_MEASURED = 'not measured';
const CENTS = 2;
/** Significant digits of the largest amount, if it is below 1. */
const SIGNIFICANT = 4;
/** Maximum decimals of an amount: a double below 1000 has no more that are exact after a few operations. */
export const MAX_DECIMALS = 12;
/** `toFixed` prints numbers from this on with an exponent. */
const EXPONENT_FROM = 1e21;
/** Currencies written before the amount. */
const SIGN = /^[^A-Za-z]/;

/** Returns the form of a price's amounts. @param costs by the same price, that of all lines first: the first known one decides */
export function moneyFormat(costs: readonly MonthlyCost[]): MoneyFormat {
  const largest = costs.find(({ amount }) => (amount?.value ?? 0) > 0)?.amount?.value ?? 1;
  const decimals = largest >= 1 ? CENTS : SIGNIFICANT - 1 - Math.floor(Math.log10(largest));
  return { currency: costs[0]?.currency ?? null, decimals: Math.min(MAX_DECIMALS, decimals) };
}

/** Returns the form of each price of a report. */
export function moneyFormats({ all, jobs }: Pick<CostReport, 'all' | 'jobs'>): MoneyFormat[] {
  return all.money.map((_, index) => moneyFormat([all, ...jobs].map(({ money }) => money[index]!)));
}

/** Prints an amount: `$12.30`, `12.30 USD`, `0.0021`, `<$0.01` for less than the smallest that has so many decimals. @param amount at least 0 */
export function printMoney(amount: number, format: MoneyFormat): string {
  const least = 10 ** -format.decimals;
  const isTooSmall = amount > 0 && Number(amount.toFixed(format.decimals)) === 0;
  return isTooSmall ? `<${withCurrency(least, format)}` : withCurrency(amount, format);
}

/** Prints a change with its sign: `+$1.20`, `−1.20 USD`, `$0`. */
export function printMoneyChange(change: number, format: MoneyFormat): string {
  const rounded = Number(change.toFixed(format.decimals));
  const sign = rounded < 0 ? '−' : rounded > 0 ? '+' : '';
  return `${sign}${withCurrency(Math.abs(rounded), format)}`;
}

/** Prints an interval: `$11.00 to $13.00`, `11.00 to 13.00 USD`; empty if the amount is unknown, or if both ends print alike. */
export function printMoneyRange(amount: Estimated | null, format: MoneyFormat, print = printMoney): string {
  if (amount === null || printInterval(amount, (end) => print(end, format)) === '') return '';
  const { currency } = format;
  const isBefore = currency === null || SIGN.test(currency);
  const low = print(amount.low, isBefore ? format : { ...format, currency: null });
  return printRange(low, print(amount.high, format));
}

/** Prints what a month costs: the amount, or the range of its cases: `$0 to $2.50`. */
export function printAmount({ amount, cases }: MonthlyCost, format: MoneyFormat): string {
  if (amount === null) return NOT_MEASURED;
  const range = cases === undefined ? '' : printMoneyRange(amount, format);
  return range === '' ? printMoney(amount.value, format) : range;
}

/** Prints what a month costs more than another: the difference of the printed amounts, or the range of its cases. */
export function printAmountChange(
  { amount, cases }: MonthlyCost,
  [before, after]: readonly [Estimated | null, Estimated | null],
  format: MoneyFormat,
): string {
  if (amount === null || before === null || after === null) return NOT_MEASURED;
  const range = cases === undefined ? '' : printMoneyRange(amount, format, printMoneyChange);
  return range === '' ? printMoneyChange(printedDifference(after.value, before.value, format), format) : range;
}

/** Subtracts amounts as they are printed, so that the printed difference is that of the printed amounts. */
export function printedDifference(amount: number, other: number, { decimals }: Pick<MoneyFormat, 'decimals'>): number {
  return Number((Number(amount.toFixed(decimals)) - Number(other.toFixed(decimals))).toFixed(decimals));
}

/** The title of an amount: `cost`, or `cost, s3` for a price with a name. */
export function priceTitle(price: string): string {
  return price === UNNAMED_PRICE ? 'cost' : `cost, ${price}`;
}

/** Nothing has no decimals: `$0`. */
function withCurrency(amount: number, { currency, decimals: all }: MoneyFormat): string {
  const decimals = amount === 0 ? 0 : all;
  const [whole = '', rest] = (
    amount < EXPONENT_FROM ? amount.toFixed(decimals) : `${BigInt(amount)}.${'0'.repeat(decimals)}`
  ).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const number = rest === undefined ? grouped : `${grouped}.${rest}`;
  if (currency === null) return number;
  return SIGN.test(currency) ? `${currency}${number}` : `${number} ${currency}`;
}
