// Rates and money of a report: the largest figures for the top, and a table of all. Computes no figures.
import {
  type CostDifference,
  type CostReport,
  costBefore,
  DAYS_PER_MONTH,
  type Estimated,
  type JobCost,
  type MoneyFormat,
  type MonthlyCost,
  moneyFormats,
  type PeriodRate,
  priceTitle,
  printAmount,
  printAmountChange,
  printMoneyChange,
  printMoneyRange,
} from '../../analysis/cost/index.ts';
import { printBytes, printCount, printHours, printInterval } from '../../base/index.ts';
import { costNotes } from '../text/report/cost-notes.ts';
import { printSavedShare, printSaving, TOGETHER } from '../text/report/report-cost.ts';
import { capitalized, signed } from '../text/style.ts';
import { codeCell, estimatedColumn, NO_CELL, textColumn } from './cells.ts';
import type { Cell, Highlight, Section, Text } from './page.ts';

/** The column of the first price, in the table of rates. */
const FIRST_MONEY = 7;
const NOT_MEASURED: Cell = { text: 'not measured', value: '' };
/** Maximum prices with a figure at the top. */
const MONEY_SHOWN = 2;
/** Maximum rows. */
const ROWS_SHOWN = 50;
/** Maximum filters that are columns, with their figures as rows: more would be wider than paper. */
const TRANSPOSED_ROWS = 4;

/** What a filter costs less than all lines, in words. */
function savingNote(mine: MonthlyCost, before: MonthlyCost, format: MoneyFormat): string {
  const [saving, share] = [printSaving(mine, before, format), printSavedShare(mine, before)];
  return saving.startsWith('none') || share === '' ? `saves ${saving}` : `saves ${saving} (${share})`;
}

/** The largest figures of one filter; empty if there are several, whose figures are in the table. @param undecided number of lines */
export function costHighlights(cost: CostReport | undefined, undecided: number): Highlight[] {
  const [job] = cost?.jobs ?? [];
  if (cost === undefined || (job === undefined ? false : cost.jobs.length > 1)) return [];
  const { perMonth, money } = job ?? cost.all;
  const formats = moneyFormats(cost);
  const before = job === undefined ? [] : costBefore(job, cost);
  const ofMoney = money.slice(0, MONEY_SHOWN).map((one, index) => ({
    label: costTitle(one.price).toLowerCase(),
    figure: one.amount === null ? '–' : printAmount(one, formats[index]!),
    note:
      one.amount === null
        ? 'the size was not measured'
        : [
            interval(rangeOf(one, formats[index]!)),
            job === undefined ? '' : savingNote(one, before[index]!, formats[index]!),
            undecided === 0 ? '' : 'without undecided lines',
          ]
            .filter((part) => part !== '')
            .join('; '),
  }));
  return [...ofMoney, ...rateHighlight(perMonth, printBytes)];
}

/** The largest figures of a difference, each with the costs before and after. @param cost of all filters @param undecided number of lines */
export function differenceHighlights(
  { perMonth, money }: CostDifference,
  { cost, to, undecided }: { cost: CostReport; to: string; undecided: number },
): Highlight[] {
  const formats = moneyFormats(cost);
  const [before, after] = jobsOf(cost, to);
  const ofMoney = money.slice(0, MONEY_SHOWN).map((change, index) => {
    const format = formats[index]!;
    const [old, now] = [before?.money[index], after?.money[index]];
    const isKnown = old?.amount != null && now?.amount != null;
    const parts = [
      isKnown ? printBeforeAndAfter(old, now, format) : 'the size was not measured',
      interval(rangeOf(change, format, printMoneyChange)),
      undecided === 0 ? '' : 'without undecided lines',
    ];
    return {
      label: costTitle(change.price).toLowerCase(),
      figure: isKnown ? printAmountChange(change, [old.amount, now.amount], format) : '–',
      note: parts.filter((part) => part !== '').join('; '),
    };
  });
  return [...ofMoney, ...rateHighlight(perMonth, signed(printBytes))];
}

function printBeforeAndAfter(before: MonthlyCost, after: MonthlyCost, format: MoneyFormat): string {
  const [old, now] = [printAmount(before, format), printAmount(after, format)];
  return before.cases === undefined ? `${old} → ${now}` : `before ${old}, after ${now}`;
}

/** The costs of the old filter and of a new one. */
export function jobsOf({ jobs }: CostReport, to: string): [JobCost | undefined, JobCost | undefined] {
  return [jobs[0], jobs.find(({ name }, index) => index > 0 && name === to)];
}

/** `Cost per month`, `Cost per month, s3`. */
export function costTitle(price: string): string {
  return capitalized(priceTitle(price).replace('cost', 'cost per month'));
}

/** Prints the interval beside an amount; empty if the amount is exact, or printed as a range itself. */
function rangeOf({ amount, cases }: MonthlyCost, format: MoneyFormat, print?: typeof printMoneyChange): string {
  return cases === undefined ? printMoneyRange(amount, format, print) : '';
}

function rateHighlight({ bytes, stored }: PeriodRate, print: (value: number) => string): Highlight[] {
  const isStored = stored !== null;
  const shown = stored ?? bytes;
  if (shown === null) return [];
  const note = [
    interval(printInterval(shown, print)),
    isStored ? (bytes === null ? '' : `${print(bytes.value)} before compression`) : 'before compression',
  ].filter((part) => part !== '');
  return [
    { label: isStored ? 'stored per month' : 'bytes per month', figure: print(shown.value), note: note.join(', ') },
  ];
}

