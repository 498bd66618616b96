// Reads the objects of a sample in this thread and in workers beside it. Each gets a share of about as many bytes before it
// starts, so that nothing need be handed out later; the sample is the same whatever the number of threads.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HeadgateError } from '../base/index.ts';
import { compileKernelOnce } from '../kernel/index.ts';
import { type SampleFigures, sumFigures } from '../sample/index.ts';
import { FileParts } from './file-parts.ts';
import { emptyTotal, type ReadTotal } from './replay-objects.ts';
import type { FromSampleWorker, SampleWorkerStart } from './sample-message.ts';
import type { SamplePlan } from './sample-plan.ts';
import { readShare, type ShareListener, type ShareResult } from './sample-share.ts';
import type { SourceObject } from './sources.ts';

/** Room for new objects in a worker, as for those of a replay. MiB. */
const YOUNG_GENERATION_MB = 4;

/** What was read. */
export interface SampleReading {
  figures: SampleFigures;
  total: ReadTotal;
}

/**
 * Reads objects, or parts of them.
 * @param threads this one included
 * @throws HeadgateError where none of the source can be read; `worker-died`
 */
export async function readInThreads(
  items: readonly SourceObject[],
  plan: SamplePlan,
  threads: number,
  listener: ShareListener,
): Promise<SampleReading> {
  const [own, ...others] = shareOut(items, threads);
  const failed = new AbortController();
  const signal = AbortSignal.any([listener.signal, failed.signal]);
  const lines: number[] = [];
  const listenerOf = (share: number): ShareListener => ({
    ...listener,
    signal,
    onBytes: (stored, linesOfShare) => {
      lines[share] = linesOfShare;
      listener.onBytes(
        stored,
        lines.reduce((sum, one) => sum + one, 0),
      );
    },
  });
  const kernel = others.length === 0 ? undefined : await compileKernelOnce().catch(() => undefined);
  const shares = [own!, ...others];
  const reading = [
    ...others.map((share, index) => readInWorker(share, { plan, kernel }, listenerOf(index + 1))),
    readShare(own!, plan, listenerOf(0)),
  ];
  const results = await Promise.all(reading).catch(async (error: unknown) => {
    failed.abort();
    await Promise.allSettled(reading);
    throw error;
  });
  return sumReadings([...others, shares[0]!], results, plan);
}

function sumReadings(
  shares: readonly (readonly SourceObject[])[],
  results: readonly ShareResult[],
  { wanted, seed }: SamplePlan,
): SampleReading {
  const total = emptyTotal();
  const parts = new FileParts();
  for (const [index, result] of results.entries()) {
    for (const key of Object.keys(total) as (keyof ReadTotal)[]) total[key] += result.total[key];
    for (const [at, end] of result.ends.entries()) if (end !== undefined) parts.note(shares[index]![at]!, end);
  }
  parts.addTo(total);
  return {
    figures: sumFigures(
      results.map(({ figures }) => figures),
      wanted,
      seed,
    ),
    total,
  };
}

/** Shares of about as many stored bytes; the first one has what can be opened only once. None is empty but the first. */
export function shareOut(items: readonly SourceObject[], threads: number): SourceObject[][] {
  const shares = Array.from({ length: threads }, (): { items: SourceObject[]; bytes: number } => ({
    items: [],
    bytes: 0,
  }));
  const largestFirst = items.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  for (const item of largestFirst) {
    const least = shares.reduce((low, one) => (one.bytes < low.bytes ? one : low));
    const share = item.object.once === true ? shares[0]! : least;
    share.items.push(item);
    // An object takes time even where it is empty.
    share.bytes += bytesOf(item) + 1;
  }
  return shares.map((share) => share.items).filter((share, index) => index === 0 || share.length > 0);
}

/** Stored bytes of an object, or of the part of it that is meant. */
function bytesOf({ object: { bytes = 0 }, range }: SourceObject): number {
  return range === undefined ? bytes : Math.min(range.end, bytes) - range.start;
}

async function readInWorker(
  items: readonly SourceObject[],
  start: Pick<SampleWorkerStart, 'plan' | 'kernel'>,
  { signal, onBytes, onObject }: ShareListener,
): Promise<ShareResult> {
  const destinations = [...new Set(items.map(({ destination }) => destination))];
  const workerData: SampleWorkerStart = {
    ...start,
    locations: destinations.map(({ location }) => location),
    items: items.map(({ destination, ...item }) => ({ ...item, location: destinations.indexOf(destination) })),
  };
  const worker = new Worker(new URL(`./sample-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ShareResult>();
  const onAbort = (): void => worker.postMessage('stop');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  worker.on('message', (message: FromSampleWorker) => {
    if (message.kind === 'progress') {
      onBytes(message.bytes, message.lines);
      for (let object = 0; object < message.objects; object += 1) onObject();
    } else if (message.kind === 'done') resolve(message.result);
    else reject(new HeadgateError(message.error.code, message.error.message, { kind: message.error.kind }));
  });
  worker.on('error', (error) => reject(workerDied(error.message, error)));
  worker.on('exit', (code) => reject(workerDied(`exit code ${code}`)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function workerDied(found: string, cause?: Error): HeadgateError {
  return new HeadgateError(
    'worker-died',
    `cannot sample: a worker thread ended before its share was read, found: ${found}; try again with --threads 1`,
    { cause },
  );
}
