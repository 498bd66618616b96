// The page of a comparison: costs and lost lines of the new filter first, then the changes with their lines, and where the lines come from.
// Computes no figures.
import type { CompareReport, Comparison } from '../../../analysis/compare/index.ts';
import { failingLines } from '../../../analysis/replay/index.ts';
import {
  capitalized,
  printBytes,
  printCount,
  printPlural,
  printRange,
  printShare,
  signed,
} from '../../../base/index.ts';
import type { LineTotal } from '../../../input/scan/index.ts';
import { printableAll } from '../../printable.ts';
import { bytesCell, code, codeCell, countCell, figureColumn, textColumn } from '../cells.ts';
import { completenessBlocks, completenessNotice } from '../completeness.ts';
import { costSections, differenceHighlights } from '../cost-section.ts';
import { lineFieldsOfAll } from '../example-lines.ts';
import { guardAnswer, guardSection, guardStatements, interruptedAnswer } from '../guard-section.ts';
import { hoursSection } from '../hours-section.ts';
import { filterText, jobSection, pushNotices } from '../job-section.ts';
import {
  type Bar,
  type BarPart,
  type Block,
  type Cell,
  type Column,
  type Highlight,
  type Page,
  type PageSettings,
  paragraph,
  present,
  type Section,
  type Table,
  type Text,
} from '../page.ts';
import { problemSection } from '../problem-section.ts';
import { printKeptAndPushed, pushesOthers } from '../pushed-words.ts';
import { sourceFacts, sourceNotices } from '../source-facts.ts';
import {
  DELIVERED_CLASSES,
  deliveredBar,
  deliveredText,
  transformerNotices,
  transformerSection,
  withSingleLines,
} from '../transformer-section.ts';
import { candidatesSection } from './candidates-section.ts';
import { absentNotices, BY_FILTERS, changedSections } from './changed-lines.ts';
import { differenceSection, titled } from './difference-section.ts';
import {
  comparedJobs,
  equalityText,
  isNamed,
  newFilter,
  type OutputChange,
  oldFilter,
  pushedOfSwitched,
  SWITCHED,
  sampledLines,
} from './filter-words.ts';
import { keptChange, printChange, printGrowth } from './kept-change.ts';

/** Maximum rows shown. */
const COMPARISONS_SHOWN = 30;
const CHANGES_SHOWN = 40;

/** Creates the page of a comparison. @param output of a job of a plan */
export function comparePage(found: CompareReport, settings: PageSettings = {}, output?: OutputChange): Page {
  const report = printableAll(withSingleLines(found));
  const { jobs, comparisons, lines, hours = [], guards = [] } = report;
  const from = jobs[0]?.name ?? '';
  const hasLines = lines.read > 0;
  return {
    kind: 'Comparison',
    title:
      comparisons.length === 1
        ? [code(from), ' → ', code(comparisons[0]!.to)]
        : [code(from), ` → ${printPlural(comparisons.length, 'filter')}`],
    answer: answerOf(report, output),
    statements: statementsOf(report, output),
    filters: jobs.map((job) => ({ name: job.name, expression: sideText(job, jobs) })),
    notices: [
      ...sourceNotices(report, settings),
      ...comparisons.flatMap((one) => completenessNotice(one.to, one.completeness)),
      ...pushNotices(jobs),
      ...transformerNotices(jobs),
      ...absentNotices({ comparisons }),
      ...(output === undefined ? changeNotices(comparisons) : []),
    ],
    highlights: hasLines ? highlightsOf(report) : [],
    facts: [
      ...sourceFacts(report),
      ...jobs.filter(pushesOthers).map((job): Text => [code(job.name), `: ${printKeptAndPushed(job)}`]),
    ],
    sections: [
      ...(hasLines ? candidatesSection(report) : []),
      ...guardSection(guards, ({ job }) => lineFieldsOfAll(comparedJobs(jobs, job)), settings, report.unjudgedGuards),
      ...(hasLines
        ? [
            ...comparisons.flatMap((one) => comparisonSections(one, report, settings)),
            ...costSections(report).flatMap(withNotesFirst),
            ...hoursSection(hours, jobs),
            ...jobs.flatMap((job, index) =>
              [jobSection(jobs, index, lines, settings), ...transformerSection(job)].map((section) => ({
                ...section,
                isDetail: true,
              })),
            ),
          ]
        : []),
      ...problemSection(report),
    ],
  };
}

