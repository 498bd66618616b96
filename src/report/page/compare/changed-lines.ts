// The lines that only one of two filters keeps: the values in which they differ most, values of chosen fields, and examples.
import type {
  ChangedLines,
  CompareReport,
  Comparison,
  DistinguishingValue,
  FieldValues,
  ValueWeight,
} from '../../../analysis/compare/index.ts';
import { capitalized, printCount, printPlural } from '../../../base/index.ts';
import type { ReplayedJob, ReplayResult } from '../../../verbs/index.ts';
import { absentFieldsOf, type ListingReport } from '../absent-fields.ts';
import { bytesCell, code, codeCell, countCell, figureColumn, NO_CELL, textColumn } from '../cells.ts';
import { estimatedShare } from '../estimated-share.ts';
import { exampleLines } from '../example-lines.ts';
import {
  type Block,
  type Cell,
  type Page,
  type PageSettings,
  paragraph,
  present,
  type Section,
  type Table,
  type Text,
} from '../page.ts';
import type { LineFields } from '../sample-columns.ts';
import { informativeValues } from './informative-values.ts';

/** Maximum values shown. */
const VALUES_SHOWN = 15;

/** Beside what transformers deliver: guards and the answer are of that. */
export const BY_FILTERS = ' by the filters alone';

/** How a field is compared with a value. */
const TESTS: Readonly<Record<DistinguishingValue['test'], string>> = {
  equals: '=',
  startsWith: 'starts with',
  contains: 'contains',
  atLeast: '≥',
  below: '<',
};

/** The fields of `--by` that no line has. */
export function absentNotices(report: ListingReport): Page['notices'] {
  return absentFieldsOf(report).map((clause) => ({ tone: 'unclear', text: `${capitalized(clause)}.` }));
}

/** The sections of newly dropped and newly kept lines; none for a kind that has no lines. */
export function changedSections(
  { to, onlyBefore, onlyAfter, delivered }: Comparison,
  given: ChangedLinesOf,
): Section[] {
  const { jobs, prefix, fields, settings } = given;
  const from = jobs[0]?.name ?? '';
  const rest = { to, jobs, prefix, fields, settings };
  const [of, start] = delivered === undefined ? ['', '"'] : [BY_FILTERS, 'By the filters alone, "'];
  const lost: Text = [start, code(from), '" keeps these lines; "', code(to), '" drops them.'];
  const gained: Text = [start, code(from), '" drops these lines; "', code(to), '" keeps them.'];
  return [
    ...changedSection(onlyBefore, { title: `Newly dropped lines${of}`, meaning: lost, side: 'newly dropped', ...rest }),
    ...changedSection(onlyAfter, { title: `Newly kept lines${of}`, meaning: gained, side: 'newly kept', ...rest }),
  ];
}

/** What the sections of changed lines show. */
interface ChangedLinesOf {
  /** The old filter and the new one. */
  jobs: CompareReport['jobs'];
  /** Before each title. */
  prefix: Text;
  /** Of the examples. */
  fields: LineFields;
  settings: PageSettings;
}

interface Side extends ChangedLinesOf {
  title: string;
  meaning: Text;
  to: string;
  side: 'newly dropped' | 'newly kept';
}

function changedSection(
  changed: ChangedLines,
  { title, meaning, to, jobs, side, prefix, fields, settings }: Side,
): Section[] {
  const { lines, examined, values, by, samples } = changed;
  if (lines === 0) return [];
  const named = `${title} (${printCount(lines)})`;
  const tables = [
    ...distinguishingTables(values, jobs, { side, to }),
    ...by.map((one) =>
      valuesTable(one.values, { name: 'by', caption: valuesCaption(one), side, to, absent: one.absent && one.field }),
    ),
  ];
  const examples = exampleLines(`Examples of ${side} lines`, samples, fields, settings);
  // Without anything to show, the sentence would be all that the section has.
  const hasMore = examples.length > 0 || tables.some(({ isHidden }) => isHidden !== true);
  const blocks: Block[] = present(
    hasMore && paragraph(meaning),
    ...tables,
    hasMore &&
      examined < lines &&
      values.length + by.length > 0 &&
      paragraph(`Shares are from a random sample of ${printPlural(examined, 'line')}; ± is the 95 % error.`),
    ...examples,
  );
  return [{ title: typeof prefix === 'string' ? prefix + named : [...prefix, named], blocks }];
}

/** The most distinguishing values. People do not read those that do not inform; programs do. */
function distinguishingTables(
  values: readonly DistinguishingValue[],
  jobs: CompareReport['jobs'],
  of: Pick<Side, 'side' | 'to'>,
): Table[] {
  const caption = 'Where they come from: most distinguishing values';
  const all = valuesTable(values, { name: 'values', caption, ...of });
  const shown = informativeValues(values, jobs);
  if (shown.length === values.length) return values.length === 0 ? [] : [all];
  const forPeople = valuesTable(shown, { name: 'values', caption, ...of });
  const columns = forPeople.columns.map((column) => ({ ...column, key: '' }));
  return present({ ...all, isHidden: true }, shown.length !== 0 && { ...forPeople, columns });
}

