// Estimates the shares of lines and bytes that a filter keeps, drops and leaves undecided: exactly from all objects, or from as many as a precision
// needs, with an interval. Prints nothing.
import {
  type FilterTotals,
  type LineFigures,
  type ObjectTotals,
  type SelectionText,
  selectionText,
} from '../../analysis/aggregates/index.ts';
import {
  type GuardRequest,
  type GuardResult,
  type GuardSet,
  judgeEstimate,
  judgeGuards,
  overIncomplete,
  type UnjudgedGuard,
  undecidableOnSample,
  unjudgedGuards,
} from '../../analysis/guard/index.ts';
import {
  answersOf,
  facetsOf,
  mergeParts,
  QUERY_WORKER,
  type QueryPart,
  type QueryPlan,
  type Question,
  queryOf,
  shardTarget,
} from '../../analysis/query/index.ts';
import {
  type Cluster,
  estimateShare,
  firstRound,
  halfWidth,
  MISS,
  missAtRound,
  nextRound,
  ObjectDraw,
  type ShareEstimate,
} from '../../analysis/sample/index.ts';
import { HeadgateError } from '../../base/index.ts';
import type { StoredRuns } from '../../input/resume/index.ts';
import type { LinesTotal, LineTotal, Problem } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { EVERY_LINE, printExpression, selectionOf } from '../../language/filter/index.ts';
import { type PushSettings, pushRemarks, pushSettings } from '../../language/output/index.ts';
import { checkPrecision } from '../request/check-value.ts';
import { describeLacks } from '../request/index-difference.ts';
import { readGuards } from '../request/read-guards.ts';
import { type ResumeRequest, resumable, takeRun } from '../request/resume.ts';
import { resolveSource, type SampledSource, SampleRounds, type SampleSourceRequest } from './sample-source.ts';

/** Half width of the interval that `--fast` aims at without `--precision`: one percentage point. */
export const DEFAULT_PRECISION = 0.01;
/** The filter and sources of an estimate. */
export interface EstimateRequest extends GuardRequest, ResumeRequest, SampleSourceRequest {
  /** Half the width that the interval may have, 0 to 0.5: `0.01` is one percentage point. @default reads all objects */
  precision?: number | undefined;
}

/** An estimate for the whole source. */
export interface WholeEstimate {
  estimate: number;
  /** The estimate at the ends of the interval of the share. Not an interval itself: the number of lines is estimated too. */
  atLow: number;
  atHigh: number;
}

/** Shares of one verdict, each with its interval. The shares of the three verdicts add up to 1, the ends of their intervals do not. */
export interface VerdictShares {
  lines: ShareEstimate;
  bytes: ShareEstimate;
}

/** The shares of a filter's verdicts. */
export interface EstimateResult {
  version: 1;
  /** Interrupted: based on the completed rounds, or without an interval. */
  partial: boolean;
  dataset: string;
  filter: string;
  /** Path of the file with the filter or its job. Absent for text. */
  file?: string;
  /** What the job does with the lines that its filter keeps. Absent for a filter without a job, as is `remarks`. */
  push?: PushSettings;
  /** What is unusual about the job: clauses that start with a small letter. */
  remarks?: string[];
  seed: number;
  /** All objects were read to their ends: the shares are those of the source, not estimates. */
  exact: boolean;
  /** Probability that the interval contains the share: 0.95. Null if there is no interval. */
  level: number | null;
  /** Rounds in which objects were read. */
  rounds: number;
  /** Of lines kept. */
  share: ShareEstimate;
  /** Of their bytes. */
  bytesShare: ShareEstimate;
  /** Of every verdict; those of `kept` are `share` and `bytesShare`. */
  shares: Record<keyof FilterTotals, VerdictShares>;
  /** Half widths of the interval of `share`; null if no precision was requested. */
  precision: { wanted: number; reached: number } | null;
  /** Estimated lines and inflated bytes of the whole source, from its stored bytes; null if those are unknown. */
  whole: { lines: number; bytes: number; kept: { lines: WholeEstimate; bytes: WholeEstimate } } | null;
  kept: LineTotal;
  dropped: LineTotal;
  undecided: LineTotal;
  source: SampledSource;
  lines: LinesTotal;
  /** Thresholds in percent, each judged on the whole interval. Absent without guards, and if the run was interrupted. */
  guards?: GuardResult[];
  /** The guards of an interrupted run, which were not judged. Absent otherwise, and without guards. */
  unjudgedGuards?: UnjudgedGuard[];
  problemCounts: Record<string, number>;
  problems: Problem[];
}

/** An estimate from the objects of the rounds so far. */
interface RoundEstimate {
  shares: EstimateResult['shares'];
  /** Estimated lines and bytes of the whole source; undefined if no object was read completely. */
  whole: { lines: number; bytes: number } | undefined;
  isAllRead: boolean;
}

type ResolvedEstimate = Awaited<ReturnType<typeof resolve>>;