/** What decides a side: its filter, its transformer, or both; beside a transformer, also that a side has none. */
function sideText({ filter, transformer }: CompareReport['jobs'][number], jobs: CompareReport['jobs']): Text {
  if (transformer === undefined && filter !== 'none' && jobs.some((other) => other.transformer !== undefined))
    return [...filterText(filter), '; no transformer: delivers the lines as they are'];
  if (transformer === undefined) return filterText(filter);
  return [...(filter === null ? [] : [...filterText(filter), '; ']), 'transformer ', code(transformer.name)];
}

/** How the settings of the new jobs change: in a plan, the job states it. */
function changeNotices(comparisons: readonly Comparison[]): Page['notices'] {
  return comparisons.flatMap(({ to, remarks }) =>
    remarks.map((remark) => ({ tone: 'unclear', text: [code(to), `: ${remark}.`] }) as const),
  );
}

function answerOf(report: CompareReport, output: OutputChange | undefined): Page['answer'] {
  const { comparisons, lines, guards = [] } = report;
  const [first] = comparisons;
  const interrupted = interruptedAnswer(report);
  if (interrupted !== undefined) return interrupted;
  if (lines.read === 0 || first === undefined) return { tone: 'unclear', text: 'No answer: no line was read.' };
  const guarded = guardAnswer(guards);
  if (guarded !== undefined) return guarded;
  if (comparisons.every(({ undecided }) => undecided.lines === lines.read))
    return { tone: 'unclear', text: 'No answer: a filter leaves every line undecided.' };
  const text = comparisons.length > 1 ? candidatesText(report) : differenceText(first, report, output);
  const failing = failingLines(report.jobs.slice(1));
  const isSaid = comparisons.length > 1 || (first.delivered !== undefined && first.delivered.newlyFailing.lines > 0);
  const failed = failing === 0 || isSaid ? [] : [` ${printPlural(failing, 'line fails', 'lines fail')}.`];
  return { tone: failing > 0 ? 'bad' : 'neutral', text: [text, failed].flat() };
}

/** Lines that a new filter changes. */
interface Change {
  label: string;
  verbs: readonly [singular: string, plural: string];
  total: LineTotal;
}

/** What changes: lines or, with transformers, their records. */
function changesOf({ onlyBefore, onlyAfter, delivered }: Comparison): Change[] {
  if (delivered === undefined)
    return [
      { label: 'newly dropped lines', verbs: ['newly drops', 'newly drop'], total: onlyBefore },
      { label: 'newly kept lines', verbs: ['newly keeps', 'newly keep'], total: onlyAfter },
    ];
  const others = ['delivers other records of', 'deliver other records of'] as const;
  return [
    { label: 'newly lost lines', verbs: ['newly loses', 'newly lose'], total: delivered.newlyLost },
    { label: 'newly delivered lines', verbs: ['newly delivers', 'newly deliver'], total: delivered.newlyDelivered },
    { label: 'lines with other records', verbs: others, total: delivered.changed },
  ];
}

/** Maximum new filters that the answer names. */
const NAMED = 3;

