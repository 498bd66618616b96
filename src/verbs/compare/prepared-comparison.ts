// A comparison before its pass: checks filters and fields, and reads guards, prices and the job that wrote the source. Reads no logs.
import type { GuardRequest, GuardSet } from '../../analysis/guard/index.ts';
import { askSelected, type SelectedQuestion } from '../../analysis/query/index.ts';
import { abortable } from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { prepareGuards, type ReplayGuards } from '../replay/replay-guards.ts';
import { checkFields } from '../replay/values-by.ts';
import { type CompiledJob, compileFilters, type FilterSet } from '../request/named-filters.ts';
import { readGuards } from '../request/read-guards.ts';
import type { ResolvedComparison } from './compare-request.ts';
import { type ComparedCompleteness, completenessOfCompared, ownSources } from './compared-completeness.ts';
import { type PlannedCosts, prepareCosts } from './compared-costs.ts';
import { type ComparedFilters, filterSetOf } from './compared-filters.ts';
import { LINES_FOR_DATASET } from './other-dataset-error.ts';

/** What is known of the output options of compared jobs. */
export type KnownOptions = 'shown' | 'sensitive' | 'unknown';

/** Filters to compare, and the guards that judge the new ones. */
export interface GuardedComparison {
  compared: ComparedFilters;
  guards: GuardRequest;
  /** Whether lines of another dataset than that of the filters are refused. @default false */
  refusesOtherDatasets?: boolean | undefined;
  /** Whether output options of the jobs are left out of the report, or not known. @default 'shown' */
  options?: KnownOptions | undefined;
}

/** What is known before sources are listed. */
export interface PreparedComparison {
  compared: ComparedFilters;
  /** The filters that are replayed. */
  set: FilterSet;
  /** In the order of `set`. */
  compiled: readonly CompiledJob[];
  /** Fields whose values are listed. */
  by: string[];
  guardSet: GuardSet;
  completeness: ComparedCompleteness | undefined;
  costs: PlannedCosts;
  /** Shows the dataset of the lines. Undefined: lines of any dataset are compared. */
  datasetLines: SelectedQuestion | undefined;
  options: KnownOptions;
}

/** Prepares. @throws InvalidFilterError, InvalidGuardError, HeadgateError `unknown-field`; as `readPrices` and `readWritingJob` */
export async function prepareComparison(
  request: ResolvedComparison,
  { compared, guards, refusesOtherDatasets = false, options = 'shown' }: GuardedComparison,
): Promise<PreparedComparison> {
  const { nullAs, signal } = request;
  const set = filterSetOf(compared);
  const compiled = compileFilters(set.filters, nullAs);
  const by = checkFields(request.by, compared.dataset);
  const guardSet = await abortable(readGuards(guards, compared.dataset), signal);
  set.warnings.push(...guardSet.warnings);
  const completeness = await abortable(completenessOfCompared(request, compared), signal);
  const isOwn = await abortable(ownSources(compared, request), signal);
  const costs = await abortable(
    prepareCosts(request, compared, { sampleRate: completeness?.source.sampleRate, isOwn }),
    signal,
  );
  const datasetLines = refusesOtherDatasets ? askSelected('every', { samples: LINES_FOR_DATASET }) : undefined;
  return { compared, set, compiled, by, guardSet, completeness, costs, datasetLines, options };
}

/** Prepares the guards of a comparison. @throws as {@link prepareGuards} */
export function guardsOfCompared(
  { compared: { from, to }, guardSet, completeness, costs, options }: PreparedComparison,
  run: { listing: SourceListing; range: ResolvedComparison['range'] },
): ReplayGuards {
  const judged = to.map(({ name, selection, job }) => ({
    ...{ name, filter: selection === 'every' ? undefined : selection, replaces: from.selection },
    ...{ push: pushSettings(job), hidesPush: options !== 'shown' },
    replacesPush: options === 'unknown' || job === undefined ? undefined : from.job && pushSettings(from.job),
  }));
  return prepareGuards(guardSet, judged, { ...run, prices: costs.prices, source: completeness?.source });
}
