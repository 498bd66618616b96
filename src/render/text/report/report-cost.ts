// Prints rates, stored sizes and money of all lines and of each job, and the time that they come from. Computes no costs.
import { printHours } from '../../../base/index.ts';
import {
  type CostReport,
  type Estimated,
  type JobCost,
  type MoneyFormat,
  moneyFormats,
  printedDifference,
  printMoney,
  printMoneyRange,
} from '../../../cost/index.ts';
import type { ReplayResult } from '../../../task/index.ts';
import { BARS_FROM_WIDTH, DEFAULT_WIDTH, paint, printBytes, printCount, printShare, type Style } from '../style.ts';
import { type Column, printTable } from '../table.ts';
import { printCostNotes, whyNoRates } from './cost-notes.ts';

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

function printMoneyRows({ all, jobs }: CostReport, style: Style): string[] {
  if (all.money.length === 0) return [];
  const isNamed = all.money.length > 1;
  const formats = moneyFormats({ all, jobs });
  const hasRange =
    style.width >= (isNamed ? DEFAULT_WIDTH : BARS_FROM_WIDTH) &&
    [all, ...jobs].some(({ money }) =>
      money.some(({ amount }, index) => printMoneyRange(amount, formats[index]!) !== ''),
    );
  const rows = [all, ...jobs].flatMap((job) =>
    job.money.map((money, index) => [
      `  ${job.name}`,
      ...(isNamed ? [money.price] : []),
      money.amount === null ? 'not measured' : printMoney(money.amount.value, formats[index]!),
      ...(hasRange ? [printMoneyRange(money.amount, formats[index]!)] : []),
      job === all ? '' : printSavings(job.money[index]!, all.money[index]!, { format: formats[index]!, style }),
    ]),
  );
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

/** Prints what a filter saves compared to all lines, as in the column of costs: `$0.6568`, `none: costs $0.1200 more`. */
export function printSaving({ amount: mine }: Money, { amount: other }: Money, format: MoneyFormat): string {
  if (mine === null || other === null) return 'not measured';
  const saved = printedDifference(other.value, mine.value, format);
  const amount = printMoney(Math.abs(saved), format);
  return saved < 0 ? `none: costs ${amount} more` : amount;
}

/** Prints the same as a share of what all lines cost. */
export function printSavedShare({ amount: mine }: Money, { amount: other }: Money): string {
  return mine === null || other === null ? '' : printShare(Math.abs(other.value - mine.value), other.value);
}