/** Which of several new filters change what is kept, and by how many lines. */
function candidatesText(report: CompareReport): Text {
  const { comparisons } = report;
  const all = comparisons.length === 2 ? 'both new filters' : `all ${printPlural(comparisons.length, 'new filter')}`;
  const changes = comparisons.map((one) => ({ to: one.to, changes: changesOf(one) }));
  const parts = changes[0]!.changes.flatMap(({ verbs: [singular, plural] }, index): Text[] => {
    const changed = changes
      .map((one) => ({ to: one.to, lines: one.changes[index]!.total.lines }))
      .filter(({ lines }) => lines > 0);
    const [only] = changed;
    if (only === undefined) return [];
    if (changed.length === 1) return [[code(only.to), ` ${singular} ${printPlural(only.lines, 'line')}`]];
    const who = changed.length === comparisons.length ? all : printPlural(changed.length, 'new filter');
    return [[`${who} ${plural} lines (`, ...countsOf(changed), ')']];
  });
  const most = Math.max(...comparisons.map((one) => (one.delivered ?? one).undecided.lines));
  const open = most === 0 ? '' : `; up to ${printPlural(most, 'line is', 'lines are')} undecided`;
  const same = comparisons[0]!.delivered === undefined ? 'keep the same lines' : 'deliver the same records';
  if (parts.length === 0) return `${capitalized(all)} ${same} as ${oldFilter(report)}${open}.`;
  const [first, ...rest] = parts.flatMap((part, index) => present(index !== 0 && '; ', ...part));
  // A name keeps its letters.
  return [typeof first === 'string' ? capitalized(first) : first!, ...rest, `${open}.`];
}

/** `after-1 2,193, after-2 297`; of many filters, the range. */
function countsOf(changed: readonly { to: string; lines: number }[]): Exclude<Text, string> {
  if (changed.length <= NAMED)
    return changed.flatMap(({ to, lines }, index) => [index === 0 ? '' : ', ', code(to), ` ${printCount(lines)}`]);
  const counts = changed.map(({ lines }) => lines);
  return [printRange(printCount(Math.min(...counts)), printCount(Math.max(...counts)))];
}

/** What changes beside the answer, and the guards that were checked: guards that hold do not make a change a good one. */
function statementsOf(report: CompareReport, output: OutputChange | undefined): NonNullable<Page['statements']> {
  const { comparisons, lines, partial, guards = [] } = report;
  if (lines.read === 0 || partial) return [];
  const isAnswer = comparisons.length === 1 && guardAnswer(guards) === undefined;
  return [
    ...comparisons.flatMap((one) =>
      present(
        !isAnswer && { tone: 'neutral', text: differenceText(one, report, output) },
        ...(comparisons.length === 1 ? rangeStatement(one, report) : []),
      ),
    ),
    ...guardStatements(guards),
  ];
}

/** What undecided lines leave open, if the difference is no range. */
function rangeStatement(comparison: Comparison, report: CompareReport): NonNullable<Page['statements']> {
  const { undecided } = comparison;
  if (undecided.lines === 0 || undecided.lines === report.lines.read || isRange(comparison)) return [];
  const change = keptChange(comparison, report);
  const growth = printGrowth(change, report);
  const text = `With the undecided lines, it ${printChange(change)}${growth === '' ? '' : ` (${growth})`}.`;
  return [{ tone: 'unclear', text }];
}

/** Whether the difference is stated as the range that undecided lines leave open. */
function isRange({ onlyBefore, onlyAfter, switched }: Comparison): boolean {
  return onlyBefore.lines + onlyAfter.lines > 0 && switched !== 'off' && switched !== 'on';
}

