// The page of explained lines: the verdict, or the count of lines by reason, then the truth of each condition on each line. Computes no figures.

import type { ExplainedExpression, ExplainedTransformation } from '../../analysis/transform/index.ts';
import { capitalized, enumerate, printable, printCount, printPlural } from '../../base/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import type { ExplainedJob, ExplainResult, ReasonCount, RequestedIds } from '../../verbs/index.ts';
import { shorten } from '../columns.ts';
import { printableAll } from '../printable.ts';
import { code, countCell, figureColumn, textCell, textColumn } from './cells.ts';
import { NO_FILTER, pushNotices } from './job-section.ts';
import { type Block, type Page, type PageSettings, paragraph, present, type Section, type Text } from './page.ts';
import { indexFacts, indexNotices } from './source-facts.ts';
import { printTree } from './truth-tree.ts';

/** Ids listed for each kind of absence; JSON has all. */
const IDS_SHOWN = 100;
/** Maximum reasons shown: a filter within the limits has fewer. */
const REASONS_SHOWN = 60;

const VERDICTS = {
  keep: { verb: 'keeps the line', tone: 'good' },
  drop: { verb: 'drops the line', tone: 'bad' },
  undecided: { verb: 'leaves the line undecided', tone: 'unclear' },
} as const;

type PrintedResult = ReturnType<typeof withPrintedTrees>;

/** Creates the page of explained lines. */
export function explainPage(found: ExplainResult, { columns }: PageSettings = {}): Page {
  const result = printableAll(withPrintedTrees(found, columns));
  const { summary, lines, partial } = result;
  return {
    kind: 'Explanation',
    isComplete: true,
    title: [
      code(
        enumerate(
          summary.jobs.map(({ name }) => name),
          'and',
        ),
      ),
    ],
    answer: answerOf(result),
    notices: present(
      partial && summary.lines > 0 && { tone: 'unclear', text: 'Interrupted: there may be more lines.' },
      ...indexNotices(result.source),
      ...pushNotices(summary.jobs),
    ),
    highlights: [],
    facts: [...factsOf(result), ...indexFacts(result.source)],
    sections: [
      ...(summary.lines > 1 ? summary.jobs.map(reasonSection) : []),
      ...absentSections(result),
      ...lines.map((line) => lineSection(line, result)),
    ],
  };
}

/** A truth tree contains exact numbers, which only its own printer escapes. */
function withPrintedTrees(result: ExplainResult, columns: number | undefined) {
  const lines = result.lines.map(({ jobs, ...line }) => ({
    ...line,
    jobs: jobs.map(({ explanation, ...job }) => ({
      ...job,
      tree: explanation === null ? [NO_FILTER] : printTree(explanation, columns),
      ...(job.transformation && { sqlTree: transformationLines(job.transformation) }),
    })),
  }));
  return { ...result, lines };
}

const OUTCOMES = {
  kept: { verb: 'delivers the line', text: 'delivered', tone: 'good' },
  dropped: { verb: 'drops the line', text: 'dropped by the transformer', tone: 'bad' },
  failing: { verb: 'fails on the line', text: 'failing: the platform delivers nothing of its batch', tone: 'bad' },
  undecided: { verb: 'leaves the line undecided', text: 'undecided by the transformer', tone: 'unclear' },
} as const;
/** Longer values and expressions are cut. Columns. */
const SQL_COLUMNS = 60;

/** Each expression with its value: conditions, then columns, then the delivered records. */
export function transformationLines({
  conditions,
  columns,
  records,
}: Pick<ExplainedTransformation, 'conditions' | 'columns' | 'records'>): string[] {
  return [
    ...conditions.flatMap((one, index) => [index === 0 ? 'WHERE' : 'AND', ...expressionLines(one, '  ')]),
    'SELECT',
    ...columns.flatMap((one) => expressionLines(one, '  ', `${printable(one.key)}: `)),
    ...records.map((record) => `→ ${printable(record)}`),
  ];
}

function expressionLines({ text, outcome, result, children }: ExplainedExpression, indent: string, key = ''): string[] {
  const found = outcome === 'value' ? `= ${result}` : `${outcome}: ${result}`;
  const [sql, value] = [text.replace(/\s+/g, ' '), found].map((one) => shorten(printable(one), SQL_COLUMNS));
  return [`${indent}${key}${sql}  ${value}`, ...children.flatMap((child) => expressionLines(child, `${indent}  `))];
}

