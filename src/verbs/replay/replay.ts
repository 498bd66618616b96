// The verb replay: what would these filters have kept of these logs? Joins filters, sources and questions; prints nothing.

import type { SourceCompleteness } from '../../analysis/compare/index.ts';
import { askCosts, type CostReport, type Price, unmeasuredPipes, withSavings } from '../../analysis/cost/index.ts';
import { type EmitRequest, emitJobs, startEmitting } from '../../analysis/emit/index.ts';
import { type GuardRequest, type GuardResult, type UnjudgedGuard, unjudgedGuards } from '../../analysis/guard/index.ts';
import type { Answers, Question } from '../../analysis/query/index.ts';
import type { ConditionSamples, Detail, JobReport, Report } from '../../analysis/replay/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import { listSources, listSourcesSoFar, type SourceListing } from '../../input/sources/index.ts';
import {
  askContradiction,
  completenessOf,
  describeContradiction,
  guardedSource,
  withContradiction,
} from '../completeness/completeness.ts';
import { checkChoice, checkCount } from '../request/check-value.ts';
import {
  type FilterRequest,
  ignore,
  type LogsRequest,
  type SettledLogs,
  settleFilters,
  settleLogs,
  settleThreads,
  type ThreadsRequest,
} from '../request/logs-request.ts';
import { compileFilters, type FilterSet, jobsOf, readFilters } from '../request/named-filters.ts';
import { type GuardReading, readGuards } from '../request/read-guards.ts';
import { type PriceRequest, readPrices } from '../request/read-prices.ts';
import { DEFAULT_DETAIL, DEFAULT_SAMPLES, DEFAULT_SHOWN_SAMPLES } from '../request/request-defaults.ts';
import { isOwnSourceOf } from '../request/written-by/own-source.ts';
import { readWritingJob, type WritingJob, type WrittenByRequest } from '../request/written-by/written-by.ts';
import { askConditionSamples } from './condition-samples.ts';
import { withFieldNames } from './field-names.ts';
import { type PushReport, pushReport } from './push-report.ts';
import { prepareGuards } from './replay-guards.ts';
import { replayListed } from './replay-listed.ts';
import { askValues, type ReplayedValues, type ValuesByVerdict, type WeighedValues } from './values-by.ts';

/** The sources, filters and jobs to replay. */
export interface ReplayRequest
  extends FilterRequest,
    GuardRequest,
    LogsRequest,
    PriceRequest,
    ThreadsRequest,
    WrittenByRequest {
  /** Lines shown for each job and verdict. @default 0 */
  samples?: number | undefined;
  /**
   * Conditions, to show lines that each alone drops: its number in the report from 1, its path (`where.and[1]`), or one of these after the
   * name of its filter and a colon. As many lines as `samples`, or 5. @default none
   */
  samplesFor?: readonly string[] | undefined;
  /** Fields whose most frequent values in dropped and in kept lines are listed, for each filter; without a filter, those with most bytes. @default none */
  by?: readonly string[] | undefined;
  /** `no-fields` does not count fields, `counts` counts neither fields nor conditions. @default 'full' */
  detail?: Detail | undefined;
  /** Where the lines go that jobs would push. @default nowhere */
  emit?: EmitRequest | undefined;
  /** Whether to measure stored sizes, by compressing a part of the lines. @default true, but not with `counts` */
  stored?: boolean | undefined;
  /** Called once, before an object is read. */
  onListing?: ((listing: SourceListing, set: FilterSet) => void) | undefined;
}

/** The result of a filter; with a job, also what the job pushes of the kept lines. */
export interface ReplayedJob extends JobReport, Partial<PushReport> {
  /** Absent without `by`. */
  by?: ValuesByVerdict;
}

/** The report of a replay. */
export interface ReplayResult extends Report {
  jobs?: ReplayedJob[];
  /** The values of fields in all lines. Absent with a filter, and without `by`. */
  by?: WeighedValues;
  /** By filter, then by guard. Absent without guards, and if the run was interrupted. */
  guards?: GuardResult[];
  /** The guards of an interrupted run, which were not judged. Absent otherwise, and without guards. */
  unjudgedGuards?: UnjudgedGuard[];
  /** Whether the source contains every line that each filter keeps, in the order of `jobs`. Absent without `writtenBy`. */
  completeness?: SourceCompleteness[];
  /**
   * Absent with `counts`, if the run was interrupted, and if the event times of the lines cover less than `MIN_COVERED_HOURS`.
   */
  cost?: CostReport;
}

