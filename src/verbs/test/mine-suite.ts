// Mining: writes a suite of as few lines of a source as show every outcome of a filter's conditions, every boundary, and every small
// change of the filter that a line can detect. Prints nothing.
import {
  createMinePass,
  FilterGoals,
  filterOf,
  MINE_WORKER,
  type MinedSuite,
  type MinePlan,
  mineSuiteFrom,
  sumMineFigures,
} from '../../analysis/mine/index.ts';
import { abortable, HeadgateError, printCount } from '../../base/index.ts';
import { emptyTotal, startProgress } from '../../input/objects/index.ts';
import type { LinesTotal, Problem, SourceTotal } from '../../input/scan/index.ts';
import { listedTotal, listSources, type SourceListing } from '../../input/sources/index.ts';
import { readObjects } from '../../input/threads/index.ts';
import { checkFieldNames, type Dataset, PERSONAL_FIELDS, RAY_FIELD } from '../../language/dataset/index.ts';
import { canonicalFilter, printExpression, printFilterJson } from '../../language/filter/index.ts';
import { checkCount } from '../request/check-value.ts';
import { ignore, type LogsRequest, resolveLogs, type ThreadsRequest } from '../request/logs-request.ts';
import { compileFilters, type FilterRequest, type FilterSet, jobsOf, readFilters } from '../request/named-filters.ts';
import { noAnswerError } from '../request/no-answer/no-answer-error.ts';

/** The logs to mine, and the form of the suite. Exactly one filter or job. */
export interface MineRequest extends FilterRequest, LogsRequest, ThreadsRequest {
  /** Maximum number of cases. Outcomes of conditions then come before boundaries, boundaries before changes. @default not limited */
  limit?: number | undefined;
  /** Whether cases have all fields of their lines. @default false: the fields of the filter, `RayID` and the event time */
  isWhole?: boolean | undefined;
  /** Fields whose values are replaced by pseudonyms; empty: none. @default PERSONAL_FIELDS */
  mask?: readonly string[] | undefined;
  /** Called once, before an object is read. */
  onListing?: ((listing: SourceListing, set: FilterSet) => void) | undefined;
}

/** A mined suite. */
export interface MineResult extends Omit<MinedSuite, 'text'> {
  version: 1;
  /** Interrupted: mined from the lines read so far. */
  partial: boolean;
  dataset: string;
  /** As an expression. */
  filter: string;
  /** The text of the suite file, with a final line end. */
  suite: string;
  source: SourceTotal;
  lines: LinesTotal;
  /** Lines that the filter leaves undecided. */
  undecided: number;
  /** Lines that were not mined because they are longer than 256 KiB. */
  tooLong: number;
  problemCounts: Record<string, number>;
  problems: Problem[];
}

/** A result and, if it answers nothing, the reason. */
interface Mined {
  result: MineResult;
  /** Undefined: the result is an answer. */
  without: HeadgateError | undefined;
}

async function resolve(request: MineRequest) {
  const { limit, isWhole = false, onListing = ignore } = request;
  if (limit !== undefined) checkCount('limit', limit, 1);
  const logs = resolveLogs(request);
  const set = await abortable(readFilters(request), logs.signal);
  const filter = onlyFilter(set, logs.nullAs);
  return { ...logs, limit, isWhole, onListing, set, filter, masked: maskedFields(request.mask, set.dataset) };
}

/**
 * Mines a suite: the same for the same source and request, with any number of threads and any order of objects.
 * @throws InvalidFilterError before anything is read; HeadgateError `one-filter`, `no-filter`, `unknown-field`, `mask-changes-outcome`,
 * `no-records`, `no-verdict`, and those of sources
 * @example
 * ```ts
 * import { mineSuite } from 'headgate';
 *
 * const { cases, coverage, changes } = await mineSuite({
 *   sources: ['samples/logs'],
 *   filters: ['EdgeResponseStatus >= 500 and ClientRequestMethod == "GET"'],
 * });
 * console.log(cases, coverage.share, changes.covered === changes.reachable); // => 4 1 true
 * ```
 */
export async function mineSuite(request: MineRequest): Promise<MineResult> {
  const { result, without } = await mineLines(request);
  if (without !== undefined) throw without;
  return result;
}

/** As {@link mineSuite}, but returns the reason if there is no answer. */
export async function mineLines(request: MineRequest): Promise<Mined> {
  const resolved = await resolve(request);
  const { set, filter, masked, limit, signal, reading, nullAs, range } = resolved;
  const listing = await listSources(resolved, jobsOf(set));
  resolved.onListing(listing, set);
  const { dataset } = set;
  const plan: MinePlan = {
    datasetName: dataset.name,
    reading,
    nullAs,
    range,
    filter: printFilterJson(filter),
    fields: resolved.isWhole
      ? undefined
      : [RAY_FIELD, dataset.eventTime.field, ...compileFilters(set.filters, nullAs)[0]!.filter!.fields],
  };
  const pass = createMinePass(plan);
  const total = emptyTotal();
  const found = await readObjects(listing.objects, {
    ...resolved,
    verb: 'mine',
    entry: MINE_WORKER,
    plan,
    pass,
    total,
    progress: startProgress(listing.objects.length, listing.bytes),
    result: () => pass.toFigures(),
  });
  const compiled = filterOf(plan);
  const figures = sumMineFigures(found, new FilterGoals(compiled, nullAs).goals.length);
  const { text, ...suite } = mineSuiteFrom(figures.candidates, {
    filter: compiled,
    nullAs,
    masked,
    limit,
  });
  const { candidates: _, ...counts } = figures;
  const source = { ...listedTotal(listing), ...total };
  const result: MineResult = {
    version: 1,
    partial: signal.aborted,
    dataset: dataset.name,
    filter: printExpression(filter),
    suite: text,
    ...suite,
    source,
    ...counts,
  };
  const without = await noAnswerError({
    verb: 'mine a suite',
    dataset,
    objects: listing.objects,
    reading,
    range,
    signal,
    seen: { ...source, lines: counts.lines, problems: counts.problems },
    outcomes: [{ name: set.filters[0]!.name, undecided: counts.undecided, causes: [], filter: compiled }],
  });
  return { result, without };
}

/** @throws InvalidFilterError; HeadgateError `no-filter` or `one-filter` */
function onlyFilter({ filters }: FilterSet, nullAs: 'unknown' | 'zero') {
  compileFilters(filters, nullAs);
  const [first, ...more] = filters;
  if (more.length > 0) {
    throw new HeadgateError(
      'one-filter',
      `cannot mine a suite: found ${printCount(more.length + 1)} filters (${filters.map(({ name }) => name).join(', ')}), expected one`,
    );
  }
  const filter = first?.reading.filter;
  if (filter !== undefined) return canonicalFilter(filter);
  const found = first === undefined ? 'no filter' : `${first.name}, which keeps every line`;
  throw new HeadgateError(
    'no-filter',
    `cannot mine a suite: found ${found}, expected a filter with conditions; pass --filter or --job`,
  );
}

/** @throws HeadgateError `unknown-field` for a field that the dataset does not have */
function maskedFields(mask: readonly string[] | undefined, dataset: Dataset): readonly string[] {
  if (mask === undefined) return PERSONAL_FIELDS.filter((name) => dataset.fields.has(name));
  checkFieldNames(mask, dataset, 'mask');
  return [...new Set(mask)];
}
