// Applies a price to the lines and bytes of a month. Pure.
import type { Estimated, MonthlyCost, PeriodRate } from './cost-report.ts';
import { DAYS_PER_MONTH } from './days-per-month.ts';
import { scaled, sumOf } from './estimated.ts';
import type { Price, PricePart } from './price.ts';

/**
 * Returns what a month costs. Stored bytes cost as long as they are kept: with `keep=90d`, three months of logs are stored at any time, so
 * each month costs three times as much.
 */
export function moneyOf({ name, currency, parts, keepDays }: Price, perMonth: PeriodRate): MonthlyCost {
  const amounts = parts.map((part) => amountOf(part, perMonth, keepDays));
  const known = amounts.filter((amount) => amount !== undefined);
  return { price: name, currency, amount: known.length < amounts.length ? null : sumOf(known) };
}

function amountOf({ of, amount, per }: PricePart, perMonth: PeriodRate, keepDays: number): Estimated | undefined {
  const counted = perMonth[of];
  if (counted === null) return undefined;
  return scaled(counted, (amount / per) * (of === 'stored' ? keepDays / DAYS_PER_MONTH : 1));
}
