// The section that sets the filters of a comparison side by side: what each keeps, pushes, changes and costs. Computes no figures.
import type { CompareReport } from '../../../analysis/compare/index.ts';
import { printBytes, printPlural } from '../../../base/index.ts';
import { bytesCell, codeCell, countCell, estimatedColumn, figureColumn, NO_CELL, textColumn } from '../cells.ts';
import { costTitle, estimatedCell, moneyCells } from '../cost-section.ts';
import { pushCells, pushColumns } from '../job-section.ts';
import { type Cell, paragraph, present, type Section } from '../page.ts';
import { transformerCells, transformerColumns } from '../transformer-section.ts';

/** Maximum rows shown. */
const SHOWN = 30;

/** A row for each filter, the old one first. With one new filter only for programs: its sections have the figures. */
export function candidatesSection({ jobs, comparisons, cost }: CompareReport): Section[] {
  const isHidden = comparisons.length < 2;
  const prices = cost?.all.money ?? [];
  // Sections have what the transformers deliver.
  const by = comparisons.some(({ delivered }) => delivered !== undefined) ? ' by filter' : '';
  const columns = present(
    textColumn('Filter', 'job'),
    figureColumn(`Kept${by}`, 'kept_lines'),
    { ...figureColumn('Kept bytes', 'kept_bytes'), isHidden: true },
    ...pushColumns(jobs),
    ...transformerColumns(jobs).map((column) => ({
      ...column,
      isHidden: column.isHidden || column.key !== 'delivered_records',
    })),
    figureColumn(`Newly dropped${by}`, 'newly_dropped_lines'),
    figureColumn(`Newly kept${by}`, 'newly_kept_lines'),
    {
      ...figureColumn('Undecided', 'undecided_lines'),
      isHidden: comparisons.every(({ undecided }) => undecided.lines === 0),
    },
    cost !== undefined && estimatedColumn('Bytes per month', 'bytes_per_month'),
    ...prices.map(({ price }) => estimatedColumn(costTitle(price), `cost_per_month_${price}`)),
  );
  const rows = jobs.map((one, index): Cell[] => {
    const { name, kept } = one;
    const comparison = comparisons[index - 1];
    const changed = (of: 'onlyBefore' | 'onlyAfter' | 'undecided'): Cell =>
      comparison === undefined ? NO_CELL : countCell(comparison[of].lines);
    const job = cost?.jobs[index];
    return present(
      codeCell(name),
      countCell(kept.lines),
      bytesCell(kept.bytes),
      ...pushCells(one),
      ...transformerCells(one),
      changed('onlyBefore'),
      changed('onlyAfter'),
      changed('undecided'),
      job !== undefined && estimatedCell(job.perMonth.bytes, printBytes),
      ...(cost === undefined || job === undefined ? [] : moneyCells(job, cost)),
    );
  });
  const undecided = Math.max(...jobs.map((job) => job.undecided.lines));
  return [
    {
      title: 'Filters',
      blocks: present(
        { kind: 'table', name: 'jobs', columns, rows, shown: SHOWN, isHidden, isStacked: true },
        undecided !== 0 &&
          !isHidden &&
          paragraph(`Undecided lines count as not kept: up to ${printPlural(undecided, 'line')}.`),
      ),
    },
  ];
}
