// Compares filters that are already read: replays them over the sources and builds the report. Joins the pass, guards, costs and proofs;
// prints nothing.
import { type CompareReport, type Comparison, changedValues, type ValuesRequest } from '../../compare/index.ts';
import type { JobReport, Report } from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import { compileFilters } from '../../run/named-filters.ts';
import { noAnswerError, outcomeOf } from '../../run/no-answer/no-answer-error.ts';
import { readGuards } from '../../run/read-guards.ts';
import { listSources, type SourceListing } from '../../run/sources.ts';
import { lackingLines } from '../completeness/completeness.ts';
import { type EmitRun, startEmitting } from '../emit/emit-run.ts';
import { withFieldNames } from '../replay/field-names.ts';
import { prepareGuards } from '../replay/replay-guards.ts';
import { checkFields } from '../replay/values-by.ts';
import { compareListed, type ListedDifferences, shownOf } from './compare-listed.ts';
import type { SettledComparison } from './compare-request.ts';
import { completenessOfCompared } from './compared-completeness.ts';
import { byFilter, type ComparedCosts, prepareCosts } from './compared-costs.ts';
import {
  type ComparedFilter,
  type ComparedFilters,
  filterSetOf,
  isReplayed,
  sourceJobsOf,
} from './compared-filters.ts';
import { changedOutputs, namingEmitChanged } from './emit-changed.ts';
import { guardedFigures } from './guarded-figures.ts';

/** Compares. @throws as `compare`, but for what reading the filters throws */
export async function compareFilters(request: SettledComparison, compared: ComparedFilters): Promise<CompareReport> {
  const { signal, nullAs, range, findsValues } = request;
  const started = new Date();
  const { dataset, from, to } = compared;
  const set = filterSetOf(compared);
  const compiled = compileFilters(set.filters, nullAs);
  const by = checkFields(request.by, dataset);
  const guardSet = await abortable(readGuards(request.guards, dataset), signal);
  set.warnings.push(...guardSet.warnings);
  const completeness = await abortable(completenessOfCompared(request, compared), signal);
  const costs = await abortable(prepareCosts(request, compared, completeness?.sampleRate), signal);
  const listing = await listSources(request, sourceJobsOf(compared));
  const oldLacks = lackingLines(completeness?.old);
  const judged = to.map(({ name, selection }, index) => ({
    ...{ name, filter: selection === 'every' ? undefined : selection, replaces: from.selection },
    ...{ lacks: lackingLines(completeness?.answers[index]), oldLacks },
  }));
  const guards = prepareGuards(guardSet, judged, { listing, range, prices: costs.prices });
  const found = await replayAll(request, compared, listing, {
    ...{ drawsValues: findsValues || by.length > 0, keptSamples: costs.keptSamples },
    others: [...guards.selections, ...costs.selections],
    onListing: () => request.onListing(listing, set),
  });
  const report = withFieldNames(found.report, set.filters);
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
  const filters = [from, ...to];
  const jobs = filters.map((filter) => jobOf(filter, set.filters, report));
  const ofGuards = found.others.slice(0, guards.selections.length);
  const ofCosts = found.others.slice(guards.selections.length);
  const cost = await costs.of({ report, jobs, listing, all: ofCosts[0] });
  report.partial ||= request.signal.aborted;
  const values = { by, dataset, searches: findsValues };
  return {
    ...{ version: 1, partial: report.partial, dataset: dataset.name, source: report.source, lines: report.lines, jobs },
    comparisons: comparisonsOf(to, found, values, cost).map((one, index) => ({
      ...one,
      completeness: completeness?.answers[index] ?? null,
    })),
    ...(report.hours === undefined
      ? {}
      : { hours: report.hours.map((hour) => ({ ...hour, jobs: byFilter(filters, hour.jobs, NO_KEPT) })) }),
    ...(cost === undefined ? {} : { cost: cost.report }),
    ...(guardSet.guards.length > 0 && !report.partial
      ? { guards: guards.judge(guardedFigures({ filters, jobs, extra: ofGuards, report, cost: cost?.report })) }
      : {}),
    problemCounts: report.problemCounts,
    problems: report.problems,
    timing: { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 },
  };
}

const NO_KEPT = { kept: { lines: 0, bytes: 0 }, undecided: { lines: 0, bytes: 0 } };

/** Replays in one pass, and writes changed lines if the request asks for it. */
async function replayAll(
  request: SettledComparison,
  compared: ComparedFilters,
  listing: SourceListing,
  {
    onListing,
    ...rest
  }: Pick<Parameters<typeof compareListed>[0], 'drawsValues' | 'keptSamples' | 'others'> & { onListing: () => void },
): Promise<ListedDifferences> {
  const { dataset, from, to } = compared;
  let emission: EmitRun | undefined;
  try {
    emission = await startEmittingChanged(request, compared, listing);
    onListing();
    return await compareListed({
      ...{ ...request, ...rest, dataset, listing, emission, detail: 'no-fields', findsEdits: true },
      filters: [from, ...to].filter(isReplayed),
      pairs: to.map((one) => ({ from: from.selection, to: one.selection })),
    });
  } catch (error) {
    throw request.emitChanged === undefined ? error : namingEmitChanged(error);
  } finally {
    await emission?.close();
  }
}

/** Prepares the output of changed lines; undefined if they are not written. */
async function startEmittingChanged(
  { emitChanged, connection, signal }: SettledComparison,
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
  const samples = { kept: [], dropped: [], undecided: [] };
  if (isReplayed(filter)) return { ...jobs[index]!, samples };
  const [other] = jobs;
  const bytes = other === undefined ? 0 : other.kept.bytes + other.dropped.bytes + other.undecided.bytes;
  return {
    ...{ name, dataset: dataset.name, filter: 'none', testedFields: [] },
    kept: { lines: 0, bytes: 0 },
    dropped: { lines: lines.read, bytes },
    undecided: { lines: 0, bytes: 0 },
    samples,
  };
}

/** The comparisons, with the values of changed lines. */
function comparisonsOf(
  to: readonly ComparedFilter[],
  { differences, every, report }: ListedDifferences,
  options: Pick<ValuesRequest, 'by' | 'dataset' | 'searches'>,
  cost: ComparedCosts | undefined,
): Comparison[] {
  const values = changedValues({
    ...options,
    all: { lines: report.lines.read, valueLines: every?.valueLines ?? [] },
    changed: differences.flatMap(({ newlyDropped, newlyKept, editedFields }) =>
      [newlyDropped, newlyKept].map((lines) => ({ ...lines, editedFields })),
    ),
  });
  return differences.map((one, index): Comparison => {
    const { keptByBoth, neither, unclear, changes } = one;
    return {
      to: to[index]!.name,
      keptByBoth,
      onlyBefore: { ...shownOf(one.newlyDropped), ...values[2 * index]! },
      onlyAfter: { ...shownOf(one.newlyKept), ...values[2 * index + 1]! },
      ...{ neither, unclear, changes, cost: cost?.differences[index] ?? null, completeness: null },
    };
  });
}
