// The guards of a report as cases, one suite for each filter, and whether the source could be read: a report without an answer never passes.
import type { Sample } from '../../analysis/aggregates/index.ts';
import type { Comparison } from '../../analysis/compare/index.ts';
import type { GuardResult } from '../../analysis/guard/index.ts';
import type { TransformReport } from '../../analysis/replay/index.ts';
import { capitalized, printCount, printPlural } from '../../base/index.ts';
import type { LinesTotal, Problem, SourceTotal } from '../../input/scan/index.ts';
import type { ReplayedJob, ReplayResult } from '../../verbs/index.ts';
import { describeDifference } from '../../verbs/request/index-difference.ts';
import { absentFieldsOf } from '../page/absent-fields.ts';
import { lineFieldsOfAll, publicColumns } from '../page/example-lines.ts';
import { guardText, isUnjudged } from '../page/guard-section.ts';
import { present } from '../page/page.ts';
import { type PushedJob, printKeptAndPushed, pushesOtherLines, pushesOthers } from '../page/pushed-words.ts';
import { type LineFields, sampleColumns } from '../page/sample-columns.ts';
import { unwrappedRemark } from '../page/unwrapped-lines.ts';
import { printableAll } from '../printable.ts';
import type { Case, CaseSettings, CaseSuite } from './case.ts';

/** Name of the case of what is unusual about a job. */
const SETTINGS = 'settings of the job';

/** A guard on bytes: a job may write other bytes of the same lines. */
const OF_BYTES = /^\s*\S*-bytes/;

/** A filter of a report. */
interface JobOfCases extends PushedJob, Pick<ReplayedJob, 'by'> {
  name: string;
  /** Where the filter can be corrected. */
  file?: string;
  undecided: { lines: number };
  dataset?: string;
  testedFields?: readonly string[];
  transformer?: TransformReport;
}

/** A report with guards. */
export interface GuardedReport {
  partial: boolean;
  source: Pick<SourceTotal, 'damaged' | 'unreadable' | 'lost' | 'indexes'>;
  lines: LinesTotal;
  /** Absent without filters, and if there is only one. */
  jobs?: readonly JobOfCases[];
  /** Of the only filter. */
  undecided?: { lines: number };
  file?: string;
  /** Of its job. */
  remarks?: readonly string[];
  guards?: readonly GuardResult[];
  /** Of a comparison. */
  comparisons?: readonly Comparison[];
  /** Of all lines. */
  by?: ReplayResult['by'];
}

/** Creates the suites. */
export function guardSuites(found: GuardedReport, { isStrict, show }: CaseSettings = {}): CaseSuite[] {
  const report = printableAll(found);
  const fields = lineFieldsOfAll(report.jobs ?? []);
  const byJob = Map.groupBy(report.guards ?? [], ({ job }) => job);
  const { jobs = [], comparisons = [] } = report;
  const names = new Set([...byJob.keys(), ...jobs.map(({ name }) => name)]);
  /** Whether a comparison replaces the job: what it loses ends with it. */
  const isReplaced = (name: string): boolean => comparisons.length > 0 && !comparisons.some(({ to }) => to === name);
  const suites = [...names].map((name): CaseSuite => {
    const job = jobs.find((one) => one.name === name);
    const file = report.jobs === undefined ? report.file : job?.file;
    const inFile = file === undefined ? {} : { file };
    const cases = [
      ...(job === undefined ? [] : pushCase(job, comparisons.find(({ to }) => to === name)?.remarks)),
      ...(job?.transformer === undefined || isReplaced(name) ? [] : [failingCase(job.transformer)]),
      ...(byJob.get(name) ?? []).map((guard) => guardCase(guard, { job, fields, show })),
    ];
    return { name, cases: cases.map((one) => ({ ...one, ...inFile })) };
  });
  const decided = comparisons.flatMap(({ to, undecided }) => undecidedCase(to, undecided.lines, report.lines.read));
  const shown = suites.filter(({ cases }) => cases.length > 0);
  return [
    { name: 'source', cases: [...sourceCases(report, isStrict === true), ...decided, ...remarkCases(report)] },
    ...shown,
  ];
}

/** What is unusual about the job of the only filter, and the fields of `--by` that no line has. */
function remarkCases(report: GuardedReport): Case[] {
  const { remarks = [], file } = report;
  const inFile = file === undefined ? {} : { file };
  return [
    ...remarks.map((one): Case => ({ name: SETTINGS, result: 'warning', message: capitalized(one), ...inFile })),
    ...absentFieldsOf(report).map((one): Case => ({ name: '--by', result: 'notice', message: capitalized(one) })),
  ];
}

/** A remark if the figures of a comparison leave lines out. */
function undecidedCase(to: string, undecided: number, read: number): Case[] {
  if (undecided === 0 || undecided === read) return [];
  const lines = `${printCount(undecided)} of ${printPlural(read, 'line')}`;
  return [
    {
      name: `${to} decides every line`,
      result: 'warning',
      message: `The figures of ${to} leave out undecided lines: ${lines}`,
    },
  ];
}

/** What is unusual about a job, and how its settings change: its lines are not those that its filter keeps. */
function pushCase(job: JobOfCases, changes: readonly string[] = []): Case[] {
  const stated = [...changes, ...(job.remarks ?? [])];
  if (stated.length === 0) return [];
  const message = present(...stated, pushesOthers(job) && printKeptAndPushed(job)).join('; ');
  return [{ name: SETTINGS, result: 'warning', message: `${job.name}: ${message}` }];
}

