// The transformer of a job: its outcomes as a bar, its conditions, what fails and what is undecided, the delivered fields, and examples. Computes no figures.
import { decidesNothing } from '../../analysis/aggregates/index.ts';
import type { DeliveredChange } from '../../analysis/compare/index.ts';
import type { JobReport, TransformedExample, TransformReport } from '../../analysis/replay/index.ts';
import {
  capitalized,
  parseJson,
  printableJson,
  printBytes,
  printCount,
  printJson,
  printPlural,
  printRange,
  printShare,
} from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import type { ReplayedJob } from '../../verbs/index.ts';
import { bytesCell, code, codeCell, countCell, figureColumn, textColumn } from './cells.ts';
import { UNKNOWN } from './cost-section.ts';
import { fieldsTable } from './fields-table.ts';
import {
  type Bar,
  type BarPart,
  type Block,
  type Cell,
  type CodeBlock,
  type Column,
  type Fill,
  type Highlight,
  type list,
  type Page,
  paragraph,
  present,
  type Section,
  type Table,
  type Text,
} from './page.ts';

const CONDITIONS_SHOWN = 40;
const CAUSES_SHOWN = 10;
const FIELDS_SHOWN = 10;
/** Rows in a small terminal: the bar and what fails. */
const WEIGHT = 8;

/** What people read for each outcome. */
const OUTCOMES = [
  { key: 'kept', label: 'kept', fill: 'kept' },
  { key: 'dropped', label: 'dropped', fill: 'dropped' },
  { key: 'failing', label: 'failing', fill: 'lost' },
  { key: 'undecided', label: 'undecided', fill: 'undecided' },
] as const satisfies { key: keyof TransformReport; label: string; fill: Fill }[];

/** A job, and what its transformer does. */
export type TransformedJob = Pick<JobReport, 'name' | 'kept' | 'transformer'>;

/** The section; empty without a transformer. @param isAnswered whether the answer of the page has the delivered records and their bytes. @default false */
export function transformerSection(job: TransformedJob, isAnswered = false): Section[] {
  const { transformer, kept } = job;
  if (transformer === undefined) return [];
  const { name, columns, delivered, nulls, withoutRow } = transformer;
  const group = { key: 'job', value: job.name };
  return [
    {
      title: ['Transformer ', code(name), ...(job.name === name ? [] : [' of ', code(job.name)])],
      weight: WEIGHT,
      blocks: [
        outcomeBar(transformer, kept.lines),
        ...failureBlocks(transformer, group),
        ...whereTable(transformer, group),
        ...reasonTable(transformer, group),
        ...(isAnswered && nulls.values + withoutRow === 0 ? [] : [paragraph(recordsText(transformer))]),
        ...(columns.length === 0
          ? []
          : [
              {
                ...fieldsTable('delivered-fields', columns, delivered, FIELDS_SHOWN),
                ...{ caption: 'Fields of the delivered records', group, isDetail: true },
              },
            ]),
        ...OUTCOMES.flatMap(({ key, label }) => exampleBlocks(transformer, transformer.examples[key], label)),
      ],
    },
  ];
}

/** The report with its SQL on single lines, as pages show it. */
export function withSingleLines<Result extends { jobs?: JobReport[] }>(report: Result): Result {
  const jobs = report.jobs?.map(
    (job): JobReport => (job.transformer === undefined ? job : { ...job, transformer: onSingleLines(job.transformer) }),
  );
  return jobs === undefined ? report : { ...report, jobs };
}

/** The same of one transformer. */
export function onSingleLines(transformer: TransformReport): TransformReport {
  const line = (sql: string): string => sql.trim().replace(/\s+/g, ' ');
  const { conditions, failures, reasons } = transformer;
  return {
    ...{ ...transformer, sql: line(transformer.sql) },
    conditions: conditions.map((one) => ({ ...one, text: line(one.text) })),
    failures: failures.map((one) => ({ ...one, expression: line(one.expression) })),
    reasons: reasons.map((one) => ({ ...one, expression: line(one.expression) })),
  };
}

/** Of one job, at the top. */
export function transformerHighlights(transformer: TransformReport, read: number): Highlight[] {
  const { delivered, failing, undecided } = transformer;
  const part = (label: string, { lines, bytes }: LineTotal, tone?: 'bad' | 'unclear'): Highlight => ({
    ...{ label, figure: printShare(lines, read) },
    note: `${printPlural(lines, 'line')}, ${printBytes(bytes)}`,
    ...(tone && { tone }),
  });
  return present(
    !decidesNothing(transformer) && {
      ...{ label: 'delivered', figure: printShare(transformer.kept.lines, read) },
      note: `${printPlural(delivered.lines, 'record')}, ${printBytes(delivered.bytes)}`,
    },
    failing.lines > 0 && part('failing', failing, 'bad'),
    undecided.lines > 0 && part('undecided by the transformer', undecided, 'unclear'),
  );
}

