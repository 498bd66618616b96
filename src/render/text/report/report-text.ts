// Renders the report of a replay as text: input, guards, what each job keeps and why, fields, problems in the data, and next steps. Computes no
// figures.
import type { JobReport, Overlap, Report } from '../../../replay/index.ts';
import type { Problem } from '../../../scan/index.ts';
import type { ReplayResult } from '../../../task/index.ts';
import { dayFoldersOutside, printExcludedCounts } from '../excluded-counts.ts';
import { printGuards, printUnjudgedGuards } from '../guards-text.ts';
import { printBlocks } from '../print-blocks.ts';
import { printCompleteness } from '../proof/completeness-text.ts';
import { printSentence } from '../sentence.ts';
import { paint, printableAll, printBytes, printCount, printPlural, printShare, type Style } from '../style.ts';
import { printTable } from '../table.ts';
import { mixedText, printAdvice } from './report-advice.ts';
import { printCost } from './report-cost.ts';
import { printFields } from './report-fields.ts';
import { lineFieldsOf, printJob } from './report-job.ts';
import { printValuesOf } from './report-values.ts';
import { strictRemark } from './strict-remark.ts';
import { unwrappedRemark } from './unwrapped-lines.ts';

/** Maximum problems shown per code; `--format json` contains more. */
const PROBLEMS_SHOWN = 3;
/** Maximum sets of jobs shown in the overlap. */
const OVERLAPS_SHOWN = 8;

/** Renders a report as text, in pieces. */
export function renderReportText(found: ReplayResult, style: Style): Iterable<string> {
  const report = printableAll(found);
  const blocks = [
    printHead(report, style),
    ...(report.lines.read === 0 ? [] : [printGuardsOf(report, style)]),
    // Without lines, these tables contain only zeros.
    ...(report.lines.read === 0
      ? []
      : [
          ...(report.jobs ?? []).map((job, index) => [
            ...printJob(job, index, report, style),
            ...printValuesOf(job, style),
            ...printCompleteness(report.completeness?.[index], 2, style),
          ]),
          printOverlap(report, style),
          printCost(report, style),
          // In a replay of filters, they take space from what the filters do.
          ...(report.jobs === undefined || style.sourceFields === true ? [printFields(report, style)] : []),
        ]),
    printProblems(report, style),
    printAdvice(report, style),
  ];
  return printBlocks(blocks);
}

/** A guard has the name of its job, which the report shortens if it is very long. */
function printGuardsOf({ guards = [], unjudgedGuards, jobs = [] }: ReplayResult, style: Style): string[] {
  if (unjudgedGuards !== undefined) return printUnjudgedGuards(unjudgedGuards, style);
  return printGuards(guards, ({ job }) => lineFieldsOf(jobs.find(({ name }) => name === job) ?? jobs[0]!), style);
}

function printHead(report: Report, style: Style): string[] {
  const { source, lines } = report;
  const objectsRead = `${printPlural(source.objects, 'object')} (${printBytes(source.bytes)} stored)`;
  const all = lines.read + lines.outside + lines.malformed + lines.blank;
  const linesRead =
    all === lines.read ? printPlural(all, 'line') : `${printCount(lines.read)} of ${printPlural(all, 'line')} replayed`;
  const title = `${linesRead}, ${printBytes(lines.bytes)}${all === lines.read ? '' : ' in total'}, from ${objectsRead}`;
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
    [source.skipped, 'skipped (ownership files and other non-logs)'],
    [source.damaged, 'damaged'],
    [source.unreadable, 'unreadable'],
  ] as const;
  return [
    ...(report.partial
      ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; the figures cover only the data read so far')]
      : []),
    paint(style, 'bold', title),
    ...printExcludedCounts('lines', rest),
    ...unwrappedRemark(lines).map((remark) => `  ${remark}`),
    ...printExcludedCounts('objects', objects),
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
  if (mixedDatasets !== undefined) return [`  ${paint(style, 'yellow', 'warning')}: ${mixedText(mixedDatasets)}`];
  if (otherDatasets === undefined) return [];
  const [dataset] = jobs.map((job) => job.dataset);
  const as = dataset === undefined ? '' : `, not like ${dataset}`;
  return [`  ${paint(style, 'yellow', 'warning')}: the lines look like ${otherDatasets.names.join(' or ')}${as}`];
}

function printOverlap(report: Report, style: Style): string[] {
  const { jobs = [], overlap = [] } = report;
  if (jobs.length < 2) return [];
  const sets = [...overlap].sort((a, b) => b.lines - a.lines);
  const rows = sets
    .slice(0, OVERLAPS_SHOWN)
    .map((set) => [
      `  ${printSet(set, jobs)}`,
      printCount(set.lines),
      printShare(set.lines, report.lines.read),
      printBytes(set.bytes),
    ]);
  const columns = [
    { title: paint(style, 'bold', 'Kept by') },
    { title: 'lines', align: 'right' },
    { title: 'share', align: 'right' },
    { title: 'bytes', align: 'right' },
  ] as const;
  const more = sets.length - rows.length;
  return [
    ...printTable(columns, rows),
    ...(more > 0 ? [`  … ${printPlural(more, 'more set')} of jobs`] : []),
    ...printUndecided(jobs),
  ];
}

/** Reports undecided lines, which no set of the job contains. */
function printUndecided(jobs: readonly JobReport[]): string[] {
  const open = jobs.filter(({ undecided }) => undecided.lines > 0);
  if (open.length === 0) return [];
  const counts = open.map(({ name, undecided }) => `${printCount(undecided.lines)} by ${name}`);
  return [`  undecided lines count as not kept: ${counts.join(', ')}`];
}

function printSet(set: Overlap, jobs: readonly JobReport[]): string {
  if (set.jobs.length === 0) return 'none of them';
  const names = set.jobs.map((job) => jobs[job]!.name);
  if (names.length === jobs.length) return names.length === 2 ? `both ${names.join(' and ')}` : 'all of them';
  return `only ${names.join(' + ')}`;
}

function printProblems(report: Report, style: Style): string[] {
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
