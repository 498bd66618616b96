// The verb replay: what would these filters have kept of these logs? Joins filters, sources and questions; prints nothing.
import type { SourceCompleteness } from '../../analysis/compare/index.ts';
import { askCosts, type CostReport, type Price, unmeasuredPipes, withSavings } from '../../analysis/cost/index.ts';
import { createLineOutput, type EmitRequest, emitJobs, startEmitting } from '../../analysis/emit/index.ts';
import { type GuardRequest, type GuardResult, type UnjudgedGuard, unjudgedGuards } from '../../analysis/guard/index.ts';
import type { Answers } from '../../analysis/query/index.ts';
import { type Detail, failingLines, type JobReport, type Report } from '../../analysis/replay/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import type { StoredRuns } from '../../input/resume/index.ts';
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
  ignore,
  type LogsRequest,
  type ResolvedLogs,
  resolveLogs,
  type ThreadsRequest,
} from '../request/logs-request.ts';
import { compileFilters, type FilterRequest, type FilterSet, jobsOf } from '../request/named-filters.ts';
import { readTransformedFilters, type TransformerRequest } from '../request/named-transformer.ts';
import { type GuardReading, readGuards } from '../request/read-guards.ts';
import { type PriceRequest, readPrices } from '../request/read-prices.ts';
import { DEFAULT_DETAIL, DEFAULT_SAMPLES } from '../request/request-defaults.ts';
import { type ResumeRequest, resumable, takeRun } from '../request/resume.ts';
import { rejectWithheld } from '../request/withheld-fields.ts';
import { isOwnSourceOf } from '../request/written-by/own-source.ts';
import { readWritingJob, type WritingJob, type WrittenByRequest } from '../request/written-by/written-by.ts';
import { askConditionSamples, type ChosenCondition } from './condition-samples.ts';
import { withFieldNames } from './field-names.ts';
import { type PushReport, pushReport } from './push-report.ts';
import { prepareGuards } from './replay-guards.ts';
import { replayListed } from './replay-listed.ts';
import { askValues, type ValuesByVerdict, type WeighedValues } from './values-by.ts';

/** The sources, filters and jobs to replay. */
export interface ReplayRequest
  extends FilterRequest,
    GuardRequest,
    LogsRequest,
    PriceRequest,
    ResumeRequest,
    ThreadsRequest,
    TransformerRequest,
    WrittenByRequest {
  /** Lines shown for each job and verdict. @default 0 */
  samples?: number | undefined;
  /** Conditions whose lines are shown: those that each alone drops or, in an `or`, alone keeps. @default none */
  samplesFor?: readonly ChosenCondition[] | undefined;
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
   * Absent with `counts`, if the run was interrupted, and if the event times of the lines cover too little time for a rate.
   */
  cost?: CostReport;
}

/** A request with its defaults, and everything that it names: read, checked, and asked. */
type ResolvedReplay = Awaited<ReturnType<typeof resolve>>;

async function resolve(request: ReplayRequest) {
  const { samples = DEFAULT_SAMPLES, samplesFor = [], detail = DEFAULT_DETAIL, emit, stored = true } = request;
  const { onListing = ignore } = request;
  checkCount('samples', samples, 0);
  for (const one of samplesFor) checkCount('samplesFor[].samples', one.samples, 1);
  checkChoice('detail', detail, ['full', 'no-fields', 'counts']);
  const logs = resolveLogs(request);
  const { signal } = logs;
  const set = await abortable(readTransformedFilters(request), signal);
  compileFilters(set.filters, logs.nullAs);
  return {
    ...{ ...logs, samples, detail, emit, stored, onListing, set },
    guards: await abortable(guardsOf(request, set), signal),
    /** The job that wrote the source; undefined if it is not known. */
    writer: await abortable(writerOf(request, set, logs), signal),
    prices: await abortable(pricesOf(request, { detail, stored }), signal),
    samplesFor: askConditionSamples(samplesFor, set.filters),
    by: request.by ?? [],
    values: askValues(request.by ?? [], set),
  };
}

/** Lists what a replay would read, and checks its filters. */
export async function listReplay(given: ReplayRequest): Promise<SourceListing> {
  const resolved = await resolve(given);
  return listSourcesSoFar(resolved, jobsOf(resolved.set));
}

