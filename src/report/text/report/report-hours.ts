// Prints the lines of one job by hour of event time: a sparkline for each verdict, scaled to its own peak, which is named. Hours without any
// line differ from hours in which the job keeps or drops none.
import type { HourCount } from '../../../analysis/aggregates/index.ts';
import type { JobReport, Report } from '../../../analysis/replay/index.ts';
import { HOURS_PER_DAY, MS_PER_HOUR, printCount, printPlural } from '../../../base/index.ts';
import { paint, type Style } from '../style.ts';
import { printTable } from '../table.ts';

/** From the first line to the peak of the row. */
const LEVELS = '▁▂▃▄▅▆▇█';
/** In place of a level: the source has lines of that time, but none of this verdict. */
const NONE = ' ';
/** In place of a level: the source has no line of that time. */
const MISSING = '·';
/** Hours in one column of a sparkline; longer ones are whole weeks. */
const COLUMN_HOURS = [1, 2, 3, 4, 6, 8, 12, HOURS_PER_DAY, 2 * HOURS_PER_DAY] as const;
const HOURS_PER_WEEK = 7 * HOURS_PER_DAY;
/** Narrower sparklines are left out. Columns. */
const LEAST_COLUMNS = 12;
/** Blanks before a row, and between its columns. */
const GAP = 2;

type Verdict = 'kept' | 'dropped' | 'undecided';

/** Lines of the hours in one column. */
interface Column extends Record<Verdict, number> {
  /** The first hour that has lines, since 1970. */
  from: number;
}

/** Columns of `size` hours, by the number of times `size` that they begin after 1970; a column without lines is missing. */
interface Series {
  size: number;
  columns: ReadonlyMap<number, Column>;
}

/**
 * Prints the lines that a job keeps, drops and leaves undecided by hour; nothing for lines of a single hour.
 * @param index of the job in the report
 */
export function printHours(job: JobReport, index: number, { hours = [] }: Report, style: Style): string[] {
  if (hours.length < 2) return [];
  const verdicts = (['kept', 'dropped', 'undecided'] as const).filter((verdict) => job[verdict].lines > 0);
  // No column has more lines than the job.
  const peakColumns = Math.max(...verdicts.map((verdict) => printPlace(job[verdict].lines, 0, 1).length));
  const nameColumns = Math.max(...verdicts.map((verdict) => verdict.length));
  const freeFor = (size: number): number =>
    style.width - 3 * GAP - peakColumns - Math.max(nameColumns, printSize(size).length);
  const size = sizeFor(hours, freeFor);
  const free = freeFor(size);
  const isDrawn = free >= LEAST_COLUMNS;
  const series = seriesOf(hours, index, isDrawn ? size : 1);
  const range = `${printHour(hourOf(hours[0]!))} to ${printHour(hourOf(hours.at(-1)!) + 1)}`;
  const titles = [
    printSize(series.size),
    ...(isDrawn ? [range.length > free ? '' : range] : []),
    'peak (█ of the row)',
  ];
  const rows = verdicts.map((verdict) => [
    verdict,
    ...(isDrawn ? [printSparkline(verdict, series, style)] : []),
    printPeak(verdict, series),
  ]);
  const [head, ...body] = printTable(
    titles.map((title) => ({ title })),
    rows,
    ' '.repeat(GAP),
  );
  return [paint(style, 'dim', head!), ...body];
}

/** Returns the smallest number of hours per column with which all hours fit. */
function sizeFor(hours: readonly HourCount[], columnsFor: (size: number) => number): number {
  const [first, last] = [hourOf(hours[0]!), hourOf(hours.at(-1)!)];
  const fits = (size: number): boolean => Math.floor(last / size) - Math.floor(first / size) < columnsFor(size);
  const found = COLUMN_HOURS.find(fits);
  if (found !== undefined) return found;
  let size = HOURS_PER_WEEK;
  while (!fits(size) && size < last - first) size *= 2;
  return size;
}

function seriesOf(hours: readonly HourCount[], job: number, size: number): Series {
  const columns = new Map<number, Column>();
  for (const hour of hours) {
    const at = Math.floor(hourOf(hour) / size);
    const column = columns.get(at) ?? { from: hourOf(hour), kept: 0, dropped: 0, undecided: 0 };
    const { kept, undecided } = hour.jobs[job]!;
    column.kept += kept.lines;
    column.undecided += undecided.lines;
    column.dropped += hour.lines - kept.lines - undecided.lines;
    columns.set(at, column);
  }
  return { size, columns };
}

function printSparkline(verdict: Verdict, { columns }: Series, style: Style): string {
  const peak = peakOf(verdict, columns);
  const numbers = [...columns.keys()];
  const first = numbers[0]!;
  const text = Array.from({ length: numbers.at(-1)! - first + 1 }, (_, index) => {
    const column = columns.get(first + index);
    return column === undefined ? MISSING : levelOf(column[verdict], peak);
  }).join('');
  const color = { kept: 'green', dropped: 'red', undecided: 'yellow' } as const;
  return text.replaceAll(/·+|[^·]+/g, (run) => paint(style, run.startsWith(MISSING) ? 'dim' : color[verdict], run));
}

function levelOf(lines: number, peak: number): string {
  return lines === 0 ? NONE : LEVELS[Math.ceil((lines / peak) * LEVELS.length) - 1]!;
}

function peakOf(verdict: Verdict, columns: Series['columns']): number {
  return [...columns.values()].reduce((most, column) => Math.max(most, column[verdict]), 0);
}

/** `2,310 at 2026-11-02T16:00:00Z`: the first of several equal peaks. */
function printPeak(verdict: Verdict, { size, columns }: Series): string {
  const peak = peakOf(verdict, columns);
  const { from } = [...columns.values()].find((column) => column[verdict] === peak)!;
  return printPlace(peak, from, size);
}

function printPlace(lines: number, hour: number, size: number): string {
  return `${printCount(lines)} at ${size < HOURS_PER_DAY ? printHour(hour) : printDay(hour)}`;
}

function printSize(hours: number): string {
  if (hours === 1) return 'per hour';
  if (hours < HOURS_PER_DAY) return `per ${hours} hours`;
  return hours === HOURS_PER_DAY ? 'per day' : `per ${printPlural(hours / HOURS_PER_DAY, 'day')}`;
}

function hourOf({ hour }: HourCount): number {
  return Date.parse(hour) / MS_PER_HOUR;
}

/** `2026-11-02T16:00:00Z` */
function printHour(hour: number): string {
  return new Date(hour * MS_PER_HOUR).toISOString().replace('.000Z', 'Z');
}

/** `2026-11-02` */
function printDay(hour: number): string {
  return new Date(hour * MS_PER_HOUR).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
