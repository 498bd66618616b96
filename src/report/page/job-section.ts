// One filter of a report: its verdicts as a bar, a row for each condition, what it pushes, and example lines.
import { decidesNothing } from '../../analysis/aggregates/index.ts';
import type { JobReport, Report } from '../../analysis/replay/index.ts';
import { capitalized, printBytes, printCount, printPlural, printShare } from '../../base/index.ts';
import type { ReplayedJob } from '../../verbs/index.ts';
import { bytesCell, code, codeCell, countCell, estimatedColumn, figureColumn, textColumn } from './cells.ts';
import { estimatedCell, UNKNOWN } from './cost-section.ts';
import { exampleLines, lineFieldsOf } from './example-lines.ts';
import { fieldsTable } from './fields-table.ts';
import {
  type Bar,
  type BarPart,
  type Block,
  type Cell,
  type Code,
  type Column,
  type ExampleLines,
  list,
  type Page,
  type PageSettings,
  paragraph,
  plainText,
  present,
  type Section,
  type Table,
  type Text,
} from './page.ts';
import { type PushedJob, printPushedRange, pushesOthers } from './pushed-words.ts';
import { informativeFigures, newMeanings, SOLE_FIGURES } from './sole-figures.ts';

/** Maximum conditions shown: a filter within the limits has 30. */
const CONDITIONS_SHOWN = 40;
const FIELDS_SHOWN = 10;

/** Shown instead of an expression. */
export const NO_FILTER = 'no filter: keeps every line';

/** Returns a filter as an expression, or that there is none. @param filter as in `JobReport` */
export function filterText(filter: string | null): Text {
  if (filter === null) return NO_FILTER;
  return filter === 'none' ? 'no job: keeps no line' : [code(filter)];
}

/** Creates the section of a job. @param index of the job */
export function jobSection(
  jobs: readonly ReplayedJob[],
  index: number,
  lines: Report['lines'],
  settings: PageSettings,
): Section {
  const job = jobs[index]!;
  return {
    // The default names begin with the word.
    title: job.name.startsWith('filter') ? [code(job.name)] : ['Filter ', code(job.name)],
    blocks: [
      job.filter === null || job.filter === 'none'
        ? paragraph(capitalized(plainText(filterText(job.filter))))
        : { kind: 'code', label: 'Filter', code: job.filter },
      verdictBar(job, lines.read),
      ...pushBlocks(job),
      ...conditionTable(job, lines.read),
      ...newMeanings(jobs, index).map((meaning) => paragraph(`${capitalized(meaning)}.`, { isExplanation: true })),
      ...pushedFields(job, lines.read),
      ...examplesOf(job, settings),
      ...decidedAlone(job, settings),
    ],
  };
}

/** Whether the lines that a job pushes are others than those that its filter keeps, and known. */
function hasPushed(job: ReplayedJob): boolean {
  return pushesOthers(job) && !(job.transformer !== undefined && decidesNothing(job.transformer));
}

/** What the job pushes where it differs from what the filter keeps, and what is unusual about the job. */
function pushBlocks(job: ReplayedJob): Block[] {
  const { remarks = [] } = job;
  const range = hasPushed(job) && job.emitted === undefined ? printPushedRange(job) : '';
  const items: Text[] = present(
    ...remarks.map((remark) => withQuotation(capitalized(remark))),
    range !== '' && `Pushed is estimated, ${range}`,
  );
  return items.length === 0 ? [] : [list(items)];
}

/** The columns of what jobs push; their settings are only for programs. */
export function pushColumns(jobs: readonly PushedJob[]): Column[] {
  const isHidden = !jobs.some(pushesOthers);
  const setting = (title: string, key: string): Column => ({ ...textColumn(title, key), isHidden: true });
  return [
    { ...estimatedColumn('Pushed', 'pushed_lines'), isHidden },
    { ...estimatedColumn('Pushed bytes', 'pushed_bytes'), isHidden },
    setting('Sample rate', 'sample_rate'),
    setting('Enabled', 'enabled'),
    setting('Last error', 'last_error'),
    setting('Error message', 'error_message'),
  ];
}

/** The cells of {@link pushColumns}. Without a job, all that the filter keeps, or its transformer delivers, is pushed; settings are empty. */
export function pushCells({ kept, pushed, push, transformer }: PushedJob): Cell[] {
  const { lines, bytes } = transformer?.delivered ?? kept;
  const setting = (value: string | number | boolean | null = ''): Cell =>
    typeof value === 'number' ? { text: '', value } : codeCell(String(value ?? ''));
  const figures = (): Cell[] => {
    if (transformer !== undefined && decidesNothing(transformer)) return [UNKNOWN, UNKNOWN];
    if (pushed === undefined) return [countCell(lines), bytesCell(bytes)];
    return [
      estimatedCell(pushed.lines, (value) => printCount(Math.round(value))),
      estimatedCell(pushed.bytes, printBytes),
    ];
  };
  return [...figures(), ...[push?.sampleRate, push?.enabled, push?.lastError, push?.errorMessage].map(setting)];
}

