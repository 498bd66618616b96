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
import {
  BARS_FROM_WIDTH,
  columnsOf,
  DEFAULT_WIDTH,
  paint,
  printBytes,
  printCount,
  printShare,
  type Style,
  shorten,
} from '../style.ts';
import { type Column, printTable } from '../table.ts';
import { printCostNotes, whyNoRates } from './cost-notes.ts';

/** Names what jobs cost that push at the same time. */
export const TOGETHER = 'all jobs together';
/** Minimum width at which lines per day, and savings as money, are shown. Columns. */
const ALL_FIGURES_FROM_WIDTH = 60;
/** Maximum share of the width for the name of a job. */
const NAME_SHARE = 0.3;
/** Maximum width of the name of a price. Columns. */
const PRICE_COLUMNS = 20;

/** Prints the costs; nothing with `--counts` or for an interrupted run. */
export function printCost(report: ReplayResult, style: Style): string[] {
  const { cost } = report;
  return [
    ...printRates(report, style),
    ...(cost === undefined ? [] : [...printMoneyRows(cost, style), ...printCostNotes(cost, style)]),
  ];
}

/** Prints the rates of all lines and of each job, or why there are none. */
export function printRates({ cost, hours, partial }: ReplayResult, style: Style): string[] {
  if (cost !== undefined) {
    const hasRange = cost.stored !== null && !cost.stored.exact && style.width >= BARS_FROM_WIDTH;
    return firstThatFits(
      [hasRange, false].flatMap((range) =>
        [true, false].map((isInline) => rateTable(cost, { range, isInline, style })),
      ),
      style,
    );
  }
  if (partial || hours === undefined) return [];
  return [`${paint(style, 'bold', 'Rates')}: none, because ${whyNoRates(hours)}`];
}

/** Returns the first table that is not wider than the output; the last one if all are. */
function firstThatFits(tables: readonly string[][], { width }: Style): string[] {
  return tables.find((lines) => lines.every((line) => columnsOf(line) <= width)) ?? tables.at(-1)!;
}

/** The name of a job leaves space for its figures. */
function nameCell(name: string, { width }: Style): string {
  return `  ${shorten(name, Math.floor(width * NAME_SHARE))}`;
}

/** @param isInline whether the title is that of the first column, not a line of its own */
function rateTable(
  { covered, all, jobs, stored }: CostReport,
  { range: hasRange, isInline, style }: { range: boolean; isInline: boolean; style: Style },
): string[] {
  const isWide = style.width >= DEFAULT_WIDTH;
  const hasLines = style.width >= ALL_FIGURES_FROM_WIDTH;
  const rows = [all, ...jobs].map(({ name, perDay, perMonth }) => [
    nameCell(name, style),
    ...(hasLines ? [printCount(perDay.lines.value)] : []),
    ...(isWide ? [printSize(perDay.bytes)[0]] : []),
    printSize(perMonth.bytes)[0],
    ...(stored === null ? [] : printSize(perMonth.stored).slice(0, hasRange ? 2 : 1)),
  ]);
  const right = (title: string): Column => ({ title, align: 'right' });
  const title = paint(style, 'bold', `Rates from ${printHours(covered.hours)} of logs`);
  const columns = [
    { title: isInline ? title : '' },
    ...(hasLines ? [right('lines/day')] : []),
    ...(isWide ? [right('bytes/day')] : []),
    right('bytes/month'),
    ...(stored === null ? [] : [right('stored/month')]),
    ...(hasRange ? [{ title: '95 % interval' }] : []),
  ];
  return [...(isInline ? [] : [title]), ...printTable(columns, rows)];
}

/** A size, and its interval. */
function printSize(size: Estimated | null): [string, string] {
  if (size === null) return ['not measured', ''];
  const { value, low, high } = size;
  return [printBytes(value), low === high ? '' : `${printBytes(low)} to ${printBytes(high)}`];
}

/** Which rows a table of money has. */
export interface MoneyRows {
  /** Whether it leaves out all lines: what a filter saves contains them. @default false */
  isOfJobs?: boolean;
  /** Maximum prices. @default all */
  most?: number;
}

/** Prints the costs of all lines and of each job; nothing without a price. */
export function printMoneyRows(cost: CostReport, style: Style, rows: MoneyRows = {}): string[] {
  if (cost.all.money.length === 0) return [];
  return firstThatFits(
    [true, false].map((hasRange) => moneyTable(cost, style, { ...rows, hasRange })),
    style,
  );
}

function moneyTable(
  { all, jobs, together }: CostReport,
  style: Style,
  { isOfJobs = false, most, hasRange: mayHaveRange }: MoneyRows & { hasRange: boolean },
): string[] {
  const isNamed = all.money.length > 1;
  const formats = moneyFormats({ all, jobs });
  const rangeOf = ({ amount, cases }: Money, index: number): string =>
    cases === undefined ? printMoneyRange(amount, formats[index]!) : '';
  const hasRange =
    mayHaveRange &&
    style.width >= (isNamed ? DEFAULT_WIDTH : BARS_FROM_WIDTH) &&
    [all, ...jobs].some(({ money }) => money.some((one, index) => rangeOf(one, index) !== ''));
  const sums = together === undefined ? [] : [{ name: TOGETHER, money: together }];
  const rows = [...(isOfJobs ? [] : [all]), ...jobs, ...sums].flatMap((payer) => {
    const isJob = 'perMonth' in payer && payer !== all;
    const before = isJob ? costBefore(payer, { all }) : [];
    return payer.money
      .slice(0, most)
      .map((money, index) => [
        nameCell(payer.name, style),
        ...(isNamed ? [shorten(money.price, PRICE_COLUMNS)] : []),
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
