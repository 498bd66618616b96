// Rates and money of a report: the largest figures for the top, and a table of all. Computes no figures.
import type { CostDifference, CostReport, Estimated, JobCost, MonthlyCost, PeriodRate } from '../../cost/index.ts';
import { printBytes, printCount, printPlural } from '../text/style.ts';
import { codeCell, figureColumn, textColumn } from './cells.ts';
import type { Cell, Highlight, Section, Text } from './page.ts';

/** Maximum rows. */
const ROWS_SHOWN = 50;
const MISSING_SHOWN = 10;

/** `12.30`, `1,234.50`, `0.0042`. Money has the currency of the prices, which headgate does not know. */
export function printMoney(amount: number): string {
  const sign = amount < 0 ? '−' : '';
  const size = Math.abs(amount);
  if (size > 0 && size < 0.01) return `${sign}${size.toPrecision(2)}`;
  const cents = Math.round((size % 1) * 100);
  return `${sign}${printCount(Math.floor(size) + (cents === 100 ? 1 : 0))}.${String(cents % 100).padStart(2, '0')}`;
}

/** A difference with its sign. */
export function signed(print: (value: number) => string): (value: number) => string {
  return (value) => (value < 0 ? `−${print(-value)}` : value > 0 ? `+${print(value)}` : print(value));
}

/** The largest figures of one filter; empty if there are several, whose figures are in the table. */
export function costHighlights(cost: CostReport | undefined): Highlight[] {
  const [job] = cost?.jobs ?? [];
  if (cost === undefined || (job === undefined ? false : cost.jobs.length > 1)) return [];
  const { perMonth, money } = job ?? cost.all;
  return [...rateHighlight(perMonth, printBytes), ...moneyHighlights(money, printMoney)];
}

/** The largest figures of a difference. */
export function differenceHighlights({ perMonth, money }: CostDifference): Highlight[] {
  return [
    ...moneyHighlights(
      money,
      signed((amount) => printMoney(amount)),
    ),
    ...rateHighlight(perMonth, signed(printBytes)),
  ];
}

function rateHighlight({ bytes, stored }: PeriodRate, print: (value: number) => string): Highlight[] {
  const isStored = stored !== null;
  const shown = stored ?? bytes;
  const note = [
    intervalOf(shown, print),
    isStored ? `${print(bytes.value)} before compression` : 'before compression',
  ].filter((part) => part !== '');
  return [{ label: isStored ? 'stored per month' : 'per month', figure: print(shown.value), note: note.join(', ') }];
}

function moneyHighlights(money: readonly MonthlyCost[], print: (value: number) => string): Highlight[] {
  return money.slice(0, 2).map(({ price, amount }) => ({
    label: price === 'price' ? 'cost per month' : `cost per month, ${price}`,
    figure: print(amount.value),
    note: intervalOf(amount, print),
  }));
}

function intervalOf({ low, high }: Estimated, print: (value: number) => string): string {
  return low === high ? '' : `${print(low)} to ${print(high)} (95 %)`;
}

/** The section of rates and money; empty without a cost. */
export function costSections(cost: CostReport | undefined): Section[] {
  if (cost === undefined) return [];
  const { covered, stored, sampleRate } = cost;
  const prices = cost.all.money.map(({ price }) => price);
  const missing: Text[] = covered.missing
    .slice(0, MISSING_SHOWN)
    .map(({ since, until }) => `No lines from ${since} to ${until}: logs may be missing there.`);
  const more = covered.missing.length - missing.length;
  const facts: Text[] = [
    `Lines cover ${printPlural(covered.hours, 'hour')} between ${covered.since} and ${covered.until}. A month has 30 days.`,
    ...missing,
    ...(more > 0 ? [`and ${printPlural(more, 'more gap')}`] : []),
    ...(sampleRate === 1 ? [] : [`The source was written with sample_rate ${sampleRate}: rates are divided by it.`]),
    ...(stored === null || stored.exact
      ? []
      : [`The stored size is estimated from ${printPlural(stored.runs, 'compressed run')} of lines.`]),
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
        { kind: 'table', name: 'cost', columns, rows, shown: ROWS_SHOWN },
        { kind: 'list', items: facts },
      ],
    },
  ];
}

function costCells({ perDay, perMonth, money }: JobCost): Cell[] {
  const figures = [perDay, perMonth].flatMap(({ lines, bytes, stored }) => [
    estimatedCell(lines, printCount),
    estimatedCell(bytes, printBytes),
    stored === null ? { text: '–', value: '' } : estimatedCell(stored, printBytes),
  ]);
  return [...figures, ...money.map(({ amount }) => estimatedCell(amount, printMoney))];
}

/** A cell with an estimate, and its interval if it was not measured exactly. */
export function estimatedCell(estimated: Estimated, print: (value: number) => string): Cell {
  const { value, low, high } = estimated;
  return { text: print(value), value, ...(low === high ? {} : { note: `${print(low)} to ${print(high)}` }) };
}
