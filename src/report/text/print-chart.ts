// Prints the amounts of a chart by hour: a sparkline for each series, scaled to its own peak, which is named. Hours without any line differ from
// hours in which a series has none.
import { HOURS_PER_DAY, MS_PER_HOUR, printCount, printPlural } from '../../base/index.ts';
import { type ChartColumn, chartColumns } from '../page/chart-columns.ts';
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

/** Prints the chart; nothing for a single hour. @param label printed above. @default none */
export function printChart(chart: Chart, style: Style, label?: string): string[] {
  const { startMs, series, hours } = chart;
  const sums = series.map((_, index) => hours.reduce((sum, amounts) => sum + (amounts?.[index] ?? 0), 0));
  const shown = series.map((one, index) => ({ ...one, index })).filter(({ index }) => sums[index]! > 0);
  if (hours.filter((amounts) => amounts !== null).length < 2 || shown.length === 0) return [];
  const from = Math.floor(startMs / MS_PER_HOUR);
  const to = from + hours.length - 1;
  // No column has more lines than the series.
  const peakColumns = Math.max(...shown.map(({ index }) => printPlace(sums[index]!, 0, 1).length));
  const nameColumns = Math.max(...shown.map(({ label }) => label.length));
  const freeFor = (size: number): number =>
    style.width - 3 * GAP - peakColumns - Math.max(nameColumns, printSize(size).length);
  const fitting = sizeFor(from, to, freeFor);
  const free = freeFor(fitting);
  const isDrawn = free >= LEAST_COLUMNS;
  const size = isDrawn ? fitting : 1;
  const columns = chartColumns(chart, size, from % size);
  const range = `${printHour(startMs)} to ${printHour(startMs + hours.length * MS_PER_HOUR)}`;
  const titles = present(printSize(size), isDrawn && (range.length > free ? '' : range), 'peak (█ of the row)');
  const rows = shown.map(({ label, fill, index }) => {
    const peak = Math.max(...columns.map(({ amounts }) => amounts[index]!));
    const at = columns.find(({ amounts }) => amounts[index] === peak)!.startMs;
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
  columns: readonly ChartColumn[],
  index: number,
  peak: number,
  fill: Fill,
  style: Style,
): string {
  const text = columns
    .map(({ amounts, isEmpty }) => {
      if (isEmpty) return MISSING;
      const amount = amounts[index]!;
      return amount === 0 ? NONE : LEVELS[Math.ceil((amount / peak) * LEVELS.length) - 1]!;
    })
    .join('');
  return text.replaceAll(/·+|[^·]+/g, (run) => paint(style, run.startsWith(MISSING) ? 'dim' : FILL_COLORS[fill], run));
}

/** `2,310 at 2026-11-02T16:00:00Z` */
function printPlace(lines: number, ms: number, size: number): string {
  const hour = printHour(ms);
  return `${printCount(lines)} at ${size < HOURS_PER_DAY ? hour : hour.slice(0, 'YYYY-MM-DD'.length)}`;
}

function printSize(hours: number): string {
  if (hours === 1) return 'per hour';
  if (hours < HOURS_PER_DAY) return `per ${hours} hours`;
  return hours === HOURS_PER_DAY ? 'per day' : `per ${printPlural(hours / HOURS_PER_DAY, 'day')}`;
}

/** `2026-11-02T16:00:00Z` */
function printHour(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
