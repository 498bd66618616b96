// The page of a replay: guards and verdicts first, then cost, hours, conditions, fields, examples and problems. Computes no figures.
import { decidesNothing, type Overlap } from '../../analysis/aggregates/index.ts';
import { failingLines, type JobReport, type Report } from '../../analysis/replay/index.ts';
import { printBytes, printCount, printPlural, printRange, printShare } from '../../base/index.ts';
import type { ReplayResult } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { adviceSection } from './advice.ts';
import { bytesCell, code, codeCell, countCell, estimatedColumn, figureColumn, shareCell, textColumn } from './cells.ts';
import { absentNotices, valueBlocks, weightSections } from './compare/changed-lines.ts';
import { completenessBlocks, completenessNotice } from './completeness.ts';
import {
  costHighlights,
  costSections,
  costTitle,
  estimatedCell,
  moneyCells,
  savesTitle,
  savingCells,
  UNKNOWN,
} from './cost-section.ts';
import { lineFieldsOf } from './example-lines.ts';
import { fieldsSection } from './fields-table.ts';
import { guardAnswer, guardSection, guardStatements, interruptedAnswer } from './guard-section.ts';
import { hoursSection } from './hours-section.ts';
import { jobSection, pushCells, pushColumns, pushNotices } from './job-section.ts';
import {
  type Cell,
  type Highlight,
  type Page,
  type PageSettings,
  paragraph,
  present,
  type Section,
  type Text,
} from './page.ts';
import { problemSection } from './problem-section.ts';
import { printPushed, pushesOthers } from './pushed-words.ts';
import { sourceFacts, sourceNotices } from './source-facts.ts';
import {
  deliveredAnswer,
  transformerCells,
  transformerColumns,
  transformerHighlights,
  transformerNotices,
  transformerSection,
  withSingleLines,
} from './transformer-section.ts';

/** Maximum jobs and sets of jobs shown. */
const JOBS_SHOWN = 50;
const OVERLAPS_SHOWN = 10;

/** Creates the page of a replay. */
export function replayPage(found: ReplayResult, settings: PageSettings = {}): Page {
  const report = printableAll(withSingleLines(found));
  const { jobs = [], lines, hours = [], cost, guards = [], completeness = [] } = report;
  const hasLines = lines.read > 0;
  return {
    kind: 'Replay',
    isFitted: jobs.length === 1 && hasLines,
    title: titleOf(report),
    answer: answerOf(report),
    statements: statementsOf(report),
    notices: [
      ...sourceNotices(report, settings),
      ...completeness.flatMap((one, index) => completenessNotice(jobs[index]?.name ?? '', one)),
      ...pushNotices(jobs),
      ...transformerNotices(jobs),
      ...absentNotices(report),
    ],
    highlights: hasLines
      ? [...verdictHighlights(report), ...(isUnknown(jobs[0]) ? [] : costHighlights(cost, jobs[0]))]
      : [],
    facts: sourceFacts(report),
    sections: [
      ...(hasLines ? jobsSection(report) : []),
      ...guardSection(
        guards,
        ({ job }) => lineFieldsOf(jobs.find(({ name }) => name === job) ?? jobs[0]!),
        settings,
        report.unjudgedGuards,
      ),
      ...(hasLines
        ? [
            ...jobs.flatMap((job, index) => {
              const { blocks, ...section } = jobSection(jobs, index, lines, settings);
              const ofJob = [
                ...blocks,
                ...valueBlocks(job),
                ...completenessBlocks(job.name, completeness[index] ?? null),
              ];
              // Without a filter, the transformer is all that decides.
              const isDetail = job.filter === null && job.transformer !== undefined;
              return [
                { ...section, blocks: ofJob, ...(isDetail && { isDetail }) },
                ...transformerSection(job, jobs.length === 1),
              ];
            }),
            ...weightSections(report),
            ...hoursSection(hours, jobs),
            ...costSections(report),
            ...overlapSection(report),
            ...fieldsSection(report.fields ?? [], {
              lines: lines.read,
              isDetail: jobs.length > 0,
            }),
          ]
        : []),
      ...problemSection(report),
      ...adviceSection(report),
    ],
  };
}

function titleOf({ jobs = [] }: Report): Text {
  const [first] = jobs;
  if (first === undefined) return 'Profile of the source';
  return jobs.length === 1 ? [code(first.name)] : `Replay of ${printPlural(jobs.length, 'filter')}`;
}

