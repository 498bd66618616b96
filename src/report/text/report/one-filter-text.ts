// Arranges the report of one filter, verdict first: complete, or within the rows of a small terminal. A new figure is a section or a row of
// one. Computes no figures.
import { columnsOf, printCount, printPlural } from '../../../base/index.ts';
import type { ReplayedJob, ReplayResult } from '../../../verbs/index.ts';
import { printGuards, printUnjudgedGuards } from '../guards-text.ts';
import { printCompleteness } from '../proof/completeness-text.ts';
import { printSentence } from '../sentence.ts';
import { cutIn, paint, type Style, shorten, wrapTo } from '../style.ts';
import { printTitle } from '../title.ts';
import { rateNotes } from './cost-notes.ts';
import { adviceOf, printAdvice } from './report-advice.ts';
import { printCost, printMoneyRows, printRates } from './report-cost.ts';
import { printFields, printJobFields } from './report-fields.ts';
import { printHours } from './report-hours.ts';
import { lineFieldsOf, printConditions, printExamples, printVerdicts, pushRemarks } from './report-job.ts';
import { printHead, printPartial, printProblems } from './report-source.ts';
import { printValuesOf } from './report-values.ts';
import { newMeanings } from './sole-figures.ts';
import { strictRemark } from './strict-remark.ts';

/** Rows of the smallest usual terminal, less one for the prompt below the text. */
const ROWS = 23;
/** Maximum rows of the filter, of the completeness of the source, and of one condition, guard or remark. */
const [FILTER_ROWS, COMPLETENESS_ROWS, CONDITION_ROWS, GUARD_ROWS, REMARK_ROWS] = [3, 4, 2, 2, 3];
/** Maximum rows of a remark on what the job pushes. */
const PUSH_ROWS = 2;
/** Maximum conditions, guards or remarks that are tried: more do not fit. */
const MOST_LISTED = 16;
/** Rows that the lines of guards keep before other sections: guards decide the exit code. */
const GUARD_WEIGHT = 4;
/** Rows that costs keep if there is a price: a flag asked for them. */
const COST_WEIGHT = 4;
/** Kinds of problems that are named. */
const KINDS_SHOWN = 3;
/** Maximum prices of a table of costs. */
const PRICES_SHOWN = 4;

/** The lines of a section, and what they leave out. */
interface Form {
  lines: readonly string[];
  /** What `--details` adds: `3 more conditions`. @default nothing */
  hidden?: string;
  /** Whether it is only used if no other section has a shorter form. @default false */
  isLast?: boolean;
}

/** A section of a text. */
interface Section {
  /** From the most complete one to the shortest. */
  forms: readonly [Form, ...Form[]];
  /** Whether no blank line separates it from the section before. @default false */
  isJoined?: boolean;
  /** Rows that it keeps before others: negative if it gives way first. @default 0 */
  weight?: number;
  /** Whether its rows are not counted: the user asked for them. @default false */
  isAsked?: boolean;
}

/** Prints the blocks of the report. */
export function printOneFilter(report: ReplayResult, job: ReplayedJob, style: Style): string[][] {
  return style.hasDetails === true ? printComplete(report, job, style) : printFitted(report, job, style);
}

function printComplete(report: ReplayResult, job: ReplayedJob, style: Style): string[][] {
  return [
    [...printTop(report, job, style), ...printCompleteness(report.completeness?.[0], 2, style)],
    [...guardsForm(report, job, style).lines],
    [
      ...printHours(job, 0, report, style),
      ...printConditions(job, report, style),
      ...newMeanings([job], 0).flatMap((meaning) => printSentence(meaning, style)),
      ...printJobFields(job, report, style),
    ],
    ...printAsked(report, job, style),
    printCost(report, style),
    printProblems(report, style),
    printAdvice(report, style),
  ];
}

