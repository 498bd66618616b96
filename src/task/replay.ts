// The main job: what would these filters have kept of these logs? Joins filters, sources and the replay; prints nothing.
import { type Detail, mergeReports, Replay, type ReplayJob, type Report, type SourceTotal } from '../replay/index.ts';
import type { ReadStdin } from './argument-text.ts';
import { putEmitted } from './emit.ts';
import { isEmitFailure } from './emit-file.ts';
import { type EmitRequest, emitJobs } from './emit-plan.ts';
import { type EmitRun, startEmitting } from './emit-run.ts';
import { FileParts } from './file-parts.ts';
import {
  compileFilters,
  type FilterArgument,
  type FilterSet,
  jobsOf,
  type NullReading,
  readFilters,
} from './named-filters.ts';
import type { Progress } from './progress.ts';
import {
  emptyTotal,
  noteUnreadable,
  type ObjectsRun,
  type ReadingRequest,
  replayObject,
  replayObjects,
} from './replay-objects.ts';
import { bytesPerThreadFor, replayInThreads, threadsWorth, workerFilters } from './replay-threads.ts';
import { listSources, type SourceListing, type SourceObject, type SourceRequest } from './sources.ts';
import { splitLargeFiles } from './split-large-files.ts';
import { unlessAborted } from './unless-aborted.ts';

/** What to replay. */
export interface ReplayRequest extends SourceRequest {
  filters: readonly FilterArgument[];
  dataset: string | undefined;
  nullAs: NullReading;
  samples: number;
  detail: Detail;
  /** Threads that may read; with 1 all is done in this one. */
  threads: number;
  /** Bytes of lines that make a thread worth its start; 0: any do. @default BYTES_PER_THREAD */
  bytesPerThread?: number;
  /** Size of the parts that large plain files are cut into. @default PART_BYTES */
  partBytes?: number;
  reading: ReadingRequest;
  /** Where the lines go that jobs would push. @default nowhere */
  emit?: EmitRequest | undefined;
  stdin: ReadStdin;
  /** Called once, before anything is read. */
  onListing: (listing: SourceListing, set: FilterSet) => void;
  /** Called after every piece of work, often. */
  onProgress: (progress: Progress) => void;
}

/** Lists what a replay would read, and checks its filters. */
export async function listReplay(request: ReplayRequest): Promise<SourceListing> {
  const { signal } = request;
  const set = await unlessAborted(readFilters(request.filters, request.dataset, request.stdin), signal);
  compileFilters(set.filters, request.nullAs);
  return unlessAborted(listSources(request, jobsOf(set)), signal);
}

/**
 * Replays filters over the sources.
 * @throws InvalidFilterError before anything is read; HeadgateError when a source cannot be reached, or lines cannot be written
 */
export async function replay(request: ReplayRequest): Promise<Report> {
  const started = new Date();
  const set = await unlessAborted(readFilters(request.filters, request.dataset, request.stdin), request.signal);
  const jobs = compileFilters(set.filters, request.nullAs);
  const { emit } = request;
  const written = emit && emitJobs(emit, set.filters, set.dataset);
  set.warnings.push(...(written?.warnings ?? []));
  const listing = await unlessAborted(listSources(request, jobsOf(set)), request.signal);
  request.onListing(listing, set);
  const emission = emit && (await startEmitting(emit, written!.jobs, set.dataset));
  try {
    const report = await replayAll(request, { set, jobs, listing, emission });
    report.timing = { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 };
    return report;
  } finally {
    await emission?.close();
  }
}

/** What is settled before anything is read. */
interface Settled {
  set: FilterSet;
  jobs: readonly ReplayJob[];
  listing: SourceListing;
  emission: EmitRun | undefined;
}

async function replayAll(request: ReplayRequest, { set, jobs, listing, emission }: Settled): Promise<Report> {
  const { dataset } = set;
  const { range, samples, detail, reading } = request;
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  const pass = new Replay({ dataset, jobs, range, samples, detail });
  const total = emptyTotal();
  const progress: Progress = {
    objects: 0,
    objectsInAll: listing.objects.length,
    bytes: 0,
    bytesInAll: listing.bytes,
    lines: 0,
  };
  const parts = new FileParts();
  let linesOfThreads = 0;
  const onBytes = (stored: number): void => {
    progress.bytes += stored;
    progress.lines = pass.lineCount + linesOfThreads;
    request.onProgress(progress);
  };
  const onObject = (): void => {
    progress.objects += 1;
    request.onProgress(progress);
  };
  const emitter = emission?.emitter;
  // One stream is for one thread, and what it gets has the order of the objects.
  const inOrder = emission !== undefined && emission.plan === undefined;
  const run: ObjectsRun = { pass, dataset, reading, emitter, inOrder, total, signal, onBytes, onObject };
  const bytesPerThread = request.bytesPerThread ?? (await bytesPerThreadFor(reading, emission !== undefined));
  const worth = inOrder ? 1 : threadsWorth(listing.objects, request.threads, bytesPerThread);
  const { partBytes } = request;
  // What is written of an object is one file: it is read as a whole.
  const items =
    worth === 1 || emission !== undefined
      ? listing.objects
      : await splitLargeFiles(listing.objects, { dataset, reading, signal: request.signal, partBytes });
  const { shared, own, threads } = shareObjects(items, worth);
  const work = Promise.all([
    shared.length === 0
      ? []
      : replayInThreads(shared, {
          threads,
          start: {
            ...{ range, samples, detail, reading, datasetName: dataset.name, nullAs: request.nullAs },
            filters: workerFilters(set.filters),
            emit: emission?.plan,
          },
          readHere: (item) => replayObject(item, { ...run, onObject: () => {} }),
          signal,
          onBytes,
          onLines: (lines) => {
            linesOfThreads = lines;
          },
          onObject: (item, end) => {
            parts.note(item, end);
            if (item.range === undefined || item.range.start === 0) onObject();
          },
          onFailure: (item, error) => {
            if (progress.objects === 0 || isEmitFailure(error)) throw error;
            noteUnreadable(item, error, run);
          },
        }),
    replayObjects(own, run),
  ]);
  // What ends the run ends the reading of every other object.
  const [reports] = await work.catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  await emission?.end();
  parts.addTo(total);
  const mine = putEmitted(pass.toReport({ ...totalOf(listing), ...total }, request.signal.aborted), emitter);
  return reports.reduce((sum, other) => mergeReports(sum, other, samples), mine);
}

/** What threads share, and what this one alone can read: what can be opened only once. All of it where one is enough. */
function shareObjects(
  items: readonly SourceObject[],
  worth: number,
): { shared: SourceObject[]; own: readonly SourceObject[]; threads: number } {
  const [shared, own] = [items.filter(({ object }) => !object.once), items.filter(({ object }) => object.once)];
  const threads = Math.min(worth, shared.length);
  return threads <= 1 ? { shared: [], own: items, threads: 1 } : { shared, own, threads };
}

function totalOf(listing: SourceListing): Pick<SourceTotal, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'> {
  const { listed, pruned, prunedFolders, skipped } = listing;
  return { listed, pruned, prunedFolders, skipped };
}
