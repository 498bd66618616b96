// Prints the amounts of a chart by hour: a sparkline for each series, scaled to its own peak, which is named. Hours without any line differ from
// hours in which a series has none.
import { HOURS_PER_DAY, MS_PER_HOUR, printCount, printPlural } from '../../base/index.ts';
import { type Chart, type Fill, present } from '../page/page.ts';
import { paint, type Style } from './style.ts';
import { printTable } from './table.ts';

/** From the first line to the peak of the row. */
const LEVELS = '▁▂▃▄▅▆▇█';
/** In place of a level: there are lines of that time, but none of this series. */
const NONE = ' ';
/** In place of a level: there is no line of that time. */
const MISSING = '·';
/** Hours in one column of a sparkline; longer ones are whole weeks. */
const COLUMN_HOURS = [1, 2, 3, 4, 6, 8, 12, HOURS_PER_DAY, 2 * HOURS_PER_DAY] as const;
const HOURS_PER_WEEK = 7 * HOURS_PER_DAY;
/** Narrower sparklines are left out. Columns. */
const LEAST_COLUMNS = 12;
/** Blanks before a row, and between its columns. */
const GAP = 2;

/** The color of an amount. */
export const FILL_COLORS: Readonly<Record<Fill, 'green' | 'red' | 'yellow' | 'cyan'>> = {
  kept: 'green',
  dropped: 'red',
  undecided: 'yellow',
  lost: 'red',
  gained: 'green',
  written: 'cyan',
};

/** Amounts of the hours in one column of the sparklines. */
interface Column {
  /** The first hour that has lines, since 1970. */
  from: number;
  amounts: number[];
}

/** Prints the chart; nothing for a single hour. @param label printed above. @default none */
export function printChart({ startMs, series, hours }: Chart, style: Style, label?: string): string[] {
  const first = Math.floor(startMs / MS_PER_HOUR);
  const found = hours.flatMap((amounts, index) => (amounts === null ? [] : [{ hour: first + index, amounts }]));
  const shown = series
    .map((one, index) => ({ ...one, index }))
    .filter(({ index }) => found.some(({ amounts }) => amounts[index]! > 0));
  if (found.length < 2 || shown.length === 0) return [];
  const sumOf = (index: number): number => found.reduce((sum, { amounts }) => sum + amounts[index]!, 0);
  const [from, to] = [found[0]!.hour, found.at(-1)!.hour];
  // No column has more lines than the series.
  const peakColumns = Math.max(...shown.map(({ index }) => printPlace(sumOf(index), 0, 1).length));
  const nameColumns = Math.max(...shown.map(({ label }) => label.length));
  const freeFor = (size: number): number =>
    style.width - 3 * GAP - peakColumns - Math.max(nameColumns, printSize(size).length);
  const fitting = sizeFor(from, to, freeFor);
  const free = freeFor(fitting);
  const isDrawn = free >= LEAST_COLUMNS;
  const size = isDrawn ? fitting : 1;
  const columns = new Map<number, Column>();
  for (const { hour, amounts } of found) {
    const column = columns.get(Math.floor(hour / size)) ?? { from: hour, amounts: series.map(() => 0) };
    amounts.forEach((amount, index) => {
      column.amounts[index]! += amount;
    });
    columns.set(Math.floor(hour / size), column);
  }
  const range = `${printHour(from)} to ${printHour(to + 1)}`;
  const titles = present(printSize(size), isDrawn && (range.length > free ? '' : range), 'peak (█ of the row)');
  const rows = shown.map(({ label, fill, index }) => {
    const peak = Math.max(...[...columns.values()].map(({ amounts }) => amounts[index]!));
    const at = [...columns.values()].find(({ amounts }) => amounts[index] === peak)!.from;
    return present(label, isDrawn && printSparkline(columns, index, peak, fill, style), printPlace(peak, at, size));
  });
  const [head, ...body] = printTable(
    titles.map((title) => ({ title })),
    rows,
    ' '.repeat(GAP),
  );
  return present(label !== undefined && ' '.repeat(GAP) + label, paint(style, 'dim', head!), ...body);
}

/** Returns the smallest number of hours per column with which all hours fit. */
function sizeFor(first: number, last: number, columnsFor: (size: number) => number): number {
  const fits = (size: number): boolean => Math.floor(last / size) - Math.floor(first / size) < columnsFor(size);
  const found = COLUMN_HOURS.find(fits);
  if (found !== undefined) return found;
  let size = HOURS_PER_WEEK;
  while (!fits(size) && size < last - first) size *= 2;
  return size;
}

function printSparkline(
  columns: ReadonlyMap<number, Column>,
  index: number,
  peak: number,
  fill: Fill,
  style: Style,
): string {
  const numbers = [...columns.keys()];
  const text = Array.from({ length: numbers.at(-1)! - numbers[0]! + 1 }, (_, at) => {
    const amount = columns.get(numbers[0]! + at)?.amounts[index];
    if (amount === undefined) return MISSING;
    return amount === 0 ? NONE : LEVELS[Math.ceil((amount / peak) * LEVELS.length) - 1]!;
  }).join('');
  return text.replaceAll(/·+|[^·]+/g, (run) => paint(style, run.startsWith(MISSING) ? 'dim' : FILL_COLORS[fill], run));
}

/** `2,310 at 2026-11-02T16:00:00Z` */
function printPlace(lines: number, hour: number, size: number): string {
  return `${printCount(lines)} at ${size < HOURS_PER_DAY ? printHour(hour) : printHour(hour).slice(0, 'YYYY-MM-DD'.length)}`;
}

function printSize(hours: number): string {
  if (hours === 1) return 'per hour';
  if (hours < HOURS_PER_DAY) return `per ${hours} hours`;
  return hours === HOURS_PER_DAY ? 'per day' : `per ${printPlural(hours / HOURS_PER_DAY, 'day')}`;
}

/** `2026-11-02T16:00:00Z` */
function printHour(hour: number): string {
  return new Date(hour * MS_PER_HOUR).toISOString().replace('.000Z', 'Z');
}
