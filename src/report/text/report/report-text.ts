// Renders the report of a replay as text: input, guards, what each job keeps and why, fields, problems in the data, and next steps. Computes no
// figures.
import type { Overlap } from '../../../analysis/aggregates/index.ts';
import type { JobReport, Report } from '../../../analysis/replay/index.ts';
import { printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { ReplayResult } from '../../../verbs/index.ts';
import { printGuards, printUnjudgedGuards } from '../guards-text.ts';
import { printBlocks } from '../print-blocks.ts';
import { printCompleteness } from '../proof/completeness-text.ts';
import { printSentence } from '../sentence.ts';
import { paint, printableAll, printShare, type Style } from '../style.ts';
import { printTable } from '../table.ts';
import { printOneFilter } from './one-filter-text.ts';
import { printAdvice } from './report-advice.ts';
import { printCost } from './report-cost.ts';
import { printFields } from './report-fields.ts';
import { lineFieldsOf, printJob } from './report-job.ts';
import { printHead, printProblems } from './report-source.ts';
import { printValuesOf, printWeights } from './report-values.ts';

/** Maximum sets of jobs shown in the overlap. */
const OVERLAPS_SHOWN = 8;

/** Renders a report as text, in pieces. */
export function renderReportText(found: ReplayResult, style: Style): Iterable<string> {
  const report = printableAll(found);
  const [job, ...others] = report.jobs ?? [];
  const isOne = job !== undefined && others.length === 0 && report.lines.read > 0;
  return printBlocks(isOne ? printOneFilter(report, job, style) : printAll(report, style));
}

function printAll(report: ReplayResult, style: Style): string[][] {
  const tables = [
    printGuardsOf(report, style),
    ...(report.jobs ?? []).map((job, index) => [
      ...printJob(job, index, report, style),
      ...printValuesOf(job, style),
      ...printCompleteness(report.completeness?.[index], 2, style),
    ]),
    ...printWeights(report, style),
    printOverlap(report, style),
    printCost(report, style),
    // In a replay of filters, they take space from what the filters do.
    ...(report.jobs === undefined || style.sourceFields === true ? [printFields(report, style)] : []),
  ];
  return [
    printHead(report, style),
    // Without lines, the tables contain only zeros.
    ...(report.lines.read === 0 ? [] : tables),
    printProblems(report, style),
    printAdvice(report, style),
    printPointer(report, style),
  ];
}

/** Names the parts of several filters that only `--details` prints. */
function printPointer({ jobs = [], lines, hours = [] }: ReplayResult, style: Style): string[] {
  if (style.hasDetails === true || jobs.length === 0 || lines.read === 0) return [];
  const parts = [
    ...(hours.length > 1 ? ['lines by hour'] : []),
    ...(jobs.some(({ fields = [] }) => fields.length > 0) ? ['fields of each filter'] : []),
  ];
  return parts.length === 0 ? [] : printSentence(`--details adds ${parts.join(' and ')}`, style);
}

/** A guard has the name of its job, which the report shortens if it is very long. */
function printGuardsOf({ guards = [], unjudgedGuards, jobs = [] }: ReplayResult, style: Style): string[] {
  if (unjudgedGuards !== undefined) return printUnjudgedGuards(unjudgedGuards, style);
  return printGuards(guards, ({ job }) => lineFieldsOf(jobs.find(({ name }) => name === job) ?? jobs[0]!), style);
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
