// The replay command: what would these filters have kept of these logs? Joins filters, sources and the pass; prints nothing.
import { type OtherDatasets, otherDatasetsOf } from '../../dataset/index.ts';
import { defaultsOf } from '../../output/index.ts';
import {
  type Detail,
  type JobReport,
  mergeReports,
  Replay,
  type ReplayJob,
  type Report,
  type SourceTotal,
} from '../../replay/index.ts';
import { abortable } from '../../run/abortable.ts';
import type { ReadStdin } from '../../run/argument-text.ts';
import {
  compileFilters,
  type FilterArgument,
  type FilterSet,
  jobsOf,
  type NullReading,
  readFilters,
} from '../../run/named-filters.ts';
import { readFirstRecords } from '../../run/no-answer/first-records.ts';
import { emptyTotal } from '../../run/objects/read-total.ts';
import type { ReadingFlags } from '../../run/objects/reader-options.ts';
import { type Progress, startProgress } from '../../run/progress.ts';
import { readObjects } from '../../run/read-objects.ts';
import {
  listSources,
  listSourcesSoFar,
  type SourceListing,
  type SourceObject,
  type SourceRequest,
} from '../../run/sources.ts';
import { splitLargeFiles } from '../../run/threads/split-large-files.ts';
import { bytesPerThreadFor, threadCountFor } from '../../run/threads/thread-count.ts';
import { withEmittedTotals } from '../emit/emit.ts';
import { type EmitRequest, emitJobs } from '../emit/emit-plan.ts';
import { type EmitRun, startEmitting } from '../emit/emit-run.ts';
import { plannedFilters, REPLAY_WORKER, type ReplayPlan } from './replay-plan.ts';

/** What to replay. */
export interface ReplayRequest extends SourceRequest {
  filters: readonly FilterArgument[];
  dataset: string | undefined;
  nullAs: NullReading;
  samples: number;
  detail: Detail;
  /** Most threads; with 1 only this one reads. */
  threads: number;
  /** Bytes of lines for which a thread is started; 0: any number. @default BYTES_PER_THREAD */
  bytesPerThread?: number;
  /** Size of the parts that large plain files are cut into. @default PART_BYTES */
  partBytes?: number;
  reading: ReadingFlags;
  /** Where to write the lines that jobs would push. @default they are not written */
  emit?: EmitRequest | undefined;
  stdin: ReadStdin;
  /** Called once, before anything is read. */
  onListing: (listing: SourceListing, set: FilterSet) => void;
  /** Called often, whenever something was read. */
  onProgress: (progress: Progress) => void;
}

/** Lists what a replay would read, and checks its filters. */
export async function listReplay(request: ReplayRequest): Promise<SourceListing> {
  const { signal } = request;
  const set = await abortable(readFilters(request.filters, request.dataset, request.stdin), signal);
  compileFilters(set.filters, request.nullAs);
  return listSourcesSoFar(request, jobsOf(set));
}

/**
 * Replays filters over the sources.
 * @throws InvalidFilterError before anything is read; HeadgateError when a source cannot be reached, or lines cannot be written
 */
export async function replay(request: ReplayRequest): Promise<Report> {
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

/** What is known before anything is read. */
interface Settled {
  set: FilterSet;
  jobs: readonly ReplayJob[];
  listing: SourceListing;
  emission: EmitRun | undefined;
}

async function replayAll(request: ReplayRequest, { set, jobs, listing, emission }: Settled): Promise<Report> {
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
  { reading, signal }: ReplayRequest,
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
