// Prints one job of a report: its filter, its verdicts with bars, a row per condition, fields, and sample lines.
import type { ConditionSamples, JobReport, Report } from '../../../analysis/replay/index.ts';
import { columnsOf, printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { LineTotal } from '../../../input/scan/index.ts';
import type { ReplayedJob } from '../../../verbs/index.ts';
import { printPushedRange, pushesOthers } from '../pushed-words.ts';
import { type LineFields, printSamples } from '../samples/print-samples.ts';
import { printSentence } from '../sentence.ts';
import { BARS_FROM_WIDTH, paint, printBar, printShare, type Style, wrapTo, wrapWhole } from '../style.ts';
import { printTable } from '../table.ts';
import { printTitle } from '../title.ts';
import { printJobFields } from './report-fields.ts';
import { printHours } from './report-hours.ts';
import { informativeFigures, newMeanings } from './sole-figures.ts';

const BAR_COLUMNS = 30;
const CONDITION_BAR_COLUMNS = 10;
/** Minimum width of a condition. Columns. */
const LEAST_CONDITION_COLUMNS = 20;
/** The name of a field or an operator in a condition; values are in quotes or numbers. */
const NAME = /^[A-Za-z_]\w*$/;
const VERBS = { drop: 'dropped', keep: 'kept' } as const;
/** Blanks before a row, and between its columns. */
const GAP = 2;

/** The fields that examples of its lines show. */
export function lineFieldsOf({ dataset, testedFields = [] }: JobReport): LineFields {
  return { dataset, tested: testedFields };
}

/** Prints the result of one job. @param index of the job in the report */
export function printJob(job: ReplayedJob, index: number, report: Report, style: Style): string[] {
  const title = paint(style, ['bold', 'cyan'], job.name);
  return [
    ...printTitle(title, columnsOf(job.name), job.filter ?? 'no filter: keeps every line', style),
    ...printVerdicts(job, report, style),
    ...pushRemarks(job).flatMap((remark) => printSentence(remark, style)),
    ...(style.hasDetails === true ? printHours(job, index, report, style) : []),
    ...printConditions(job, report, style),
    ...newMeanings(report.jobs ?? [], index).flatMap((meaning) => printSentence(meaning, style)),
    ...(style.hasDetails === true ? printJobFields(job, report, style) : []),
    ...printExamples(job, style),
  ];
}

/** Prints a row for each verdict, and one for pushed or written lines. */
export function printVerdicts(job: ReplayedJob, report: Report, style: Style): string[] {
  const rows = [
    ['kept', job.kept, 'green'],
    ['dropped', job.dropped, 'red'],
    ['undecided', job.undecided, 'yellow'],
  ] as const;
  const columns = barColumns(job, style);
  const cells = rows
    .filter(([verdict, total]) => verdict !== 'undecided' || total.lines > 0)
    .map(([verdict, total, color]) => [
      verdict,
      ...(columns === 0 ? [] : [printBar(style, total.lines, report.lines.read, columns, color)]),
      printShare(total.lines, report.lines.read),
      printPlural(total.lines, 'line'),
      printBytes(total.bytes),
    ]);
  const { emitted } = job;
  if (emitted !== undefined) cells.push(printEmitted('written', emitted, columns, report, style));
  else if (pushesOthers(job)) cells.push(printEmitted('pushed', pushedTotal(job), columns, report, style));
  const right = { title: '', align: 'right' } as const;
  return printTable([{ title: '' }, ...(columns === 0 ? [] : [{ title: '' }]), right, right, right], cells, '  ');
}

/** Width of the bars beside the figures; 0 without bars. */
function barColumns({ kept, dropped }: JobReport, { width }: Style): number {
  if (width < BARS_FROM_WIDTH) return 0;
  const [lines, bytes] = [kept.lines + dropped.lines, kept.bytes + dropped.bytes];
  const figures = columnsOf(`  undecided    100.0 %  ${printPlural(lines, 'line')}  ${printBytes(bytes)}`);
  return Math.min(BAR_COLUMNS, Math.max(0, width - figures - GAP));
}

/** What the job pushes; without bytes if they were not measured. */
function pushedTotal({ pushed }: ReplayedJob): Partial<LineTotal> & { lines: number } {
  const { lines, bytes } = pushed!;
  return { lines: Math.round(lines.value), ...(bytes !== null && { bytes: bytes.value }) };
}

/** States what is unusual about the job, and how exact the pushed lines are. */
export function pushRemarks(job: ReplayedJob): string[] {
  const range = pushesOthers(job) && job.emitted === undefined ? printPushedRange(job) : '';
  return [...(job.remarks ?? []), ...(range === '' ? [] : [`pushed is estimated, ${range}`])];
}

/** Prints the pushed lines: kept lines after sampling, in the output format of the job. */
function printEmitted(
  name: 'written' | 'pushed',
  { lines, bytes }: Partial<LineTotal> & { lines: number },
  columns: number,
  report: Report,
  style: Style,
): string[] {
  return [
    name,
    ...(columns === 0 ? [] : [printBar(style, lines, report.lines.read, columns, 'cyan')]),
    printShare(lines, report.lines.read),
    printPlural(lines, 'line'),
    bytes === undefined ? 'not measured' : printBytes(bytes),
  ];
}

/** Which conditions a table shows. */
export interface ConditionRows {
  /** Maximum conditions: those that alone drop or keep most lines. @default all */
  most?: number;
  /** Maximum rows of the text of one condition; the rest is cut. @default all */
  rowsOfEach?: number;
}

/** Prints a row for each condition, in the order of the filter, with the number that `--samples-for` takes. */
export function printConditions(
  job: JobReport,
  report: Report,
  style: Style,
  { most = Number.POSITIVE_INFINITY, rowsOfEach = Number.POSITIVE_INFINITY }: ConditionRows = {},
): string[] {
  const all = (job.conditions ?? []).map((condition, index) => ({ ...condition, number: String(index + 1) }));
  if (all.length === 0) return [];
  // A figure that is 0 everywhere takes its columns from the conditions.
  const sole = informativeFigures(all).filter(
    ({ key }) => !Number.isFinite(rowsOfEach) || all.some((one) => one[key] > 0),
  );
  const decided = (one: (typeof all)[number]): number => sole.reduce((lines, { key }) => lines + one[key], 0);
  const chosen = new Set([...all].sort((a, b) => decided(b) - decided(a) || b.false - a.false).slice(0, most));
  const conditions = all.filter((one) => chosen.has(one));
  const titles = ['true', 'false', 'unknown', ...sole.map(({ title }) => title)];
  const numbered = all.length === 1 ? 0 : String(all.length).length + GAP;
  const figures = conditions.map((one) =>
    [one.true, one.false, one.unknown, ...sole.map(({ key }) => one[key])].map(printCount),
  );
  const taken = titles.map((title, index) => Math.max(title.length, ...figures.map((row) => row[index]!.length)));
  const free = style.width - GAP - numbered - taken.reduce((sum, width) => sum + GAP + width, 0);
  const beside = free - GAP - CONDITION_BAR_COLUMNS;
  // The text of a condition is worth more than its bar.
  const isBarred = style.width >= BARS_FROM_WIDTH && all.every(({ text }) => columnsOf(text) <= beside);
  const columns = Math.max(LEAST_CONDITION_COLUMNS, isBarred ? beside : free);
  // If a single name is longer than that, each condition is printed above its figures.
  const isStacked = conditions.some(({ text }) =>
    text.split(' ').some((word) => NAME.test(word) && columnsOf(word) > columns),
  );
  const rows = conditions.map(({ text, number, true: isTrue }, index) => [
    ...(numbered === 0 ? [] : [number]),
    isStacked ? '' : wrapTo(text, columns, rowsOfEach).join('\n'),
    ...(isBarred ? [printBar(style, isTrue, report.lines.read, CONDITION_BAR_COLUMNS, 'green')] : []),
    ...figures[index]!,
  ]);
  const heads = titles.map((title) => ({ title, align: 'right' }) as const);
  const part = conditions.length === all.length ? '' : ` (${conditions.length} of ${all.length})`;
  const [head, ...body] = printTable(
    [
      ...(numbered === 0 ? [] : [{ title: '#', align: 'right' } as const]),
      { title: `condition${part}` },
      ...(isBarred ? [{ title: '' }] : []),
      ...heads,
    ],
    rows,
    '  ',
  );
  if (!isStacked) return [paint(style, 'dim', head!), ...body];
  const stacked = conditions.flatMap(({ text }, index) => [
    ...wrapTo(text, style.width - GAP - numbered, rowsOfEach).map((line) => `  ${' '.repeat(numbered)}${line}`),
    body[index]!,
  ]);
  return [paint(style, 'dim', head!), ...stacked];
}

/** Prints the lines that were asked for. */
export function printExamples(job: JobReport, style: Style): string[] {
  return [
    ...printByVerdict(job, style),
    ...(job.samplesFor ?? []).flatMap((one) => printDecidedAlone(one, job, style)),
  ];
}

/** Prints the lines that one condition alone drops or keeps. */
function printDecidedAlone(
  { text, verdict, lines, bytes, samples }: ConditionSamples,
  job: JobReport,
  style: Style,
): string[] {
  const amount = lines === 0 ? 'no line' : `${printPlural(lines, 'line')}, ${printBytes(bytes)}`;
  const end = samples.length === 0 ? '' : samples.length < lines ? ', for example:' : ':';
  return [
    ...wrapWhole(`${VERBS[verdict]} by ${text} alone: ${amount}${end}`, style.width - GAP).map((line) => `  ${line}`),
    ...printSamples(samples, lineFieldsOf(job), '    ', style),
  ];
}

function printByVerdict(job: JobReport, style: Style): string[] {
  return (['kept', 'dropped', 'undecided'] as const).flatMap((verdict) => {
    const samples = job.samples[verdict];
    return samples.length === 0
      ? []
      : [`  ${verdict}, for example:`, ...printSamples(samples, lineFieldsOf(job), '    ', style)];
  });
}
