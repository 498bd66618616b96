// The main job: what would these filters have kept of these logs? Joins judges, sources and the replay; prints nothing.
import pMap from 'p-map';
import type { Dataset } from '../dataset/index.ts';
import { readObject } from '../destination/index.ts';
import { type Detail, Replay, type Report, readerOptionsFor, type SourceTotal } from '../replay/index.ts';
import type { ReadStdin } from './argument-text.ts';
import { compileJudges, type JudgeArgument, type Judges, type NullReading, readJudges } from './judges.ts';
import { countStored, type Progress } from './progress.ts';
import { listSources, type SourceListing, type SourceObject, type SourceRequest } from './sources.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Objects read at the same time: enough to hide the latency of a bucket; each holds less than 2 MB. */
export const OBJECTS_IN_FLIGHT = 8;

/** How records are read. */
export type ReadingRequest = Parameters<typeof readerOptionsFor>[1];

/** What to replay. */
export interface ReplayRequest extends SourceRequest {
  judges: readonly JudgeArgument[];
  dataset: string | undefined;
  nullAs: NullReading;
  samples: number;
  detail: Detail;
  reading: ReadingRequest;
  stdin: ReadStdin;
  /** Stops reading; the report is then marked partial. */
  signal: AbortSignal;
  /** Called once, before anything is read. */
  onListing: (listing: SourceListing, judges: Judges) => void;
  /** Called after every piece of work, often. */
  onProgress: (progress: Progress) => void;
}

/** Lists what a replay would read, and checks its filters. */
export async function listReplay(request: ReplayRequest): Promise<SourceListing> {
  const judges = await readJudges(request.judges, request.dataset, request.stdin);
  compileJudges(judges.judges, request.nullAs);
  return listSources(request, jobsOf(judges));
}

/**
 * Replays filters over the sources.
 * @throws InvalidFilterError before anything is read; HeadgateError when a source cannot be reached
 */
export async function replay(request: ReplayRequest): Promise<Report> {
  const started = new Date();
  const judges = await readJudges(request.judges, request.dataset, request.stdin);
  const jobs = compileJudges(judges.judges, request.nullAs);
  const listing = await unlessAborted(listSources(request, jobsOf(judges)), request.signal);
  request.onListing(listing, judges);
  const { dataset } = judges;
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
      if (request.signal.aborted) return;
      await replayObject(item, { pass, dataset, request, source, progress });
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
  const { object } = item;
  let isDamaged = false;
  let inflated = 0;
  let stored = 0;
  const destination = countStored(item.destination, (bytes) => {
    stored += bytes;
    progress.bytes += bytes;
  });
  source.objects += 1;
  const reader = pass.openObject(object.name, readerOptionsFor(dataset, request.reading, item.outputOptions));
  const chunks = readObject(destination, object, {
    signal: request.signal,
    onFinding: (finding) => {
      isDamaged ||= finding.damaged;
      reader.problem(finding);
    },
  });
  try {
    for await (const chunk of chunks) {
      inflated += chunk.length;
      reader.push(chunk);
      progress.lines = pass.lineCount;
      request.onProgress(progress);
      if (request.signal.aborted) return;
    }
  } catch (error) {
    // What was read until the interruption stands; a line it cut does not.
    if (request.signal.aborted) return;
    throw error;
  }
  reader.end(isDamaged);
  // The listed size, not what was read: a damaged object is read twice.
  source.bytes += object.bytes ?? stored;
  if (isDamaged && inflated === 0) source.unreadable += 1;
  else if (isDamaged || reader.isDamaged) source.damaged += 1;
  progress.objects += 1;
  progress.lines = pass.lineCount;
  request.onProgress(progress);
}

function totalOf(listing: SourceListing): Pick<SourceTotal, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'> {
  const { listed, pruned, prunedFolders, skipped } = listing;
  return { listed, pruned, prunedFolders, skipped };
}

function jobsOf({ judges }: Judges) {
  return judges.flatMap(({ job }) => (job === undefined ? [] : [job]));
}