/** Whether the transformer of a job fails on no line. */
function failingCase({ failing, undecided, batches, failures: [first] }: TransformReport): Case {
  const name = 'the transformer fails on no line';
  if (failing.lines === 0 && undecided.lines > 0)
    return {
      name,
      result: 'warning',
      message: `The transformer leaves ${printPlural(undecided.lines, 'line')} undecided: they may fail`,
    };
  if (failing.lines === 0) return { name, result: 'passed' };
  const lost = `${printPlural(failing.lines, 'line fails', 'lines fail')}, ${printCount(batches.failing)} of ${printPlural(batches.batches, 'assumed batch', 'assumed batches')} would be lost`;
  return {
    name,
    result: 'failed',
    message: first === undefined ? lost : `${lost}; first: ${first.message}; ${first.hint}`,
  };
}

/** @param job its pushed lines are stated if they differ from the kept ones */
function guardCase(
  guard: GuardResult,
  { job: judged, fields, show }: { job: JobOfCases | undefined; fields: LineFields; show: CaseSettings['show'] },
): Case {
  const { holds, found, job, lines = [] } = guard;
  const name = guardText(guard);
  if (holds && judged !== undefined && statesPushed(guard, judged))
    return { name, result: 'notice', message: `${job}: ${name} holds: ${found}` };
  if (holds) return { name, result: 'passed' };
  if (isUnjudged(guard)) return { name, result: 'error', message: `${job}: ${name}: ${found}` };
  const details = printLines(lines, fields, show);
  return {
    name,
    result: 'failed',
    message: `${job} breaks ${name}: ${found}`,
    ...(details.length === 0 ? {} : { details }),
  };
}

/** Whether the figure of a guard is another one for the pushed lines. */
function statesPushed({ guard }: GuardResult, job: PushedJob): boolean {
  return pushesOtherLines(job) || (OF_BYTES.test(guard) && pushesOthers(job));
}

/** Prints the fields that pages show, `EdgeResponseStatus 403, RayID a547d12522a58b45`, and lines without fields whole. */
function printLines(lines: readonly Sample[], fields: LineFields, show: CaseSettings['show']): string[] {
  const { columns: all, whole } = sampleColumns(lines, fields, show);
  const columns = publicColumns(all, fields, show);
  const shown = (columns[0]?.cells ?? []).map((_, row) =>
    columns.map(({ title, cells }) => `${title} ${cells[row]!.text}`).join(', '),
  );
  return [...shown, ...whole.map(({ object, offset, line }) => `${object}@${offset}: ${line}`)];
}

/** Whether there is an answer, and whether it covers every object; with `isStrict`, every line. */
function sourceCases(
  { partial, source, lines, undecided, file: only, jobs: filters }: GuardedReport,
  isStrict: boolean,
): Case[] {
  const jobs: readonly Pick<JobOfCases, 'undecided' | 'file'>[] =
    filters ?? (undecided === undefined ? [] : [{ undecided }]);
  const answer = 'has an answer';
  const error = (message: string): Case[] => [{ name: answer, result: 'error', message }];
  if (lines.read === 0) return error('No answer: no line was read');
  if (partial) return error('No answer: the run was interrupted');
  if (jobs.length > 0 && jobs.every(({ undecided }) => undecided.lines === lines.read)) {
    const file = only ?? jobs.find((job) => job.file !== undefined)?.file;
    return error('No answer: every line is undecided').map((one) => (file === undefined ? one : { ...one, file }));
  }
  return present(
    { name: answer, result: 'passed' },
    readableCase(source),
    ...indexCases(source),
    ...unwrappedCases(lines),
    isStrict && malformedCase(lines),
  );
}

/** The envelopes that were removed: a check that nothing can fail. */
export function unwrappedCases(lines: LinesTotal): Case[] {
  return unwrappedRemark(lines).map((name) => ({ name, result: 'passed' }));
}

/** Whether no line is malformed. */
function malformedCase({ malformed }: LinesTotal): Case {
  const name = 'no line is malformed';
  if (malformed === 0) return { name, result: 'passed' };
  return { name, result: 'failed', message: printPlural(malformed, 'line is malformed', 'lines are malformed') };
}

/** Whether each index has what its source has. Guards that depend on it have no answer: it is no failure of its own. */
export function indexCases({ indexes = [] }: Pick<SourceTotal, 'indexes'>): Case[] {
  return indexes.map((indexed) => {
    const name = `index ${indexed.index} as of ${indexed.asOf}`;
    const difference = describeDifference(indexed);
    return difference === undefined
      ? { name, result: 'passed' }
      : { name, result: 'warning', message: capitalized(difference) };
  });
}

/** Whether every object could be read. */
export function readableCase({ damaged, unreadable, lost }: GuardedReport['source']): Case {
  const name = 'every object is readable';
  if (damaged + unreadable === 0) return { name, result: 'passed' };
  const message = `${printPlural(damaged + unreadable, 'object is', 'objects are')} damaged or unreadable`;
  return { name, result: 'failed', message, details: lost.map(placeOf) };
}

function placeOf({ object, offset, message }: Problem): string {
  return `${object} at byte ${offset}: ${message}`;
}
