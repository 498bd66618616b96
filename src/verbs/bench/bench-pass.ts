// One pass over the measured objects, from their source, in this thread: read only, inflated too, or replayed with or without filters.
// Defines the passes of a measurement; bench-rounds.ts times them.
import { type NamedFilter, type QueryPass, queryOf, runQuery } from '../../analysis/query/index.ts';
import { askReplay, type Detail, type Report } from '../../analysis/replay/index.ts';
import type { TimeRange } from '../../base/index.ts';
import { ObjectReadError } from '../../input/destination/index.ts';
import { type DeferReason, loadKernel } from '../../input/kernel/index.ts';
import { type ReadingFlags, readInflated, withInflater } from '../../input/objects/index.ts';
import { countLines } from '../../input/scan/index.ts';
import type { SourceListing, SourceObject } from '../../input/sources/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { NullReading } from '../../language/filter/index.ts';

/** Size of the two buffers of {@link readPass}, equal to that of src/input/destination. Bytes. */
const BUFFER_BYTES = 512 * 1024;

/** Input that all passes of a measurement share. */
export interface PassSettings {
  dataset: Dataset;
  range: TimeRange;
  reading: ReadingFlags;
  nullAs: NullReading;
  signal: AbortSignal;
  listing: SourceListing;
  detail: Detail;
}

/** Reads the objects as stored and discards the bytes. */
export function readPass(settings: PassSettings): Promise<void> {
  const buffers = [new Uint8Array(BUFFER_BYTES), new Uint8Array(BUFFER_BYTES)];
  return eachObject(settings, async ({ destination, object }, signal) => {
    for await (const _ of destination.open(object, { signal, buffers }));
  });
}

/** Inflates the objects and discards the bytes; plain bytes are copied to the memory where a replay would read them. */
export function inflatePass(settings: PassSettings): Promise<void> {
  return eachObject(settings, ({ destination, object }, signal) =>
    withInflater(async (inflater) => {
      const options = { signal, onFinding: () => {}, inflater, wantsWindows: true, isMarkupRead: true };
      for await (const _ of readInflated(destination, object, options));
    }),
  );
}

/** A replay reports the objects that cannot be read: the other passes skip them. */
async function eachObject(
  { listing, signal }: PassSettings,
  read: (item: SourceObject, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  for (const item of listing.objects) {
    await read(item, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof ObjectReadError)) throw error;
    });
  }
}

/** What a replay has counted, and the pass that has read all lines. */
export interface Replayed {
  report: Report;
  pass: QueryPass;
}

/** Replays the objects. @throws the signal's reason if it is interrupted */
export async function replayPass(settings: PassSettings, filters: readonly NamedFilter[]): Promise<Replayed> {
  const { dataset, detail, signal } = settings;
  const question = askReplay({ dataset: dataset.name, filters, detail });
  const { answers, pass, ...run } = await runQuery(queryOf(question.aggregates), {
    ...settings,
    verb: 'measure',
    threads: 1,
  });
  signal.throwIfAborted();
  return { report: question.of(answers)(run), pass };
}

/**
 * State of the kernel. `on`; `off`: it is unavailable or disabled; `beyond`: it does not support a part of the filter, so every
 * line goes to the compiled filter.
 */
type KernelUse = 'on' | 'off' | 'beyond';

/** Lines that went to the compiled filter. */
export interface DeferredLines {
  kernel: KernelUse;
  lines: number;
  /** Most lines first. Empty without a kernel, when all lines go to the compiled filter. */
  reasons: { reason: DeferReason; lines: number }[];
}

/** Counts the lines that the kernel deferred in a pass, by reason. A deferred line takes many times as long as a counted one. */
export async function deferredIn({ report, pass }: Replayed): Promise<DeferredLines> {
  const isLoaded = await loadKernel().then(Boolean, () => false);
  const kernel = !isLoaded ? 'off' : pass.isBeyondKernel ? 'beyond' : 'on';
  if (kernel !== 'on') return { kernel, lines: countLines(report.lines), reasons: [] };
  const reasons = (Object.entries(pass.deferredLines) as [DeferReason, number][])
    .map(([reason, lines]) => ({ reason, lines }))
    .sort((a, b) => b.lines - a.lines || (a.reason < b.reason ? -1 : 1));
  return { kernel, lines: reasons.reduce((sum, { lines }) => sum + lines, 0), reasons };
}