function answerOf({ summary, kinds, lines, partial }: PrintedResult): Page['answer'] {
  const [line] = lines;
  const [job] = line?.jobs ?? [];
  if (summary.lines === 0) {
    const text = partial ? 'Interrupted: no line was found so far.' : 'No answer: no line was found.';
    return { tone: 'unclear', text };
  }
  if (summary.lines === 1 && line?.jobs.length === 1 && job !== undefined) {
    if (job.transformation !== undefined) return { tone: 'neutral', text: transformedText(job.transformation) };
    const { verb } = VERDICTS[job.verdict];
    return {
      tone: 'neutral',
      text: [code(job.name), ` ${verb}: `, ...reasonText(job.reason, summary.jobs[0]!.push), '.'],
    };
  }
  const ofMatching =
    summary.matching === summary.lines ? '' : `, ${printCount(summary.matching)} with the requested verdict`;
  const left =
    lines.length < summary.matching ? `; ${printCount(lines.length)} shown, --limit ${summary.matching} shows all` : '';
  const text = `${printPlural(summary.lines, 'line')} selected of ${printCount(kinds.read)} read${ofMatching}${left}.`;
  return { tone: 'neutral', text };
}

/** What a transformer does with a line that reaches it, and why. */
function transformedText({ name, outcome, reason, conditions }: ExplainedTransformation): Text {
  const condition = outcome === 'dropped' ? conditions.find(({ result }) => result !== 'true') : undefined;
  const cause: Exclude<Text, string> =
    condition === undefined
      ? reason === undefined
        ? []
        : [': ', reason]
      : [': ', code(condition.text), ` is ${condition.result}`];
  return [code(name), ` ${OUTCOMES[outcome].verb}`, ...cause, '.'];
}

/** How lines were selected. */
function factsOf({ summary, idField }: PrintedResult): Text[] {
  const { where, whereUndecided, ids } = summary;
  return present(
    where !== null && ['Where ', code(where)],
    whereUndecided !== 0 &&
      `${printPlural(whereUndecided, 'line')} not selected: they lack a field of --where, or it is null`,
    ids !== null && (ids.requested !== 1 || summary.lines !== 1) && idsFound(ids, idField!),
  );
}

function idsFound({ requested, notFound, outside }: RequestedIds, idField: string): string {
  return `${printCount(requested - notFound.length - outside.length)} of ${printPlural(requested, idField)} found`;
}

/** The selected lines by reason. */
function reasonSection({ name, kept, dropped, undecided, pushed, reasons, push, transformed }: ExplainedJob): Section {
  const ofKept =
    pushed === undefined
      ? ''
      : transformed === undefined
        ? `, ${printCount(pushed)} of them pushed`
        : pushed === kept
          ? ''
          : `, ${printCount(pushed)} of them reach the transformer on the platform`;
  // A transformer alone: no filter keeps or drops a line before it.
  const isFiltered = reasons.some(({ code: reason }) => reason !== 'no-filter');
  const figures = present(
    isFiltered && `${printCount(kept)} kept${transformed === undefined ? '' : ' by the filter'}${ofKept}`,
    isFiltered && `${printCount(dropped)} dropped`,
    undecided !== 0 && `${printCount(undecided)} undecided`,
    transformed !== undefined &&
      `of the ${isFiltered ? 'kept ' : ''}lines, the transformer delivers ${printCount(transformed.kept)}, drops ${printCount(transformed.dropped)}, fails on ${printCount(transformed.failing)} and leaves ${printCount(transformed.undecided)} undecided`,
  );
  const verdict = textColumn(transformed === undefined ? 'Verdict' : 'Verdict of the filter', 'verdict');
  const columns = [figureColumn('Lines', 'lines'), verdict, textColumn('Reason', 'reason')];
  const rows = reasons.map((reason) => [
    countCell(reason.lines),
    textCell(reason.verdict, VERDICTS[reason.verdict].tone),
    textCell(reasonText(reason, push)),
  ]);
  const table: Block = { kind: 'table', name: 'reasons', columns, rows, shown: REASONS_SHOWN };
  return {
    title: [code(name)],
    blocks: [paragraph(`${capitalized(figures.join('; '))}.`), ...(isFiltered ? [table] : [])],
  };
}

