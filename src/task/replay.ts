// The main job: what would these filters have kept of these logs? Joins filters, sources and the replay; prints nothing.
import pMap from 'p-map';
import { HeadgateError } from '../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import { type Detail, Replay, type Report, readerOptionsFor, type SourceTotal } from '../replay/index.ts';
import type { ReadStdin } from './argument-text.ts';
import { feedObject, type ObjectEnd } from './feed-object.ts';
import {
  compileFilters,
  type FilterArgument,
  type FilterSet,
  jobsOf,
  type NullReading,
  readFilters,
} from './named-filters.ts';
import type { Progress } from './progress.ts';
import { listSources, type SourceListing, type SourceObject, type SourceRequest } from './sources.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Objects read at the same time: enough to hide the latency of a bucket. Each holds a few chunks, and its longest unfinished line. */
export const OBJECTS_IN_FLIGHT = 8;

/** How records are read. */
export type ReadingRequest = Parameters<typeof readerOptionsFor>[1];

/** What to replay. */
export interface ReplayRequest extends SourceRequest {
  filters: readonly FilterArgument[];
  dataset: string | undefined;
  nullAs: NullReading;
  samples: number;
  detail: Detail;
  reading: ReadingRequest;
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
 * @throws InvalidFilterError before anything is read; HeadgateError when a source cannot be reached
 */
export async function replay(request: ReplayRequest): Promise<Report> {
  const started = new Date();
  const set = await unlessAborted(readFilters(request.filters, request.dataset, request.stdin), request.signal);
  const jobs = compileFilters(set.filters, request.nullAs);
  const listing = await unlessAborted(listSources(request, jobsOf(set)), request.signal);
  request.onListing(listing, set);
  const { dataset } = set;
  const pass = new Replay({ dataset, jobs, range: request.range, samples: request.samples, detail: request.detail });
  const source: SourceTotal = { ...totalOf(listing), objects: 0, bytes: 0, damaged: 0, unreadable: 0 };
  const progress: Progress = {
    objects: 0,
    objectsInAll: listing.objects.length,
    bytes: 0,
    bytesInAll: listing.bytes,
    lines: 0,
  };
  await pMap(
    listing.objects,
    async (item) => {
      if (!request.signal.aborted) await replayObject(item, { pass, dataset, request, source, progress });
    },
    { concurrency: OBJECTS_IN_FLIGHT },
  );
  const report = pass.toReport(source, request.signal.aborted);
  report.timing = { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 };
  return report;
}

interface Run {
  pass: Replay;
  dataset: Dataset;
  request: ReplayRequest;
  source: SourceTotal;
  progress: Progress;
}

async function replayObject(item: SourceObject, run: Run): Promise<void> {
  const { pass, dataset, request, source, progress } = run;
  const reader = pass.openObject(item.object.name, readerOptionsFor(dataset, request.reading, item.outputOptions));
  source.objects += 1;
  let toCome = item.object.bytes ?? Number.POSITIVE_INFINITY;
  const { end, stored } = await feedObject(item, reader, {
    signal: request.signal,
    onProblem: reader.problem,
    onChunk: (bytes) => {
      // A damaged object is read twice, but is no larger for that.
      const more = Math.min(bytes, toCome);
      toCome -= more;
      progress.bytes += more;
      progress.lines = pass.lineCount;
      request.onProgress(progress);
      return true;
    },
  }).catch((error: unknown): { end: ObjectEnd; stored: number } => {
    // A key that expires in the middle must not cost what was read before.
    if (!(error instanceof HeadgateError) || progress.objects === 0) throw error;
    reader.problem({ code: error.code, offset: 0, message: error.message });
    return { end: 'unreadable', stored: 0 };
  });
  // The listed size where it was read to its end: a damaged object is read twice.
  source.bytes += end === 'stopped' ? stored : (item.object.bytes ?? stored);
  if (end === 'stopped') return;
  if (end === 'unreadable') source.unreadable += 1;
  else if (end === 'damaged' || reader.isDamaged) source.damaged += 1;
  progress.objects += 1;
  request.onProgress(progress);
}

function totalOf(listing: SourceListing): Pick<SourceTotal, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'> {
  const { listed, pruned, prunedFolders, skipped } = listing;
  return { listed, pruned, prunedFolders, skipped };
}
