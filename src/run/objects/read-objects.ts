// Reads the objects of a replay, a sample or a validation: in this thread alone, or in workers beside it as well. What was
// found is the same whatever the number of threads and whichever read what, as far as the results add up in any order.
import type { Items } from '../../base/index.ts';
import { getDataset } from '../../dataset/index.ts';
import { NOT_LOGS } from '../../record/index.ts';
import { SAMPLE_TOO_LARGE } from '../../sample/index.ts';
import { type NonLogFile, refuseForeignContent, refuseNonLogs } from '../no-answer/not-logs.ts';
import type { Progress } from '../progress.ts';
import type { SourceObject } from '../sources.ts';
import { readInThreads } from '../threads/thread-pool.ts';
import type { ReadingPlan } from '../threads/worker-message.ts';
import { isEmitFailure } from './emitter.ts';
import { FileParts } from './file-parts.ts';
import {
  type AloneRun,
  addTotal,
  countNotLogs,
  emptyTotal,
  noteUnreadable,
  type ObjectsWork,
  type ReadTotal,
  replayObject,
  replayObjects,
} from './replay-objects.ts';

/** What to read objects with, and who is told. */
export interface ObjectsReading<Plan extends ReadingPlan, Result> extends ObjectsWork<Result> {
  verb: string;
  /** The module a worker thread starts with. */
  entry: URL;
  /** What workers make their passes of; the pass of this thread is made of the same. */
  plan: Plan;
  /** Threads that are worth starting, this one included. */
  threads: number;
  /** Whether objects are read one after the other, in order; for one thread only. @default false */
  inOrder?: boolean;
  /** Added to. Complete when the result of this thread is asked for. */
  total: ReadTotal;
  signal: AbortSignal;
  /** Added to. */
  progress: Progress;
  onProgress: (progress: Progress) => void;
}

/**
 * Reads objects, or parts of them.
 * @returns the result of each thread that has read, this one's first
 * @throws HeadgateError where an object shows that none of the source can be read, and none was; where lines cannot be
 * written; `not-logs` where all that was to be read are other files; `worker-died`
 */
export async function readObjects<Plan extends ReadingPlan, Result>(
  items: Items<SourceObject>,
  reading: ObjectsReading<Plan, Result>,
): Promise<Result[]> {
  const { pass, emitter, result, verb, plan, inOrder, total, progress, onProgress, entry } = reading;
  const failed = new AbortController();
  const signal = AbortSignal.any([reading.signal, failed.signal]);
  const linesBefore = progress.lines;
  let linesOfWorkers = 0;
  // A source read in rounds keeps what earlier rounds have read.
  let isAnyDone = progress.objects > 0;
  const others: NonLogFile[] = [];
  const run: AloneRun = {
    ...{ pass, emitter, inOrder, total, signal, reading: plan.reading, dataset: getDataset(plan.datasetName) },
    onBytes: (stored) => {
      progress.bytes += stored;
      progress.lines = linesBefore + pass.lineCount + linesOfWorkers;
      onProgress(progress);
    },
    onObject: () => {
      isAnyDone = true;
      progress.objects += 1;
      onProgress(progress);
    },
    onFailure: (item, error) => {
      if (error.code === NOT_LOGS) {
        others.push({ item, error });
        countNotLogs(item, run);
        return;
      }
      if (!isAnyDone || isEmitFailure(error) || error.code === SAMPLE_TOO_LARGE) throw error;
      noteUnreadable(item, error, run);
    },
  };
  const parts = new FileParts();
  const { shared, own, threads } = shareObjects(items, reading.threads);
  const work = Promise.all([
    shared.length === 0
      ? []
      : readInThreads<Plan, Result>(shared, {
          ...{ verb, entry, plan, threads, signal, onBytes: run.onBytes, onFailure: run.onFailure },
          isRemote: emitter?.isRemote,
          readHere: (item) => replayObject(item, { ...run, onObject: () => {} }),
          onLines: (lines) => {
            linesOfWorkers = lines;
          },
          onObject: (item, end) => {
            parts.note(item, end);
            if (item.range === undefined || item.range.start === 0) run.onObject();
          },
        }),
    replayObjects(own, run),
  ]);
  // What ends the run ends the reading of every other object.
  const [found] = await work.catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  refuseNonLogs(others, progress.objectsInAll);
  for (const one of [emptyTotal(), ...found.map((thread) => thread.total)]) addTotal(total, one);
  refuseForeignContent(total, progress.objectsInAll);
  parts.addTo(total);
  return [await result(), ...found.map((one) => one.result)];
}

/** What threads share, and what this one alone can read: what can be opened only once. All of it where one is enough. */
function shareObjects(
  items: Items<SourceObject>,
  worth: number,
): { shared: Items<SourceObject>; own: Items<SourceObject>; threads: number } {
  const own: SourceObject[] = [];
  for (const item of items) if (item.object.singleUse) own.push(item);
  // Without any the list stays as it is, whatever its length.
  const shared = own.length === 0 ? items : [...items].filter(({ object }) => !object.singleUse);
  const threads = Math.min(worth, shared.length);
  return threads <= 1 ? { shared: [], own: items, threads: 1 } : { shared, own, threads };
}