function reasonText(
  reason: Pick<ReasonCount, 'code' | 'text' | 'field'>,
  push: PushSettings | undefined,
): Exclude<Text, string> {
  switch (reason.code) {
    case 'no-filter':
      return ['no filter'];
    case 'kept':
      return ['the filter is true'];
    case 'sole-blocker':
      return ['sole blocker: ', code(reason.text ?? '')];
    case 'no-alternative':
      return ['no alternative is true: several conditions are false, and each alone would keep the line'];
    case 'several-blockers':
      return ['several conditions are false or unknown: no single one would keep the line'];
    case 'field-missing':
      return ['field missing: ', code(reason.field ?? '')];
    case 'field-null':
      return ['field is null: ', code(reason.field ?? '')];
    case 'field-mismatch':
      return ["value is not of the field's type: ", code(reason.field ?? '')];
    case 'several-unknown':
      return ['several fields are missing, null or not of their type'];
    default:
      return [pushText(reason.code, push)];
  }
}

/** Whether a job pushes a line that its filter keeps; empty if the tree has the reason. */
function pushText(reason: string, push: PushSettings | undefined): string {
  if (reason === 'pushed') return 'pushed';
  if (reason === 'job-disabled') return 'not pushed: the job is disabled';
  return reason === 'sampled-out' ? `not pushed: sampled out by sample_rate ${push?.sampleRate}` : '';
}

/** The ids of `--ray` without a line. */
function absentSections({ summary: { ids, lines }, idField, partial, damaged }: PrintedResult): Section[] {
  if (ids === null || (lines === 0 && ids.requested === 1)) return [];
  const remark = `${partial ? ' so far' : ''}${damaged > 0 ? ', which is damaged' : ''}`;
  return [
    ...idSection(`Not in this source${remark}`, ids.notFound, idField!),
    ...idSection('Only outside the time range', ids.outside, idField!),
  ];
}

function idSection(title: string, ids: readonly string[], idField: string): Section[] {
  if (ids.length === 0) return [];
  const more = ids.length - IDS_SHOWN;
  const shown: Block = { kind: 'code', code: ids.slice(0, IDS_SHOWN).join('\n'), isAligned: true };
  const rest = `and ${printCount(more)} more; --format json lists all`;
  return [
    {
      title: `${title}: ${printPlural(ids.length, idField)}`,
      blocks: present(shown, more > 0 && paragraph(rest)),
    },
  ];
}

function lineSection(
  { line, ray, object, offset, unwrapped, jobs }: PrintedResult['lines'][number],
  { idField, summary }: PrintedResult,
): Section {
  return {
    title: [`Line ${printCount(line)}`, ...(ray === null ? [] : [`, ${idField} `, code(ray)])],
    blocks: present(
      { kind: 'code', code: `${object} at byte ${printCount(offset)}`, isAligned: true },
      unwrapped !== undefined && paragraph(['Unwrapped from ', code(unwrapped)]),
      ...jobs.flatMap(({ name, verdict, reason, tree, transformation, sqlTree }, index): Block[] => {
        const push = pushText(reason.code, summary.jobs[index]!.push);
        const text: Text = [`${verdict}  `, code(name), push === '' ? '' : `  ${push}`];
        const isFiltered = transformation === undefined || push !== '' || tree[0] !== NO_FILTER;
        return [
          ...(isFiltered
            ? [
                paragraph(text, { tone: VERDICTS[verdict].tone }),
                { kind: 'code' as const, code: tree.map((one) => `  ${one}`).join('\n'), isAligned: true },
              ]
            : []),
          ...(transformation === undefined
            ? []
            : [
                paragraph(
                  [
                    code(transformation.name),
                    `  ${OUTCOMES[transformation.outcome].text}`,
                    ...(transformation.reason === undefined ? [] : [': ', code(transformation.reason)]),
                  ],
                  { tone: OUTCOMES[transformation.outcome].tone },
                ),
                { kind: 'code' as const, code: sqlTree!.map((one) => `  ${one}`).join('\n'), isAligned: true },
              ]),
        ];
      }),
    ),
  };
}