async function resolve(request: EstimateRequest) {
  const { precision } = request;
  if (precision !== undefined) checkPrecision(precision);
  const source = await resolveSource(request);
  const { filter } = source;
  if (filter === undefined) {
    throw new HeadgateError(
      'no-filter',
      'cannot estimate: found no filter, expected --filter with a filter or --job with a job that has one',
    );
  }
  const guards = await readGuards(request, source.dataset);
  rejectOnSample(guards);
  return { ...source, filter, guards, precision };
}

/**
 * Estimates the share of lines and bytes that a filter keeps. With `precision` it reads objects, sampled in proportion to stored size, until the
 * interval is narrow enough; without it, all objects, and the share is exact.
 * @throws InvalidFilterError or InvalidGuardError before anything is read; HeadgateError `no-filter`, `many-filters`,
 * `guard-not-on-sample` for a guard that is no share of kept, dropped or undecided lines, and those of sources
 * @example
 * ```ts
 * import { estimate } from 'headgate';
 *
 * const { share, exact, source } = await estimate({
 *   sources: ['samples/logs'],
 *   filters: ['EdgeResponseStatus >= 500'],
 *   precision: 0.02,
 * });
 * console.log(exact, source.objects, source.objectsInAll); // => false 52 77
 * console.log((share.low * 100).toFixed(1), (share.share * 100).toFixed(1), (share.high * 100).toFixed(1));
 * // => 1.6 1.7 2.4
 * ```
 */
export async function estimate(given: EstimateRequest): Promise<EstimateResult> {
  return await resumable('estimate', given, undefined, estimateIn);
}

async function estimateIn(request: EstimateRequest, file: StoredRuns | undefined): Promise<EstimateResult> {
  const resolved = await resolve(request);
  const resumed = takeRun(file, resolved.listing, { verb: 'estimate' }, resolved);
  resolved.listing = resumed?.listing ?? resolved.listing;
  const { filter, guards, precision, nullAs, range, reading, seed, signal } = resolved;
  const selection = selectionText(selectionOf(filter.reading.filter));
  const asked = askEstimate(selection);
  const query = queryOf(asked.aggregates);
  const plan: QueryPlan = { datasetName: resolved.dataset.name, query, nullAs, range, reading };
  const start = () => shardTarget(plan);
  const rounds = new SampleRounds<QueryPlan, QueryPart>(resolved, {
    entry: QUERY_WORKER,
    plan,
    start,
    store: resumed?.begin(facetsOf(plan)),
    sum: (figures) => figures.reduce((sum, one) => mergeParts(query, sum, one)),
  });
  let figures = asked.of(answersOf(query, (await start().result()).state));
  const of = { nameOf: ({ object }: SourceObject) => object.name, sizeOf: ({ object }: SourceObject) => object.bytes };
  const objects = new ObjectDraw([...resolved.listing.objects], of, seed);
  const inAll = objects.length;
  let count = 0;
  let estimated = inAll === 0 ? estimateFrom(objects, 0, [], MISS) : undefined;
  let read = 0;
  let upTo = precision === undefined ? inAll : firstRound(objects, precision);
  while (read < upTo) {
    const { state } = await rounds.read(objects.slice(read, upTo));
    figures = asked.of(answersOf(query, state));
    if (signal.aborted) break;
    read = upTo;
    count += 1;
    estimated = estimateFrom(objects, read, figures.objects, missAtRound(count));
    const { lines } = estimated.shares.kept;
    if (read < inAll && halfWidth(lines) > precision!) upTo = nextRound(read, inAll, lines, precision!);
  }
  const result = resultOf(resolved, { figures, read: rounds.toSource() }, { estimated, count });
  if (guards.guards.length === 0) return result;
  return result.partial
    ? { ...result, unjudgedGuards: unjudgedGuards(guards) }
    : { ...result, guards: judgedGuards(resolved, result) };
}

/** What an estimate is made of. */
interface EstimateFigures extends FilterTotals, LineFigures {
  objects: ObjectTotals[];
}

function askEstimate(of: SelectionText): Question<EstimateFigures> {
  const [lines, verdicts, objects] = [
    { kind: 'lines', examined: false } as const,
    { kind: 'verdicts', of } as const,
    { kind: 'objects', of } as const,
  ];
  return {
    aggregates: [lines, verdicts, objects],
    of: (answers) => ({ ...answers.of(verdicts), ...answers.of(lines), objects: answers.of(objects) }),
  };
}

function rejectOnSample(set: GuardSet): void {
  const guard = undecidableOnSample(set);
  if (guard === undefined) return;
  const flag = guard.kind === 'threshold' ? 'guard' : guard.kind;
  throw new HeadgateError(
    'guard-not-on-sample',
    `cannot judge --${flag} '${guard.text}' on an estimate: found a guard that needs every line, expected a percentage of kept, dropped, undecided or kept-bytes; use headgate replay`,
  );
}

/** The totals of a complete reading are judged exactly, as in a replay. */
function judgedGuards({ guards: set, filter }: ResolvedEstimate, result: EstimateResult): GuardResult[] {
  const { name, reading } = filter;
  const judged = result.exact
    ? judgeGuards(set, [{ name, filter: reading.filter }], { totals: [result], span: undefined })
    : judgeEstimate(set, name, result.shares, result.level);
  return overIncomplete(judged, describeLacks(result.source.indexes));
}