/** What must not be missed: lines that the platform loses, and fields that the job lacks. */
export function transformerNotices(jobs: readonly TransformedJob[]): Page['notices'] {
  return jobs.flatMap(({ name, transformer }): Page['notices'] => {
    if (transformer === undefined) return [];
    const { failing, failures, batches, unlisted, undecided } = transformer;
    const [first] = failures;
    const lost = batches.taken.lines === 0 ? '' : ` and ${printPlural(batches.taken.lines, 'other line')}`;
    return present(
      failing.lines > 0 && {
        tone: 'bad' as const,
        text: [
          code(name),
          `: ${printPlural(failing.lines, 'line fails', 'lines fail')}. ${printCount(batches.failing)} of ${printPlural(batches.batches, 'assumed batch', 'assumed batches')} with ${printPlural(failing.lines, 'failing line')}${lost} would be lost: the platform has no fallback to the raw lines.`,
          ...(first === undefined ? [] : [' First: ', code(first.message), `; ${first.hint}.`]),
        ],
      },
      unlisted.length > 0 &&
        undecided.lines > 0 && {
          tone: 'unclear' as const,
          text: [
            code(name),
            ': the SQL reads ',
            ...unlisted.flatMap((field, index) => (index === 0 ? [code(field)] : [', ', code(field)])),
            ', which field_names does not list: on the platform probably null.',
          ],
        },
    );
  });
}

/** The columns of several jobs, hidden without a transformer. */
export function transformerColumns(jobs: readonly JobReport[]): Column[] {
  const isHidden = jobs.every(({ transformer }) => transformer === undefined);
  return [
    { ...figureColumn('Delivered', 'delivered_records'), isHidden },
    { ...figureColumn('Delivered bytes', 'delivered_bytes'), isHidden },
    { ...figureColumn('Dropped by WHERE', 'transformer_dropped_lines'), isHidden },
    { ...figureColumn('Failing', 'failing_lines'), isHidden },
    { ...figureColumn('Undecided by SQL', 'transformer_undecided_lines'), isHidden },
  ];
}

/** The cells of {@link transformerColumns}. */
export function transformerCells({ transformer }: JobReport): Cell[] {
  if (transformer === undefined) return ['', '', '', '', ''].map((text) => ({ text }));
  const { delivered, dropped, failing, undecided } = transformer;
  const isUnknown = decidesNothing(transformer);
  return [
    isUnknown ? UNKNOWN : countCell(delivered.lines),
    isUnknown ? UNKNOWN : bytesCell(delivered.bytes),
    countCell(dropped.lines),
    countCell(failing.lines),
    countCell(undecided.lines),
  ];
}

function outcomeBar(transformer: TransformReport, reaching: number): Bar {
  const parts = OUTCOMES.filter(({ key }) => key === 'kept' || key === 'dropped' || transformer[key].lines > 0);
  return {
    kind: 'bar',
    label: `Outcomes of ${transformer.name}`,
    parts: parts.map(({ key, label, fill }): BarPart => {
      const { lines, bytes } = transformer[key];
      return {
        ...{ label, fill, share: reaching === 0 ? 0 : lines / reaching },
        figures: [printShare(lines, reaching), printPlural(lines, 'line'), printBytes(bytes)],
      };
    }),
  };
}

function whereTable({ conditions }: TransformReport, group: Table['group']): Table[] {
  const has = (key: 'null' | 'undecided' | 'failing'): boolean => conditions.some((one) => one[key] > 0);
  const columns = [
    textColumn('Condition of WHERE', 'condition'),
    figureColumn('True', 'true'),
    figureColumn('False', 'false'),
    { ...figureColumn('Null', 'null'), isHidden: !has('null') },
    { ...figureColumn('Undecided', 'undecided'), isHidden: !has('undecided') },
    { ...figureColumn('Failing', 'failing'), isHidden: !has('failing') },
    { ...figureColumn('Sole blocker', 'sole_blocker'), isHidden: conditions.length === 1 },
    { ...figureColumn('Line', 'line'), isHidden: true },
    { ...figureColumn('Column', 'column'), isHidden: true },
  ];
  const reaching = (one: (typeof conditions)[number]): number =>
    one.true + one.false + one.null + one.undecided + one.failing;
  const rows = conditions.map((one) => [
    codeCell(one.text),
    countCell(one.true, reaching(one)),
    countCell(one.false),
    countCell(one.null),
    countCell(one.undecided),
    countCell(one.failing),
    countCell(one.soleBlocker),
    countCell(one.line),
    countCell(one.column),
  ]);
  return [
    {
      ...{ kind: 'table', name: 'where', caption: 'Conditions of WHERE', group: group!, columns, rows },
      ...{
        rank: conditions.map(({ soleBlocker }) => soleBlocker),
        shown: CONDITIONS_SHOWN,
        isStacked: true,
        isHidden: rows.length === 0,
      },
    },
  ];
}

