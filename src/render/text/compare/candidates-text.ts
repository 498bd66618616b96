// Prints several new filters side by side: what each keeps and costs, and what it changes. Computes no figures.
import type { CompareReport } from '../../../compare/index.ts';
import type { JobCost } from '../../../cost/index.ts';
import { priceTitle, printMoney } from '../report/print-money.ts';
import { BARS_FROM_WIDTH, paint, printBytes, printCount, type Style } from '../style.ts';
import { type Column, printTable } from '../table.ts';
import { printCostRemarks } from './cost-difference-text.ts';

/** Prints a row for each filter, the old one first; nothing with one new filter. */
export function printCandidates(report: CompareReport, style: Style): string[] {
  const { jobs, comparisons, cost } = report;
  if (comparisons.length < 2) return [];
  const isWide = style.width >= BARS_FROM_WIDTH;
  const hasUndecided = isWide && comparisons.some(({ unclear }) => unclear.lines > 0);
  const rows = jobs.map(({ name, kept }, index) => {
    const comparison = comparisons[index - 1];
    const count = (of: 'onlyBefore' | 'onlyAfter' | 'unclear'): string =>
      comparison === undefined ? '' : printCount(comparison[of].lines);
    return [
      `  ${name}`,
      printCount(kept.lines),
      count('onlyBefore'),
      count('onlyAfter'),
      ...(hasUndecided ? [count('unclear')] : []),
      ...(cost === undefined ? [] : costCells(cost.jobs[index]!)),
    ];
  });
  const right = (title: string): Column => ({ title, align: 'right' });
  const columns = [
    { title: '' },
    right('kept'),
    right('newly dropped'),
    right('newly kept'),
    ...(hasUndecided ? [right('undecided')] : []),
    ...(cost === undefined ? [] : [...(isWide ? [right('in a month')] : []), ...cost.all.money.map(priceColumn)]),
  ];
  const [head, ...body] = printTable(columns, rows);
  return [
    `${paint(style, 'bold', `${comparisons.length} new filters`)}`,
    paint(style, 'dim', head!),
    ...body,
    ...printCostRemarks(report, style),
  ];

  function costCells({ perMonth, money }: JobCost): string[] {
    const { bytes, stored } = perMonth;
    const size =
      cost?.stored === null || stored === null
        ? bytes === null
          ? 'not measured'
          : printBytes(bytes.value)
        : `${printBytes(stored.value)} stored`;
    const amounts = money.map(({ amount, currency }) =>
      amount === null ? 'not measured' : printMoney(amount.value, currency),
    );
    return [...(isWide ? [size] : []), ...amounts];
  }

  function priceColumn({ price }: JobCost['money'][number]): Column {
    return right(priceTitle(price));
  }
}
