// Reads the objects of a validation in this thread and in workers beside it. Each gets a share of about as many bytes before it starts;
// the totals are the same whatever the number of threads.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HeadgateError } from '../base/index.ts';
import { compileKernelOnce } from '../kernel/index.ts';
import { mergeTotals, type ValidationTotals } from '../validate/index.ts';
import { FileParts } from './file-parts.ts';
import { emptyTotal, type ReadTotal } from './replay-objects.ts';
import type { ShareListener } from './sample-share.ts';
import { shareOut } from './sample-threads.ts';
import type { SourceObject } from './sources.ts';
import type { FromValidateWorker, ValidateWorkerStart } from './validate-message.ts';
import type { ValidationPlan } from './validate-plan.ts';
import { readValidationShare, type ValidationShare } from './validate-share.ts';

/** Room for new objects in a worker, as for those of a replay. MiB. */
const YOUNG_GENERATION_MB = 4;

/**
 * Reads objects, or parts of them.
 * @param threads this one included
 * @throws HeadgateError where none of the source can be read; `worker-died`
 */
export async function validateInThreads(
  items: readonly SourceObject[],
  plan: ValidationPlan,
  threads: number,
  listener: ShareListener,
): Promise<{ totals: ValidationTotals; total: ReadTotal }> {
  const [own = [], ...others] = shareOut(items, threads);
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
        lines.reduce((sum, one) => sum + (one ?? 0), 0),
      );
    },
  });
  // A checkout in which nothing can be built (read-only, say) is read all the same.
  const kernel = others.length === 0 ? undefined : await compileKernelOnce().catch(() => undefined);
  const reading = [
    readValidationShare(own, plan, listenerOf(0)),
    ...others.map((share, index) => readInWorker(share, { plan, kernel }, listenerOf(index + 1))),
  ];
  const results = await Promise.all(reading).catch(async (error: unknown) => {
    failed.abort();
    await Promise.allSettled(reading);
    throw error;
  });
  return sumShares([own, ...others], results);
}

function sumShares(
  shares: readonly (readonly SourceObject[])[],
  results: readonly ValidationShare[],
): { totals: ValidationTotals; total: ReadTotal } {
  const total = emptyTotal();
  const parts = new FileParts();
  for (const [index, result] of results.entries()) {
    for (const key of Object.keys(total) as (keyof ReadTotal)[]) total[key] += result.total[key];
    for (const [at, end] of result.ends.entries()) if (end !== undefined) parts.note(shares[index]![at]!, end);
  }
  parts.addTo(total);
  return { totals: mergeTotals(results.map(({ totals }) => totals)), total };
}

async function readInWorker(
  items: readonly SourceObject[],
  start: Pick<ValidateWorkerStart, 'plan' | 'kernel'>,
  { signal, onBytes, onObject }: ShareListener,
): Promise<ValidationShare> {
  const destinations = [...new Set(items.map(({ destination }) => destination))];
  const workerData: ValidateWorkerStart = {
    ...start,
    locations: destinations.map(({ location }) => location),
    items: items.map(({ destination, ...item }) => ({ ...item, location: destinations.indexOf(destination) })),
  };
  const worker = new Worker(new URL(`./validate-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ValidationShare>();
  const onAbort = (): void => worker.postMessage('stop');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  worker.on('message', (message: FromValidateWorker) => {
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
    `cannot validate: a worker thread ended before its share was read, found: ${found}; try again with --threads 1`,
    { cause },
  );
}