function settle(request: ReplayRequest) {
  const {
    samples = DEFAULT_SAMPLES,
    samplesFor = [],
    by = [],
    detail = DEFAULT_DETAIL,
    emit,
    stored = true,
    onListing = ignore,
  } = request;
  checkCount('samples', samples, 0);
  checkChoice('detail', detail, ['full', 'no-fields', 'counts']);
  return {
    ...{ ...settleFilters(request), ...settleLogs(request), ...settleThreads(request) },
    ...{ samples, samplesFor, by, detail, emit, stored, onListing },
  };
}

type SettledReplay = ReturnType<typeof settle>;

/** A request with its defaults, and everything that it names: read, checked, and asked. */
interface ResolvedReplay {
  request: SettledReplay;
  set: FilterSet;
  guards: GuardReading;
  /** The job that wrote the source; undefined if it is not known. */
  writer: WritingJob | undefined;
  prices: Price[];
  samplesFor: Question<ConditionSamples[][]>;
  values: Question<ReplayedValues>;
}

async function resolve(given: ReplayRequest): Promise<ResolvedReplay> {
  const request = settle(given);
  const { signal } = request;
  const set = await abortable(readFilters(request.filters, request.dataset, request.stdin, request), signal);
  compileFilters(set.filters, request.nullAs);
  const guards = await abortable(guardsOf(given, set), signal);
  const writer = await abortable(writerOf(given, set, request), signal);
  const prices = await abortable(pricesOf(given, request), signal);
  const shown = request.samples === 0 ? DEFAULT_SHOWN_SAMPLES : request.samples;
  const samplesFor = askConditionSamples(request.samplesFor, set.filters, shown);
  return { request, set, guards, writer, prices, samplesFor, values: askValues(request.by, set) };
}

/** Lists what a replay would read, and checks its filters. */
export async function listReplay(given: ReplayRequest): Promise<SourceListing> {
  const { request, set } = await resolve(given);
  return listSourcesSoFar(request, jobsOf(set));
}

/**
 * Replays filters over the sources and counts the lines that each keeps, drops and leaves undecided. Without a filter or job the report is a
 * profile of the lines. A damaged object does not end the run: see `source` and `problems` of the report.
 * @throws InvalidFilterError or InvalidGuardError before anything is read; HeadgateError `condition-unknown` for `samplesFor`, `unknown-field` for `by`;
 * HeadgateError when a source cannot be reached, or lines cannot be written
 * @example
 * ```ts
 * import { replay } from 'headgate';
 *
 * const report = await replay({ sources: ['samples/logs'], filters: ['EdgeResponseStatus >= 500'] });
 * console.log(report.lines.read); // => 21957
 * for (const { name, kept, dropped } of report.jobs ?? []) console.log(name, kept.lines, dropped.lines);
 * // => filter-1 364 21593
 * ```
 */
export async function replay(given: ReplayRequest): Promise<ReplayResult> {
  const started = new Date();
  const resolved = await resolve(given);
  const { request, set, guards, prices } = resolved;
  const { emit, detail } = request;
  const written = emit && emitJobs(emit, set.filters, set.dataset);
  set.warnings.push(...guards.warnings, ...(written?.warnings ?? []));
  const listing = await listSources(request, jobsOf(set));
  listing.warnings.push(...unmeasuredPipes(prices, listing));
  const questions = await questionsOf(resolved, listing);
  // Each object gets its digits before anything is written.
  const objects = emit === undefined ? [] : [...listing.objects];
  if (emit !== undefined) listing.objects = objects;
  const emission =
    emit && (await startEmitting(emit, { ...request, jobs: written?.jobs ?? [], dataset: set.dataset, objects }));
  try {
    request.onListing(listing, set);
    const { reports, answers } = await replayListed({
      ...{ ...request, verb: 'replay', dataset: set.dataset, replays: [set.filters], listing, emission },
      countsHours: questions.guards.needsHours || undefined,
      asked: Object.values(questions).flatMap((one) => one?.aggregates ?? []),
    });
    const result = await resultOf(withFieldNames(reports[0]!, set.filters), resolved, { questions, answers, listing });
    if (detail === 'counts') {
      // Counted for guards alone.
      delete result.hours;
      delete result.otherHours;
    }
    result.timing = { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 };
    return result;
  } finally {
    await emission?.close();
  }
}

