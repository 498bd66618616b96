// The replay command: what would these filters have kept of these logs? Joins filters, sources and the pass; prints nothing.
import { type OtherDatasets, otherDatasetsOf } from '../../dataset/index.ts';
import { defaultsOf } from '../../output/index.ts';
import { type Detail, type JobReport, mergeReports, Replay, type ReplayJob, type Report } from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import { checkChoice, checkCount } from '../../run/check-value.ts';
import {
  type FilterRequest,
  ignore,
  type LogsRequest,
  settleFilters,
  settleLogs,
  settleThreads,
  type ThreadsRequest,
} from '../../run/logs-request.ts';
import { compileFilters, type FilterSet, jobsOf, readFilters } from '../../run/named-filters.ts';
import { readFirstRecords } from '../../run/no-answer/first-records.ts';
import { emptyTotal } from '../../run/objects/read-total.ts';
import { startProgress } from '../../run/progress.ts';
import { readObjects } from '../../run/read-objects.ts';
import { DEFAULT_DETAIL, DEFAULT_SAMPLES } from '../../run/request-defaults.ts';
import { listSources, listSourcesSoFar, type SourceListing, type SourceObject } from '../../run/sources.ts';
import { splitLargeFiles } from '../../run/threads/split-large-files.ts';
import { bytesPerThreadFor, threadCountFor } from '../../run/threads/thread-count.ts';
import type { SourceTotal } from '../../scan/index.ts';
import { type EmitRequest, emitJobs } from '../emit/emit-plan.ts';
import { type EmitRun, startEmitting } from '../emit/emit-run.ts';
import { withEmittedTotals } from '../emit/file-emitter.ts';
import { plannedFilters, REPLAY_WORKER, type ReplayPlan } from './replay-plan.ts';

/** The sources, filters and jobs to replay. */
export interface ReplayRequest extends FilterRequest, LogsRequest, ThreadsRequest {
  /** Lines shown for each job and verdict. @default 0 */
  samples?: number | undefined;
  /** `no-fields` does not count fields, `counts` counts neither fields nor conditions. @default 'full' */
  detail?: Detail | undefined;
  /** Where the lines go that jobs would push. @default nowhere */
  emit?: EmitRequest | undefined;
  /** Called once, before an object is read. */
  onListing?: ((listing: SourceListing, set: FilterSet) => void) | undefined;
}

type SettledReplay = ReturnType<typeof settle>;

function settle(request: ReplayRequest) {
  const { samples = DEFAULT_SAMPLES, detail = DEFAULT_DETAIL, emit, onListing = ignore } = request;
  checkCount('samples', samples, 0);
  checkChoice('detail', detail, ['full', 'no-fields', 'counts']);
  return {
    ...{ ...settleFilters(request), ...settleLogs(request), ...settleThreads(request) },
    ...{ samples, detail, emit, onListing },
  };
}

/** Lists what a replay would read, and checks its filters. */
export async function listReplay(given: ReplayRequest): Promise<SourceListing> {
  const request = settle(given);
  const { signal } = request;
  const set = await abortable(readFilters(request.filters, request.dataset, request.stdin), signal);
  compileFilters(set.filters, request.nullAs);
  return listSourcesSoFar(request, jobsOf(set));
}

/**
 * Replays filters over the sources and counts the lines that each keeps, drops and leaves undecided. Without a filter or job the report is a
 * profile of the lines. A damaged object does not end the run: see `source` and `problems` of the report.
 * @throws InvalidFilterError before anything is read; HeadgateError when a source cannot be reached, or lines cannot be written
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
export async function replay(given: ReplayRequest): Promise<Report> {
  const request = settle(given);
  const started = new Date();
  const set = await abortable(readFilters(request.filters, request.dataset, request.stdin), request.signal);
  const jobs = compileFilters(set.filters, request.nullAs);
  const { emit } = request;
  const written = emit && emitJobs(emit, set.filters, set.dataset);
  set.warnings.push(...(written?.warnings ?? []));
  const listing = await listSources(request, jobsOf(set));
  const { dataset } = set;
  // Each object gets its digits before anything is written.
  const objects = emit === undefined ? [] : [...listing.objects];
  if (emit !== undefined) listing.objects = objects;
  const work = { jobs: written?.jobs ?? [], dataset, objects, connection: request.connection, signal: request.signal };
  const emission = emit && (await startEmitting(emit, work));
  try {
    request.onListing(listing, set);
    const report = await replayAll(request, { set, jobs, listing, emission });
    report.timing = { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 };
    return report;
  } finally {
    await emission?.close();
  }
}

/** Facts known before anything is read. */
interface Settled {
  set: FilterSet;
  jobs: readonly ReplayJob[];
  listing: SourceListing;
  emission: EmitRun | undefined;
}