/** Whether the filters keep the same lines, or how many the new one loses and gains. */
function differenceText(comparison: Comparison, report: CompareReport, output: OutputChange = comparison): Text {
  const { onlyBefore, onlyAfter, undecided, switched, delivered } = comparison;
  const { jobs, comparisons } = report;
  if (delivered !== undefined) return deliveredText(delivered, comparison.to);
  const from = jobs[0]!.named ? code(jobs[0]!.name) : oldFilter(report);
  const isOther = comparisons.length > 1 || isNamed(comparison.to, jobs);
  const name = isOther ? code(comparison.to) : capitalized(newFilter(comparison, report));
  const to = switched === 'stays-off' ? [name, SWITCHED[switched]] : [name];
  const isSame = onlyBefore.lines === 0 && onlyAfter.lines === 0;
  const rest = undecided.lines === 0 ? '.' : `; ${printPlural(undecided.lines, 'line is', 'lines are')} undecided.`;
  const sampled = sampledLines(comparison, output);
  if (isSame && sampled !== undefined) {
    const { amount, rate } = sampled;
    return [
      ...to,
      ` pushes ${amount} lines than `,
      from,
      `: its sample_rate is ${rate}, and no line has another verdict`,
      rest,
    ];
  }
  if (switched === 'off' || switched === 'on') {
    const lines = switched === 'off' ? onlyBefore : onlyAfter;
    const effect = switched === 'off' ? 'newly drops' : 'newly keeps';
    const text = `${SWITCHED[switched]}, so that it ${effect} ${printPlural(lines.lines, 'line')}`;
    return [...to, `${text}${pushedOfSwitched(comparison, report)}`, rest];
  }
  const hasOtherOutput = (output.remarks ?? []).length > 0;
  if (isSame && comparison.changes.length === 0 && !hasOtherOutput && costsNothing(comparison))
    return ['No change: ', ...to, ' keeps the same lines as ', from, rest];
  if (isSame) return [...to, ' keeps the same lines as ', from, equalityText(comparison), rest];
  const change = keptChange(comparison, report);
  const bytes = undecided.lines === 0 ? signed(printBytes)(onlyAfter.bytes - onlyBefore.bytes) : '';
  const notes = [printGrowth(change, report), bytes].filter((note) => note !== '').join(', ');
  const parts = present(
    onlyBefore.lines !== 0 && `${printCount(onlyBefore.lines)} newly dropped`,
    onlyAfter.lines !== 0 && `${printCount(onlyAfter.lines)} newly kept`,
  ).join(', ');
  const others = sampled && `; of the others it pushes ${sampled.amount}: its sample_rate is ${sampled.rate}`;
  return [...to, ` ${printChange(change)}${notes === '' ? '' : ` (${notes})`}: ${parts}${others ?? ''}${rest}`];
}

/** Whether the new job writes as much as the old one: its output options may differ where the filters do not. */
function costsNothing({ cost }: Comparison): boolean {
  return cost?.perMonth.bytes?.value === 0 && cost.money.every(({ amount }) => (amount?.value ?? 0) === 0);
}

/** What the new filter costs more, and the lines that the difference leaves out. */
function costChangeOf({ to, cost, undecided, delivered }: Comparison, jobs: CompareReport['jobs']) {
  const transformer = comparedJobs(jobs, to)[1]?.transformer;
  return { to, cost, undecided: delivered?.undecided ?? undecided, transformer };
}

/** Of one comparison; several have a table. */
function highlightsOf({ jobs, comparisons, cost: all }: CompareReport): Highlight[] {
  const [only] = comparisons;
  if (only === undefined || comparisons.length > 1) return [];
  const { delivered, cost } = only;
  const { undecided } = delivered ?? only;
  const changes = changesOf(only);
  const isSame = [undecided, ...changes.map(({ total }) => total)].every(({ lines }) => lines === 0);
  if (isSame && (cost === null || costsNothing(only))) return [];
  return present(
    ...(cost === null || all === undefined ? [] : differenceHighlights({ ...costChangeOf(only, jobs), cost }, all)),
    ...changes.map(({ label, total }) => ({ label, figure: printCount(total.lines), note: printBytes(total.bytes) })),
    undecided.lines !== 0 && {
      ...{ label: 'undecided', figure: printCount(undecided.lines), tone: 'unclear' as const },
      note: delivered === undefined ? 'may be kept or dropped' : 'may be delivered or not',
    },
  );
}

