// The whole of a worker thread but its pass: reads the objects that thread-pool.ts gives it, several at a time, and
// hands over what its pass has found. What is done with an object is in replay-objects.ts, as for one thread.
import { parentPort, workerData } from 'node:worker_threads';
import { HeadgateError } from '../../base/index.ts';
import { getDataset } from '../../dataset/index.ts';
import { openDestination } from '../../destination/index.ts';
import { useCompiledKernel } from '../../kernel/index.ts';
import type { ObjectEnd } from '../objects/feed-object.ts';
import { emptyTotal, type ObjectsRun, type ObjectsWork, replayObject } from '../objects/replay-objects.ts';
import type { FromWorker, ReadingPlan, ToWorker, WorkerStart } from './worker-message.ts';

/** An object that this thread is to read. */
type Given = Extract<ToWorker, { kind: 'objects' }>['objects'][number];

/** Stored bytes between two messages on progress. */
const PROGRESS_BYTES = 256 * 1024;
/** Small files that are done with between two messages, where more are in hand. */
const DONE_AT_ONCE = 32;

/**
 * Serves the thread that has started this one. To be called once, by the entry of a worker.
 * @param createWork makes what objects are read with, of the plan that the worker was started with
 */
export async function runWorker<Plan extends ReadingPlan, Result>(
  createWork: (plan: Plan) => ObjectsWork<Result>,
): Promise<void> {
  const { plan, locations, kernel }: WorkerStart<Plan> = workerData;
  const port = parentPort!;
  const { pass, emitter, result, memoryOf } = createWork(plan);
  if (kernel !== undefined) useCompiledKernel(kernel);
  const destinations = await Promise.all(locations.map((location) => openDestination(location)));
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();
  /** Files, which are read one after the other. */
  const files: Given[] = [];
  let isReadingFiles = false;
  let untold = 0;
  let done: { id: number; end: ObjectEnd }[] = [];
  let isEnding = false;
  const tell = (message: FromWorker<Result>): void => port.postMessage(message);
  const tellProgress = (): void => {
    tell({ kind: 'progress', bytes: untold, lines: pass.lineCount, done });
    untold = 0;
    done = [];
  };
  const run: ObjectsRun = {
    ...{ pass, emitter, reading: plan.reading, dataset: getDataset(plan.datasetName) },
    total: emptyTotal(),
    signal: stopping.signal,
    onBytes: (stored) => {
      untold += stored;
      if (untold >= PROGRESS_BYTES) tellProgress();
    },
    onObject: () => {},
  };
  const readOne = async ({ id, item: { location, ...item } }: Given): Promise<void> => {
    try {
      const end = await replayObject({ destination: destinations[location]!, ...item }, run);
      done.push({ id, end });
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      const { code, message, kind } = error;
      tellProgress();
      return tell({ kind: 'failed', id, error: { code, message, kind } });
    }
    // The last files in hand are told of at once: more of them may be given.
    if (done.length >= Math.min(DONE_AT_ONCE, files.length)) tellProgress();
  };
  const readFiles = async (): Promise<void> => {
    isReadingFiles = true;
    for (let next = files.shift(); next !== undefined; next = files.shift()) await readOne(next);
    isReadingFiles = false;
  };
  const start = (reading: Promise<void>): void => {
    const one = reading.finally(() => inFlight.delete(one));
    inFlight.add(one);
  };
  const handOver = async (): Promise<void> => {
    isEnding = true;
    await Promise.all(inFlight);
    if (untold > 0 || done.length > 0) tellProgress();
    const found = await result();
    const message: FromWorker<Result> = { kind: 'result', result: found, total: run.total };
    port.postMessage(message, memoryOf?.(found));
    port.close();
  };
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'objects') {
      for (const given of message.objects) {
        const isFile = destinations[given.item.location]!.location.kind !== 's3';
        if (isFile) files.push(given);
        else start(readOne(given));
      }
      if (files.length > 0 && !isReadingFiles) start(readFiles());
      return;
    }
    if (message.kind === 'stop') {
      stopping.abort();
      files.length = 0;
    }
    if (!isEnding) void handOver();
  });
}