/** What a replay asks beside the report. */
async function questionsOf(
  { request, set, guards, writer, prices, samplesFor, values }: ResolvedReplay,
  listing: SourceListing,
) {
  const { dataset, filters } = set;
  const { range, detail } = request;
  const hasCosts = detail !== 'counts';
  const isOwn = await Promise.all(filters.map(({ job }) => isOwnSourceOf(job, request)));
  const costs = askCosts({
    ...{ ...request, dataset, filters, isOwn, sampleRate: writer?.sampleRate },
    ...{ prices: hasCosts ? prices : undefined, measures: hasCosts && request.stored, areTogether: true },
  });
  const judged = filters.map(({ name, reading }, index) => ({
    ...{ name, filter: reading.filter, push: costs.pushes[index]! },
  }));
  const source = writer && guardedSource(writer, dataset);
  return {
    ...{ samplesFor, values, costs },
    guards: prepareGuards(guards, judged, { listing, range, prices, source }),
    contradiction: writer && askContradiction(writer, dataset),
  };
}

/** What was asked and answered. */
interface AnsweredReplay {
  questions: Awaited<ReturnType<typeof questionsOf>>;
  answers: Answers;
  listing: SourceListing;
}

/** Adds the answers to the report. */
async function resultOf(
  report: ReplayResult,
  { request, set, guards, writer, prices }: ResolvedReplay,
  { questions, answers, listing }: AnsweredReplay,
): Promise<ReplayResult> {
  const { jobs = [] } = report;
  const contradiction = questions.contradiction?.of(answers);
  const samplesFor = questions.samplesFor.of(answers);
  const { byFilter, ofAll } = questions.values.of(answers);
  const { pushed, judged, report: cost } = await questions.costs.of(answers)({ report, jobs, listing });
  if (ofAll !== undefined) report.by = ofAll;
  for (const [index, job] of jobs.entries()) {
    const by = byFilter[index];
    if (samplesFor[index]!.length > 0) job.samplesFor = samplesFor[index]!;
    if (by !== undefined) job.by = by;
    Object.assign(job, pushReport(set.filters[index]!.job, pushed[index]!));
  }
  if (writer !== undefined) {
    const answered = set.filters.map(({ reading }) => completenessOf(reading.filter, writer, set.dataset));
    report.completeness = answered.map((one) => (contradiction ? withContradiction(one, contradiction) : one));
  }
  // An interruption while sizes are measured leaves the lines as they are, without costs.
  if (request.detail !== 'counts') report.partial ||= request.signal.aborted;
  if (cost !== undefined) report.cost = withSavings(cost, prices);
  if (guards.guards.length === 0) return report;
  if (report.partial) return { ...report, unjudgedGuards: unjudgedGuards(guards) };
  const { hours, otherHours, source } = report;
  return {
    ...report,
    guards: questions.guards.judge({
      ...{ jobs, answers, hours, otherHours, pushed: judged, pushedBefore: pushed, lost: source.lost },
      costs: report.cost && { report: report.cost },
      doubt: contradiction && describeContradiction(contradiction, writer!.name),
    }),
  };
}

/** Reads the prices. @throws HeadgateError `price-counts`, `price-not-stored`; as {@link readPrices} */
async function pricesOf(given: PriceRequest, { detail, stored }: SettledReplay): Promise<Price[]> {
  const prices = await readPrices(given);
  if (prices.length > 0 && detail === 'counts') {
    throw new HeadgateError(
      'price-counts',
      'cannot use --price with --counts: found no hours to divide by, expected a replay that counts them; remove --counts or use --no-fields',
    );
  }
  if (!stored && prices.some(({ parts }) => parts.some(({ of }) => of === 'stored'))) {
    throw new HeadgateError(
      'price-not-stored',
      'cannot use a price for stored bytes with --no-stored: found no size to multiply, expected a replay that measures it; remove --no-stored',
    );
  }
  return prices;
}

/** Reads the guards. @throws HeadgateError `guard-no-filter` if there is no filter to judge; as {@link readGuards} */
async function guardsOf(request: GuardRequest, { dataset, filters }: FilterSet): Promise<GuardReading> {
  const reading = await readGuards(request, dataset);
  if (reading.guards.length === 0) return reading;
  if (filters.length > 0) return reading;
  throw new HeadgateError(
    'guard-no-filter',
    'cannot judge guards: found no filter, expected --filter or --job; --filter all keeps every line',
  );
}

/** Reads the job that wrote the source. @throws as {@link readWritingJob} */
async function writerOf(
  { writtenBy }: WrittenByRequest,
  set: FilterSet,
  { sources, connection }: Pick<SettledLogs, 'sources' | 'connection'>,
): Promise<WritingJob | undefined> {
  if (writtenBy === undefined) return undefined;
  return await readWritingJob(writtenBy, { dataset: set.dataset, sources, jobs: jobsOf(set), connection });
}
