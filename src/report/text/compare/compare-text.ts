// Renders a comparison as text: the verdict (again at the end if the text is longer than the terminal), what both filters keep, the edits with the lines that each is responsible for, where changed
// lines come from, and examples. Computes no figures.

import type {
  ChangedLines,
  ComparedJob,
  CompareReport,
  Comparison,
  DistinguishingValue,
} from '../../../analysis/compare/index.ts';
import type { JobReport } from '../../../analysis/replay/index.ts';
import { columnsOf, printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { LineTotal } from '../../../input/scan/index.ts';
import { absentFields } from '../../page/absent-fields.ts';
import { printKeptAndPushed, pushesOthers } from '../../page/pushed-words.ts';
import { strictRemark } from '../../page/strict-remark.ts';
import { unwrappedRemark } from '../../page/unwrapped-lines.ts';
import { columnsOfValues, printFieldValues, printShares, shareColumns } from '../field-values-text.ts';
import { guardsInShort, printGuards, printUnjudgedGuards } from '../guards-text.ts';
import { printBlocks } from '../print-blocks.ts';
import { printCompleteness } from '../proof/completeness-text.ts';
import { type LineFields, printSamples } from '../samples/print-samples.ts';
import { printSentence } from '../sentence.ts';
import {
  BARS_FROM_WIDTH,
  DEFAULT_HEIGHT,
  paint,
  printableAll,
  printBar,
  printShare,
  type Style,
  shorten,
} from '../style.ts';
import { printTable } from '../table.ts';
import { printTitle } from '../title.ts';
import { printCandidates } from './candidates-text.ts';
import { printChanges } from './changes-text.ts';
import { printCostDifference, printCostRemarks } from './cost-difference-text.ts';
import type { OutputChange } from './filter-words.ts';
import { printVerdict } from './verdict-text.ts';
import { wrapPainted } from './wrap-painted.ts';

const BAR_COLUMNS = 24;
const INDENT = '  ';
/** A value gets a line of its own if less is left beside its field. Columns. */
const LEAST_VALUE_COLUMNS = 12;

const OPERATORS: Readonly<Record<DistinguishingValue['test'], string>> = {
  equals: '=',
  startsWith: 'starts with',
  contains: 'contains',
  atLeast: '≥',
  below: '<',
};

const COLORS = { 'newly dropped': 'red', 'newly kept': 'green' } as const;

/** Renders a comparison, in pieces. @param output of a job of a plan */
export function renderCompareText(found: CompareReport, style: Style, output?: OutputChange): Iterable<string> {
  const report = printableAll(found);
  const { comparisons } = report;
  const verdicts = comparisons.flatMap((one) => printVerdict(one, report, style, output));
  const blocks = [
    ...(report.partial
      ? [
          wrapPainted(
            [['PARTIAL: interrupted; the figures cover only the data read so far', ['bold', 'yellow']]],
            style,
          ),
        ]
      : []),
    verdicts,
    printHead(report, style),
    printPush(report, output, style),
    printCandidates(report, style),
    printGuards(report.guards ?? [], ({ job }) => lineFieldsOf(comparedJobs(report.jobs, job)), style),
    printUnjudgedGuards(report.unjudgedGuards, style),
    ...comparisons.flatMap((one) => printComparison(one, report, style)),
    printProblems(report, style),
  ];
  const guards = guardsInShort(report.guards ?? []);
  const answer = [...verdicts, ...(guards === undefined ? [] : [`  ${guards}`])];
  return printBlocks(isLong(blocks, style) ? [...blocks, answer] : blocks);
}

/** Whether the beginning is out of sight below the prompt, so that the answer is repeated at the end. */
function isLong(blocks: readonly (readonly string[])[], { height = DEFAULT_HEIGHT }: Style): boolean {
  const sizes = blocks.map(({ length }) => length).filter((length) => length > 0);
  return sizes.reduce((sum, length) => sum + length, sizes.length - 1) >= height;
}

/** The old filter and a new one. */
export function comparedJobs<Job extends { name: string }>(jobs: readonly Job[], to: string): Job[] {
  return jobs.filter(({ name }, index) => index === 0 || name === to);
}

/** The fields that examples show: first those that any of the filters tests. */
function lineFieldsOf(jobs: readonly JobReport[]): LineFields {
  return { dataset: jobs[0]!.dataset, tested: [...new Set(jobs.flatMap(({ testedFields = [] }) => testedFields))] };
}

function printHead({ source, lines, jobs }: CompareReport, style: Style): string[] {
  const all = lines.read + lines.outside + lines.malformed + lines.blank;
  const rest = [
    [lines.outside, 'outside the time range'],
    [lines.malformed, 'malformed'],
    [source.damaged, source.damaged === 1 ? 'object damaged' : 'objects damaged'],
    [source.unreadable, source.unreadable === 1 ? 'object unreadable' : 'objects unreadable'],
  ] as const;
  const others = rest.filter(([count]) => count > 0).map(([count, what]) => `; ${printCount(count)} ${what}`);
  const labels = jobs.map((job, index) => labelOf(job, index, style));
  const columns = Math.max(...labels.map((label) => label.columns));
  const read =
    all === lines.read ? printPlural(all, 'line') : `${printCount(lines.read)} of ${printPlural(all, 'line')} compared`;
  const head = `${read}, ${printBytes(lines.bytes)}${all === lines.read ? '' : ' in total'}, from ${printPlural(source.objects, 'object')}`;
  return [
    ...wrapPainted([[`${head}${others.join('')}`]], style),
    ...unwrappedRemark(lines).map((remark) => `  ${remark}`),
    ...jobs.flatMap(({ filter }, index) =>
      printTitle(
        `  ${labels[index]!.text}${' '.repeat(columns - labels[index]!.columns)}`,
        2 + columns,
        filter === 'none' ? 'no job: keeps no line' : (filter ?? 'no filter: keeps every line'),
        style,
      ),
    ),
  ];
}

/** What the jobs push where it differs from what their filters keep, and how their settings change: a plan states the changes itself. */
function printPush({ jobs, comparisons }: CompareReport, output: OutputChange | undefined, style: Style): string[] {
  const changes =
    output === undefined ? comparisons.flatMap(({ to, remarks }) => remarks.map((one) => `${to}: ${one}`)) : [];
  const pushed = jobs.flatMap((job) => {
    const figure = pushesOthers(job) ? [printKeptAndPushed(job)] : [];
    return [...(job.remarks ?? []), ...figure].map((one) => `${job.name}: ${one}`);
  });
  return [...changes, ...pushed].flatMap((sentence) => printSentence(sentence, style));
}

/** The role of a filter and its own name. */
function labelOf({ name, named }: ComparedJob, index: number, style: Style): { text: string; columns: number } {
  if (!named) return { text: paint(style, 'dim', name), columns: columnsOf(name) };
  const role = index === 0 ? 'before' : 'after ';
  return { text: `${paint(style, 'dim', role)} ${paint(style, 'bold', name)}`, columns: columnsOf(`${role} ${name}`) };
}

function printComparison(comparison: Comparison, report: CompareReport, style: Style): string[][] {
  const [from] = report.jobs;
  const fields = lineFieldsOf(comparedJobs(report.jobs, comparison.to));
  const title = paint(style, ['bold', 'cyan'], `${from!.name} → ${comparison.to}`);
  return [
    [
      title,
      ...printPartition(comparison, report, style),
      ...printUndecided(comparison, report, style),
      ...printCostDifference(comparison, report, style),
      ...(report.comparisons.length === 1 ? printCostRemarks(report, style) : []),
      ...printCompleteness(comparison.completeness ?? undefined, 2, style),
    ],
    printChanges(comparison, style),
    printChangedLines('newly dropped', comparison.onlyBefore, fields, style),
    printChangedLines('newly kept', comparison.onlyAfter, fields, style),
  ];
}

/**
 * Prints lines that only one of two filters keeps: the values that distinguish them, the values of fields that were asked for, examples. Nothing
 * if there are none.
 */
function printChangedLines(
  title: keyof typeof COLORS,
  changed: ChangedLines,
  fields: LineFields,
  style: Style,
): string[] {
  const { lines, examined, values, by, samples } = changed;
  if (lines === 0) return [];
  const head = paint(style, ['bold', COLORS[title]], `${printPlural(lines, 'line')} ${title}`);
  const part =
    examined === 0 || examined >= lines || values.length + by.length === 0
      ? ''
      : `, values from a sample of ${printCount(examined)}`;
  return [
    `${head}${part}`,
    ...printValues(values, style),
    ...by.flatMap((one) => printFieldValues(one, INDENT, style)),
    ...absentFields(by).flatMap((clause) => printSentence(clause, style)),
    ...(samples.length === 0 ? [] : [`  ${samples.length >= lines ? 'all of them' : 'for example'}:`]),
    ...printSamples(samples, fields, '    ', style),
  ];
}

function printValues(values: readonly DistinguishingValue[], style: Style): string[] {
  if (values.length === 0) return [];
  const columns = columnsOfValues(INDENT, style);
  const rows = values.map((value) => [printTest(value, columns), ...printShares(value)]);
  return printTable(shareColumns('most distinguishing values'), rows, INDENT);
}

/** Prints the test; a long value is shortened, or begins on the next line: the field and the operator are always shown. */
function printTest({ field, test, value }: DistinguishingValue, columns: number): string {
  const before = `${field} ${OPERATORS[test]} `;
  const free = columns - columnsOf(before);
  if (columnsOf(value) <= free || free >= LEAST_VALUE_COLUMNS) return `  ${before}${shorten(value, free)}`;
  return `  ${before.trimEnd()}\n    ${shorten(value, columns - 2)}`;
}

function printPartition(
  { keptByBoth, onlyBefore, onlyAfter, neither, undecided }: Comparison,
  { lines }: CompareReport,
  style: Style,
): string[] {
  const rows: [string, LineTotal, 'green' | 'red' | 'cyan' | 'blue' | 'yellow'][] = [
    ['kept by both', keptByBoth, 'blue'],
    ['newly dropped', onlyBefore, 'red'],
    ['newly kept', onlyAfter, 'green'],
    ['kept by neither', neither, 'cyan'],
    ['undecided', undecided, 'yellow'],
  ];
  const columns = style.width < BARS_FROM_WIDTH ? 0 : BAR_COLUMNS;
  const cells = rows
    .filter(([name, total]) => name !== 'undecided' || total.lines > 0)
    .map(([name, total, color]) => [
      name,
      ...(columns === 0 ? [] : [printBar(style, total.lines, lines.read, columns, color)]),
      printShare(total.lines, lines.read),
      printPlural(total.lines, 'line'),
      printBytes(total.bytes),
    ]);
  const right = { title: '', align: 'right' } as const;
  return printTable([{ title: '' }, ...(columns === 0 ? [] : [{ title: '' }]), right, right, right], cells, '  ');
}

/** Why lines are undecided. */
function printUndecided({ to, undecided }: Comparison, { jobs }: CompareReport, style: Style): string[] {
  if (undecided.lines === 0) return [];
  const both = comparedJobs(jobs, to);
  const lines = new Map(
    both.flatMap(({ missingFields = [] }) => missingFields.map((field) => [field.name, field.lines])),
  );
  if (lines.size === 0) return [];
  const fields = [...lines].map(([name, count]) => `${name} (${printPlural(count, 'line')})`);
  return printSentence(`undecided where lines lack a field that a filter tests: ${fields.join(', ')}`, style);
}

function printProblems({ problemCounts, source, lines }: CompareReport, style: Style): string[] {
  const codes = Object.entries(problemCounts);
  if (codes.length === 0) return [];
  const counts = codes.map(([code, count]) => `${paint(style, 'yellow', code)} ×${printCount(count)}`);
  const lost = source.damaged + source.unreadable;
  return [
    `${paint(style, 'bold', 'Problems in the data')}: ${counts.join(', ')}`,
    ...(lost === 0
      ? []
      : printSentence(
          `${printPlural(lost, 'object could', 'objects could')} not be read completely: the exit code is 1`,
          style,
        )),
    ...strictRemark(lines, style).flatMap((remark) => printSentence(remark, style)),
    ...printSentence('headgate replay shows the place of each problem', style),
  ];
}
