// Replays filters over sources that are already listed: shares the objects among threads and adds up their reports. Reads no filters and
// lists nothing.
import { type Dataset, keyRemarksOf, mixedDatasetsOf } from '../../dataset/index.ts';
import { isBucket } from '../../destination/index.ts';
import { testedFields } from '../../filter/index.ts';
import {
  type ExtraCount,
  extraCountsOf,
  mergeReports,
  type PassReport,
  type Report,
  type ShownSelection,
} from '../../replay/index.ts';
import type { SettledLogs, SettledThreads } from '../../run/logs-request.ts';
import type { NamedFilter } from '../../run/named-filters.ts';
import { readFirstRecords } from '../../run/no-answer/first-records.ts';
import { emptyTotal } from '../../run/objects/read-total.ts';
import { startProgress } from '../../run/progress.ts';
import { readObjects } from '../../run/read-objects.ts';
import type { SourceListing, SourceObject } from '../../run/sources.ts';
import { splitLargeFiles } from '../../run/threads/split-large-files.ts';
import { bytesPerThreadFor, threadCountFor } from '../../run/threads/thread-count.ts';
import type { SourceTotal } from '../../scan/index.ts';
import type { EmitRun } from '../emit/emit-run.ts';
import { withEmittedTotals } from '../emit/file-emitter.ts';
import { createReplay, plannedExtras, plannedFilters, REPLAY_WORKER, type ReplayPlan } from './replay-plan.ts';

/** What to replay, and how to read it. */
export interface ListedReplay
  extends Pick<SettledLogs, 'range' | 'reading' | 'nullAs' | 'signal'>,
    SettledThreads,
    Pick<ReplayPlan, 'samples' | 'keptSamples' | 'detail' | 'countsHours'> {
  dataset: Dataset;
  /** Valid filters. */
  filters: readonly NamedFilter[];
  /** Lines that are counted beside those of the filters. */
  selections: readonly ShownSelection[];
  listing: SourceListing;
  /** Where kept lines are written. @default they are not */
  emission?: EmitRun | undefined;
}

/** The report, and the lines of each selection. */
export interface ListedResult {
  report: Report;
  extra: readonly ExtraCount[];
}

/** Replays filters. */
export async function replayListed(request: ListedReplay): Promise<ListedResult> {
  const { dataset, filters, selections, listing, emission } = request;
  const { range, samples, keptSamples, detail, countsHours, reading, nullAs, signal, partBytes, onProgress } = request;
  const plan: ReplayPlan = {
    ...{ datasetName: dataset.name, reading, nullAs, range, samples, keptSamples, detail, countsHours },
    filters: plannedFilters(filters),
    extra: plannedExtras(selections),
    emit: emission?.plan,
  };
  const pass = createReplay(plan);
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
  const total = emptyTotal();
  const reports = await readObjects<ReplayPlan, PassReport>(items, {
    ...{ verb: 'replay', entry: REPLAY_WORKER, plan, pass, emitter, inOrder, threads, total, signal, onProgress },
    progress: startProgress(listing.objects.length, listing.bytes),
    result: async () => {
      await emission?.end();
      return withEmittedTotals(pass.toReport({ ...totalOf(listing), ...total }, signal.aborted), emitter);
    },
  });
  const { extra, ...report } = reports.reduce((sum, other) =>
    mergeReports(sum, other, samples, plan.extra, keptSamples),
  );
  const mixedDatasets = mixedDatasetsOf(report.fields ?? [], report.lines.read);
  return {
    report: { ...report, ...(await keyRemarksIn(report, request)), ...(mixedDatasets && { mixedDatasets }) },
    extra: extraCountsOf(selections, extra),
  };
}

/** By the fields of all lines; where those were not counted, by the first lines of files: for a bucket that would be one more request. */
async function keyRemarksIn(
  { fields, lines }: Report,
  { dataset, filters, reading, signal, listing }: ListedReplay,
): Promise<Pick<Report, 'otherDatasets' | 'foreignKeys'>> {
  if (lines.read === 0) return {};
  const tested = filters.flatMap(({ reading: { filter } }) => testedFields(filter));
  if (fields !== undefined) return keyRemarksOf(fields, lines.read, dataset, tested);
  const first = await readFirstRecords(filesIn(listing.objects), { dataset, reading, signal });
  return first === undefined ? {} : keyRemarksOf(first.fields, first.records, dataset, tested);
}

function* filesIn(objects: Iterable<SourceObject>): Generator<SourceObject> {
  for (const item of objects) if (!isBucket(item.destination.location)) yield item;
}

function totalOf(listing: SourceListing): Pick<SourceTotal, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'> {
  const { listed, pruned, prunedFolders, skipped } = listing;
  return { listed, pruned, prunedFolders, skipped };
}