function estimateFrom(
  objects: ObjectDraw<SourceObject>,
  read: number,
  figures: readonly ObjectTotals[],
  miss: number,
): RoundEstimate {
  const byName = new Map(figures.map((one) => [one.name, one]));
  const drawn = objects.drawn(read).map(({ item, ...one }) => ({ ...one, figures: byName.get(item.object.name) }));
  const isAllRead = read === objects.length;
  // The share of the total size that an object represents.
  const sizeOf = (some: typeof drawn): number => some.reduce((sum, { part, chance }) => sum + part / chance, 0);
  const whole = drawn.filter((one) => one.figures?.isLost === false);
  const sizeRead = sizeOf(drawn);
  // All lost lines may have one verdict, or none of them. The lines read from a damaged object count.
  const lost = sizeRead === 0 ? 0 : 1 - sizeOf(whole) / sizeRead;
  const unseen = Math.min(1, objects.unseen(read, miss / 2) + lost);
  const clusters = (some: typeof drawn, of: keyof LineTotal, verdict: keyof FilterTotals): Cluster[] =>
    some.flatMap(({ figures: found, chance }) => {
      const all = found === undefined ? 0 : allOf(found)[of];
      return all === 0 && found?.isLost !== false ? [] : [{ all, part: found![verdict][of], chance }];
    });
  const lines = drawn.reduce((sum, one) => sum + (one.figures === undefined ? 0 : allOf(one.figures).lines), 0);
  // Only completely read objects show how many lines a stored byte contains.
  const inAll = (of: keyof LineTotal): number =>
    clusters(whole, of, 'kept').reduce((sum, { all, chance }) => sum + all / chance, 0) / sizeOf(whole);
  return {
    // The kept share decides which round is the last; the miss probability of each round accounts for that choice.
    shares: sharesOf((verdict, of) => estimateShare(clusters(drawn, of, verdict), { isAllRead, unseen, miss, lines })),
    whole: whole.length === 0 ? undefined : { lines: inAll('lines'), bytes: inAll('bytes') },
    isAllRead,
  };
}

function resultOf(
  { seed, precision, signal, dataset, filter }: ResolvedEstimate,
  { figures, read }: { figures: EstimateFigures; read: SampledSource },
  { estimated, count }: { estimated: RoundEstimate | undefined; count: number },
): EstimateResult {
  const { kept, dropped, undecided, lines } = figures;
  const source = read;
  const exact = estimated?.isAllRead === true && source.damaged + source.unreadable === 0;
  const all = allOf(figures);
  const shares = estimated?.shares ?? sharesOf((verdict, of) => unknownShare(figures[verdict][of], all[of]));
  const { lines: share, bytes: bytesShare } = shares.kept;
  // From the stored bytes; if everything was read, from the counts.
  const whole = exact ? all : source.bytesInAll === null ? undefined : estimated?.whole;
  const push = filter.job && pushSettings(filter.job);
  return {
    version: 1,
    partial: signal.aborted,
    dataset: dataset.name,
    filter: filter.reading.filter === undefined ? EVERY_LINE : printExpression(filter.reading.filter),
    ...(filter.file !== undefined && { file: filter.file }),
    ...(push !== undefined && { push, remarks: pushRemarks(push) }),
    seed,
    exact,
    level: estimated === undefined || exact ? null : 1 - MISS,
    rounds: count,
    share,
    bytesShare,
    shares,
    precision: precision === undefined ? null : { wanted: precision, reached: halfWidth(share) },
    whole:
      whole === undefined
        ? null
        : {
            lines: Math.round(whole.lines),
            bytes: Math.round(whole.bytes),
            kept: { lines: ofWhole(share, whole.lines), bytes: ofWhole(bytesShare, whole.bytes) },
          },
    kept,
    dropped,
    undecided,
    source,
    lines,
    problemCounts: figures.problemCounts,
    problems: figures.problems,
  };
}

function sharesOf(
  estimateOf: (verdict: keyof FilterTotals, of: keyof LineTotal) => ShareEstimate,
): EstimateResult['shares'] {
  const of = (verdict: keyof FilterTotals): VerdictShares => ({
    lines: estimateOf(verdict, 'lines'),
    bytes: estimateOf(verdict, 'bytes'),
  });
  return { kept: of('kept'), dropped: of('dropped'), undecided: of('undecided') };
}

function allOf({ kept, dropped, undecided }: FilterTotals): LineTotal {
  return {
    lines: kept.lines + dropped.lines + undecided.lines,
    bytes: kept.bytes + dropped.bytes + undecided.bytes,
  };
}

/** For objects that were not read in random order, or not completely. */
function unknownShare(kept: number, all: number): ShareEstimate {
  return { share: all === 0 ? 0 : kept / all, low: 0, high: 1 };
}

function ofWhole({ share, low, high }: ShareEstimate, all: number): WholeEstimate {
  return { estimate: Math.round(share * all), atLow: Math.round(low * all), atHigh: Math.round(high * all) };
}
