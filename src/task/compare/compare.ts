// The compare command: what changes if one filter replaces another? Joins filters, sources and the pass; prints nothing.
import { type CompareReport, type Comparison, changedValues, type ValuesRequest } from '../../compare/index.ts';
import type { HourCount, JobReport, Report, ShownLines } from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import { compileFilters } from '../../run/named-filters.ts';
import { noAnswerError, outcomeOf } from '../../run/no-answer/no-answer-error.ts';
import { readGuards } from '../../run/read-guards.ts';
import { listSources, type SourceListing } from '../../run/sources.ts';
import { type EmitRun, startEmitting } from '../emit/emit-run.ts';
import { prepareGuards } from '../replay/replay-guards.ts';
import { compareListed, type ListedDifferences } from './compare-listed.ts';
import { type CompareRequest, checkFields, settleCompare } from './compare-request.ts';
import {
  type ComparedFilter,
  type ComparedFilters,
  filterSetOf,
  isReplayed,
  readComparedFilters,
  sourceJobsOf,
} from './compared-filters.ts';
import { changedOutputs } from './emit-changed.ts';

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
  const drawsValues = findsValues || by.length > 0;
  const emission = await startEmittingChanged(request, compared, listing);
  const found = await (async () => {
    try {
      request.onListing(listing, set);
      return await compareListed({
        ...request,
        ...{ dataset, filters: set.filters, listing, samples, drawsValues, detail: 'no-fields', findsEdits: true },
        pairs: to.map((one) => ({ from: from.selection, to: one.selection })),
        ...{ others: guards.selections, emission },
      });
    } finally {
      await emission?.close();
    }
  })();
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
    comparisons: comparisonsOf(to, found, { by, dataset, searches: findsValues }),
    ...(report.hours === undefined ? {} : { hours: hoursOf(report.hours, [from, ...to]) }),
    ...(guardSet.guards.length > 0 && !report.partial ? { guards: guards.judge(jobs.slice(1), found.others) } : {}),
    problemCounts: report.problemCounts,
    problems: report.problems,
    timing: { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 },
  };
}

/** Prepares the output of changed lines; undefined if they are not written. */
async function startEmittingChanged(
  { emitChanged, connection, signal }: ReturnType<typeof settleCompare>,
  { dataset, to }: ComparedFilters,
  listing: SourceListing,
): Promise<EmitRun | undefined> {
  if (emitChanged === undefined) return undefined;
  const jobs = changedOutputs(
    emitChanged,
    to.map(({ name }) => name),
  );
  // Each object gets its digits before anything is written.
  const objects = [...listing.objects];
  listing.objects = objects;
  return startEmitting(emitChanged, { jobs, isOfExtra: true, dataset, objects, connection, signal });
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

/** The comparisons, with the values of changed lines. */
function comparisonsOf(
  to: readonly ComparedFilter[],
  { differences, every, report }: ListedDifferences,
  options: Pick<ValuesRequest, 'by' | 'dataset' | 'searches'>,
): Comparison[] {
  const values = changedValues({
    ...options,
    all: { lines: report.lines.read, valueLines: every?.valueLines ?? [] },
    changed: differences.flatMap(({ newlyDropped, newlyKept }) => [newlyDropped, newlyKept]),
  });
  return differences.map((one, index): Comparison => {
    const { keptByBoth, neither, unclear, changes } = one;
    return {
      to: to[index]!.name,
      keptByBoth,
      onlyBefore: { ...shownOf(one.newlyDropped), ...values[2 * index]! },
      onlyAfter: { ...shownOf(one.newlyKept), ...values[2 * index + 1]! },
      ...{ neither, unclear, changes, cost: null, completeness: null },
    };
  });
}

function shownOf({ lines, bytes, samples }: ShownLines): ShownLines {
  return { lines, bytes, samples };
}