/** The values of fields in the lines that a filter of a replay drops and keeps; nothing without `--by`. */
export function valueBlocks({ name, by, ...totals }: ReplayedJob): Block[] {
  if (by === undefined) return [];
  return (['dropped', 'kept'] as const).flatMap((side): Block[] => {
    const { examined, fields } = by[side];
    if (totals[side].lines === 0) return [];
    const sample = examined < totals[side].lines ? `, on a random sample of ${printPlural(examined, 'line')}` : '';
    return fields.map((one) =>
      valuesTable(one.values, {
        ...{ name: 'by', caption: valuesCaption(one, ` in ${side} lines${sample}`), side, to: name },
        ...{ group: 'job', absent: one.absent && one.field, isAsked: true },
      }),
    );
  });
}

/** Names the field, and the share of the lines whose value is not listed. @param where the lines */
function valuesCaption({ field, rest }: FieldValues, where = ''): string {
  return `Values of ${field}${where}${rest > 0 ? ` (others or none: ${estimatedShare(rest, 0).share})` : ''}`;
}

/** The values of fields in all lines, by weight; nothing with a filter, or without `--by`. */
export function weightSections({ by, lines }: ReplayResult): Section[] {
  if (by === undefined) return [];
  const isEstimated = by.examined < lines.read;
  const columns = [
    { ...textColumn('Field', 'field'), isHidden: true },
    textColumn('Value', 'value'),
    figureColumn('Of all bytes', 'share'),
    { ...figureColumn('Error', 'share_error'), isHidden: true },
    figureColumn('Bytes', 'bytes'),
    figureColumn('Lines', 'lines'),
  ];
  const tables = by.fields.map(({ field, values, rest }): Table => {
    const row = (value: Cell, one: ValueWeight): Cell[] => [
      codeCell(field),
      value,
      { ...withError(one.share, one.shareError), bar: one.share },
      { text: '', value: one.shareError },
      bytesCell(one.bytes),
      countCell(one.lines),
    ];
    const rows = present(
      ...values.map((one) => row(codeCell(one.value), one)),
      rest.lines !== 0 && row({ text: 'other values or none', value: '' }, rest),
    );
    return {
      kind: 'table',
      name: 'weights',
      caption: `Values of ${field}`,
      columns,
      rows,
      shown: rows.length,
      isAsked: true,
    };
  });
  const note = `Estimated from a random sample of ${printPlural(by.examined, 'line')}; ± is the 95 % error of a share.`;
  return [{ title: 'Values by weight', blocks: present(...tables, isEstimated && paragraph(note)) }];
}

interface ValuesOf {
  name: string;
  caption: string;
  side: string;
  to: string;
  /** @default 'to' */
  group?: string;
  /** The field, if no line has it: a row for programs; people read a notice. */
  absent?: string | undefined;
  /** @default false */
  isAsked?: boolean;
}

function valuesTable(
  values: readonly DistinguishingValue[],
  { name, caption, side, to, group = 'to', absent, isAsked = false }: ValuesOf,
): Table {
  const columns = [
    { ...textColumn('Lines', 'lines'), isHidden: true },
    { ...textColumn('Field', 'field'), isHidden: name === 'by' },
    { ...textColumn('Test', 'test'), isHidden: true },
    textColumn('Value', 'value'),
    figureColumn('Of these', 'share'),
    { ...figureColumn('Error', 'share_error'), isHidden: true },
    figureColumn('Of all lines', 'share_of_all'),
    { ...figureColumn('Error', 'share_of_all_error'), isHidden: true },
  ];
  const rows = values.map((one): Cell[] => [
    { text: side },
    codeCell(one.field),
    { text: TESTS[one.test], value: one.test },
    { text: [`${TESTS[one.test]} `, code(one.value)], value: one.value },
    { ...withError(one.share, one.shareError), bar: one.share },
    { text: '', value: one.shareError },
    withError(one.shareOfAll, one.shareOfAllError),
    { text: '', value: one.shareOfAllError },
  ]);
  const isHidden = absent !== undefined;
  if (isHidden)
    rows.push([{ text: side }, codeCell(absent), { text: 'absent' }, ...columns.slice(3).map(() => NO_CELL)]);
  return {
    kind: 'table',
    name,
    caption,
    group: { key: group, value: to },
    columns,
    rows,
    shown: VALUES_SHOWN,
    isHidden,
    isAsked,
  };
}

function withError(share: number, shareError: number): Cell {
  const { share: text, error } = estimatedShare(share, shareError);
  return { text, value: share, ...(error === undefined ? {} : { note: `± ${error}` }) };
}