function failureBlocks({ failures, batches, failing }: TransformReport, group: Table['group']): Block[] {
  const columns = [
    textColumn('Fails', 'expression'),
    figureColumn('Lines', 'lines'),
    textColumn('First', 'message'),
    textColumn('Fix', 'fix'),
    { ...textColumn('Cause', 'cause'), isHidden: true },
    { ...textColumn('Object', 'object'), isHidden: true },
    { ...figureColumn('Offset', 'offset'), isHidden: true },
  ];
  const rows = failures.map(({ cause, expression, line, column, lines, message, hint, object, offset }) => [
    { text: [code(expression), ` (line ${line}, column ${column})`], value: expression },
    countCell(lines),
    codeCell(message),
    { text: hint },
    { text: cause },
    codeCell(object),
    { text: String(offset), value: offset },
  ]);
  const taken = batches.taken.lines;
  return present(
    {
      ...{ kind: 'table' as const, name: 'failures', caption: 'Failing expressions', group: group!, columns, rows },
      ...{ shown: CAUSES_SHOWN, isUncut: true, isHidden: rows.length === 0 },
    },
    rows.length > 0 &&
      paragraph(
        `Assumed batches of ${printCount(batches.batchLines)} consecutive lines of an object: ${printCount(batches.failing)} of ${printCount(batches.batches)} would fail, and lose ${printPlural(failing.lines + taken, 'line')} (${printCount(failing.lines)} that fail, ${printCount(taken)} that would be delivered). The platform forms other batches of the same lines.`,
        { isExplanation: true },
      ),
  );
}

function reasonTable({ reasons }: TransformReport, group: Table['group']): Table[] {
  const columns = [
    textColumn('Undecided because', 'reason'),
    textColumn('Expression', 'expression'),
    figureColumn('Lines', 'lines'),
  ];
  const rows = reasons.map(({ code: reason, field, choice, expression, lines }) => [
    {
      text:
        reason === 'absent'
          ? ['the line lacks ', code(field!)]
          : reason === 'mismatch'
            ? [code(field!), ' does not have the type of the field']
            : `not documented: ${choice}`,
      value: [reason, field ?? choice].join(' '),
    },
    codeCell(expression),
    countCell(lines),
  ]);
  return [
    {
      ...{ kind: 'table', name: 'undecided', caption: 'Undecided lines', group: group!, columns, rows },
      ...{ shown: CAUSES_SHOWN, isUncut: true, isHidden: rows.length === 0 },
    },
  ];
}

function recordsText(transformer: TransformReport): string {
  const { delivered, nulls, withoutRow } = transformer;
  if (decidesNothing(transformer)) return 'It is not known what is delivered: every line is undecided.';
  const records = `${printPlural(delivered.lines, 'record')} of ${printBytes(delivered.bytes)} ${delivered.lines === 1 ? 'is' : 'are'} delivered`;
  const empty = withoutRow === 0 ? '' : `; UNNEST returns no row of ${printPlural(withoutRow, 'line')}`;
  const omitted =
    nulls.values === 0
      ? ''
      : `; ${printPlural(nulls.values, 'value is', 'values are')} null (${printBytes(nulls.bytes)}), which the platform may leave out`;
  return `${capitalized(records)}${empty}${omitted}.`;
}

/** Before and after, as a difference. Before: only the fields that the SQL reads. */
function exampleBlocks(
  { reads }: TransformReport,
  examples: readonly TransformedExample[],
  label: string,
): (CodeBlock | ReturnType<typeof list>)[] {
  return examples.map(({ object, offset, line, records, reason }): CodeBlock => {
    const before = `- ${readFields(line, reads)}`;
    const after = records.map((record) => `+ ${record}`);
    const why = reason === undefined ? [] : [`~ ${reason}`];
    return {
      ...{
        kind: 'code',
        label: `Example of ${label === 'undecided' ? 'an' : 'a'} ${label} line (− as stored${records.length === 0 ? '' : ', + as delivered'}), ${object}@${offset}`,
      },
      ...{ code: [before, ...after, ...why].join('\n'), isDiff: true, isAligned: true },
    };
  });
}

