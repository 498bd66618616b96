// The section that sets several new filters side by side: what each keeps, changes and costs. Computes no figures.
import type { CompareReport } from '../../../compare/index.ts';
import { printBytes, printPlural } from '../../text/style.ts';
import { codeCell, countCell, estimatedColumn, figureColumn, textColumn } from '../cells.ts';
import { costTitle, estimatedCell, moneyCells } from '../cost-section.ts';
import type { Cell, Section } from '../page.ts';

/** Maximum rows shown. */
const SHOWN = 30;

/** A row for each filter, the old one first; no section with one new filter. */
export function candidatesSection({ jobs, comparisons, cost }: CompareReport): Section[] {
  if (comparisons.length < 2) return [];
  const prices = cost?.all.money ?? [];
  const columns = [
    textColumn('Filter', 'filter'),
    figureColumn('Kept', 'kept_lines'),
    figureColumn('Newly dropped', 'newly_dropped_lines'),
    figureColumn('Newly kept', 'newly_kept_lines'),
    {
      ...figureColumn('Undecided', 'undecided_lines'),
      isHidden: comparisons.every(({ undecided }) => undecided.lines === 0),
    },
    ...(cost === undefined ? [] : [estimatedColumn('Bytes per month', 'bytes_per_month')]),
    ...prices.map(({ price }) => estimatedColumn(costTitle(price), `cost_per_month_${price}`)),
  ];
  const rows = jobs.map(({ name, kept }, index): Cell[] => {
    const comparison = comparisons[index - 1];
    const changed = (of: 'onlyBefore' | 'onlyAfter' | 'undecided'): Cell =>
      comparison === undefined ? { text: '', value: '' } : countCell(comparison[of].lines);
    const job = cost?.jobs[index];
    return [
      codeCell(name),
      countCell(kept.lines),
      changed('onlyBefore'),
      changed('onlyAfter'),
      changed('undecided'),
      ...(job === undefined ? [] : [estimatedCell(job.perMonth.bytes, printBytes)]),
      ...(cost === undefined || job === undefined ? [] : moneyCells(job, cost)),
    ];
  });
  const undecided = Math.max(...jobs.map((job) => job.undecided.lines));
  return [
    {
      title: 'Filters',
      blocks: [
        { kind: 'table', name: 'filters', columns, rows, shown: SHOWN, isStacked: true },
        ...(undecided === 0
          ? []
          : [
              {
                kind: 'text',
                text: `Undecided lines count as not kept: up to ${printPlural(undecided, 'line')}.`,
              } as const,
            ]),
      ],
    },
  ];
}
