// The entry of a worker thread: replays the objects it is given, and hands back its report. Started by replay-threads.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { HeadgateError } from '../base/index.ts';
import { getDataset } from '../dataset/index.ts';
import { openDestination } from '../destination/index.ts';
import { compileFilter, readFilter } from '../filter/index.ts';
import { useCompiledKernel } from '../kernel/index.ts';
import { Replay, type ReplayJob } from '../replay/index.ts';
import { FileEmitter, putEmitted } from './emit.ts';
import type { ObjectEnd } from './feed-object.ts';
import { emptyTotal, type ObjectsRun, replayObject } from './replay-objects.ts';
import type { FromWorker, ToWorker, WorkerFilter, WorkerObject, WorkerStart } from './worker-message.ts';

/** Stored bytes between two messages on progress. */
const PROGRESS_BYTES = 256 * 1024;

const start: WorkerStart = workerData;
const port = parentPort!;
const dataset = getDataset(start.datasetName);
const { range, samples, detail, reading } = start;
const pass = new Replay({ dataset, jobs: start.filters.map(compile), range, samples, detail });
if (start.kernel !== undefined) useCompiledKernel(start.kernel);
const destinations = await Promise.all(start.locations.map((location) => openDestination(location)));
const emitter = start.emit === undefined ? undefined : new FileEmitter(start.emit, dataset);
const stopping = new AbortController();
const inFlight = new Set<Promise<void>>();
let untold = 0;
let isReporting = false;
const run: ObjectsRun = {
  pass,
  dataset,
  reading,
  emitter,
  total: emptyTotal(),
  signal: stopping.signal,
  onBytes: (stored) => {
    untold += stored;
    if (untold >= PROGRESS_BYTES) tellProgress();
  },
  onObject: () => {},
};

port.on('message', (message: ToWorker) => {
  if (message.kind === 'object') {
    const one = replayOne(message.id, message.item).finally(() => inFlight.delete(one));
    inFlight.add(one);
    return;
  }
  if (message.kind === 'stop') stopping.abort();
  if (!isReporting) void report();
});

function compile({ name, json }: WorkerFilter): ReplayJob {
  if (json === undefined) return { name, filter: undefined };
  const { filter, problems } = readFilter(json, dataset);
  if (filter === undefined) throw new Error(`cannot compile ${name}: found ${problems[0]?.message}`);
  return { name, filter: compileFilter(filter, dataset, { nullAs: start.nullAs }) };
}

async function replayOne(id: number, { location, ...item }: WorkerObject): Promise<void> {
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
}

async function report(): Promise<void> {
  isReporting = true;
  await Promise.all(inFlight);
  const none = { listed: 0, pruned: 0, prunedFolders: 0, skipped: 0 };
  const found = pass.toReport({ ...none, ...run.total }, stopping.signal.aborted);
  tell({ kind: 'report', report: putEmitted(found, emitter) });
  port.close();
}

function tellProgress(): void {
  tell({ kind: 'progress', bytes: untold, lines: pass.lineCount });
  untold = 0;
}

function tell(message: FromWorker): void {
  port.postMessage(message);
}