function readFields(line: string, reads: readonly string[]): string {
  const record = parseJson(line);
  if (!(record instanceof Map)) return line;
  return printableJson(printJson(new Map([...record].filter(([name]) => reads.includes(name)))));
}

/** What changes of the records that are delivered: `slim newly loses 12 lines (3 fail) and delivers other records of 40 lines.` */
export function deliveredText(
  { newlyDelivered, newlyLost, newlyFailing, changed, unchanged, undecided }: DeliveredChange,
  to: string,
): Text {
  const parts = present(
    newlyLost.lines > 0 &&
      `newly loses ${printPlural(newlyLost.lines, 'line')}${newlyFailing.lines === 0 ? '' : ` (${printCount(newlyFailing.lines)} fail)`}`,
    newlyDelivered.lines > 0 && `newly delivers ${printPlural(newlyDelivered.lines, 'line')}`,
    changed.lines > 0 && `delivers other records of ${printPlural(changed.lines, 'line')}`,
  );
  const open = undecided.lines === 0 ? '' : `; ${printPlural(undecided.lines, 'line is', 'lines are')} undecided`;
  const same = unchanged.lines === 0 ? 'delivers no record, as before' : 'delivers the same records';
  const all = [...parts.slice(0, -2), parts.slice(-2).join(' and ')].join(', ');
  return [code(to), ` ${parts.length === 0 ? same : all}${open}.`];
}

/** What changes of the records of lines: the classes, with what they look like. */
export const DELIVERED_CLASSES = [
  ['the same records', 'unchanged', 'kept'],
  ['other records', 'changed', 'written'],
  ['newly lost', 'newlyLost', 'lost'],
  ['newly delivered', 'newlyDelivered', 'gained'],
  ['delivered by neither', 'neither', 'dropped'],
  ['undecided', 'undecided', 'undecided'],
] as const satisfies [label: string, key: keyof DeliveredChange, fill: Fill][];

/** The lines by what changes of their records. @param sides names of what is compared @param read lines */
export function deliveredBar(
  delivered: DeliveredChange,
  sides: readonly [from: string, to: string],
  read: number,
): Bar {
  return {
    ...{ kind: 'bar', label: `Records of ${sides.join(' and ')}` },
    parts: DELIVERED_CLASSES.flatMap(([label, key, fill]): BarPart[] => {
      const { lines, bytes } = delivered[key];
      if (key === 'undecided' && lines === 0) return [];
      const figures = [printShare(lines, read), printPlural(lines, 'line'), printBytes(bytes)];
      return [{ label, fill, share: read === 0 ? 0 : lines / read, figures }];
    }),
  };
}

/** The lines and the bytes that are delivered, of those that are read, in words. */
export function deliveredAnswer(
  { name, transformer, undecided, kept, dropped, push }: ReplayedJob,
  read: number,
): Text | undefined {
  if (transformer === undefined) return undefined;
  const open = undecided.lines + transformer.undecided.lines;
  const failing = transformer.failing.lines;
  const taken = transformer.batches.taken.lines;
  if (decidesNothing(transformer))
    return [
      code(name),
      `: it is not known what is delivered of ${printPlural(read, 'line')}: ${printPlural(open, 'line is', 'lines are')} undecided.`,
    ];
  const [least, most] = [transformer.kept.lines, transformer.kept.lines + open].map((lines) => printShare(lines, read));
  const clauses = present(
    failing > 0 && `${printPlural(failing, 'line fails', 'lines fail')}`,
    open > 0 && `${printPlural(open, 'line is', 'lines are')} undecided`,
    taken > 0 && `about ${printCount(taken)} of the delivered lines would be lost in failing batches`,
  );
  const byFilter = kept.lines === read ? '' : `, of which the filter keeps ${printCount(kept.lines)}`;
  const sampled = push !== undefined && push.sampleRate < 1 && `Before sample_rate ${push.sampleRate}, `;
  return present(
    sampled,
    code(name),
    ` delivers ${printPlural(transformer.delivered.lines, 'record')} of ${printPlural(read, 'line')}${byFilter}: ${printRange(least!, most!)} of the lines, ${printBytes(transformer.delivered.bytes)} of ${printBytes(kept.bytes + dropped.bytes + undecided.bytes)}${clauses.length === 0 ? '' : `; ${clauses.join(', ')}`}.`,
  );
}