function comparisonSections(comparison: Comparison, report: CompareReport, settings: PageSettings): Section[] {
  const { jobs, lines, comparisons, cost } = report;
  const { to } = comparison;
  const from = jobs[0]?.name ?? '';
  const both = comparedJobs(jobs, to);
  const isOnly = comparisons.length === 1;
  const prefix: Text = isOnly ? '' : [code(to), ': '];
  const of = comparison.delivered === undefined ? '' : BY_FILTERS;
  return [
    {
      title: isOnly ? `Lines${of}` : [code(from), ' → ', code(to), of],
      blocks: [
        comparisonBar(comparison, lines.read, from),
        ...undecidedBlocks(comparison, report),
        ...completenessBlocks(to, comparison.completeness),
        { ...linesTable(comparison, jobs), isHidden: true },
      ],
    },
    ...(comparison.delivered === undefined
      ? []
      : [
          {
            title: titled(prefix, 'Delivered records'),
            blocks: [deliveredBar(comparison.delivered, [from, to], lines.read)],
          },
        ]),
    ...changesSection(comparison, from, prefix),
    ...changedSections(comparison, { jobs: both, prefix, fields: lineFieldsOfAll(both), settings }),
    ...differenceSection(costChangeOf(comparison, jobs), cost, prefix),
  ];
}

/** Why lines are undecided. */
function undecidedBlocks({ to, undecided }: Comparison, { jobs, source }: CompareReport): Block[] {
  // A notice names the fields that an index was built without.
  const withheld = source.indexes?.flatMap(({ without }) => without) ?? [];
  const fields = comparedJobs(jobs, to).flatMap(({ missingFields = [] }) =>
    missingFields
      .filter(({ name }) => !withheld.includes(name))
      .map(({ name, lines }) => [name, `${name} (${printPlural(lines, 'line')})`] as const),
  );
  if (undecided.lines === 0 || fields.length === 0) return [];
  const named = [...new Map(fields).values()].join(', ');
  return [paragraph(['Undecided where lines lack a field that a filter tests: ', code(named), '.'])];
}

/** The rates of all filters are details: the difference in a month has its own section. What limits them is not. */
function withNotesFirst(section: Section): Section[] {
  if (section.blocks.every(({ kind }) => kind === 'text')) return [section];
  const isNote = (block: Block): boolean => block.kind === 'list' && block.isDetail !== true;
  const [notes, rates] = [section.blocks.filter(isNote), section.blocks.filter((block) => !isNote(block))];
  return present(notes.length !== 0 && { title: 'Notes on rates and costs', blocks: notes }, {
    ...section,
    isDetail: true,
    blocks: rates,
  });
}

function comparisonBar(comparison: Comparison, read: number, from: string): Bar {
  const { to } = comparison;
  const part = (label: string, { lines, bytes }: { lines: number; bytes: number }, fill: BarPart['fill']): BarPart => ({
    label,
    figures: [printShare(lines, read), printPlural(lines, 'line'), printBytes(bytes)],
    share: read === 0 ? 0 : lines / read,
    fill,
  });
  return {
    kind: 'bar',
    label: `Lines by ${from} and ${to}`,
    parts: present(
      part('kept by both', comparison.keptByBoth, 'kept'),
      part('newly dropped', comparison.onlyBefore, 'lost'),
      part('newly kept', comparison.onlyAfter, 'gained'),
      part('kept by neither', comparison.neither, 'dropped'),
      comparison.undecided.lines > 0 && part('undecided', comparison.undecided, 'undecided'),
    ),
  };
}

/** The settings of both jobs, for programs: classes of lines are those of the filters. */
export const SETTING_COLUMNS: readonly Column[] = [
  figureColumn('Sample rate before', 'sample_rate_before'),
  figureColumn('Sample rate after', 'sample_rate_after'),
  textColumn('Enabled before', 'enabled_before'),
  textColumn('Enabled after', 'enabled_after'),
  textColumn('Remarks', 'remarks'),
].map((column) => ({ ...column, isHidden: true }));

