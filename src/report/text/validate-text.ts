// Renders a validation as text. For each job: input, violated rules with counts, occurrences and advice, and the verdict as the last
// line. Computes no figures.
import type { Finding, JobValidation, RuleCode, Severity, ValidationReport } from '../../analysis/validate/index.ts';
import { printBytes, printCount, printPlural } from '../../base/index.ts';
import { dayFoldersOutside, printExcludedCounts } from '../page/excluded-counts.ts';
import { unwrappedRemark } from '../page/unwrapped-lines.ts';
import { printSentence } from './sentence.ts';
import { paint, printableAll, printShare, type Style, shorten } from './style.ts';

/** Maximum occurrences shown for each rule; `--format json` contains more. */
const PLACES_SHOWN = 3;
/** Maximum names shown for each rule. */
const DETAILS_SHOWN = 8;
const NO_LINES_ADVICE = 'check last_error of the job, and whether something else stopped it';
/** Maximum width of a name. Columns. */
const NAME_COLUMNS = 60;

const COLORS: Readonly<Record<Severity, 'red' | 'yellow' | 'cyan'>> = {
  error: 'red',
  warning: 'yellow',
  remark: 'cyan',
};

/** Rules about several lines: `lines.clean` includes the lines that violate them. */
const REPEATS: ReadonlySet<RuleCode> = new Set(['repeated-in-object', 'repeated-between-objects']);

/** Renders a validation as text. */
export function renderValidateText(found: ValidationReport, style: Style): string {
  const report = printableAll(found);
  const blocks = report.jobs.map((job) => printJob(job, report.jobs.length > 1, style).join('\n'));
  const head = report.partial
    ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; the findings cover only the data read so far')]
    : [];
  return `${[...head, ...blocks].join('\n\n')}\n`;
}

function printJob(job: JobValidation, isNamed: boolean, style: Style): string[] {
  const found = job.findings.flatMap((finding) => ['', ...printFinding(finding, job, style)]);
  return [...printHead(job, isNamed, style), ...found, '', printVerdict(job, style)];
}

function printHead({ name, dataset, lines, source, repeats }: JobValidation, isNamed: boolean, style: Style): string[] {
  const all = lines.read + lines.outside + lines.malformed + lines.blank;
  const size = `${printPlural(all, 'line')}, ${printBytes(lines.bytes)}, from ${printPlural(source.objects, 'object')} (${printBytes(source.bytes)} stored)`;
  const notes = [
    ...printExcludedCounts('lines', [
      [lines.outside, 'outside the time range'],
      [lines.untimed, 'checked without a readable timestamp'],
      [lines.malformed, 'malformed'],
      [lines.blank, 'blank'],
    ]),
    ...unwrappedRemark(lines).map((remark) => `  ${remark}`),
    ...printExcludedCounts('objects', [
      [source.pruned - source.prunedFolders, 'outside the time range'],
      [source.prunedFolders, dayFoldersOutside(source.prunedFolders)],
      [source.skipped, 'skipped (ownership files and other non-logs)'],
      [source.damaged, 'damaged'],
      [source.unreadable, 'unreadable'],
    ]),
  ];
  if (repeats.field === null) notes.push('  repeated events: not checked, the lines contain no event ID');
  else if (repeats.oneIn > 1) {
    const error = repeats.error === 0 ? '' : `, ± ${(repeats.error * 100).toFixed(1)} % (standard error)`;
    notes.push(
      `  repeated events: tracked 1 in ${printCount(repeats.oneIn)} ${repeats.field} values; the count is an estimate${error}`,
    );
  }
  return [...(isNamed ? [paint(style, 'bold', `${name} (${dataset})`)] : []), paint(style, 'bold', size), ...notes];
}

