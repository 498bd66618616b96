// Prints what the old and the new filter cost in a month, and the difference. Computes no costs.
import type { CompareReport, Comparison } from '../../../analysis/compare/index.ts';
import {
  type Estimated,
  type JobCost,
  moneyFormats,
  priceTitle,
  printAmount,
  printAmountChange,
  printMoneyChange,
  printMoneyRange,
} from '../../../analysis/cost/index.ts';
import { printBytes, printCount, printInterval, printPlural } from '../../../base/index.ts';
import { rateNotes, storedNote, whyNoRates } from '../../page/cost-notes.ts';
import { printSentence } from '../sentence.ts';
import { paint, type Style, signed } from '../style.ts';
import { printTable } from '../table.ts';

const NOT_MEASURED = 'not measured';

/** A figure of both filters. */
interface Row {
  title: string;
  before: string;
  after: string;
  /** The difference, and its interval; empty if it is exact. */
  change: string;
  range: string;
}

/** Prints the figures of a month; nothing if the lines cover no known time, or if nothing changes and there is no price. */
export function printCostDifference(
  { to, cost, undecided }: Pick<Comparison, 'to' | 'cost' | 'undecided'>,
  report: Pick<CompareReport, 'cost'>,
  style: Style,
): string[] {
  if (cost === null || report.cost === undefined) return [];
  const { perMonth, money } = cost;
  if (money.length === 0 && perMonth.lines.value === 0 && perMonth.bytes?.value === 0) return [];
  const [before] = report.cost.jobs;
  const after = report.cost.jobs.find(({ name }) => name === to);
  if (before === undefined || after === undefined) return [];
  const formats = moneyFormats(report.cost);
  const rows: Row[] = [
    rowOf('lines', 'lines', printLines),
    rowOf('bytes', 'bytes', printBytes),
    ...(report.cost.stored === null ? [] : [rowOf('stored', 'stored', printBytes)]),
    ...money.map((change, index): Row => {
      const format = formats[index]!;
      const [old, now] = [before.money[index]!, after.money[index]!];
      return {
        ...{ title: priceTitle(change.price), before: printAmount(old, format), after: printAmount(now, format) },
        change: printAmountChange(change, [old.amount, now.amount], format),
        range: change.cases === undefined ? printMoneyRange(change.amount, format, printMoneyChange) : '',
      };
    }),
  ];
  const cells = rows.map((row) => [`  ${row.title}`, row.before, row.after, row.change, row.range]);
  const hasRange = cells.some((row) => row.at(-1) !== '');
  const right = (title: string) => ({ title, align: 'right' }) as const;
  const columns = [{ title: 'in a month' }, right('before'), right('after'), right('difference')];
  const [head, ...body] = printTable([...columns, { title: hasRange ? '95 % interval' : '' }], cells, '  ');
  return [
    paint(style, 'dim', head!),
    ...body,
    ...undecidedNotes(undecided).flatMap((note) => printSentence(note, style)),
  ];

  function rowOf(title: string, of: keyof JobCost['perMonth'], print: (value: number) => string): Row {
    const cell = (figure: Estimated | null, printed = print): string =>
      figure === null ? NOT_MEASURED : printed(figure.value);
    return {
      ...{ title, before: cell(before!.perMonth[of]), after: cell(after!.perMonth[of]) },
      ...{ change: cell(perMonth[of], signed(print)), range: rangeOf(perMonth[of], print) },
    };
  }
}

/** Prints what limits these figures, or why there are none. */
export function printCostRemarks(
  { cost, hours, partial }: Pick<CompareReport, 'cost' | 'hours' | 'partial'>,
  style: Style,
): string[] {
  if (cost === undefined) {
    if (partial || hours === undefined) return [];
    return [`  ${paint(style, 'bold', 'Rates')}: none, because ${whyNoRates(hours)}`];
  }
  const hasStored = cost.stored !== null || cost.all.money.some(({ amount }) => amount === null);
  return [...rateNotes(cost), ...(hasStored ? [storedNote(cost)] : [])].flatMap((note) => printSentence(note, style));
}

function printLines(value: number): string {
  return printCount(Math.round(value));
}

function rangeOf(difference: Estimated | null, print: (value: number) => string): string {
  if (difference === null) return '';
  return printInterval(difference, signed(print));
}

/** How the figures of a month count undecided lines. */
export function undecidedNotes({ lines }: Comparison['undecided']): string[] {
  if (lines === 0) return [];
  return [`undecided lines count as not kept in a month: ${printPlural(lines, 'line')} may change the difference`];
}
