// Rates and money of a report: the largest figures for the top, and a table of all. Computes no figures.
import { printHours } from '../../base/index.ts';
import {
  type CostDifference,
  type CostReport,
  DAYS_PER_MONTH,
  type Estimated,
  type JobCost,
  type MonthlyCost,
  type PeriodRate,
} from '../../cost/index.ts';
import { costNotes } from '../text/report/cost-notes.ts';
import { printMoney } from '../text/report/print-money.ts';
import { capitalized, printBytes, printCount, signed } from '../text/style.ts';
import { codeCell, figureColumn, textColumn } from './cells.ts';
import type { Cell, Highlight, Section, Text } from './page.ts';

/** Maximum rows. */
const ROWS_SHOWN = 50;
/** Maximum filters that are columns, with their figures as rows: more would be wider than paper. */
const TRANSPOSED_ROWS = 4;

/** The largest figures of one filter; empty if there are several, whose figures are in the table. */
export function costHighlights(cost: CostReport | undefined): Highlight[] {
  const [job] = cost?.jobs ?? [];
  if (cost === undefined || (job === undefined ? false : cost.jobs.length > 1)) return [];
  const { perMonth, money } = job ?? cost.all;
  return [...moneyHighlights(money, (print) => print), ...rateHighlight(perMonth, printBytes)];
}

/** The largest figures of a difference. */
export function differenceHighlights({ perMonth, money }: CostDifference): Highlight[] {
  return [...moneyHighlights(money, signed), ...rateHighlight(perMonth, signed(printBytes))];
}

function rateHighlight({ bytes, stored }: PeriodRate, print: (value: number) => string): Highlight[] {
  const isStored = stored !== null;
  const shown = stored ?? bytes;
  if (shown === null) return [];
  const note = [
    intervalOf(shown, print),
    isStored ? (bytes === null ? '' : `${print(bytes.value)} before compression`) : 'before compression',
  ].filter((part) => part !== '');
  return [{ label: isStored ? 'stored per month' : 'per month', figure: print(shown.value), note: note.join(', ') }];
}

/** @param sign how a difference is printed */
function moneyHighlights(
  money: readonly MonthlyCost[],
  sign: (print: (value: number) => string) => (value: number) => string,
): Highlight[] {
  return money.slice(0, 2).map(({ price, currency, amount }) => {
    const print = sign((value) => printMoney(value, currency));
    return {
      label: price === 'price' ? 'cost per month' : `cost per month, ${price}`,
      figure: amount === null ? '–' : print(amount.value),
      note: amount === null ? 'the size was not measured' : intervalOf(amount, print),
    };
  });
}

function intervalOf({ low, high }: Estimated, print: (value: number) => string): string {
  return low === high ? '' : `${print(low)} to ${print(high)} (95 %)`;
}

/** The section of rates and money; empty without a cost. */
export function costSections(cost: CostReport | undefined): Section[] {
  if (cost === undefined) return [];
  const { covered } = cost;
  const prices = cost.all.money.map(({ price }) => price);
  const facts: Text[] = [
    `Lines cover ${printHours(covered.hours)} between ${covered.since} and ${covered.until}. A month has ${DAYS_PER_MONTH} days.`,
    ...costNotes(cost).map((note) => `${capitalized(note)}.`),
  ];
  const columns = [
    textColumn('Filter', 'job'),
    figureColumn('Lines per day', 'lines_per_day'),
    figureColumn('Bytes per day', 'bytes_per_day'),
    figureColumn('Stored per day', 'stored_per_day'),
    figureColumn('Lines per month', 'lines_per_month'),
    figureColumn('Bytes per month', 'bytes_per_month'),
    figureColumn('Stored per month', 'stored_per_month'),
    ...prices.map((price) =>
      figureColumn(`Cost per month${price === 'price' ? '' : `, ${price}`}`, `cost_per_month_${price}`),
    ),
  ];
  const rows = [...cost.jobs, cost.all].map((job) => [codeCell(job.name), ...costCells(job)]);
  return [
    {
      title: 'Rates and cost',
      blocks: [
        { kind: 'table', name: 'cost', columns, rows, shown: ROWS_SHOWN, isTransposed: rows.length <= TRANSPOSED_ROWS },
        { kind: 'list', items: facts },
      ],
    },
  ];
}

function costCells({ perDay, perMonth, money }: JobCost): Cell[] {
  const figures = [perDay, perMonth].flatMap(({ lines, bytes, stored }) => [
    estimatedCell(lines, printCount),
    estimatedCell(bytes, printBytes),
    estimatedCell(stored, printBytes),
  ]);
  return [
    ...figures,
    ...money.map(({ amount, currency }) => estimatedCell(amount, (value) => printMoney(value, currency))),
  ];
}

/** A cell with an estimate, and its interval if it was not measured exactly; null: it was not measured. */
export function estimatedCell(estimated: Estimated | null, print: (value: number) => string): Cell {
  if (estimated === null) return { text: 'not measured', value: '' };
  const { value, low, high } = estimated;
  return { text: print(value), value, ...(low === high ? {} : { note: `${print(low)} to ${print(high)}` }) };
}
