// A worker thread for any pass: reads the objects that thread-pool.ts posts, several at a time, and posts the result of its pass. Like the
// main thread, it reads an object with read-into-pass.ts.
import { parentPort } from 'node:worker_threads';
import { HeadgateError } from '../../base/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { isBucket, openDestination } from '../destination/index.ts';
import { useCompiledKernel } from '../kernel/index.ts';
import { emptyTotal, type ObjectEnd, type PassReading } from '../objects/index.ts';
import { type ReadShard, type SerializedShard, ShardReader, serializeShard, type WorkerTarget } from './shards.ts';
import type { FromWorker, ToWorker, WorkerPlan, WorkerStart } from './worker-message.ts';

/** An object that this thread is to read. */
type Given = Extract<ToWorker, { kind: 'objects' }>['objects'][number];

/** How long bytes stay unreported, until the next ones come or the object ends: a message takes 20 to 200 µs of each thread. At 1 GB/s, one for every 256 KiB took 8 % of a thread. Milliseconds. */
const PROGRESS_MS = 50;
/** Small files that are finished between two messages, where more are waiting. */
const DONE_AT_ONCE = 32;

/**
 * Runs a worker thread. Called once, by the entry of the worker.
 * @param createTarget creates a pass from the plan of the first message: one for the thread, and one for each shard
 * @param prepare loads what the plan needs, before that @default nothing
 */
export async function runWorker<Plan extends WorkerPlan, Result>(
  createTarget: (plan: Plan) => WorkerTarget<Result>,
  prepare?: (plan: Plan) => Promise<void>,
): Promise<void> {
  const port = parentPort!;
  // Objects may arrive while the plan is prepared.
  const early: ToWorker[] = [];
  let take = (message: ToWorker): void => void early.push(message);
  const { plan, locations, kernel, serializesShards } = await new Promise<WorkerStart<Plan>>((resolve) => {
    port.on('message', (message: ToWorker) => {
      if (message.kind === 'start') resolve(message as WorkerStart<Plan>);
      else take(message);
    });
  });
  // Before the pass, which may create a kernel of its own.
  if (kernel !== undefined) useCompiledKernel(kernel);
  await prepare?.(plan);
  const target = createTarget(plan);
  const { result, memoryOf } = target;
  const destinations = await Promise.all(locations.map((location) => openDestination(location)));
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();
  /** Files, which are read one after the other. */
  const files: Given[] = [];
  let isReadingFiles = false;
  let unreported = 0;
  let unreportedSince = 0;
  let done: { id: number; end: ObjectEnd }[] = [];
  let shards: (ReadShard<Result> | SerializedShard)[] = [];
  let isEnding = false;
  const memoryIn = (results: Result[]): ArrayBuffer[] => results.flatMap((one) => memoryOf?.(one) ?? []);
  const postProgress = (): void => {
    const progress = { kind: 'progress', bytes: unreported, lines: reader.lineCount, done, shards } as const;
    const results = shards.flatMap((shard) => ('serialized' in shard ? [] : [shard.result]));
    port.postMessage(progress satisfies FromWorker<Result, ReadShard<Result> | SerializedShard>, memoryIn(results));
    unreported = 0;
    done = [];
    shards = [];
  };
  const run: PassReading = {
    ...target,
    reading: plan.reading,
    dataset: getDataset(plan.datasetName),
    total: emptyTotal(),
    signal: stopping.signal,
    onBytes: (stored) => {
      const now = performance.now();
      if (unreported === 0) unreportedSince = now;
      unreported += stored;
      if (now - unreportedSince >= PROGRESS_MS) postProgress();
    },
    onObject: () => {},
  };
  const reader = new ShardReader<Result>(
    run,
    () => createTarget(plan),
    (shard) => void shards.push(serializesShards === true ? serializeShard(shard) : shard),
  );
  const readOne = async ({ id, item: { location, ...item }, shard }: Given): Promise<void> => {
    try {
      const end = await reader.read({ destination: destinations[location]!, ...item }, id, shard);
      done.push({ id, end });
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      const { code, message, kind, endsRun } = error;
      postProgress();
      return port.postMessage({
        kind: 'failed',
        id,
        error: { code, message, kind, endsRun },
      } satisfies FromWorker<Result>);
    }
    // The last waiting files are reported at once: the main thread may post more.
    if (shards.length > 0 || done.length >= Math.min(DONE_AT_ONCE, files.length)) postProgress();
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
  const postResult = async (): Promise<void> => {
    isEnding = true;
    await Promise.all(inFlight);
    await reader.end();
    if (unreported > 0 || done.length > 0 || shards.length > 0) postProgress();
    const found = await result();
    const message: FromWorker<Result> = { kind: 'result', result: found, total: run.total };
    port.postMessage(message, memoryIn([found]));
    port.close();
  };
  take = (message) => {
    if (message.kind === 'objects') {
      for (const given of message.objects) {
        const isFile = !isBucket(destinations[given.item.location]!.location);
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
    if (!isEnding) void postResult();
  };
  early.forEach(take);
}
