// The result of a validation as data, in the shape that `--format json` prints (version 1). validation.ts fills it.
import { printPlural } from '../../base/index.ts';
import type { SourceTotal, Timing } from '../../input/scan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { type BatchSpan, hoursWithoutObject } from './batch-time.ts';
import type { DetailCount } from './detail-tally.ts';
import { FindingTally, PLACES_PER_RULE, type Place, type RuleCount } from './finding-tally.ts';
import { otherDatasetHint } from './line/other-dataset.ts';
import { idFieldOf } from './repeats/id-field.ts';
import { type RepeatSearch, repeatFindings } from './repeats/repeat-findings.ts';
import { RULES, type RuleCode, type Severity, type Subject } from './rules.ts';
import type { CheckedLines, ValidationTotals } from './validation-totals.ts';

/** Version of this shape; incremented when a key changes its meaning or is removed. */
export const VALIDATION_VERSION = 1;

/** One violated rule. */
export interface Finding {
  code: RuleCode;
  severity: Severity;
  /** The unit of `count` and `places`. */
  of: Subject;
  title: string;
  count: number;
  /** Share of the checked lines: those read, malformed and blank; at most 1; present for rules on lines. */
  share?: number;
  /** The first ones by object and offset. */
  places: Place[];
  /** Fields, reasons or other details of the rule, most frequent first. */
  details: DetailCount[];
  /** What to do. */
  advice: string;
}

/** Everything about one job. */
export interface JobValidation {
  name: string;
  dataset: string;
  /** No errors; with `strict`, no warnings either. */
  valid: boolean;
  source: SourceTotal;
  lines: CheckedLines;
  /** Errors first, in the order of the rules. */
  findings: Finding[];
  repeats: RepeatSearch;
}

/** The whole result. */
export interface ValidationReport {
  version: typeof VALIDATION_VERSION;
  /** True when the run was interrupted: the figures are those of the lines read so far. */
  partial: boolean;
  jobs: JobValidation[];
  timing?: Timing;
}

/** What a job's report is created from. */
export interface JobResult {
  name: string;
  dataset: Dataset;
  strict: boolean;
  source: SourceTotal;
  totals: ValidationTotals;
  /** Of the job itself. */
  jobFindings: readonly RuleCount[];
  /** Of every object whose name contains its times. */
  spans: readonly BatchSpan[];
  /** Field of the ids; undefined if the job does not list it. */
  idField: string | undefined;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'remark'];

/** Creates the report of a job. */
export function jobValidation(result: JobResult): JobValidation {
  const { name, dataset, strict, source, totals, spans } = result;
  // Lines may contain the ids although the job does not list their field.
  const idField = result.idField ?? (totals.ids.low.length > 0 ? idFieldOf(dataset) : undefined);
  const repeats = repeatFindings(totals.ids, idField ?? '');
  const tally = new FindingTally();
  for (const counts of [result.jobFindings, totals.findings, repeats.counts, gapFindings(spans)]) tally.merge(counts);
  const all = tally.toCounts();
  const hint = otherDatasetHint(all, totals.lines.read, dataset);
  const { read, malformed, blank } = totals.lines;
  const found = all.map((count) => findingOf(count, read + malformed + blank, hint));
  const findings = SEVERITIES.flatMap((severity) => found.filter((finding) => finding.severity === severity));
  const bad: readonly Severity[] = strict ? ['error', 'warning'] : ['error'];
  return {
    name,
    dataset: dataset.name,
    valid: !findings.some(({ severity }) => bad.includes(severity)),
    source,
    lines: totals.lines,
    findings,
    repeats: { ...repeats.search, field: idField ?? null },
  };
}

function findingOf({ code, count, places, details }: RuleCount, checked: number, hint: string | undefined): Finding {
  const { severity, of, title, advice } = RULES[code];
  const rest = details.rest === 0 ? [] : [{ name: 'other', lines: details.rest }];
  return {
    code,
    severity,
    of,
    title,
    count,
    ...(of === 'line' && checked > 0 ? { share: Math.min(1, count / checked) } : {}),
    places,
    details: [...details.names.toSorted((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1)), ...rest],
    advice: hint !== undefined && (code === 'field-missing' || code === 'field-extra') ? hint : advice,
  };
}

function gapFindings(spans: readonly BatchSpan[]): RuleCount[] {
  const gaps = hoursWithoutObject(spans);
  if (gaps.length === 0) return [];
  const places = gaps.slice(0, PLACES_PER_RULE).map(({ startMs, hours }) => {
    const from = `${new Date(startMs).toISOString().slice(0, 16)}Z`;
    return { object: from, offset: 0, message: printPlural(hours, 'hour') };
  });
  const count = gaps.reduce((sum, { hours }) => sum + hours, 0);
  return [{ code: 'hour-without-object', count, places, details: { names: [], rest: 0 } }];
}
