// Prints several new filters side by side: what each keeps and costs, and what it changes. Computes no figures.
import type { CompareReport } from '../../../analysis/compare/index.ts';
import { type JobCost, moneyFormats, priceTitle, printAmount } from '../../../analysis/cost/index.ts';
import { printBytes, printCount, printPlural } from '../../../base/index.ts';
import { printSentence } from '../sentence.ts';
import { BARS_FROM_WIDTH, paint, type Style } from '../style.ts';
import { type Column, printTable } from '../table.ts';
import { printCostRemarks } from './cost-difference-text.ts';

/** Prints a row for each filter, the old one first; nothing with one new filter. */
export function printCandidates(report: CompareReport, style: Style): string[] {
  const { jobs, comparisons, cost } = report;
  if (comparisons.length < 2) return [];
  const formats = cost === undefined ? [] : moneyFormats(cost);
  const isWide = style.width >= BARS_FROM_WIDTH;
  const hasUndecided = isWide && comparisons.some(({ undecided }) => undecided.lines > 0);
  const rows = jobs.map(({ name, kept }, index) => {
    const comparison = comparisons[index - 1];
    const count = (of: 'onlyBefore' | 'onlyAfter' | 'undecided'): string =>
      comparison === undefined ? '' : printCount(comparison[of].lines);
    return [
      `  ${name}`,
      printCount(kept.lines),
      count('onlyBefore'),
      count('onlyAfter'),
      ...(hasUndecided ? [count('undecided')] : []),
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
  const undecided = Math.max(...jobs.map((job) => job.undecided.lines));
  const [head, ...body] = printTable(columns, rows);
  return [
    `${paint(style, 'bold', `${comparisons.length} new filters`)}`,
    paint(style, 'dim', head!),
    ...body,
    ...(undecided === 0
      ? []
      : printSentence(`undecided lines count as not kept: up to ${printPlural(undecided, 'line')}`, style)),
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
    const amounts = money.map((one, index) => printAmount(one, formats[index]!));
    return [...(isWide ? [size] : []), ...amounts];
  }

  function priceColumn({ price }: JobCost['money'][number]): Column {
    return right(priceTitle(price));
  }
}