/** The cells of {@link SETTING_COLUMNS}; empty for a filter without a job. @param changes what changes beside the filter */
export function settingCells(
  { to, remarks }: Pick<Comparison, 'to' | 'remarks'>,
  jobs: CompareReport['jobs'],
  changes = remarks,
): Cell[] {
  const both = [jobs[0], jobs.find(({ name }, index) => index > 0 && name === to)];
  const stated = both.flatMap((job) => (job?.remarks ?? []).map((remark) => `${job!.name}: ${remark}`));
  return [
    ...both.map((job): Cell => ({ text: '', value: job?.push?.sampleRate ?? '' })),
    ...both.map((job): Cell => ({ text: '', value: String(job?.push?.enabled ?? '') })),
    codeCell([...changes, ...stated].join('; ')),
  ];
}

const CLASSES = [
  ['kept by both', 'keptByBoth'],
  ['newly dropped', 'onlyBefore'],
  ['newly kept', 'onlyAfter'],
  ['kept by neither', 'neither'],
  ['undecided', 'undecided'],
] as const;

/** A row for each class of lines or, with transformers, of their records, for programs: people see the bars. */
function linesTable(comparison: Comparison, jobs: CompareReport['jobs']): Table {
  const settings = settingCells(comparison, jobs);
  const { delivered } = comparison;
  const classes: (readonly [string, LineTotal])[] =
    delivered === undefined
      ? CLASSES.map(([text, key]) => [text, comparison[key]])
      : DELIVERED_CLASSES.map(([text, key]) => [text, delivered[key]]);
  const rows = classes.map(([text, { lines, bytes }]) => [{ text }, countCell(lines), bytesCell(bytes), ...settings]);
  const columns = [
    textColumn('Lines', 'class'),
    figureColumn('Lines', 'lines'),
    figureColumn('Bytes', 'bytes'),
    ...SETTING_COLUMNS,
  ];
  const group = { key: 'to', value: comparison.to };
  return { kind: 'table', name: 'comparisons', group, columns, rows, shown: COMPARISONS_SHOWN };
}

const CHANGE_WORDS = { added: '+\u00a0added', removed: '−\u00a0removed', changed: '~\u00a0changed' } as const;

/** Of a list, the values that differ: the rest of it may be long. */
function changeText({ kind, values }: Comparison['changes'][number]): Text {
  if (values === null) return CHANGE_WORDS[kind];
  const parts = (['added', 'removed'] as const).flatMap((what) => {
    const list = values[what];
    return list.length === 0 ? [] : [[`${what} `, code(list.join(' '))]];
  });
  return ['~\u00a0', ...parts.flatMap((part, index) => (index === 0 ? part : [', ', ...part]))];
}

/** Title of the section on what differs between the texts of two filters. */
export const EDITS_TITLE = 'Edits of the filter';

function changesSection({ to, changes }: Comparison, from: string, prefix: Text): Section[] {
  const columns: Column[] = [
    { ...textColumn('Edit', 'kind') },
    { ...textColumn('Path', 'path'), isHidden: true },
    textColumn('Before', 'before'),
    textColumn('After', 'after'),
    figureColumn('Drops alone', 'drops_lines'),
    figureColumn('Keeps alone', 'keeps_lines'),
  ];
  const rows = changes.map((change): Cell[] => [
    { text: changeText(change), value: change.kind },
    codeCell(change.toPath ?? change.fromPath ?? ''),
    codeCell(change.from ?? ''),
    codeCell(change.to ?? ''),
    countCell(change.drops.lines),
    countCell(change.keeps.lines),
  ]);
  const title = titled(prefix, EDITS_TITLE);
  if (rows.length === 0) return [{ title, blocks: [paragraph('None: no condition was added, removed or changed.')] }];
  return [
    {
      title,
      blocks: present(
        {
          kind: 'table',
          name: 'changes',
          group: { key: 'to', value: to },
          columns,
          rows,
          shown: CHANGES_SHOWN,
          isStacked: true,
        },
        changes.length >= 2 &&
          paragraph(
            [
              'An edit alone drops or keeps the lines whose verdict would be that of ',
              code(from),
              ' again if only this edit were reverted.',
            ],
            { isExplanation: true },
          ),
      ),
    },
  ];
}