async function replayAll(request: SettledReplay, { set, jobs, listing, emission }: Settled): Promise<Report> {
  const { dataset } = set;
  const { range, samples, detail, reading, nullAs, signal, partBytes, onProgress } = request;
  const pass = new Replay({ dataset, jobs, range, samples, detail });
  const emitter = emission?.emitter;
  // Only one thread can write to a stream, in the order of the objects.
  const inOrder = emission !== undefined && emission.plan === undefined;
  const bytesPerThread = request.bytesPerThread ?? (await bytesPerThreadFor(reading, emission !== undefined));
  const threads = inOrder ? 1 : threadCountFor(listing.objects, request.threads, bytesPerThread);
  // Each object is written to one file, so it is not split.
  const items =
    threads === 1 || emission !== undefined
      ? listing.objects
      : await splitLargeFiles(listing.objects, { dataset, reading, signal, partBytes });
  const plan: ReplayPlan = {
    ...{ datasetName: dataset.name, reading, nullAs, range, samples, detail },
    filters: plannedFilters(set.filters),
    emit: emission?.plan,
  };
  const total = emptyTotal();
  const reports = await readObjects(items, {
    ...{ verb: 'replay', entry: REPLAY_WORKER, plan, pass, emitter, inOrder, threads, total, signal, onProgress },
    progress: startProgress(listing.objects.length, listing.bytes),
    result: async () => {
      await emission?.end();
      return withEmittedTotals(pass.toReport({ ...totalOf(listing), ...total }, signal.aborted), emitter);
    },
  });
  const report = withFieldNames(
    reports.reduce((sum, other) => mergeReports(sum, other, samples)),
    set,
  );
  const otherDatasets = await otherDatasetsIn(report, request, { set, listing });
  return otherDatasets === undefined ? report : { ...report, otherDatasets };
}

/** By the fields of all lines; where those were not counted, by the first lines of files: for a bucket that would be one more request. */
async function otherDatasetsIn(
  { fields, lines }: Report,
  { reading, signal }: SettledReplay,
  { set: { dataset }, listing }: Pick<Settled, 'set' | 'listing'>,
): Promise<OtherDatasets | undefined> {
  if (lines.read === 0) return undefined;
  if (fields !== undefined) return otherDatasetsOf(fields, lines.read, dataset);
  const first = await readFirstRecords(filesIn(listing.objects), { dataset, reading, signal });
  return first && otherDatasetsOf(first.fields, first.records, dataset);
}

function* filesIn(objects: Iterable<SourceObject>): Generator<SourceObject> {
  for (const item of objects) if (item.destination.location.kind !== 's3') yield item;
}

/** Adds the fields of the lines that each job pushes. */
function withFieldNames(report: Report, { filters }: FilterSet): Report {
  if (report.jobs === undefined) return report;
  const jobs = report.jobs.map((job, index): JobReport => {
    const { record_template: template, field_names: names } = defaultsOf(filters[index]?.job?.outputOptions ?? {});
    return names === undefined || template !== undefined ? job : { ...job, fieldNames: [...names] };
  });
  return { ...report, jobs };
}

function totalOf(listing: SourceListing): Pick<SourceTotal, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'> {
  const { listed, pruned, prunedFolders, skipped } = listing;
  return { listed, pruned, prunedFolders, skipped };
}
