// What the new filter costs in a month, before, after and the difference. Computes no figures.
import type { Comparison } from '../../../analysis/compare/index.ts';
import { type CostReport, type Estimated, type JobCost, UNNAMED_PRICE } from '../../../analysis/cost/index.ts';
import { capitalized, printBytes, printCount, printPlural, signed } from '../../../base/index.ts';
import { code, estimatedColumn, NO_CELL, textColumn } from '../cells.ts';
import {
  type CostChange,
  changeCells,
  estimatedCell,
  isLosing,
  jobsOf,
  LOST_IS_NOT_SAVED,
  moneyCells,
  UNKNOWN,
} from '../cost-section.ts';
import { type Cell, paragraph, present, type Section, type Text } from '../page.ts';

/** Of a rate that a job does not have: without a transformer, no bytes reach one. */
const NOTHING: Estimated = { value: 0, low: 0, high: 0 };
/** Maximum rows shown. */
const ROWS_SHOWN = 30;

/** The section; none without rates. @param prefix before the title */
export function differenceSection(
  { cost, ...change }: Omit<CostChange, 'cost'> & Pick<Comparison, 'cost'>,
  report: CostReport | undefined,
  prefix: Text,
): Section[] {
  if (cost === null || report === undefined) return [];
  const { to, undecided } = change;
  const { perMonth, money } = cost;
  // A transformer loses what it delivers, and not what reaches it.
  const unknown = isLosing(change) && UNKNOWN;
  const [before, after] = jobsOf(report, to);
  const columns = [
    textColumn('Per month', 'figure'),
    estimatedColumn('Before', 'before'),
    estimatedColumn('After', 'after'),
    estimatedColumn('Difference', 'difference'),
  ];
  const row = (text: string, of: keyof JobCost['perMonth'], print: (value: number) => string): Cell[] => {
    const value = (job: JobCost | undefined): Estimated | null =>
      job !== undefined && job.perMonth[of] === undefined ? NOTHING : (job?.perMonth[of] ?? null);
    return [
      { text },
      estimatedCell(value(before), print),
      estimatedCell(value(after), print),
      (of !== 'transformed' && unknown) || estimatedCell(perMonth[of] ?? null, signed(print)),
    ];
  };
  const [old, now] = [before, after].map((job) => (job === undefined ? [] : moneyCells(job, report)));
  const changes = changeCells({ ...change, cost }, report);
  const rows: Cell[][] = present(
    row('Lines', 'lines', printCount),
    row('Bytes', 'bytes', printBytes),
    perMonth.stored !== null && row('Stored bytes', 'stored', printBytes),
    perMonth.transformed !== undefined && row('Transformed bytes', 'transformed', printBytes),
    ...money.map(({ price }, index): Cell[] => [
      price === UNNAMED_PRICE ? { text: 'Cost' } : { text: ['Cost, ', code(price)], value: `Cost, ${price}` },
      ...[old?.[index], now?.[index], changes[index]].map((cell) => cell ?? NO_CELL),
    ]),
  );
  return [
    {
      title: titled(prefix, 'In a month, before and after'),
      blocks: present(
        { kind: 'table', name: 'difference', group: { key: 'to', value: to }, columns, rows, shown: ROWS_SHOWN },
        undecided.lines !== 0 &&
          paragraph(
            `Undecided lines count as not kept in a month: ${printPlural(undecided.lines, 'line')} may change the difference.`,
          ),
        unknown !== false && paragraph(`${capitalized(LOST_IS_NOT_SAVED)}.`),
      ),
    },
  ];
}

/** Returns a title with the new filter before it, if there are several. @param prefix empty if there is one */
export function titled(prefix: Text, title: string): Text {
  return typeof prefix === 'string' ? prefix + title : [...prefix, title];
}