function answerOf(report: ReplayResult): Page['answer'] {
  const { jobs = [], lines } = report;
  const [first] = jobs;
  const read = printPlural(lines.read, 'line');
  const interrupted = interruptedAnswer(report);
  if (interrupted !== undefined) return interrupted;
  if (lines.read === 0) return { tone: 'unclear', text: 'No answer: no line was read.' };
  const guarded = guardAnswer(report.guards ?? []);
  if (guarded !== undefined) return guarded;
  if (first === undefined) return { tone: 'neutral', text: `The source has ${read}.` };
  if (jobs.every(({ undecided }) => undecided.lines === lines.read))
    return { tone: 'unclear', text: 'No answer: every line is undecided.' };
  const text: Text =
    jobs.length === 1
      ? keptText(first, lines.read)
      : `${printPlural(jobs.length, 'filter')} replayed over ${read}${mostUndecided(jobs)}.`;
  return { tone: failingLines(jobs) > 0 ? 'bad' : 'neutral', text };
}

/** The share that the filter keeps: a range if lines are undecided, because the platform may keep each of them. */
function keptText(job: JobReport, read: number): Text {
  const { name, kept, undecided } = job;
  const delivered = deliveredAnswer(job, read);
  if (delivered !== undefined) return delivered;
  const [least, most] = [kept.lines, kept.lines + undecided.lines].map((lines) => printShare(lines, read));
  const open = undecided.lines === 0 ? '' : `: ${printCount(undecided.lines)} ${areUndecided(undecided.lines)}`;
  return [code(name), ` keeps ${printRange(least!, most!)} of ${printPlural(read, 'line')}${open}.`];
}

/** Of several filters, the most lines that one leaves undecided. */
function mostUndecided(jobs: readonly JobReport[]): string {
  const most = Math.max(
    ...jobs.map(({ undecided, transformer }) => undecided.lines + (transformer?.undecided.lines ?? 0)),
  );
  return most === 0 ? '' : `, of which up to ${printCount(most)} ${areUndecided(most)}`;
}

function areUndecided(lines: number): string {
  return `${lines === 1 ? 'is' : 'are'} undecided`;
}

/** The guards that were checked, beside what the filter keeps. */
function statementsOf({ jobs = [], lines, partial, guards = [] }: ReplayResult): NonNullable<Page['statements']> {
  const [only] = jobs;
  if (lines.read === 0 || partial) return [];
  const isKept = jobs.length === 1 && only !== undefined && guardAnswer(guards) !== undefined;
  return present(isKept && { tone: 'neutral', text: keptText(only, lines.read) }, ...guardStatements(guards));
}

/** Whether it is not known what a job delivers. */
function isUnknown(job: JobReport | undefined): boolean {
  return job?.transformer !== undefined && decidesNothing(job.transformer);
}

/** Of one filter; several have a table. */
function verdictHighlights({ jobs = [], lines }: ReplayResult): Highlight[] {
  const [job] = jobs;
  if (job === undefined || jobs.length > 1) return [];
  const verdicts = (['kept', 'dropped', 'undecided'] as const)
    .filter((verdict) => verdict !== 'undecided' || job.undecided.lines > 0)
    .map((verdict) => ({
      label: verdict,
      figure: printShare(job[verdict].lines, lines.read),
      note: `${printPlural(job[verdict].lines, 'line')}, ${printBytes(job[verdict].bytes)}`,
      ...(verdict === 'undecided' ? { tone: 'unclear' as const } : {}),
    }));
  if (job.transformer !== undefined) {
    const { transformer } = job;
    const ofFilter = job.filter === null ? [] : verdicts;
    return [...transformerHighlights(transformer, lines.read), ...ofFilter];
  }
  if (!pushesOthers(job)) return verdicts;
  const pushed = {
    label: 'pushed',
    figure: printShare(Math.round(job.pushed!.lines.value), lines.read),
    note: printPushed(job),
  };
  return [verdicts[0]!, pushed, ...verdicts.slice(1)];
}

