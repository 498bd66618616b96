// The replay command: what would these filters have kept of these logs? Joins filters, sources and the pass; prints nothing.

import { HeadgateError } from '../../base/index.ts';
import type { SourceCompleteness } from '../../compare/index.ts';
import {
  type CostReport,
  exactly,
  longestLine,
  type Price,
  type PushedLines,
  pushedLines,
  withSavings,
} from '../../cost/index.ts';
import { type GuardRequest, type GuardResult, type UnjudgedGuard, unjudgedGuards } from '../../guard/index.ts';
import type { Job } from '../../job/index.ts';
import { type PushSettings, pushSettings } from '../../output/index.ts';
import {
  askSelected,
  type ConditionSamples,
  type Detail,
  type JobReport,
  type Question,
  type Report,
} from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import { checkChoice, checkCount } from '../../run/check-value.ts';
import {
  type FilterRequest,
  ignore,
  type LogsRequest,
  type SettledLogs,
  settleFilters,
  settleLogs,
  settleThreads,
  type ThreadsRequest,
} from '../../run/logs-request.ts';
import { compileFilters, type FilterSet, jobsOf, readFilters } from '../../run/named-filters.ts';
import { type GuardReading, readGuards } from '../../run/read-guards.ts';
import { DEFAULT_DETAIL, DEFAULT_SAMPLES, DEFAULT_SHOWN_SAMPLES } from '../../run/request-defaults.ts';
import { listSources, listSourcesSoFar, type SourceListing } from '../../run/sources.ts';
import { isOwnSourceOf } from '../../run/written-by/own-source.ts';
import { readWritingJob, type WritingJob, type WrittenByRequest } from '../../run/written-by/written-by.ts';
import type { LineTotal } from '../../scan/index.ts';
import {
  askContradiction,
  completenessOf,
  describeContradiction,
  guardedSource,
  withContradiction,
} from '../completeness/completeness.ts';
import { costOfReplay } from '../cost/cost-of-replay.ts';
import { askDrawn, measureReplay } from '../cost/measure-replay.ts';
import { MAX_DRAWS } from '../cost/plan-runs.ts';
import { type PriceRequest, readPrices } from '../cost/read-prices.ts';
import { unmeasuredPipes } from '../cost/unmeasured-pipes.ts';
import { type EmitRequest, emitJobs } from '../emit/emit-plan.ts';
import { startEmitting } from '../emit/emit-run.ts';
import { askConditionSamples } from './condition-samples.ts';
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

