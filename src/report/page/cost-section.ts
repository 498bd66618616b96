// Rates and money of a report: the largest figures for the top, and a table of all. Computes no figures.
import { decidesNothing, type HourCount } from '../../analysis/aggregates/index.ts';
import {
  amountsOf,
  type CostDifference,
  type CostReport,
  costBefore,
  DAYS_PER_MONTH,
  differenceOfCosts,
  type Estimated,
  type JobCost,
  type MoneyFormat,
  type MonthlyCost,
  moneyFormats,
  type PeriodRate,
  priceTitle,
  printAmount,
  printAmountChange,
  printedDifference,
  printMoney,
  printMoneyChange,
  printMoneyRange,
} from '../../analysis/cost/index.ts';
import { failingLines, type JobReport, type TransformReport } from '../../analysis/replay/index.ts';
import {
  capitalized,
  printBytes,
  printCount,
  printHours,
  printInterval,
  printPlural,
  printShare,
  signed,
} from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import { codeCell, estimatedColumn, NO_CELL, textColumn } from './cells.ts';
import { rateNotes, storedNote, whyNoRates } from './cost-notes.ts';
import {
  type Cell,
  type Highlight,
  type List,
  list,
  paragraph,
  plainText,
  present,
  type Section,
  type Text,
} from './page.ts';

/** Of what a transformer delivers that decides no line. */
export const UNKNOWN: Cell = { text: 'unknown', value: '', tone: 'unclear' };
const NOT_MEASURED: Cell = { text: 'not measured', value: '' };
const SIZE_UNKNOWN = 'the size was not measured';
const WITHOUT_UNDECIDED = 'without undecided lines';
/** Why a figure is unknown. */
export const LOST_IS_NOT_SAVED = 'a line that a failing transformer loses is not a saving';
/** Maximum prices with a figure at the top. */
const MONEY_SHOWN = 2;
/** Maximum rows. */
const ROWS_SHOWN = 50;
/** Maximum filters that are columns, with their figures as rows: more would be wider than paper. */
const TRANSPOSED_ROWS = 4;

/** Names what jobs cost that push at the same time. */
export const TOGETHER = 'all jobs together';

/** What a filter costs less than all lines, in words. */
function savingNote(mine: MonthlyCost, before: MonthlyCost, format: MoneyFormat): string {
  const [saving, share] = [printSaving(mine, before, format), printSavedShare(mine, before)];
  return saving.startsWith('none') || share === '' ? `saves ${saving}` : `saves ${saving} (${share})`;
}

/** The largest figures of one filter; empty if there are several, whose figures are in the table. */
export function costHighlights(cost: CostReport | undefined, costed: CostedJob | undefined): Highlight[] {
  const [job] = cost?.jobs ?? [];
  if (cost === undefined || (job === undefined ? false : cost.jobs.length > 1)) return [];
  const { perMonth, money } = job ?? cost.all;
  const formats = moneyFormats(cost);
  const before = job === undefined ? [] : costBefore(job, cost);
  const ofMoney = moneyCells({ money: money.slice(0, MONEY_SHOWN) }, cost).map((cell, index) => {
    const one = money[index]!;
    if (cell === NOT_MEASURED) return moneyHighlight(one, cell, SIZE_UNKNOWN);
    const saving = job !== undefined && !isLosing(costed) && savingNote(one, before[index]!, formats[index]!);
    return moneyHighlight(one, cell, interval(cell.note), saving, undecidedIn(costed) !== 0 && WITHOUT_UNDECIDED);
  });
  return [...ofMoney, ...rateHighlight(perMonth, printBytes)];
}

/** What a new filter costs more than the old one. */
export interface CostChange {
  /** Name of the new filter. */
  readonly to: string;
  readonly cost: CostDifference;
  readonly undecided: LineTotal;
  /** Of the new filter. */
  readonly transformer?: TransformReport | undefined;
}

/** The largest figures of a difference, each with the costs before and after. @param cost of all filters */
export function differenceHighlights(change: CostChange, cost: CostReport): Highlight[] {
  const { perMonth, money } = change.cost;
  const formats = moneyFormats(cost);
  const [before, after] = jobsOf(cost, change.to);
  const undecided = change.undecided.lines !== 0 && WITHOUT_UNDECIDED;
  const ofMoney = changeCells(change, cost)
    .slice(0, MONEY_SHOWN)
    .map((cell, index) => {
      const costs =
        cell === NOT_MEASURED
          ? SIZE_UNKNOWN
          : printBeforeAndAfter(before!.money[index]!, after!.money[index]!, formats[index]!);
      return moneyHighlight(money[index]!, cell, costs, interval(cell.note), undecided);
    });
  return [...ofMoney, ...(isLosing(change) ? [] : rateHighlight(perMonth, signed(printBytes)))];
}

