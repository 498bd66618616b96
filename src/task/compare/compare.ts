// The compare command: what changes if one filter replaces another? Joins filters, sources and the pass; prints nothing.
import {
  type ChangedLines,
  type CompareReport,
  type Comparison,
  type CountedLines,
  changedValues,
  type SampledLines,
} from '../../compare/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import type { HourCount, JobReport, Report } from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import { compileFilters } from '../../run/named-filters.ts';
import { noAnswerError, outcomeOf } from '../../run/no-answer/no-answer-error.ts';
import { readGuards } from '../../run/read-guards.ts';
import { listSources } from '../../run/sources.ts';
import { prepareGuards } from '../replay/replay-guards.ts';
import { compareListed, type ListedDifferences } from './compare-listed.ts';
import { type CompareRequest, checkFields, settleCompare } from './compare-request.ts';
import { type ComparedFilter, filterSetOf, isReplayed, readComparedFilters, sourceJobsOf } from './compared-filters.ts';

/**
 * Replays an old filter and new ones over the sources, and reports how they differ: lines that only one of them keeps, the edits of the
 * filter with the lines that each is responsible for, and where these lines come from. A damaged object does not end the run.
 * @throws InvalidFilterError or InvalidGuardError before anything is read; HeadgateError `compare-several`, `compare-nothing`,
 * `dataset-mismatch`, `unknown-field`; `no-records` or `no-verdict` if no line is decided by both filters of a comparison
 * @example
 * ```ts
 * import { compare } from 'headgate';
 *
 * const { comparisons } = await compare({
 *   sources: ['samples/logs'],
 *   from: 'EdgeResponseStatus >= 500',
 *   to: ['EdgeResponseStatus >= 400'],
 * });
 * console.log(comparisons[0]?.onlyAfter.lines, comparisons[0]?.onlyBefore.lines); // => 0 0
 * ```
 */
export async function compare(given: CompareRequest): Promise<CompareReport> {
  const request = settleCompare(given);
  const { signal, nullAs, range, samples, findsValues } = request;
  const started = new Date();
  const compared = await abortable(readComparedFilters(request.from, request.to, request), signal);
  const { dataset, from, to } = compared;
  const set = filterSetOf(compared);
  const compiled = compileFilters(set.filters, nullAs);
  const by = checkFields(request.by, dataset);
  const guardSet = await abortable(readGuards(given, dataset), signal);
  set.warnings.push(...guardSet.warnings);
  const listing = await listSources(request, sourceJobsOf(compared));
  const judged = to.map(({ name, selection }) => ({
    name,
    filter: selection === 'every' ? undefined : selection,
  }));
  const guards = prepareGuards(guardSet, judged, { listing, range });
  request.onListing(listing, set);
  const drawsValues = findsValues || by.length > 0;
  const found = await compareListed({
    ...request,
    ...{ dataset, filters: set.filters, listing, samples, drawsValues, detail: 'no-fields', findsEdits: true },
    pairs: to.map((one) => ({ from: from.selection, to: one.selection })),
    others: guards.selections,
  });
  const { report } = found;
  const error = await noAnswerError({
    ...{ ...request, verb: 'compare', dataset, objects: listing.objects, other: report.otherDatasets },
    seen: { ...report.source, lines: report.lines, problems: report.problems },
    outcomes: found.differences.flatMap(({ unclear }) =>
      (report.jobs ?? []).map((job, index) => ({
        ...outcomeOf(job, compiled[index]!.filter),
        undecided: unclear.lines,
      })),
    ),
  });
  if (error !== undefined) throw error;
  const jobs = [from, ...to].map((filter) => jobOf(filter, set.filters, report));
  return {
    ...{ version: 1, partial: report.partial, dataset: dataset.name, source: report.source, lines: report.lines, jobs },
    comparisons: to.map((filter, index) => comparisonOf(filter, index, found, { by, dataset, searches: findsValues })),
    ...(report.hours === undefined ? {} : { hours: hoursOf(report.hours, [from, ...to]) }),
    ...(guardSet.guards.length > 0 && !report.partial ? { guards: guards.judge(jobs.slice(1), found.others) } : {}),
    problemCounts: report.problemCounts,
    problems: report.problems,
    timing: { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 },
  };
}

/** The report of a filter; one that keeps no line was not replayed. */
function jobOf(
  filter: ComparedFilter,
  replayed: readonly Pick<ComparedFilter, 'name'>[],
  { jobs = [], lines }: Report,
): JobReport {
  const { name, dataset } = filter;
  const index = replayed.findIndex((one) => one.name === name);
  if (isReplayed(filter)) return jobs[index]!;
  const [other] = jobs;
  const bytes = other === undefined ? 0 : other.kept.bytes + other.dropped.bytes + other.undecided.bytes;
  return {
    ...{ name, dataset: dataset.name, filter: 'none' },
    kept: { lines: 0, bytes: 0 },
    dropped: { lines: lines.read, bytes },
    undecided: { lines: 0, bytes: 0 },
    samples: { kept: [], dropped: [], undecided: [] },
  };
}

/** Hours of all filters: one that keeps no line was not replayed. */
function hoursOf(hours: readonly HourCount[], filters: readonly ComparedFilter[]): HourCount[] {
  const none = { kept: { lines: 0, bytes: 0 }, undecided: { lines: 0, bytes: 0 } };
  return hours.map((hour) => {
    const jobs = [...hour.jobs];
    return { ...hour, jobs: filters.map((filter) => (isReplayed(filter) ? jobs.shift()! : none)) };
  });
}

interface ValueOptions {
  by: readonly string[];
  dataset: Dataset;
  searches: boolean;
}

function comparisonOf(
  { name }: ComparedFilter,
  index: number,
  { differences, every, report }: ListedDifferences,
  options: ValueOptions,
): Comparison {
  const { newlyKept, newlyDropped, keptByBoth, neither, unclear, changes } = differences[index]!;
  const all: SampledLines = { lines: report.lines.read, valueLines: every?.valueLines ?? [] };
  return {
    to: name,
    keptByBoth,
    onlyBefore: changedLines(newlyDropped, all, options),
    onlyAfter: changedLines(newlyKept, all, options),
    ...{ neither, unclear, changes, cost: null, completeness: null },
  };
}

function changedLines(changed: CountedLines, all: SampledLines, options: ValueOptions): ChangedLines {
  const { lines, bytes, samples } = changed;
  return { lines, bytes, samples, ...changedValues({ ...options, changed, all }) };
}
