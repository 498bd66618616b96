// Prints what a replay read: objects and lines, what was left out, and the problems in the data. Computes no figures.
import type { Report } from '../../../analysis/replay/index.ts';
import { printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { Problem } from '../../../input/scan/index.ts';
import { dayFoldersOutside, printExcludedCounts } from '../excluded-counts.ts';
import { printRemark, WARNING } from '../remark.ts';
import { printSentence } from '../sentence.ts';
import { paint, type Style, wrap } from '../style.ts';
import { mixedText } from './report-advice.ts';
import { strictRemark } from './strict-remark.ts';
import { unwrappedRemark } from './unwrapped-lines.ts';

/** Maximum problems shown per code; `--format json` contains more. */
const PROBLEMS_SHOWN = 3;

/** Prints that the run was interrupted. */
export function printPartial({ partial }: Report, style: Style): string[] {
  return partial
    ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; the figures cover only the data read so far')]
    : [];
}

/** Prints what was read, and what was not. @param isBelow whether the verdicts of one filter are above */
export function printHead(report: Report, style: Style, isBelow = false): string[] {
  const { source, lines } = report;
  const objectsRead = `${printPlural(source.objects, 'object')} (${printBytes(source.bytes)} stored)`;
  const all = lines.read + lines.outside + lines.malformed + lines.blank;
  const linesRead =
    all === lines.read ? printPlural(all, 'line') : `${printCount(lines.read)} of ${printPlural(all, 'line')} replayed`;
  const title = `${isBelow && all === lines.read ? 'of ' : ''}${linesRead}, ${printBytes(lines.bytes)}${all === lines.read ? '' : ' in total'}, from ${objectsRead}`;
  const isShort = isBelow && style.hasDetails !== true;
  const rest = [
    [lines.outside, 'outside the time range'],
    [untimedOf(report), 'replayed without a readable timestamp'],
    [report.otherHours?.lines ?? 0, 'replayed, outside the hours that are counted'],
    [lines.malformed, 'malformed'],
    [lines.blank, 'blank'],
  ] as const;
  const objects = [
    [source.pruned - source.prunedFolders, 'outside the time range'],
    [source.prunedFolders, dayFoldersOutside(source.prunedFolders)],
    [isShort ? 0 : source.skipped, 'skipped (ownership files and other non-logs)'],
    [source.damaged, 'damaged'],
    [source.unreadable, 'unreadable'],
  ] as const;
  return [
    ...(isBelow
      ? printBelow(`  ${title}${isShort && source.skipped > 0 ? `, ${printCount(source.skipped)} skipped` : ''}`, style)
      : [...printPartial(report, style), paint(style, 'bold', title)]),
    ...printExcludedCounts('lines', rest).flatMap((line) => printBelow(line, style)),
    ...unwrappedRemark(lines).flatMap((remark) => printBelow(`  ${remark}`, style)),
    ...printExcludedCounts('objects', objects).flatMap((line) => printBelow(line, style)),
    ...printOtherDatasets(report, style),
  ];
}

/** Counts the lines in no hour, where other lines have a time; without hours, as the report does. */
function untimedOf({ lines, hours = [], otherHours }: Report): number {
  if (hours.length === 0) return lines.untimed;
  return hours.reduce((rest, hour) => rest - hour.lines, lines.read - (otherHours?.lines ?? 0));
}

/** Warns about lines of another dataset: the figures are then meaningless. */
function printOtherDatasets({ otherDatasets, mixedDatasets, jobs = [] }: Report, style: Style): string[] {
  if (mixedDatasets !== undefined) return printRemark(WARNING, mixedText(mixedDatasets), 2, style);
  if (otherDatasets === undefined) return [];
  const [dataset] = jobs.map((job) => job.dataset);
  const as = dataset === undefined ? '' : `, not like ${dataset}`;
  return printRemark(WARNING, `the lines look like ${otherDatasets.names.join(' or ')}${as}`, 2, style);
}

/** Wraps a line with an indent. */
function printBelow(line: string, style: Style): string[] {
  const indent = line.length - line.trimStart().length;
  return wrap(line.trimStart(), style.width - 2 * indent).map(
    (one, index) => `${' '.repeat(index === 0 ? indent : 2 * indent)}${one}`,
  );
}

/** Prints the first problems of each code. */
export function printProblems(report: Report, style: Style): string[] {
  const codes = Object.entries(report.problemCounts);
  if (codes.length === 0) return [];
  const lines = codes.flatMap(([code, count]) => {
    const shown = report.problems.filter((problem) => problem.code === code).slice(0, PROBLEMS_SHOWN);
    return [
      `  ${paint(style, 'yellow', code)} ×${printCount(count)}`,
      ...shown.map((problem) => `    ${printPlace(problem)}`),
      ...printMore(count - shown.length, isOfObjects(code, report)),
    ];
  });
  return [
    paint(style, 'bold', 'Problems in the data'),
    ...lines,
    ...strictRemark(report.lines, style).flatMap((remark) => printSentence(remark, style)),
  ];
}

/** Whether a code concerns damaged or unreadable objects, which the JSON report lists completely. */
function isOfObjects(code: string, { source }: Report): boolean {
  return source.lost.some((lost) => lost.code === code);
}

function printMore(count: number, isListed: boolean): string[] {
  if (count === 0 || !isListed) return [];
  return [`    … and ${printPlural(count, 'more object')}; --format json lists them all (source.lost)`];
}

function printPlace(problem: Problem): string {
  return `${problem.object} at byte ${printCount(problem.offset)}: ${problem.message}`;
}
