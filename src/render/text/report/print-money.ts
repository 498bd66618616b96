// Prints amounts of money. The currency is text that the user wrote.
import type { Estimated } from '../../../cost/index.ts';

/** Amounts from this on are printed with two decimals. */
const CENTS_FROM = 1;
/** The name of a price without a name, see `MonthlyCost`. */
const UNNAMED_PRICE = 'price';
const CENTS = 2;
const SIGNIFICANT = 2;
const MAX_DECIMALS = 8;
/** Currencies written before the amount. */
const SIGN = /^[^A-Za-z]/;

/**
 * `$12.30`, `12.30 USD`, `0.0021`; small amounts have two significant digits.
 * @param amount at least 0
 * @param decimals at least so many, for a column
 */
export function printMoney(amount: number, currency: string | null, decimals = 0): string {
  const number = printNumber(amount, decimals);
  if (currency === null) return number;
  return SIGN.test(currency) ? `${currency}${number}` : `${number} ${currency}`;
}

/** `$11.00 to $13.00`, `11.00 to 13.00 USD`; empty if the amount is exact or unknown. */
export function printMoneyRange(amount: Estimated | null, currency: string | null): string {
  if (amount === null) return '';
  const [low, high] = [printMoney(amount.low, currency), printMoney(amount.high, currency)];
  if (low === high) return '';
  return currency === null || SIGN.test(currency) ? `${low} to ${high}` : `${printNumber(amount.low)} to ${high}`;
}

/** Returns the decimals that the smallest amount of a column needs. */
export function decimalsOf(amounts: readonly number[]): number {
  return Math.max(0, ...amounts.map(decimalsFor));
}

function decimalsFor(amount: number): number {
  if (amount === 0) return 0;
  if (amount >= CENTS_FROM) return CENTS;
  return Math.min(MAX_DECIMALS, SIGNIFICANT - 1 - Math.floor(Math.log10(amount)));
}

function printNumber(amount: number, least = 0): string {
  const [whole = '', decimals] = amount.toFixed(Math.max(least, decimalsFor(amount))).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The title of an amount: `cost`, or `cost, s3` for a price with a name. */
export function priceTitle(price: string): string {
  return price === UNNAMED_PRICE ? 'cost' : `cost, ${price}`;
}
