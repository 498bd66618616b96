// Prints rates, stored sizes and money of all lines and of each job, and the time that they come from. Computes no costs.
import {
  amountsOf,
  type CostReport,
  costBefore,
  differenceOfCosts,
  type JobCost,
  type MoneyFormat,
  moneyFormats,
  printAmount,
  printAmountChange,
  printedDifference,
  printMoney,
  printMoneyRange,
} from '../../../analysis/cost/index.ts';
import { columnsOf, printBytes, printCount, printHours, printInterval } from '../../../base/index.ts';
import type { ReplayResult } from '../../../verbs/index.ts';
import { BARS_FROM_WIDTH, DEFAULT_WIDTH, paint, printShare, type Style, shorten } from '../style.ts';
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
    const mostRanges = style.width >= BARS_FROM_WIDTH ? RATES.length : 0;
    const forms = Array.from({ length: mostRanges + 1 }, (_, index) => mostRanges - index).flatMap((ranges) =>
      (ranges === 0 ? [true] : [true, false]).flatMap((hasDay) =>
        [true, false].map((isInline) => rateTable(cost, { ranges, hasDay, isInline, style })),
      ),
    );
    return firstThatFits(forms, style);
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

/** The rates of a table. The bytes of a day are a part of those of a month. */
const RATES = [
  { title: 'lines/day', print: printCount, of: ({ perDay }: JobCost) => perDay.lines },
  { title: 'bytes/day', print: printBytes, of: ({ perDay }: JobCost) => perDay.bytes },
  { title: 'bytes/month', print: printBytes, of: ({ perMonth }: JobCost) => perMonth.bytes },
  { title: 'stored/month', print: printBytes, of: ({ perMonth }: JobCost) => perMonth.stored },
] as const;

interface RateForm {
  /** Maximum rates with their intervals, the last ones first. */
  ranges: number;
  hasDay: boolean;
  /** Whether the title is that of the first column, not a line of its own. */
  isInline: boolean;
  style: Style;
}

function rateTable(
  { covered, all, jobs, stored }: CostReport,
  { ranges, hasDay, isInline, style }: RateForm,
): string[] {
  const hidden = [
    ...(style.width >= ALL_FIGURES_FROM_WIDTH ? [] : ['lines/day']),
    ...(hasDay && style.width >= DEFAULT_WIDTH ? [] : ['bytes/day']),
    ...(stored === null ? ['stored/month'] : []),
  ];
  const payers = [all, ...jobs];
  const title = paint(style, 'bold', `Rates from ${printHours(covered.hours)} of logs`);
  const columns = RATES.filter((rate) => !hidden.includes(rate.title)).flatMap((rate, index, shown) => {
    const found = payers.map(rate.of);
    const cells = found.map((size) => (size === null ? 'not measured' : rate.print(size.value)));
    const intervals = found.map((size) => (size === null ? '' : printInterval(size, rate.print)));
    const hasRange = index >= shown.length - ranges && intervals.some((interval) => interval !== '');
    return [
      { column: { title: rate.title, align: 'right' } as const, cells },
      ...(hasRange ? [{ column: { title: '95 % interval' }, cells: intervals }] : []),
    ];
  });
  const rows = payers.map(({ name }, index) => [nameCell(name, style), ...columns.map(({ cells }) => cells[index]!)]);
  const table = printTable([{ title: isInline ? title : '' }, ...columns.map(({ column }) => column)], rows);
  return [...(isInline ? [] : [title]), ...table];
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