/** What is unusual about the jobs: it must not be missed below their figures. */
export function pushNotices(jobs: readonly { name: string; remarks?: readonly string[] }[]): Page['notices'] {
  return jobs.flatMap(({ name, remarks = [] }) =>
    remarks.map((remark) => ({ tone: 'unclear', text: [code(name), ': ', ...withQuotation(remark), '.'] }) as const),
  );
}

/** Marks a quotation at the end of a remark: it is from outside. */
export function withQuotation(remark: string): (string | Code)[] {
  const start = remark.indexOf('"');
  return start < 0 ? [remark] : [remark.slice(0, start), code(remark.slice(start))];
}

/** The verdicts of a filter as a bar. */
function verdictBar(job: ReplayedJob, read: number): Bar {
  const part = (verdict: 'kept' | 'dropped' | 'undecided'): BarPart => ({
    ...partOf(job[verdict], read),
    label: verdict,
    fill: verdict,
  });
  const { emitted, pushed } = job;
  const written = emitted ?? { lines: Math.round(pushed?.lines.value ?? 0), bytes: pushed?.bytes?.value };
  return {
    kind: 'bar',
    label: `Verdicts of ${job.name}`,
    parts: present(
      part('kept'),
      part('dropped'),
      job.undecided.lines > 0 && part('undecided'),
      (emitted !== undefined || hasPushed(job)) && {
        ...partOf(written, read),
        label: emitted === undefined ? 'pushed' : 'written',
        fill: 'written',
      },
    ),
  };
}

/** @param total without bytes if they were not measured */
function partOf(
  { lines, bytes }: { lines: number; bytes?: number | undefined },
  read: number,
): Pick<BarPart, 'figures' | 'share'> {
  return {
    figures: [
      printShare(lines, read),
      printPlural(lines, 'line'),
      bytes === undefined ? 'not measured' : printBytes(bytes),
    ],
    share: read === 0 ? 0 : lines / read,
  };
}

function conditionTable({ name, conditions = [] }: JobReport, read: number): Table[] {
  if (conditions.length === 0) return [];
  const shown = informativeFigures(conditions);
  const isNumbered = conditions.length > 1;
  const columns = [
    { ...figureColumn('#', ''), isHidden: !isNumbered },
    textColumn('Condition', 'condition'),
    figureColumn('True', 'true'),
    figureColumn('False', 'false'),
    figureColumn('Unknown', 'unknown'),
    ...SOLE_FIGURES.map((figure) => ({
      ...figureColumn(capitalized(figure.title), figure.title.replace(' ', '_')),
      isHidden: !shown.includes(figure),
    })),
    { ...textColumn('Path', 'path'), isHidden: true },
  ];
  const rows = conditions.map((one, index) => [
    { text: String(index + 1), value: index + 1 },
    codeCell(one.text),
    countCell(one.true, read),
    countCell(one.false),
    countCell(one.unknown),
    ...SOLE_FIGURES.map(({ key }) => countCell(one[key])),
    codeCell(one.path),
  ]);
  const group = { key: 'job', value: name };
  return [
    {
      kind: 'table',
      name: 'conditions',
      caption: 'Conditions',
      group,
      columns,
      rows,
      rank: conditions.map((one) => shown.reduce((sum, { key }) => sum + one[key], 0)),
      shown: CONDITIONS_SHOWN,
      isStacked: true,
    },
  ];
}

function pushedFields({ name, fields = [], fieldNames, kept }: JobReport, read: number): Table[] {
  const pushed = fieldNames === undefined ? fields : fields.filter((field) => fieldNames.includes(field.name));
  const isAll = pushed.length === fields.length && kept.lines === read;
  if (pushed.length === 0 || kept.lines === 0) return [];
  const table = fieldsTable('job-fields', pushed, { lines: kept.lines }, FIELDS_SHOWN);
  const caption = fieldNames === undefined ? 'Fields of the kept lines' : 'Fields that the job pushes';
  return [{ ...table, caption, group: { key: 'job', value: name }, isHidden: isAll, isDetail: true }];
}

function examplesOf(job: JobReport, settings: PageSettings): ExampleLines[] {
  return (['kept', 'dropped', 'undecided'] as const).flatMap((verdict) =>
    asked(exampleLines(`Examples of ${verdict} lines`, job.samples[verdict], lineFieldsOf(job), settings)),
  );
}

function asked(lines: readonly ExampleLines[]): ExampleLines[] {
  return lines.map((one) => ({ ...one, isAsked: true }));
}

/** The lines that one condition alone drops or keeps, of the conditions that the user chose. */
function decidedAlone(job: JobReport, settings: PageSettings): Block[] {
  return (job.samplesFor ?? []).flatMap(({ text, verdict, lines, bytes, samples }): Block[] => {
    const amount = lines === 0 ? 'no line' : `${printPlural(lines, 'line')}, ${printBytes(bytes)}`;
    const verb = verdict === 'drop' ? 'dropped' : 'kept';
    return [
      paragraph([`${capitalized(verb)} by `, code(text), ` alone: ${amount}.`]),
      ...asked(exampleLines(`Examples of lines ${verb} by ${text} alone`, samples, lineFieldsOf(job), settings)),
    ];
  });
}