/**
 * Replays filters over the sources and counts the lines that each keeps, drops and leaves undecided. Without a filter or job the report is a
 * profile of the lines. A damaged object does not end the run: see `source` and `problems` of the report.
 * @throws InvalidFilterError or InvalidGuardError before anything is read; HeadgateError `condition-unknown` for `samplesFor`, `unknown-field` and `index-without` for `by`;
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
  return await resumable('replay', given, given.emit && '--emit', replayIn);
}

async function replayIn(given: ReplayRequest, file: StoredRuns | undefined): Promise<ReplayResult> {
  const started = new Date();
  const resolved = await resolve(given);
  const { set, guards, prices, emit, detail } = resolved;
  const outputs = set.filters.map((one) => ({ ...one, transformer: one.transformer?.text }));
  // Its output options are checked, whether lines are written or not.
  for (const { transformer, job, dataset } of outputs)
    if (transformer !== undefined) createLineOutput(job?.outputOptions, dataset, transformer);
  const written = emit && emitJobs(emit, outputs, set.dataset);
  set.warnings.push(...guards.warnings, ...(written?.warnings ?? []));
  const found = await listSources(resolved, jobsOf(set));
  const resumed = takeRun(file, found, { verb: 'replay' }, resolved);
  const listing = resumed?.listing ?? found;
  listing.warnings.push(...unmeasuredPipes(prices, listing));
  const questions = await questionsOf(resolved, listing);
  // Each object gets its digits before anything is written.
  const objects = emit === undefined ? [] : [...listing.objects];
  if (emit !== undefined) listing.objects = objects;
  const emission =
    emit && (await startEmitting(emit, { ...resolved, jobs: written?.jobs ?? [], dataset: set.dataset, objects }));
  try {
    resolved.onListing(listing, set);
    const { reports, answers } = await replayListed({
      ...{ ...resolved, verb: 'replay', dataset: set.dataset, replays: [set.filters], listing, emission, resumed },
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
async function questionsOf(resolved: ResolvedReplay, listing: SourceListing) {
  const { set, guards, writer, prices, samplesFor, values, range, detail, by } = resolved;
  rejectWithheld('list the values of', by, listing);
  for (const { transformer } of set.filters) {
    const read = transformer?.reading.transformer;
    if (read !== undefined) rejectWithheld('transform', read.fields, listing);
  }
  const { dataset, filters } = set;
  const hasCosts = detail !== 'counts';
  const costed = await Promise.all(
    filters.map(async (one) => ({ ...one, isOwn: await isOwnSourceOf(one.job, resolved) })),
  );
  const costs = askCosts({
    ...{ ...resolved, dataset, filters: costed, sampleRate: writer?.sampleRate },
    ...{ prices: hasCosts ? prices : undefined, measures: hasCosts && resolved.stored, areTogether: true },
  });
  const judged = filters.map(({ name, reading, transformer }, index) => ({
    ...{ name, filter: reading.filter, transformer: transformer?.text },
    // The records that a transformer delivers are other bytes than were read.
    push: { ...costs.pushes[index]!, ...(transformer && { changesBytes: true }) },
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
  { set, guards, writer, prices, detail, signal }: ResolvedReplay,
  { questions, answers, listing }: AnsweredReplay,
): Promise<ReplayResult> {
  const { jobs = [] } = report;
  const contradiction = questions.contradiction?.of(answers);
  const samplesFor = questions.samplesFor.of(answers);
  const { byFilter, ofAll } = questions.values.of(answers);
  const { pushed, judged, report: cost } = await questions.costs.of(answers)({ report, listing });
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
  if (detail !== 'counts') report.partial ||= signal.aborted;
  if (cost !== undefined) report.cost = withSavings(cost, prices, (job) => failingLines([jobs[job]!]) > 0);
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
async function pricesOf(
  request: PriceRequest,
  { detail, stored }: Pick<ReplayRequest, 'detail' | 'stored'>,
): Promise<Price[]> {
  const prices = await readPrices(request);
  if (prices.length > 0 && detail === 'counts') {
    throw new HeadgateError(
      'price-counts',
      'cannot use --price with --counts: found no hours to divide by, expected a replay that counts them; remove --counts or use --no-fields',
    );
  }
  if (stored === false && prices.some(({ parts }) => parts.some(({ of }) => of === 'stored'))) {
    throw new HeadgateError(
      'price-not-stored',
      'cannot use a price for stored bytes with stored: false: found no size to multiply, expected a replay that measures it',
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
  { sources, connection }: Pick<ResolvedLogs, 'sources' | 'connection'>,
): Promise<WritingJob | undefined> {
  if (writtenBy === undefined) return undefined;
  return await readWritingJob(writtenBy, { dataset: set.dataset, sources, jobs: jobsOf(set), connection });
}