function printFinding(finding: Finding, { lines }: JobValidation, style: Style): string[] {
  const { code, severity, of, title, count, share, places, details, advice } = finding;
  const ofAll = share === undefined ? '' : `, ${printShare(Math.min(count, checkedOf(lines)), checkedOf(lines))}`;
  const amount = of === 'job' ? '' : `: ${printPlural(count, of)}${ofAll}`;
  const head = `${paint(style, COLORS[severity], severity)}: ${paint(style, 'bold', title)}${amount} ${paint(style, 'dim', `[${code}]`)}`;
  const shown = places.slice(0, PLACES_SHOWN).map((place) => `  ${printPlace(place, finding)}`);
  const hidden = of === 'job' ? 0 : count - shown.length;
  return [
    head,
    ...printDetails(details),
    ...shown,
    ...(hidden > 0 && of !== 'hour' ? [`  … and ${printCount(hidden)} more`] : []),
    ...printSentence(advice, style),
  ];
}

/** Counts the lines checked against the job: all except those outside the time range. */
export function checkedOf({ read, malformed, blank }: JobValidation['lines']): number {
  return read + malformed + blank;
}

function printPlace({ object, offset, message }: Finding['places'][number], { of }: Finding): string {
  const place = of === 'line' ? `${object}@${offset}` : object;
  const text = message === '' ? '' : `${of === 'hour' ? ', ' : ': '}${message}`;
  return of === 'hour' ? `from ${place}${text}` : `${place}${text}`;
}

function printDetails(details: Finding['details']): string[] {
  if (details.length === 0) return [];
  const shown = details
    .slice(0, DETAILS_SHOWN)
    .map(({ name, lines }) => `${shorten(name, NAME_COLUMNS)} ×${printCount(lines)}`);
  const more = details.length - shown.length;
  return [`  ${shown.join(', ')}${more > 0 ? ` and ${printCount(more)} more` : ''}`];
}

/** Prints the verdict on a job in one line. */
export function printVerdict(job: JobValidation, style: Style): string {
  const { name, valid, findings, lines, source } = job;
  const checked = printPlural(checkedOf(lines), 'line');
  if (lines.read === 0) {
    const what = checkedOf(lines) === 0 ? 'no lines' : `no records in ${checked}`;
    const isOtherTime = lines.outside > 0 || source.pruned > 0;
    const cause = isOtherTime ? ' in the time range; widen --since/--until, or ' : '; ';
    return paint(style, ['bold', 'yellow'], `? ${name}: no verdict: found ${what}${cause}${NO_LINES_ADVICE}`);
  }
  if (!valid) return paint(style, ['bold', 'red'], `✗ ${name}: invalid: ${printViolations(job)}`);
  const counts = printSeverities(findings, ['error', 'warning', 'remark']);
  const found = counts === '' ? 'no findings' : counts;
  const passed = `${printCount(lines.clean)} of ${checked} ${lines.clean === 1 ? 'passes' : 'pass'}`;
  if (lines.undecided === lines.read) {
    const rest = `otherwise valid: ${passed}, ${found}`;
    return paint(style, ['bold', 'yellow'], `? ${name}: the filter leaves every line undecided; ${rest}`);
  }
  return paint(style, ['bold', 'green'], `✓ ${name}: valid: ${passed}, ${found}`);
}

/** `2 rules violated (1 error, 1 warning), 1 remark; 133 of 266 lines have no error or warning`. */
function printViolations({ findings, lines }: JobValidation): string {
  const violated = findings.filter(({ severity }) => severity !== 'remark');
  const remarks = printSeverities(findings, ['remark']);
  // Which lines repeat an event is known only after all of them were counted as clean.
  const hasRepeats = findings.some(({ code }) => REPEATS.has(code));
  const clean = `${printCount(lines.clean)} of ${printPlural(checkedOf(lines), 'line')} ${lines.clean === 1 ? 'has' : 'have'} no error or warning`;
  return [
    `${printPlural(violated.length, 'rule')} violated (${printSeverities(violated, ['error', 'warning'])})`,
    remarks === '' ? '' : `, ${remarks}`,
    hasRepeats ? '' : `; ${clean}`,
  ].join('');
}

/** `1 error, 2 remarks`; empty without findings of these severities. */
function printSeverities(findings: readonly Finding[], severities: readonly Severity[]): string {
  return severities
    .map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => printPlural(count, severity))
    .join(', ');
}
