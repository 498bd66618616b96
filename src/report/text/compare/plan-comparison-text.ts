// Renders the comparisons of a Terraform plan as text: the answer, the figures of each job, then one comparison after the other. Computes no
// figures.
import { moneyFormats, priceTitle, printAmountChange } from '../../../analysis/cost/index.ts';
import { columnsOf, printBytes, printCount, printPlural } from '../../../base/index.ts';
import type { PlanCompareReport, PlanComparison } from '../../../verbs/index.ts';
import { guardsInShort, isBroken } from '../guards-text.ts';
import { DEFAULT_HEIGHT, paint, printableAll, type Style, signed } from '../style.ts';
import { type Column, printTable } from '../table.ts';
import { renderCompareText } from './compare-text.ts';
import { planVerdict } from './plan-verdict.ts';
import { wrapPainted } from './wrap-painted.ts';

const COLORS = { bad: 'red', unclear: 'yellow', neutral: 'white' } as const;
const INDENT = '  ';
/** Between the columns of figures. */
const GAP = 2;

/** Renders the comparisons, in pieces; the answer again at the end if the text is longer than the terminal. */
export function* renderPlanComparisonText(plan: PlanCompareReport, style: Style): Generator<string> {
  const answer = printAnswer(plan, style);
  let rows = 0;
  for (const piece of piecesOf(plan, answer, style)) {
    rows += piece.split('\n').length - 1;
    yield piece;
  }
  if (rows >= (style.height ?? DEFAULT_HEIGHT)) yield `\n${answer}\n`;
}

function printAnswer(plan: PlanCompareReport, style: Style): string {
  const { tone, text } = planVerdict(plan);
  return wrapPainted(
    [
      ['Terraform plan: ', 'bold'],
      [text.charAt(0).toLowerCase() + text.slice(1), ['bold', COLORS[tone]]],
    ],
    style,
  ).join('\n');
}

function* piecesOf(plan: PlanCompareReport, answer: string, style: Style): Generator<string> {
  const { jobs } = plan;
  yield `${answer}\n`;
  if (jobs.length === 0) return;
  const compared = jobs.filter(({ report }) => report !== null).length;
  yield `${printPlural(jobs.length, 'log push job changes', 'log push jobs change')}, ${compared} compared\n\n`;
  yield `${printJobs(jobs, style).join('\n')}\n`;
  for (const { report, ...job } of jobs) {
    if (report === null) continue;
    const { address, action, remarks } = printableAll(job);
    yield `\n${paint(style, ['bold', 'magenta'], `${address} (${action})`)}\n`;
    for (const remark of remarks) yield `${wrapPainted([[remark, 'yellow']], style).join('\n')}\n`;
    yield* renderCompareText(report, { ...style, height: Number.POSITIVE_INFINITY }, job);
  }
}

/** Each job in a line of its own with its answer, above its figures: an address is long. */
function printJobs(jobs: readonly PlanComparison[], style: Style): string[] {
  const compared = jobs.filter(({ report }) => report !== null);
  const rows = compared.map((job) => figuresOf(job, jobs));
  const [titles, ...figures] = rows.length === 0 ? [] : fittingTable(figureColumns(jobs), rows, style);
  const left = [...figures];
  return [
    ...(titles === undefined ? [] : [paint(style, 'dim', titles)]),
    ...jobs.flatMap((job) => [
      ...wrapPainted(headOf(job), { ...style, width: style.width - INDENT.length }).map((line) => INDENT + line),
      ...(job.report === null ? [] : [left.shift()!]),
    ]),
  ];
}

/** Prints as many columns as fit. */
function fittingTable(columns: readonly Column[], rows: readonly (readonly string[])[], style: Style): string[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(...[title, ...rows.map((cells) => cells[index]!)].map(columnsOf)),
  );
  const ends = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + GAP + width, GAP));
  const most = ends.filter((end) => end <= style.width).length;
  return printTable(
    columns.slice(0, most),
    rows.map((cells) => cells.slice(0, most)),
    '    ',
  );
}

/** The job, with its guards or why it was not compared. */
function headOf({ report, ...job }: PlanComparison): [string, ('bold' | 'red' | 'green' | 'yellow')?][] {
  const { address, action, reason, remarks, isUnjudged } = printableAll(job);
  const guards = report?.guards ?? [];
  const color = guards.some(isBroken) ? 'red' : isUnjudged ? 'yellow' : 'green';
  const answer = guardsInShort(guards);
  const parts: [string, ('red' | 'green' | 'yellow')?][] = [
    ...(report === null ? [[`not compared: ${reason}`] as [string]] : []),
    ...(answer === undefined ? [] : [[answer, color] as [string, typeof color]]),
    ...(isUnjudged && answer === undefined ? [['guards not judged', 'yellow'] as [string, 'yellow']] : []),
    ...remarks.map((remark): [string] => [remark]),
  ];
  return [
    [address, 'bold'],
    [` (${action})${parts.length === 0 ? '' : ': '}`],
    ...parts.flatMap((part, index): [string, ('red' | 'green' | 'yellow')?][] =>
      index === 0 ? [part] : [['; '], part],
    ),
  ];
}

/** The most important columns first: those that do not fit are left out. */
function figureColumns(jobs: readonly PlanComparison[]): Column[] {
  const right = (title: string): Column => ({ title, align: 'right' });
  return [
    right('newly dropped'),
    right('newly kept'),
    ...(hasUndecided(jobs) ? [right('undecided')] : []),
    ...pricesOf(jobs).map(({ price }) => right(`${priceTitle(price)}/month`)),
    ...(hasCost(jobs) ? [right('bytes/month')] : []),
    right('kept'),
  ];
}

function figuresOf({ report }: PlanComparison, jobs: readonly PlanComparison[]): string[] {
  const [comparison] = report!.comparisons;
  const [before, after] = report!.jobs;
  const { cost } = report!;
  const formats = cost === undefined ? [] : moneyFormats(cost);
  const money = pricesOf(jobs).map((_, index) =>
    cost === undefined
      ? ''
      : printAmountChange(
          comparison!.cost!.money[index]!,
          [cost.jobs[0]?.money[index]?.amount ?? null, cost.jobs[1]?.money[index]?.amount ?? null],
          formats[index]!,
        ),
  );
  const bytes = comparison?.cost?.perMonth.bytes;
  return [
    printCount(comparison?.onlyBefore.lines ?? 0),
    printCount(comparison?.onlyAfter.lines ?? 0),
    ...(hasUndecided(jobs) ? [printCount(comparison?.undecided.lines ?? 0)] : []),
    ...money,
    ...(hasCost(jobs)
      ? [bytes === undefined ? '' : bytes === null ? 'not measured' : signed(printBytes)(bytes.value)]
      : []),
    `${printCount(before?.kept.lines ?? 0)} → ${printCount(after?.kept.lines ?? 0)}`,
  ];
}

function hasUndecided(jobs: readonly PlanComparison[]): boolean {
  return jobs.some(({ report }) => (report?.comparisons[0]?.undecided.lines ?? 0) > 0);
}

function hasCost(jobs: readonly PlanComparison[]): boolean {
  return jobs.some(({ report }) => report?.cost !== undefined);
}

function pricesOf(jobs: readonly PlanComparison[]): readonly { price: string }[] {
  return jobs.find(({ report }) => report?.cost !== undefined)?.report?.cost?.all.money ?? [];
}