/** The amount of one price, for the top. */
function moneyHighlight({ price }: MonthlyCost, cell: Cell, ...notes: (string | false)[]): Highlight {
  return {
    label: costTitle(price).toLowerCase(),
    figure: cell === NOT_MEASURED ? '–' : plainText(cell.text),
    note: present(...notes).join('; '),
  };
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
export function rangeOf({ amount, cases }: MonthlyCost, format: MoneyFormat, print?: typeof printMoneyChange): string {
  return cases === undefined ? printMoneyRange(amount, format, print) : '';
}

function rateHighlight({ bytes, stored }: PeriodRate, print: (value: number) => string): Highlight[] {
  const isStored = stored !== null;
  const shown = stored ?? bytes;
  if (shown === null) return [];
  const note = present(
    interval(printInterval(shown, print)),
    isStored ? bytes !== null && `${print(bytes.value)} before compression` : 'before compression',
  ).join(', ');
  return [{ label: isStored ? 'stored per month' : 'bytes per month', figure: print(shown.value), note }];
}

function interval(range = ''): string | false {
  return range !== '' && `${range} (95 %)`;
}

/** Rows that costs keep in a small terminal if there is a price or a transformer: a flag asked for them. */
const COST_WEIGHT = 4;

/** What {@link costSections} reads of a report. */
interface CostedReport {
  readonly cost?: CostReport;
  readonly hours?: readonly HourCount[];
  readonly partial: boolean;
  /** In the order of the costs. */
  readonly jobs?: readonly CostedJob[];
}

type CostedJob = Pick<JobReport, 'name' | 'undecided' | 'transformer'>;

/** Lines that the filter or the transformer leaves undecided. */
function undecidedIn(job: CostedJob | undefined): number {
  return job === undefined ? 0 : job.undecided.lines + (job.transformer?.undecided.lines ?? 0);
}

/** Whether lines are lost because the transformer fails: that is no saving. */
export function isLosing(job: Pick<CostChange, 'transformer'> = {}): boolean {
  return failingLines([job]) > 0;
}

/** What the figures leave out. */
function leftOut(jobs: readonly CostedJob[]): string[] {
  const most = Math.max(0, ...jobs.map(undecidedIn));
  const upTo = jobs.length === 1 ? '' : 'up to ';
  return present(
    most > 0 && `undecided lines count as not kept: ${upTo}${printPlural(most, 'line')} may be pushed, too`,
    jobs.some(isLosing) && LOST_IS_NOT_SAVED,
  );
}

/** The section of rates and money, or why there are none; empty if they were not asked for. */
export function costSections({ cost, hours, partial, jobs = [] }: CostedReport): Section[] {
  if (cost === undefined) {
    if (partial || hours === undefined) return [];
    return [{ title: 'Rates', blocks: [paragraph(`No rates: ${whyNoRates(hours)}.`)] }];
  }
  const { covered } = cost;
  const prices = cost.all.money.map(({ price }) => price);
  const hasPrices = prices.length > 0;
  const isTransformed = cost.jobs.some(({ perMonth }) => perMonth.transformed !== undefined);
  const hasSavings = cost.jobs.some(({ saves }) => saves !== undefined);
  const sentences = (notes: readonly string[]): Text[] => notes.map((note) => `${capitalized(note)}.`);
  const coverage = `lines cover ${printHours(covered.hours)} between ${covered.since} and ${covered.until}. A month has ${DAYS_PER_MONTH} days`;
  const columns = [
    textColumn('Filter', 'job'),
    { ...estimatedColumn('Lines per day', 'lines_per_day'), isMinor: true },
    { ...estimatedColumn('Bytes per day', 'bytes_per_day'), isMinor: true },
    { ...estimatedColumn('Stored per day', 'stored_per_day'), isDetail: true },
    { ...estimatedColumn('Lines per month', 'lines_per_month'), isDetail: true },
    { ...estimatedColumn('Bytes per month', 'bytes_per_month'), isMinor: hasPrices },
    { ...estimatedColumn('Stored per month', 'stored_per_month'), isMinor: hasPrices },
    ...(isTransformed
      ? [{ ...estimatedColumn('Transformed per month', 'transformed_per_month'), isMinor: hasPrices }]
      : []),
    ...prices.map((price) => estimatedColumn(costTitle(price), `cost_per_month_${price}`)),
    ...(hasSavings ? prices.map((price) => estimatedColumn(savesTitle(price), `saves_per_month_${price}`)) : []),
  ];
  const rows = [...cost.jobs, cost.all].map((job, index) => {
    const of = jobs[index];
    const transformer = of?.transformer;
    const known = (cells: readonly Cell[]): readonly Cell[] =>
      transformer !== undefined && decidesNothing(transformer) ? cells.map(() => UNKNOWN) : cells;
    return [
      codeCell(job.name),
      ...known(rateCells(job)),
      ...(isTransformed ? [transformedCell(job.perMonth)] : []),
      ...known(moneyCells(job, cost)),
      ...(hasSavings ? known(savingCells(job, cost)) : []),
    ];
  });
  if (cost.together !== undefined) {
    const money = moneyCells({ money: cost.together }, cost);
    const first = columns.length - (hasSavings ? 2 : 1) * prices.length;
    rows.push(columns.map((_, index) => (index === 0 ? { text: TOGETHER } : (money[index - first] ?? NO_CELL))));
  }
  return [
    {
      title: `Rates from ${printHours(covered.hours)} of logs`,
      weight: hasPrices || isTransformed ? COST_WEIGHT : 0,
      blocks: [
        { kind: 'table', name: 'cost', columns, rows, shown: ROWS_SHOWN, isTransposed: rows.length <= TRANSPOSED_ROWS },
        ...(hasPrices ? sentences(leftOut(jobs)).map((note) => paragraph(note)) : []),
        ...listOf(sentences(rateNotes(cost))),
        list(sentences([coverage, storedNote(cost)]), { isDetail: true }),
      ],
    },
  ];
}

function listOf(items: readonly Text[]): List[] {
  return items.length === 0 ? [] : [list(items)];
}

function rateCells({ perDay, perMonth }: JobCost): Cell[] {
  return [perDay, perMonth].flatMap(({ lines, bytes, stored }) => [
    estimatedCell(lines, printCount),
    estimatedCell(bytes, printBytes),
    estimatedCell(stored, printBytes),
  ]);
}

/** Bytes that reach a transformer; of lines without one, nothing. */
function transformedCell({ transformed }: PeriodRate): Cell {
  return transformed === undefined ? NO_CELL : estimatedCell(transformed, printBytes);
}

/** A cell for what each price costs in a month. */
export function moneyCells({ money }: Pick<JobCost, 'money'>, cost: Pick<CostReport, 'all' | 'jobs'>): Cell[] {
  const formats = moneyFormats(cost);
  return money.map((one, index) =>
    amountCell(one.amount, printAmount(one, formats[index]!), rangeOf(one, formats[index]!)),
  );
}

/** A cell for what each price saves compared to all lines; empty for all lines, unknown for a filter whose lines are lost. */
export function savingCells(job: JobCost, cost: CostReport): Cell[] {
  const formats = moneyFormats(cost);
  return costBefore(job, cost).map((before, index): Cell => {
    if (job.saves === null) return UNKNOWN;
    const saved = job.saves?.[index]?.amount;
    if (saved === undefined) return NO_CELL;
    const [mine, format] = [job.money[index]!, formats[index]!];
    // Of several cases, the text is a range itself.
    const range = rangeOf({ ...mine, amount: saved }, format, printMoneyChange).replaceAll('+', '');
    return amountCell(saved, printSaving(mine, before, format), printSavedShare(mine, before), range);
  });
}

/** A cell for what each price costs more than before. */
export function changeCells(of: Pick<CostChange, 'to' | 'cost' | 'transformer'>, cost: CostReport): Cell[] {
  const formats = moneyFormats(cost);
  const [before, after] = jobsOf(cost, of.to);
  return of.cost.money.map((change, index): Cell => {
    if (isLosing(of)) return UNKNOWN;
    const [old, now] = [before?.money[index]?.amount ?? null, after?.money[index]?.amount ?? null];
    const text = printAmountChange(change, [old, now], formats[index]!);
    return amountCell(old && now && change.amount, text, rangeOf(change, formats[index]!, printMoneyChange));
  });
}

/** `Saves`, `Saves, s3`. */
export function savesTitle(price: string): string {
  return capitalized(priceTitle(price).replace('cost', 'saves'));
}

/** A cell with an estimate, and its interval if it was not measured exactly; null: it was not measured. */
export function estimatedCell(estimated: Estimated | null, print: (value: number) => string): Cell {
  if (estimated === null) return NOT_MEASURED;
  return amountCell(estimated, print(estimated.value), printInterval(estimated, print));
}

/** @param notes below the text, without those that are empty */
function amountCell(amount: Estimated | null, text: string, ...notes: readonly string[]): Cell {
  if (amount === null) return NOT_MEASURED;
  const { value, low, high } = amount;
  const note = notes.filter((one) => one !== '').join(', ');
  return { text, value, interval: [low, high], ...(note === '' ? {} : { note }) };
}

/**
 * Prints what a filter saves, as in the column of costs: `$0.6568`, `none: costs $0.1200 more`, `$0 to $2.50`.
 * @param before what it would cost without the filter
 */
export function printSaving(mine: MonthlyCost, before: MonthlyCost, format: MoneyFormat): string {
  if (mine.amount === null || before.amount === null) return 'not measured';
  const difference = differenceOfCosts(before, mine);
  if (hasSeveral(difference))
    return printAmountChange(difference, [mine.amount, before.amount], format).replaceAll('+', '');
  const saved = printedDifference(before.amount.value, mine.amount.value, format);
  const amount = printMoney(Math.abs(saved), format);
  return saved < 0 ? `none: costs ${amount} more` : amount;
}

/** Prints the same as a share of what all lines cost; empty if that depends on what is assumed. */
export function printSavedShare(mine: MonthlyCost, before: MonthlyCost): string {
  const { amount } = mine;
  if (amount === null || before.amount === null || hasSeveral(differenceOfCosts(before, mine))) return '';
  return printShare(Math.abs(before.amount.value - amount.value), before.amount.value);
}

/** Whether an amount depends on what is assumed. */
function hasSeveral(money: MonthlyCost): boolean {
  const [first, ...others] = amountsOf(money);
  return others.some((amount) => amount?.value !== first?.value);
}