function interval(range: string): string {
  return range === '' ? '' : `${range} (95 %)`;
}

/** The section of rates and money; empty without a cost. */
export function costSections(cost: CostReport | undefined): Section[] {
  if (cost === undefined) return [];
  const { covered } = cost;
  const prices = cost.all.money.map(({ price }) => price);
  const hasSavings = cost.jobs.some(({ saves }) => saves !== undefined);
  const facts: Text[] = [
    `Lines cover ${printHours(covered.hours)} between ${covered.since} and ${covered.until}. A month has ${DAYS_PER_MONTH} days.`,
    ...costNotes(cost).map((note) => `${capitalized(note)}.`),
  ];
  const columns = [
    textColumn('Filter', 'job'),
    estimatedColumn('Lines per day', 'lines_per_day'),
    estimatedColumn('Bytes per day', 'bytes_per_day'),
    estimatedColumn('Stored per day', 'stored_per_day'),
    estimatedColumn('Lines per month', 'lines_per_month'),
    estimatedColumn('Bytes per month', 'bytes_per_month'),
    estimatedColumn('Stored per month', 'stored_per_month'),
    ...prices.map((price) => estimatedColumn(costTitle(price), `cost_per_month_${price}`)),
    ...(hasSavings ? prices.map((price) => estimatedColumn(savesTitle(price), `saves_per_month_${price}`)) : []),
  ];
  const rows = [...cost.jobs, cost.all].map((job) => [
    codeCell(job.name),
    ...rateCells(job),
    ...moneyCells(job, cost),
    ...(hasSavings ? savingCells(job, cost) : []),
  ]);
  if (cost.together !== undefined) {
    const money = moneyCells({ money: cost.together }, cost);
    rows.push(columns.map((_, index) => (index === 0 ? { text: TOGETHER } : (money[index - FIRST_MONEY] ?? NO_CELL))));
  }
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

function rateCells({ perDay, perMonth }: JobCost): Cell[] {
  return [perDay, perMonth].flatMap(({ lines, bytes, stored }) => [
    estimatedCell(lines, printCount),
    estimatedCell(bytes, printBytes),
    estimatedCell(stored, printBytes),
  ]);
}

/** A cell for what each price costs in a month. */
export function moneyCells({ money }: Pick<JobCost, 'money'>, cost: Pick<CostReport, 'all' | 'jobs'>): Cell[] {
  const formats = moneyFormats(cost);
  return money.map((one, index): Cell => {
    if (one.amount === null) return NOT_MEASURED;
    const range = rangeOf(one, formats[index]!);
    return {
      text: printAmount(one, formats[index]!),
      ...figuresOf(one.amount),
      ...(range === '' ? {} : { note: range }),
    };
  });
}

/** A cell for what each price saves compared to all lines; empty for all lines. */
export function savingCells(job: JobCost, cost: CostReport): Cell[] {
  const formats = moneyFormats(cost);
  return costBefore(job, cost).map((before, index): Cell => {
    const saved = job.saves?.[index]?.amount;
    if (saved === undefined) return NO_CELL;
    if (saved === null) return NOT_MEASURED;
    const mine = job.money[index]!;
    // Of several cases, the text is a range itself.
    const range =
      mine.cases === undefined ? printMoneyRange(saved, formats[index]!, printMoneyChange).replaceAll('+', '') : '';
    const note = [printSavedShare(mine, before), range].filter((part) => part !== '').join(', ');
    return {
      text: printSaving(mine, before, formats[index]!),
      ...figuresOf(saved),
      ...(note === '' ? {} : { note }),
    };
  });
}

/** A cell for what each price costs more than before. */
export function changeCells(difference: Pick<CostDifference, 'money'>, cost: CostReport, to: string): Cell[] {
  const formats = moneyFormats(cost);
  const [before, after] = jobsOf(cost, to);
  return difference.money.map((change, index): Cell => {
    const [old, now] = [before?.money[index]?.amount ?? null, after?.money[index]?.amount ?? null];
    if (change.amount === null || old === null || now === null) return NOT_MEASURED;
    const range = rangeOf(change, formats[index]!, printMoneyChange);
    return {
      text: printAmountChange(change, [old, now], formats[index]!),
      ...figuresOf(change.amount),
      ...(range === '' ? {} : { note: range }),
    };
  });
}

/** `Saves`, `Saves, s3`. */
export function savesTitle(price: string): string {
  return capitalized(priceTitle(price).replace('cost', 'saves'));
}

/** A cell with an estimate, and its interval if it was not measured exactly; null: it was not measured. */
export function estimatedCell(estimated: Estimated | null, print: (value: number) => string): Cell {
  if (estimated === null) return NOT_MEASURED;
  const range = printInterval(estimated, print);
  return { text: print(estimated.value), ...figuresOf(estimated), ...(range === '' ? {} : { note: range }) };
}

/** An estimate for programs. */
function figuresOf({ value, low, high }: Estimated): Pick<Cell, 'value' | 'interval'> {
  return { value, interval: [low, high] };
}
