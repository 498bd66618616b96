// The whole of a worker thread but its pass: reads the objects that object-threads.ts gives it, several at a time, and
// hands over what its pass has found. What is done with an object is in replay-objects.ts, as for one thread.
import { parentPort, workerData } from 'node:worker_threads';
import { HeadgateError } from '../base/index.ts';
import { getDataset } from '../dataset/index.ts';
import { openDestination } from '../destination/index.ts';
import { useCompiledKernel } from '../kernel/index.ts';
import type { ObjectEnd } from './feed-object.ts';
import { emptyTotal, type ObjectsRun, type ObjectsWork, replayObject } from './replay-objects.ts';
import type { FromWorker, ReadingPlan, ToWorker, WorkerObject, WorkerStart } from './worker-message.ts';

/** Stored bytes between two messages on progress. */
const PROGRESS_BYTES = 256 * 1024;

/**
 * Serves the thread that has started this one. To be called once, by the entry of a worker.
 * @param createWork makes what objects are read with, of the plan that the worker was started with
 */
export async function serveObjects<Plan extends ReadingPlan, Result>(
  createWork: (plan: Plan) => ObjectsWork<Result>,
): Promise<void> {
  const { plan, locations, kernel }: WorkerStart<Plan> = workerData;
  const port = parentPort!;
  const { pass, emitter, result, memoryOf } = createWork(plan);
  if (kernel !== undefined) useCompiledKernel(kernel);
  const destinations = await Promise.all(locations.map((location) => openDestination(location)));
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let untold = 0;
  let isEnding = false;
  const tell = (message: FromWorker<Result>): void => port.postMessage(message);
  const tellProgress = (): void => {
    tell({ kind: 'progress', bytes: untold, lines: pass.lineCount });
    untold = 0;
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
  const readOne = async (id: number, { location, ...item }: WorkerObject): Promise<void> => {
    let end: ObjectEnd;
    try {
      end = await replayObject({ destination: destinations[location]!, ...item }, run);
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      const { code, message, kind } = error;
      return tell({ kind: 'failed', id, error: { code, message, kind } });
    }
    tellProgress();
    tell({ kind: 'done', id, end });
  };
  const handOver = async (): Promise<void> => {
    isEnding = true;
    await Promise.all(inFlight);
    const found = await result();
    const message: FromWorker<Result> = { kind: 'result', result: found, total: run.total };
    port.postMessage(message, memoryOf?.(found));
    port.close();
  };
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'object') {
      const one = readOne(message.id, message.item).finally(() => inFlight.delete(one));
      inFlight.add(one);
      return;
    }
    if (message.kind === 'stop') stopping.abort();
    if (!isEnding) void handOver();
  });
}
