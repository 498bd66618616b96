// Prints the summary of `explain`: the selected lines by reason, what else decides about pushing, and the ids that were not found.
import type { ExplainedJob, ExplainResult, PushState, ReasonCount, RequestedIds } from '../../task/index.ts';
import { paint, printable, printCount, printPlural, type Style, shorten, wrap, wrapWhole } from './style.ts';
import { printTable } from './table.ts';

/** Ids listed for each kind of absence; JSON has all. */
const IDS_SHOWN = 100;
/** Maximum width of a text from outside. Columns. */
const QUOTED_COLUMNS = 120;
/** Minimum width of a reason. Columns. */
const LEAST_REASON_COLUMNS = 30;
const COLORS = { keep: 'green', drop: 'red', undecided: 'yellow' } as const;
const COLUMNS = [{ title: '  lines', align: 'right' }, { title: 'verdict' }, { title: 'reason' }] as const;

/** Prints the summary as blocks of lines. A single line needs none: its tree has the reason. */
export function printExplainSummary(result: ExplainResult, style: Style): string[][] {
  const { summary, partial } = result;
  const isSingle = summary.lines <= 1;
  return [
    partial ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; there may be more lines')] : [],
    isSingle ? [] : printSelection(result, style),
    ...summary.jobs.map((job) => (isSingle ? printState(job, style) : printJob(job, style))),
    printAbsent(result, style),
  ];
}

/** Describes the reason of a line, after its verdict; empty if the tree says it. */
export function pushText(code: string, push: PushState | null): string {
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
    `${printCount(kept)} kept${pushed === null ? '' : `, ${printCount(pushed)} of them pushed`}`,
    `${printCount(dropped)} dropped`,
    ...(undecided === 0 ? [] : [`${printCount(undecided)} undecided`]),
  ];
  const columns = Math.max(LEAST_REASON_COLUMNS, style.width - 22);
  const rows = reasons.map((reason) => [
    printCount(reason.lines),
    paint(style, COLORS[reason.verdict], reason.verdict),
    wrapWhole(printable(reasonText(reason, job.job)), columns).join('\n'),
  ]);
  return [
    `${paint(style, 'cyan', printable(name))}: ${figures.join('; ')}`,
    ...stateLines(job, style),
    ...printTable(COLUMNS, rows),
  ];
}

function reasonText(reason: ReasonCount, push: PushState | null): string {
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

/** Prints what a job does after its filter, if that is not the usual. */
function printState(job: ExplainedJob, style: Style): string[] {
  const lines = stateLines(job, style);
  return lines.length === 0 ? [] : [paint(style, 'cyan', printable(job.name)), ...lines];
}

function stateLines({ job }: ExplainedJob, style: Style): string[] {
  if (job === null) return [];
  const { enabled, sampleRate, lastError, errorMessage, isOwnSource } = job;
  const quoted = (text: string): string => JSON.stringify(shorten(printable(text), QUOTED_COLUMNS));
  const failure = [
    ...(lastError === null ? [] : [`last_error is ${quoted(lastError)}`]),
    ...(errorMessage === null ? [] : [`error_message is ${quoted(errorMessage)}`]),
  ];
  const sentences = [
    ...(enabled ? [] : ['enabled is false: the job pushes no line']),
    ...(failure.length === 0 ? [] : [`${failure.join(', ')}: lines of that time may not have arrived`]),
    ...(sampleRate >= 1 || isOwnSource
      ? []
      : [
          `sample_rate is ${sampleRate}: the job pushes only a sample of the kept lines; headgate selects them by hash, as --emit does, and the platform may select others`,
        ]),
    ...(isOwnSource
      ? [
          `the source is the destination of this job: a line that ${sampleRate < 1 ? 'its filter dropped or sample_rate left out' : 'its filter dropped'} is not there`,
        ]
      : []),
  ];
  return sentences.flatMap((text) => wrap(text, style.width - 2).map((line) => `  ${paint(style, 'yellow', line)}`));
}

function printAbsent({ summary: { ids, lines }, idField, partial }: ExplainResult, style: Style): string[] {
  if (ids === null || (lines === 0 && ids.requested === 1)) return [];
  return [
    ...printIds(`not in this source${partial ? ' so far' : ''}`, ids.notFound, idField!, style),
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
