// The guards of a report as cases, one suite for each filter, and whether the source could be read: a report without an answer never passes.
import type { GuardResult } from '../../guard/index.ts';
import type { Sample } from '../../replay/index.ts';
import type { LinesTotal, Problem, SourceTotal } from '../../scan/index.ts';
import { lineFieldsOfAll, publicColumns } from '../page/example-lines.ts';
import { guardText } from '../page/guard-section.ts';
import { isUnjudged } from '../text/guards-text.ts';
import { unwrappedRemark } from '../text/report/unwrapped-lines.ts';
import { type LineFields, sampleColumns } from '../text/samples/sample-columns.ts';
import { printableAll, printCount, printPlural } from '../text/style.ts';
import type { Case, CaseSettings, CaseSuite } from './case.ts';

/** A filter of a report. */
interface JobOfCases {
  name?: string;
  /** Where the filter can be corrected. */
  file?: string;
  undecided: { lines: number };
  dataset?: string;
  testedFields?: readonly string[];
}

/** A report with guards. */
export interface GuardedReport {
  partial: boolean;
  source: Pick<SourceTotal, 'damaged' | 'unreadable' | 'lost'>;
  lines: LinesTotal;
  /** Absent without filters, and if there is only one. */
  jobs?: readonly JobOfCases[];
  /** Of the only filter. */
  undecided?: { lines: number };
  file?: string;
  guards?: readonly GuardResult[];
  /** Of a comparison. */
  comparisons?: readonly { to: string; undecided: { lines: number } }[];
}

/** Creates the suites. */
export function guardSuites(found: GuardedReport, { isStrict, show }: CaseSettings = {}): CaseSuite[] {
  const report = printableAll(found);
  const fields = lineFieldsOfAll(report.jobs ?? []);
  const byJob = Map.groupBy(report.guards ?? [], ({ job }) => job);
  const suites = [...byJob].map(([name, guards]): CaseSuite => {
    const file = report.jobs === undefined ? report.file : report.jobs.find((job) => job.name === name)?.file;
    const inFile = file === undefined ? {} : { file };
    return { name, cases: guards.map((guard) => ({ ...guardCase(guard, fields, show), ...inFile })) };
  });
  const decided = (report.comparisons ?? []).flatMap(({ to, undecided }) =>
    undecidedCase(to, undecided.lines, report.lines.read),
  );
  return [{ name: 'source', cases: [...sourceCases(report, isStrict === true), ...decided] }, ...suites];
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

function guardCase(guard: GuardResult, fields: LineFields, show: CaseSettings['show']): Case {
  const { holds, found, job, lines = [] } = guard;
  const name = guardText(guard);
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
  {
    partial,
    source,
    lines,
    undecided,
    file: only,
    jobs = undecided === undefined ? [] : [{ undecided }],
  }: GuardedReport,
  isStrict: boolean,
): Case[] {
  const answer = 'has an answer';
  const error = (message: string): Case[] => [{ name: answer, result: 'error', message }];
  if (lines.read === 0) return error('No answer: no line was read');
  if (partial) return error('No answer: the run was interrupted');
  if (jobs.length > 0 && jobs.every(({ undecided }) => undecided.lines === lines.read)) {
    const file = only ?? jobs.find((job) => job.file !== undefined)?.file;
    return error('No answer: every line is undecided').map((one) => (file === undefined ? one : { ...one, file }));
  }
  return [
    { name: answer, result: 'passed' },
    readableCase(source),
    ...unwrappedCases(lines),
    ...(isStrict ? [malformedCase(lines)] : []),
  ];
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