function printFitted(report: ReplayResult, job: ReplayedJob, style: Style): string[][] {
  const sections: Section[] = [
    { forms: topForms(report, job, style) },
    { forms: completenessForms(report, style), isJoined: true },
    { forms: guardsForms(report, job, style), weight: GUARD_WEIGHT },
    { forms: conditionForms(job, report, style) },
    {
      forms: [{ lines: newMeanings([job], 0).flatMap((meaning) => printSentence(meaning, style)) }, { lines: [] }],
      isJoined: true,
      weight: -ROWS,
    },
    ...printAsked(report, job, style).map((lines): Section => ({ forms: [{ lines }], isAsked: true })),
    { forms: costForms(report, style), weight: report.cost?.all.money.length ? COST_WEIGHT : 0 },
    { forms: remarkForms(report, style) },
  ];
  const forms = fitRows(sections, ROWS - 1);
  const hidden = [
    // The filter of the first section is the least that is missed.
    ...[...forms.slice(1), forms[0]!].flatMap((form) => form.hidden ?? []),
    ...(printHours(job, 0, report, style).length > 0 ? ['lines by hour'] : []),
    ...(Object.keys(report.problemCounts).length > 0 ? ['places of problems'] : []),
    ...(printJobFields(job, report, style).length > 0 ? [printPlural(job.fields?.length ?? 0, 'field')] : []),
  ];
  const blocks: string[][] = [];
  for (const [index, { lines }] of forms.entries()) {
    if (sections[index]!.isJoined === true) blocks.at(-1)!.push(...lines);
    else blocks.push([...lines]);
  }
  if (hidden.length === 0) return blocks;
  const pointer = cutIn(`--details adds ${hidden.join(', ')}`, style.width - 4);
  // A block of its own would take one row more.
  blocks.findLast((lines) => lines.length > 0)!.push(`  ${paint(style, 'cyan', '→')} ${paint(style, 'dim', pointer)}`);
  return blocks;
}

/** Prints what flags asked for: it is never left out. */
function printAsked(report: ReplayResult, job: ReplayedJob, style: Style): string[][] {
  return [
    printExamples(job, style),
    printValuesOf(job, style),
    style.sourceFields === true ? printFields(report, style) : [],
  ];
}

/** @param most maximum rows of the filter */
function printTop(report: ReplayResult, job: ReplayedJob, style: Style, most?: number): string[] {
  const name = shorten(job.name, Math.floor(style.width / 2));
  return [
    ...printPartial(report, style),
    ...printTitle(
      paint(style, ['bold', 'cyan'], name),
      columnsOf(name),
      job.filter ?? 'no filter: keeps every line',
      style,
      most,
    ),
    ...printVerdicts(job, report, style),
    ...pushRemarks(job)
      .map((remark) => (most === undefined ? remark : wrapTo(remark, style.width - 4, PUSH_ROWS).join(' ')))
      .flatMap((remark) => printSentence(remark, style)),
    ...printHead(report, style, true),
  ];
}

function topForms(report: ReplayResult, job: ReplayedJob, style: Style): [Form, ...Form[]] {
  const all = printTop(report, job, style);
  const [first, ...others] = Array.from({ length: FILTER_ROWS }, (_, index): Form => {
    const lines = printTop(report, job, style, FILTER_ROWS - index);
    return lines.join() === all.join() ? { lines } : { lines, hidden: 'the whole filter' };
  });
  return [first!, ...others];
}

function completenessForms({ completeness }: ReplayResult, style: Style): [Form] {
  const lines = printCompleteness(completeness?.[0], 2, style);
  return lines.length <= COMPLETENESS_ROWS
    ? [{ lines }]
    : [{ lines: [...lines.slice(0, COMPLETENESS_ROWS - 1), '    …'], hidden: 'the missing lines' }];
}

function guardsForm(
  report: ReplayResult,
  job: ReplayedJob,
  style: Style,
  rows: Parameters<typeof printGuards>[3] = {},
): Form {
  const { guards = [], unjudgedGuards } = report;
  if (unjudgedGuards !== undefined) return { lines: printUnjudgedGuards(unjudgedGuards, style) };
  const { most = guards.length } = rows;
  const lines = printGuards(guards, () => lineFieldsOf(job), style, rows);
  if (most >= guards.length) return { lines };
  return { lines, hidden: printPlural(guards.length - most, 'more guard'), isLast: true };
}

function guardsForms(report: ReplayResult, job: ReplayedJob, style: Style): [Form, ...Form[]] {
  const { guards = [], unjudgedGuards = [] } = report;
  const rowsOfEach = GUARD_ROWS;
  const some = downTo(1, Math.min(MOST_LISTED, guards.length)).map((most) =>
    guardsForm(report, job, style, { most, samples: 0, rowsOfEach }),
  );
  const all = guardsForm(report, job, style, { rowsOfEach });
  const [one] = unjudgedGuards;
  if (one !== undefined)
    return [all, { lines: all.lines.slice(0, 2), hidden: printPlural(unjudgedGuards.length, 'guard') }];
  const whole = guardsForm(report, job, style);
  const withLines = [whole, all, guardsForm(report, job, style, { samples: 1, rowsOfEach })]
    // Lines that are shown whole may be of any length.
    .filter(({ lines }) => lines.every((line) => columnsOf(line) <= style.width));
  const [first = all, ...others] = [...withLines, ...some];
  return [first, ...others];
}

