// Renders the result of `explain` as text: the summary of several lines, then the evaluation tree of each filter for each line.
import { columnsOf, printCount, printJson, printPlural, typeName } from '../../base/index.ts';
import type { ConditionExplanation, Explanation } from '../../language/filter/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import type { ExplainedJob, ExplainedLine, ExplainResult, ReasonCount, RequestedIds } from '../../verbs/index.ts';
import { HINT_TEXTS } from '../page/hint-texts.ts';
import { informativeFigures, type SoleFigure } from '../page/sole-figures.ts';
import { printSentence } from './sentence.ts';
import { paint, printable, type Style, shorten, wrapWhole } from './style.ts';
import { printTable } from './table.ts';

/** Separates a condition from the value found. */
const GAP = '   ';
const COLORS = { true: 'green', false: 'red', unknown: 'yellow' } as const;
/** Width of `unknown`. */
const TRUTH_COLUMNS = 7;
/** Minimum width of a condition. Columns. */
const LEAST_CONDITION_COLUMNS = 20;
/** Maximum width of a found value. Columns. */
const VALUE_COLUMNS = 60;

/** Ids listed for each kind of absence; JSON has all. */
const IDS_SHOWN = 100;
/** Minimum width of a reason. Columns. */
const LEAST_REASON_COLUMNS = 30;
const VERDICT_COLORS = { keep: 'green', drop: 'red', undecided: 'yellow' } as const;
const REASON_TABLE = [{ title: '  lines', align: 'right' }, { title: 'verdict' }, { title: 'reason' }] as const;

