// Prints rates, stored sizes and money of all lines and of each job, and the time that they come from. Computes no costs.
import { printHours } from '../../../base/index.ts';
import {
  amountsOf,
  type CostReport,
  costBefore,
  differenceOfCosts,
  type Estimated,
  type JobCost,
  type MoneyFormat,
  moneyFormats,
  printAmount,
  printAmountChange,
  printedDifference,
  printMoney,
  printMoneyRange,
} from '../../../cost/index.ts';
import type { ReplayResult } from '../../../task/index.ts';
import { BARS_FROM_WIDTH, DEFAULT_WIDTH, paint, printBytes, printCount, printShare, type Style } from '../style.ts';
import { type Column, printTable } from '../table.ts';
import { printCostNotes, whyNoRates } from './cost-notes.ts';

/** Names what jobs cost that push at the same time. */
export const TOGETHER = 'all jobs together';
/** Minimum width at which lines per day, and savings as money, are shown. Columns. */
const ALL_FIGURES_FROM_WIDTH = 60;

/** Prints the costs; nothing with `--counts` or for an interrupted run. */
export function printCost({ cost, hours, partial }: ReplayResult, style: Style): string[] {
  if (cost !== undefined)
    return [...printRates(cost, style), ...printMoneyRows(cost, style), ...printCostNotes(cost, style)];
  if (partial || hours === undefined) return [];
  return [`${paint(style, 'bold', 'Rates')}: none, because ${whyNoRates(hours)}`];
}

function printRates({ covered, all, jobs, stored }: CostReport, style: Style): string[] {
  const isWide = style.width >= DEFAULT_WIDTH;
  const hasLines = style.width >= ALL_FIGURES_FROM_WIDTH;
  const hasRange = stored !== null && !stored.exact && style.width >= BARS_FROM_WIDTH;
  const rows = [all, ...jobs].map(({ name, perDay, perMonth }) => [
    `  ${name}`,
    ...(hasLines ? [printCount(perDay.lines.value)] : []),
    ...(isWide ? [printSize(perDay.bytes)[0]] : []),
    printSize(perMonth.bytes)[0],
    ...(stored === null ? [] : printSize(perMonth.stored).slice(0, hasRange ? 2 : 1)),
  ]);
  const right = (title: string): Column => ({ title, align: 'right' });
  const title = paint(style, 'bold', `Rates from ${printHours(covered.hours)} of logs`);
  const columns = [
    { title: isWide ? title : '' },
    ...(hasLines ? [right('lines/day')] : []),
    ...(isWide ? [right('bytes/day')] : []),
    right('bytes/month'),
    ...(stored === null ? [] : [right('stored/month')]),
    ...(hasRange ? [{ title: '95 % interval' }] : []),
  ];
  return [...(isWide ? [] : [title]), ...printTable(columns, rows)];
}

/** A size, and its interval. */
function printSize(size: Estimated | null): [string, string] {
  if (size === null) return ['not measured', ''];
  const { value, low, high } = size;
  return [printBytes(value), low === high ? '' : `${printBytes(low)} to ${printBytes(high)}`];
}

function printMoneyRows({ all, jobs, together }: CostReport, style: Style): string[] {
  if (all.money.length === 0) return [];
  const isNamed = all.money.length > 1;
  const formats = moneyFormats({ all, jobs });
  const rangeOf = ({ amount, cases }: Money, index: number): string =>
    cases === undefined ? printMoneyRange(amount, formats[index]!) : '';
  const hasRange =
    style.width >= (isNamed ? DEFAULT_WIDTH : BARS_FROM_WIDTH) &&
    [all, ...jobs].some(({ money }) => money.some((one, index) => rangeOf(one, index) !== ''));
  const sums = together === undefined ? [] : [{ name: TOGETHER, money: together }];
  const rows = [all, ...jobs, ...sums].flatMap((payer) => {
    const isJob = 'perMonth' in payer && payer !== all;
    const before = isJob ? costBefore(payer, { all }) : [];
    return payer.money.map((money, index) => [
      `  ${payer.name}`,
      ...(isNamed ? [money.price] : []),
      printAmount(money, formats[index]!),
      ...(hasRange ? [rangeOf(money, index)] : []),
      isJob ? printSavings(money, before[index]!, { format: formats[index]!, style }) : '',
    ]);
  });
  const right = (title: string): Column => ({ title, align: 'right' });
  const columns = [
    { title: paint(style, 'bold', 'Cost') },
    ...(isNamed ? [{ title: 'price' }] : []),
    right('per month'),
    ...(hasRange ? [{ title: '95 % interval' }] : []),
    { title: jobs.length === 0 ? '' : 'saves' },
  ];
  return printTable(columns, rows);
}

type Money = JobCost['money'][number];

/** The amount and its share; on a narrow screen the share. */
function printSavings(mine: Money, all: Money, { format, style }: { format: MoneyFormat; style: Style }): string {
  const [amount, share] = [printSaving(mine, all, format), printSavedShare(mine, all)];
  if (share === '') return amount;
  if (style.width >= ALL_FIGURES_FROM_WIDTH) return `${amount} (${share})`;
  return amount.startsWith('none') ? `none: ${share} more` : share;
}

/**
 * Prints what a filter saves, as in the column of costs: `$0.6568`, `none: costs $0.1200 more`, `$0.00 to $2.50`.
 * @param before what it would cost without the filter
 */
export function printSaving(mine: Money, before: Money, format: MoneyFormat): string {
  if (mine.amount === null || before.amount === null) return 'not measured';
  const difference = differenceOfCosts(before, mine);
  if (hasSeveral(difference))
    return printAmountChange(difference, [mine.amount, before.amount], format).replaceAll('+', '');
  const saved = printedDifference(before.amount.value, mine.amount.value, format);
  const amount = printMoney(Math.abs(saved), format);
  return saved < 0 ? `none: costs ${amount} more` : amount;
}

/** Prints the same as a share of what all lines cost; empty if that depends on what is assumed. */
export function printSavedShare(mine: Money, before: Money): string {
  const { amount } = mine;
  if (amount === null || before.amount === null || hasSeveral(differenceOfCosts(before, mine))) return '';
  return printShare(Math.abs(before.amount.value - amount.value), before.amount.value);
}

/** Whether an amount depends on what is assumed. */
function hasSeveral(money: Money): boolean {
  const [first, ...others] = amountsOf(money);
  return others.some((amount) => amount?.value !== first?.value);
}
