// Lines by hour of event time: a chart for each filter in which hours without lines are visible, and the figures as a table.
import type { HourCount } from '../../analysis/aggregates/index.ts';
import type { JobReport } from '../../analysis/replay/index.ts';
import { MS_PER_HOUR, printCount, printPlural } from '../../base/index.ts';
import { bytesCell, codeCell, countCell, figureColumn, textCell, textColumn } from './cells.ts';
import { type Block, type Chart, paragraph, present, type Section, type Table } from './page.ts';

/** Maximum hours in a chart: 15 months. A longer span has no chart, because one line of a wrong clock would stretch it. */
const MAX_CHART_HOURS = 24 * 460;
/** Maximum charts. */
const CHARTS_SHOWN = 6;
/** Maximum rows of the table for people. */
const HOURS_SHOWN = 48;

/** The section of hours; empty if hours were not counted. */
export function hoursSection(
  hours: readonly HourCount[],
  jobs: readonly Pick<JobReport, 'name' | 'transformer'>[],
): Section[] {
  if (hours.length === 0) return [];
  const names = jobs.map(({ name }) => name);
  // Verdicts are those of the filters.
  const title = jobs.some(({ transformer }) => transformer) ? 'Lines by hour before the transformer' : 'Lines by hour';
  const charts =
    names.length === 0
      ? [chartOf(hours, undefined)]
      : names.slice(0, CHARTS_SHOWN).map((name, job) => chartOf(hours, { label: `${title}: ${name}`, job }));
  const shown = charts.filter((chart) => chart !== undefined);
  const more = names.length - CHARTS_SHOWN;
  const blocks: Block[] = present(...shown, more > 0 && paragraph(`and ${printPlural(more, 'more filter')}`), {
    ...hoursTable(hours, names),
    ...(shown.length > 0 ? { isClosed: true } : { isDetail: true }),
  });
  return [{ title, isDetail: true, blocks }];
}

/** Creates a chart. @param of the job; undefined: all lines @returns undefined if the hours span too long a time */
function chartOf(hours: readonly HourCount[], of: { label: string; job: number } | undefined): Chart | undefined {
  const at = hours.map(({ hour }) => Date.parse(hour));
  const startMs = Math.min(...at);
  const count = (Math.max(...at) - startMs) / MS_PER_HOUR + 1;
  if (count > MAX_CHART_HOURS) return undefined;
  const amounts: (number[] | null)[] = Array.from({ length: count }, () => null);
  hours.forEach((hour, index) => {
    amounts[(at[index]! - startMs) / MS_PER_HOUR] = amountsOf(hour, of?.job);
  });
  const isUndecided = amounts.some((one) => (one?.[2] ?? 0) > 0);
  const series = present(
    { label: of === undefined ? 'lines' : 'kept', fill: 'kept' },
    of !== undefined && { label: 'dropped', fill: 'dropped' },
    isUndecided && { label: 'undecided', fill: 'undecided' },
  );
  const peak = hours.reduce((most, hour) => (shownOf(hour, of?.job) > shownOf(most, of?.job) ? hour : most));
  const missing = amounts.filter((one) => one === null).length;
  return {
    kind: 'chart',
    label: of === undefined ? 'All lines by hour' : of.label,
    startMs,
    series,
    hours: amounts.map((one) => one?.slice(0, series.length) ?? null),
    summary: present(
      `peak ${printCount(shownOf(peak, of?.job))} ${of === undefined ? 'lines' : 'kept'} at ${hourText(peak.hour)}`,
      missing !== 0 && `${printPlural(missing, 'hour')} without any line`,
    ),
  };
}

function shownOf(hour: HourCount, job: number | undefined): number {
  return job === undefined ? hour.lines : hour.jobs[job]!.kept.lines;
}

function amountsOf(hour: HourCount, job: number | undefined): number[] {
  if (job === undefined) return [hour.lines];
  const { kept, undecided } = hour.jobs[job]!;
  return [kept.lines, hour.lines - kept.lines - undecided.lines, undecided.lines];
}

/** `2026-11-01 10:00 UTC` */
function hourText(hour: string): string {
  return `${hour.slice(0, 10)} ${hour.slice(11, 16)} UTC`;
}

/** A row for each hour and job; for people only if there is one job. */
function hoursTable(hours: readonly HourCount[], names: readonly string[]): Table {
  const columns = [
    textColumn('Hour', 'hour'),
    textColumn('Job', 'job'),
    figureColumn('Lines', 'lines'),
    figureColumn('Bytes', 'bytes'),
    figureColumn('Kept', 'kept_lines'),
    figureColumn('Kept bytes', 'kept_bytes'),
    figureColumn('Undecided', 'undecided_lines'),
    figureColumn('Undecided bytes', 'undecided_bytes'),
  ];
  const rows = hours.flatMap((hour) => {
    const all = [countCell(hour.lines), bytesCell(hour.bytes)];
    const first = { text: hourText(hour.hour), value: hour.hour };
    if (names.length === 0)
      return [[first, textCell('all lines'), ...all, ...Array.from({ length: 4 }, () => textCell(''))]];
    return names.map((name, job) => {
      const { kept, undecided } = hour.jobs[job]!;
      const figures = [kept, undecided].flatMap((total) => [countCell(total.lines), bytesCell(total.bytes)]);
      return [first, codeCell(name), ...all, ...figures];
    });
  });
  return { kind: 'table', name: 'hours', caption: 'Hours', columns, rows, shown: HOURS_SHOWN };
}