/** Renders the summary and the trees. */
export function renderExplainText(result: ExplainResult, style: Style): string {
  const summary = printSummary(result, style).flatMap((block) => (block.length === 0 ? [] : [block.join('\n')]));
  const blocks = [...summary, ...result.lines.map((line) => printLine(line, result, style))];
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function printLine(line: ExplainedLine, { idField, summary }: ExplainResult, style: Style): string {
  const ray = line.ray === null ? '' : `  ${idField} ${printable(line.ray)}`;
  const head = `${paint(style, 'bold', `line ${printCount(line.line)}`)}${ray}  ${paint(style, 'dim', `${printable(line.object)} at byte ${printCount(line.offset)}`)}`;
  const trees = line.jobs.flatMap(({ name, verdict, reason, explanation }, index) => {
    const color = COLORS[explanation?.truth ?? 'true'];
    const push = pushText(reason.code, summary.jobs[index]!.push);
    return [
      `  ${paint(style, ['bold', color], verdict)}  ${paint(style, 'cyan', printable(name))}${push === '' ? '' : `  ${push}`}`,
      ...(explanation === null ? ['    no filter: keeps every line'] : printTree(explanation, style, '    ', '    ')),
    ];
  });
  const unwrapped = line.unwrapped === undefined ? [] : [`  unwrapped from \`${printable(line.unwrapped)}\``];
  return [head, ...unwrapped, ...trees].join('\n');
}

/**
 * Prints the tree of an explanation.
 * @param first begins the first line
 * @param rest begins the others
 * @param figures mark conditions
 */
export function printTree(
  node: Explanation,
  style: Style,
  first: string,
  rest: string,
  figures: readonly SoleFigure[] = informativeFigures(conditionsIn(node)),
): string[] {
  const color = COLORS[node.truth];
  const truth = paint(style, color, node.truth.padEnd(TRUTH_COLUMNS));
  if (node.kind === 'condition') {
    const hint = node.hint === undefined ? '' : ` (${HINT_TEXTS[node.hint]})`;
    const isSole = { soleBlocker: node.isSoleBlocker, soleKeeper: node.isSoleKeeper };
    const mark = figures.find(({ key }) => isSole[key])?.title;
    const blame = mark === undefined ? '' : paint(style, color, `  ← ${mark}`);
    return printCondition(printable(node.text), `${printFound(node)}${hint}`, blame, {
      style,
      first: `${first}${truth} `,
      rest: `${rest}${' '.repeat(TRUTH_COLUMNS + 1)}`,
    });
  }
  const last = node.children.length - 1;
  return [
    `${first}${truth} ${node.kind}`,
    ...node.children.flatMap((child, index) =>
      printTree(
        child,
        style,
        `${rest}${index === last ? '└─ ' : '├─ '}`,
        `${rest}${index === last ? '   ' : '│  '}`,
        figures,
      ),
    ),
  ];
}

function conditionsIn(node: Explanation): ConditionExplanation[] {
  return node.kind === 'condition' ? [node] : node.children.flatMap(conditionsIn);
}

/** Prints a condition, wrapped, and the value found: on the same line if it fits, else below. */
function printCondition(
  text: string,
  found: string,
  blame: string,
  { style, first, rest }: { style: Style; first: string; rest: string },
): string[] {
  const columns = Math.max(LEAST_CONDITION_COLUMNS, style.width - columnsOf(rest));
  const remark = `${paint(style, 'dim', found)}${blame}`;
  const isShort = columnsOf(text + GAP + remark) <= columns;
  const lines = isShort ? [`${text}${GAP}${remark}`] : [...wrapWhole(text, columns), `${GAP}${remark}`];
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`);
}

function printFound(node: ConditionExplanation): string {
  if (node.found === undefined) return 'field missing';
  const found = shorten(printable(printJson(node.found)), VALUE_COLUMNS);
  return node.reason === 'mismatch'
    ? `found the ${typeName(node.found)} ${found}, which is not of the field's type`
    : `found ${found}`;
}

/** Prints the summary as blocks of lines. A single line needs none: its tree has the reason. */
function printSummary(result: ExplainResult, style: Style): string[][] {
  const { summary, partial } = result;
  const isSingle = summary.lines <= 1;
  return [
    partial ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; there may be more lines')] : [],
    isSingle ? [] : printSelection(result, style),
    ...summary.jobs.map((job) => (isSingle ? printRemarks(job, style) : printJob(job, style))),
    printAbsent(result, style),
  ];
}

/** Describes the reason of a line, after its verdict; empty if the tree says it. */
function pushText(code: string, push: PushSettings | undefined): string {
  if (code === 'pushed') return 'pushed';
  if (code === 'job-disabled') return 'not pushed: the job is disabled';
  return code === 'sampled-out' ? `not pushed: sampled out by sample_rate ${push?.sampleRate}` : '';
}

function printSelection({ summary, kinds, lines, idField }: ExplainResult, style: Style): string[] {
  const { where, whereUndecided, matching, ids } = summary;
  const ofMatching = matching === summary.lines ? '' : `, ${printCount(matching)} with the requested verdict`;
  const left = lines.length < matching ? `; ${printCount(lines.length)} shown, --limit ${matching} shows all` : '';
  const head = paint(style, 'bold', `${printPlural(summary.lines, 'line')} selected`);
  return [
    `${head} of ${printCount(kinds.read)} read${ofMatching}${left}`,
    ...(where === null ? [] : wrapWhole(`where ${printable(where)}`, style.width - 2).map((line) => `  ${line}`)),
    ...(whereUndecided === 0
      ? []
      : [`  ${printPlural(whereUndecided, 'line')} not selected: they lack a field of --where, or it is null`]),
    ...(ids === null ? [] : [`  ${idsFound(ids, idField!)}`]),
  ];
}

function idsFound({ requested, notFound, outside }: RequestedIds, idField: string): string {
  return `${printCount(requested - notFound.length - outside.length)} of ${printPlural(requested, idField)} found`;
}

function printJob(job: ExplainedJob, style: Style): string[] {
  const { name, kept, dropped, undecided, pushed, reasons } = job;
  const figures = [
    `${printCount(kept)} kept${pushed === undefined ? '' : `, ${printCount(pushed)} of them pushed`}`,
    `${printCount(dropped)} dropped`,
    ...(undecided === 0 ? [] : [`${printCount(undecided)} undecided`]),
  ];
  const columns = Math.max(LEAST_REASON_COLUMNS, style.width - 22);
  const rows = reasons.map((reason) => [
    printCount(reason.lines),
    paint(style, VERDICT_COLORS[reason.verdict], reason.verdict),
    wrapWhole(printable(reasonText(reason, job.push)), columns).join('\n'),
  ]);
  return [
    `${paint(style, 'cyan', printable(name))}: ${figures.join('; ')}`,
    ...remarkLines(job, style),
    ...printTable(REASON_TABLE, rows),
  ];
}

function reasonText(reason: ReasonCount, push: PushSettings | undefined): string {
  switch (reason.code) {
    case 'kept':
      return 'the filter is true';
    case 'sole-blocker':
      return `sole blocker: ${reason.text}`;
    case 'no-alternative':
      return 'no alternative is true: several conditions are false, and each alone would keep the line';
    case 'several-blockers':
      return 'several conditions are false or unknown: no single one would keep the line';
    case 'field-missing':
      return `field missing: ${reason.field}`;
    case 'field-null':
      return `field is null: ${reason.field}`;
    case 'field-mismatch':
      return `value is not of the field's type: ${reason.field}`;
    case 'several-unknown':
      return 'several fields are missing, null or not of their type';
    default:
      return pushText(reason.code, push);
  }
}

/** Prints what is unusual about a job. */
function printRemarks(job: ExplainedJob, style: Style): string[] {
  const lines = remarkLines(job, style);
  return lines.length === 0 ? [] : [paint(style, 'cyan', printable(job.name)), ...lines];
}

function remarkLines({ remarks = [] }: ExplainedJob, style: Style): string[] {
  return remarks.flatMap((remark) => printSentence(remark, style));
}

function printAbsent(result: ExplainResult, style: Style): string[] {
  const { summary, idField, partial, damaged } = result;
  const { ids, lines } = summary;
  if (ids === null || (lines === 0 && ids.requested === 1)) return [];
  const remark = `${partial ? ' so far' : ''}${damaged > 0 ? ', which is damaged' : ''}`;
  return [
    ...printIds(`not in this source${remark}`, ids.notFound, idField!, style),
    ...printIds('only outside the time range', ids.outside, idField!, style),
  ];
}

function printIds(title: string, ids: readonly string[], idField: string, style: Style): string[] {
  if (ids.length === 0) return [];
  const more = ids.length - IDS_SHOWN;
  return [
    `${paint(style, ['bold', 'yellow'], title)}: ${printPlural(ids.length, idField)}`,
    ...ids.slice(0, IDS_SHOWN).map((id) => `  ${printable(id)}`),
    ...(more > 0 ? [`  and ${printCount(more)} more; --format json lists all`] : []),
  ];
}