function conditionForms(job: ReplayedJob, report: ReplayResult, style: Style): [Form, ...Form[]] {
  const { length } = job.conditions ?? [];
  const all = printConditions(job, report, style, { rowsOfEach: CONDITION_ROWS });
  const some = downTo(1, Math.min(MOST_LISTED, length)).map((most): Form => {
    const lines = printConditions(job, report, style, { most, rowsOfEach: 1 });
    return most < length ? { lines, hidden: printPlural(length - most, 'more condition') } : { lines };
  });
  return [{ lines: all }, ...some];
}

function costForms(report: ReplayResult, style: Style): [Form, ...Form[]] {
  const { cost } = report;
  const rates = printRates(report, style);
  if (cost === undefined || cost.all.money.length === 0) return [{ lines: rates }, { lines: [], hidden: 'rates' }];
  const most = PRICES_SHOWN;
  const more = cost.all.money.length - most;
  const hidden = more > 0 ? { hidden: printPlural(more, 'more price') } : {};
  const short = printMoneyRows(cost, style, { isOfJobs: true, most });
  return [
    { lines: [...rates, ...printMoneyRows(cost, style, { most })], ...hidden },
    { lines: [...rates, ...short], ...hidden },
    { lines: short, hidden: 'rates' },
    ...downTo(1, Math.min(most, cost.all.money.length) - 1).map((few) => ({
      lines: printMoneyRows(cost, style, { isOfJobs: true, most: few }),
      hidden: `rates, ${printPlural(cost.all.money.length - few, 'more price')}`,
    })),
    { lines: [], hidden: 'rates and costs' },
  ];
}

/** Problems, warnings and advice; at least their number. */
function remarkForms(report: ReplayResult, style: Style): [Form, ...Form[]] {
  const { problemCounts, cost } = report;
  const problems = Object.entries(problemCounts).sort(([, a], [, b]) => b - a);
  const named = problems.slice(0, KINDS_SHOWN).map(([code, count]) => `${code} ×${printCount(count)}`);
  const others = problems.slice(KINDS_SHOWN).reduce((sum, [, count]) => sum + count, 0);
  const columns = style.width - 4;
  const remarks = [
    ...(problems.length === 0
      ? []
      : [
          `Problems in the data: ${[...named, ...(others === 0 ? [] : [`${printCount(others)} of other kinds`])].join(', ')}`,
        ]),
    ...strictRemark(report.lines, style),
    ...adviceOf(report),
    ...(cost === undefined ? [] : rateNotes(cost)),
  ].map((text) => wrapTo(text, columns, REMARK_ROWS).join(' '));
  const [first, ...shorter] = downTo(0, Math.min(MOST_LISTED, remarks.length)).map((most): Form => {
    const lines = remarks.slice(0, most).flatMap((text) => printSentence(text, style));
    const more = remarks.length - most;
    return more > 0 ? { lines, hidden: printPlural(more, most === 0 ? 'remark' : 'more remark') } : { lines };
  });
  return [first!, ...shorter];
}

/** `most`, …, `least`; empty if `most` is lower. */
function downTo(least: number, most: number): number[] {
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => most - index);
}

/**
 * Returns the form of each section with which all fit into `rows`; the shortest forms if none do. The longest section gives way first. Rows that are then
 * free go to the section with the largest weight.
 */
function fitRows(sections: readonly Section[], rows: number): Form[] {
  const at = sections.map(() => 0);
  const formOf = (index: number): Form => sections[index]!.forms[at[index]!]!;
  const sizeOf = (index: number): number => (sections[index]!.isAsked === true ? 0 : formOf(index).lines.length);
  const weightOf = (index: number): number => sections[index]!.weight ?? 0;
  const rank = (index: number): number => sizeOf(index) - weightOf(index);
  const used = (): number =>
    sections.reduce((sum, { isJoined = false }, index) => {
      const size = sizeOf(index);
      return sum + size + (size === 0 || isJoined || sum === 0 ? 0 : 1);
    }, 0);
  const indexes = [...at.keys()];
  while (used() > rows) {
    const open = indexes.filter((index) => at[index]! + 1 < sections[index]!.forms.length);
    const first = open.filter((index) => sections[index]!.forms[at[index]! + 1]!.isLast !== true);
    const candidates = first.length > 0 ? first : open;
    if (candidates.length === 0) break;
    at[candidates.reduce((longest, index) => (rank(index) > rank(longest) ? index : longest))]! += 1;
  }
  for (const index of indexes.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    const shortest = at[index]!;
    at[index] = 0;
    while (at[index]! < shortest && used() > rows) at[index]! += 1;
  }
  return sections.map((_, index) => formOf(index));
}
