// Compares filters that are already read: replays them over the sources in one pass, several comparisons together. Prints nothing.
import { type CompareReport, valueLinesFor } from '../../analysis/compare/index.ts';
import { unmeasuredPipes } from '../../analysis/cost/index.ts';
import { type EmitRun, startEmitting } from '../../analysis/emit/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { listSources, type SourceListing } from '../../input/sources/index.ts';
import type { ReplayGuards } from '../replay/replay-guards.ts';
import { compareListed, type ListedDifferences } from './compare-listed.ts';
import type { SettledComparison } from './compare-request.ts';
import { type ComparedFilters, isReplayed, sourceJobsOf } from './compared-filters.ts';
import { changedOutputs, namingEmitChanged } from './emit-changed.ts';
import { eachKeepingErrors, type OrError, togetherKeepingErrors } from './keep-errors.ts';
import {
  type GuardedComparison,
  guardsOfCompared,
  type PreparedComparison,
  prepareComparison,
} from './prepared-comparison.ts';
import { comparisonReport } from './replayed-comparison.ts';

/** Compares. @throws as `compare`, but for what reading the filters throws */
export async function compareFilters(request: SettledComparison, compared: ComparedFilters): Promise<CompareReport> {
  const [result] = await compareTogether(request, [{ compared, guards: request.guards }]);
  if (result instanceof HeadgateError) throw result;
  return result!;
}

/**
 * Makes comparisons of filters for one dataset, over the sources of the request or, if it has none, over one destination that their jobs
 * share. All figures are those of separate calls if the comparisons have equally many new filters and are at most
 * `MAX_COMPARISONS` of compare-in-passes.ts.
 * @returns for each comparison, its report or why it failed
 * @throws any error that ends the run
 */
export async function compareTogether(
  request: SettledComparison,
  comparisons: readonly GuardedComparison[],
): Promise<OrError<CompareReport>[]> {
  const { range } = request;
  const started = new Date();
  const prepared = await eachKeepingErrors(comparisons, (one) => prepareComparison(request, one));
  const listed = await togetherKeepingErrors(prepared, async (ready) => {
    const listing = await listSources(
      request,
      ready.flatMap(({ compared }) => sourceJobsOf(compared)),
    );
    // The comparisons of a request have the same prices.
    listing.warnings.push(...unmeasuredPipes(ready[0]?.costs.prices ?? [], listing));
    return ready.map((one) => ({ ...one, listing }));
  });
  const guarded = await eachKeepingErrors(listed, async (one) => {
    return { ...one, guards: guardsOfCompared(one, { listing: one.listing, range }) };
  });
  const replayed = await togetherKeepingErrors(guarded, async (ready) => {
    const found = await replayAll(request, ready, ready[0]!.listing);
    return ready.map((one, index) => ({ ...one, found: found[index]! }));
  });
  return eachKeepingErrors(replayed, (one) => comparisonReport(request, one, started));
}

/** Replays in one pass, and writes changed lines if the request asks for it. */
async function replayAll(
  request: SettledComparison,
  comparisons: readonly (PreparedComparison & { guards: ReplayGuards })[],
  listing: SourceListing,
): Promise<ListedDifferences[]> {
  const { compared, by } = comparisons[0]!;
  const { dataset } = compared;
  const drawsValues = request.findsValues || by.length > 0;
  const newFilters = Math.max(...comparisons.map((one) => one.compared.to.length));
  let emission: EmitRun | undefined;
  try {
    emission = await startEmittingChanged(request, comparisons, listing);
    request.onListing(listing, {
      dataset,
      filters: comparisons.flatMap(({ set }) => set.filters),
      warnings: [...new Set(comparisons.flatMap(({ set }) => set.warnings))],
    });
    return await compareListed({
      ...{ ...request, verb: 'compare', dataset, listing, emission, detail: 'no-fields', findsEdits: true },
      valueLines: drawsValues ? valueLinesFor(1 + 2 * newFilters) : 0,
      comparisons: comparisons.map((one) => ({
        filters: [one.compared.from, ...one.compared.to].filter(isReplayed),
        pairs: one.compared.to.map((to) => ({ from: one.compared.from.selection, to: to.selection })),
        asked: [one.guards, one.costs, one.completeness?.contradiction, one.datasetLines].flatMap(
          (asked) => asked?.aggregates ?? [],
        ),
      })),
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
  comparisons: readonly PreparedComparison[],
  listing: SourceListing,
): Promise<EmitRun | undefined> {
  if (emitChanged === undefined) return undefined;
  const jobs = changedOutputs(
    emitChanged,
    comparisons.flatMap(({ compared }) => compared.to.map(({ name }) => name)),
  );
  // Each object gets its digits before anything is written.
  const objects = [...listing.objects];
  listing.objects = objects;
  const { dataset } = comparisons[0]!.compared;
  return startEmitting(emitChanged, { jobs, dataset, objects, connection, signal });
}