/** Lists what a replay would read, and checks its filters. */
export async function listReplay(given: ReplayRequest): Promise<SourceListing> {
  const request = settle(given);
  const { signal } = request;
  const set = await abortable(readFilters(request.filters, request.dataset, request.stdin, request), signal);
  compileFilters(set.filters, request.nullAs);
  await abortable(guardsOf(given, set), signal);
  await abortable(writerOf(given, set, request), signal);
  await abortable(pricesOf(given, request), signal);
  askChosen(request, set);
  askValues(request.by, set);
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
  const request = settle(given);
  const started = new Date();
  const set = await abortable(readFilters(request.filters, request.dataset, request.stdin, request), request.signal);
  compileFilters(set.filters, request.nullAs);
  const guards = await abortable(guardsOf(given, set), request.signal);
  set.warnings.push(...guards.warnings);
  const writer = await abortable(writerOf(given, set, request), request.signal);
  const prices = await abortable(pricesOf(given, request), request.signal);
  const chosen = askChosen(request, set);
  const values = askValues(request.by, set);
  const { emit, range } = request;
  const costs = request.detail !== 'counts';
  const measures = costs && request.stored;
  const written = emit && emitJobs(emit, set.filters, set.dataset);
  set.warnings.push(...(written?.warnings ?? []));
  const listing = await listSources(request, jobsOf(set));
  listing.warnings.push(...unmeasuredPipes(prices, listing));
  const { dataset, filters } = set;
  const completeness = writer && filters.map(({ reading }) => completenessOf(reading.filter, writer, dataset));
  const isOwn = await Promise.all(filters.map(({ job }) => isOwnSourceOf(job, request)));
  const pushes = filters.map(({ job }, index) => pushOfSource(job, isOwn[index]!));
  const isSampled = (writer?.sampleRate ?? 1) < 1;
  // Without the rate of the source undone, its lines are those that a job has sampled already.
  const judged = filters.map(({ name, reading, job }, index) => ({
    ...{ name, filter: reading.filter },
    push: isSampled ? pushSettings(job) : pushes[index]!,
  }));
  const source = writer && guardedSource(writer, dataset);
  const asksContradiction = writer && askContradiction(writer, dataset);
  const everyLine = costs ? askSelected('every', { samples: measures ? MAX_DRAWS : 0 }) : undefined;
  const drawn = askDrawn(measures ? filters : []);
  const ofGuards = prepareGuards(guards, judged, { listing, range, prices, source });
  // Each object gets its digits before anything is written.
  const objects = emit === undefined ? [] : [...listing.objects];
  if (emit !== undefined) listing.objects = objects;
  const work = { jobs: written?.jobs ?? [], dataset, objects, connection: request.connection, signal: request.signal };
  const emission = emit && (await startEmitting(emit, work));
  try {
    request.onListing(listing, set);
    const { report: replayed, answers } = await replayListed({
      ...{ ...request, dataset, filters, listing, emission },
      countsHours: ofGuards.needsHours || undefined,
      asked: [ofGuards, chosen, values, asksContradiction, everyLine, drawn].flatMap((one) => one?.aggregates ?? []),
    });
    const report: ReplayResult = withFieldNames(replayed, filters);
    const contradiction = asksContradiction?.of(answers);
    const samplesFor = chosen.of(answers);
    const { byFilter, ofAll } = values.of(answers);
    if (ofAll !== undefined) report.by = ofAll;
    for (const [index, job] of (report.jobs ?? []).entries()) {
      const lines = samplesFor[index]!;
      if (lines.length > 0) job.samplesFor = lines;
      const by = byFilter[index];
      if (by !== undefined) job.by = by;
    }
    if (completeness !== undefined) {
      report.completeness = completeness.map((one) => (contradiction ? withContradiction(one, contradiction) : one));
    }
    const sampleRate = writer?.sampleRate ?? 1;
    const all = everyLine?.of(answers).kept;
    const stored =
      measures && all !== undefined
        ? await measureReplay({
            ...{ ...request, dataset, report, all, filters, drawn: drawn.of(answers), pushes, listing, sampleRate },
          })
        : undefined;
    for (const [index, job] of (report.jobs ?? []).entries()) {
      const before = isOwn[index]! ? undefined : { sampleRate, longest: longestLine(stored) };
      const pushed =
        job.emitted === undefined
          ? pushedLines(job.kept, pushes[index]!, stored?.jobs[index], before)
          : exactlyPushed(job.emitted);
      Object.assign(job, pushReport(filters[index]!.job, pushed));
    }
    if (all !== undefined) {
      report.partial ||= request.signal.aborted;
      const cost = costOfReplay({
        report,
        all,
        filters,
        // Costs undo the rate of a known writer.
        ...(isSampled ? {} : { pushes }),
        // A sample that was written is one of many.
        pushed: (report.jobs ?? []).map(({ emitted }, index) =>
          emitted === undefined || pushSettings(filters[index]!.job).sampleRate < 1
            ? undefined
            : exactlyPushed(emitted),
        ),
        listing,
        ...{ sources: request.sources, areTogether: true },
        range,
        prices,
        stored,
        sampleRate,
      });
      if (cost !== undefined) report.cost = withSavings(cost, prices);
    }
    if (guards.guards.length > 0 && report.partial) report.unjudgedGuards = unjudgedGuards(guards);
    if (guards.guards.length > 0 && !report.partial) {
      const { jobs = [], hours, otherHours, source, cost } = report;
      const pushed = jobs.map((job, index) =>
        // Guards undo the rate of a known writer, and apply that of the job.
        !isSampled || (job.emitted !== undefined && !isOwn[index]!)
          ? job.pushed
          : pushedLines(job.kept, judged[index]!.push, stored?.jobs[index]),
      );
      report.guards = ofGuards.judge({
        ...{ jobs, answers, hours, otherHours, pushed, pushedBefore: jobs.map((job) => job.pushed) },
        lost: source.lost,
        costs: cost && { report: cost },
        doubt: contradiction && describeContradiction(contradiction, writer!.name),
      });
    }
    if (request.detail === 'counts') {
      // Counted for guards alone.
      delete report.hours;
      delete report.otherHours;
    }
    report.timing = { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 };
    return report;
  } finally {
    await emission?.close();
  }
}

/** Reads the prices. @throws HeadgateError `price-counts`, `price-not-stored`; as {@link readPrices} */
async function pricesOf(given: PriceRequest, { detail, stored }: ReturnType<typeof settle>): Promise<Price[]> {
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

function askChosen(
  { samplesFor, samples }: ReturnType<typeof settle>,
  { filters }: FilterSet,
): Question<ConditionSamples[][]> {
  return askConditionSamples(samplesFor, filters, samples === 0 ? DEFAULT_SHOWN_SAMPLES : samples);
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

/** What a job pushes of the lines of the source: it has sampled those in its own destination already. */
function pushOfSource(job: Job | undefined, isOwn: boolean): PushSettings {
  const push = pushSettings(job);
  return isOwn ? { ...push, sampleRate: 1 } : push;
}

/** What was written. */
function exactlyPushed({ lines, bytes }: LineTotal): PushedLines {
  return { lines: exactly(lines), bytes: exactly(bytes) };
}