/** A row for each job. With one job only for programs: its section has the figures. */
function jobsSection({ jobs = [], lines, cost }: ReplayResult): Section[] {
  if (jobs.length === 0) return [];
  const prices = cost?.all.money ?? [];
  const isDecided = jobs.every(({ undecided }) => undecided.lines === 0);
  const by = jobs.some(({ transformer }) => transformer) ? ' by filter' : '';
  const columns = present(
    textColumn('Filter', 'job'),
    figureColumn(`Kept${by}`, 'kept_lines'),
    figureColumn('Share', 'kept_share'),
    figureColumn('Kept bytes', 'kept_bytes'),
    ...pushColumns(jobs),
    ...transformerColumns(jobs),
    figureColumn(`Dropped${by}`, 'dropped_lines'),
    { ...figureColumn('Dropped bytes', 'dropped_bytes'), isHidden: true },
    { ...figureColumn('Undecided', 'undecided_lines'), isHidden: isDecided },
    { ...figureColumn('Undecided bytes', 'undecided_bytes'), isHidden: true },
    cost !== undefined && estimatedColumn('Bytes per month', 'bytes_per_month'),
    ...prices.map(({ price }) => estimatedColumn(costTitle(price), `cost_per_month_${price}`)),
    ...prices.map(({ price }) => estimatedColumn(savesTitle(price), `saves_per_month_${price}`)),
  );
  const rows = jobs.map((job, index): Cell[] => {
    const { name, kept, dropped, undecided } = job;
    return [
      codeCell(name),
      countCell(kept.lines),
      shareCell(kept.lines, lines.read, false),
      bytesCell(kept.bytes),
      ...pushCells(job),
      ...transformerCells(job),
      countCell(dropped.lines),
      bytesCell(dropped.bytes),
      countCell(undecided.lines),
      bytesCell(undecided.bytes),
      ...costCells(cost, index).map((cell) => (isUnknown(job) && cell.text !== '' ? UNKNOWN : cell)),
    ];
  });
  return [
    {
      title: 'Filters',
      blocks: present(
        { kind: 'table', name: 'jobs', columns, rows, shown: JOBS_SHOWN, isHidden: jobs.length === 1, isStacked: true },
        !isDecided &&
          cost !== undefined &&
          jobs.length !== 1 &&
          paragraph('Costs and savings count undecided lines as not kept.'),
      ),
    },
  ];
}

function costCells(cost: ReplayResult['cost'], index: number): Cell[] {
  const job = cost?.jobs[index];
  if (cost === undefined || job === undefined) return [];
  return [estimatedCell(job.perMonth.bytes, printBytes), ...moneyCells(job, cost), ...savingCells(job, cost)];
}

function overlapSection({ jobs = [], overlap = [], lines }: Report): Section[] {
  if (jobs.length < 2) return [];
  const sets = overlap.toSorted((a, b) => b.lines - a.lines);
  const columns = [
    textColumn('Kept by', 'kept_by'),
    figureColumn('Lines', 'lines'),
    figureColumn('Share', 'share'),
    figureColumn('Bytes', 'bytes'),
  ];
  const rows = sets.map((set) => [
    {
      text: setText(
        set,
        jobs.map(({ name }) => name),
      ),
      value: set.jobs.map((job) => jobs[job]!.name).join(' + '),
    },
    countCell(set.lines),
    shareCell(set.lines, lines.read),
    bytesCell(set.bytes),
  ]);
  const open = jobs.filter(({ undecided }) => undecided.lines > 0);
  return [
    {
      title: 'Overlap',
      isDetail: true,
      blocks: present(
        { kind: 'table', name: 'overlap', columns, rows, shown: OVERLAPS_SHOWN },
        open.length !== 0 && paragraph(undecidedText(open)),
      ),
    },
  ];
}

/** Undecided lines are in no set of the job. */
function undecidedText(jobs: readonly JobReport[]): Text {
  const counts = jobs.map(
    ({ name, undecided }, index): Text => [`${index === 0 ? '' : ', '}${printCount(undecided.lines)} by `, code(name)],
  );
  return ['Undecided lines count as not kept: ', ...counts.flat(), '.'];
}

function setText({ jobs }: Overlap, names: readonly string[]): Text {
  if (jobs.length === 0) return 'none of them';
  if (jobs.length === names.length) return names.length === 2 ? 'both' : `all ${printCount(names.length)}`;
  return ['only ', ...jobs.flatMap((job, index) => present(index !== 0 && ' + ', code(names[job]!)))];
}
