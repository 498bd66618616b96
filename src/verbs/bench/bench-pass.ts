// One pass over bytes in memory, in this thread: inflated only, or read by a replay with or without filters. Defines the passes
// of a measurement; bench-rounds.ts times them.
import { answersOf, createPass, type NamedFilter, type QueryPass, queryOf } from '../../analysis/query/index.ts';
import { askReplay, type Detail, type Report } from '../../analysis/replay/index.ts';
import { HeadgateError, type TimeRange } from '../../base/index.ts';
import { type DeferReason, loadKernel } from '../../input/kernel/index.ts';
import {
  emptyTotal,
  notLogsError,
  type ReadingFlags,
  readInflated,
  readIntoPass,
  withInflater,
} from '../../input/objects/index.ts';
import { NOT_LOGS } from '../../input/record/index.ts';
import { countLines } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { NullReading } from '../../language/filter/index.ts';

/** Input that all passes of a measurement share. */
export interface PassSettings {
  dataset: Dataset;
  range: TimeRange;
  reading: ReadingFlags;
  nullAs: NullReading;
  signal: AbortSignal;
}

/** The counts of a replay over the objects. */
export interface ReplayPass {
  filters: readonly NamedFilter[];
  detail: Detail;
}

/** The result of a pass. */
export interface PassResult {
  report: Report;
  pass: QueryPass;
  /** Objects that could not be read completely. */
  damaged: number;
}

/** Inflates the objects and discards the bytes; plain bytes are copied to the memory where a replay would read them. */
export async function inflatePass(items: readonly SourceObject[], { signal }: PassSettings): Promise<void> {
  for (const { destination, object } of items) {
    await withInflater(async (inflater) => {
      const options = { signal, onFinding: () => {}, inflater, wantsWindows: true, isMarkupRead: true };
      for await (const _ of readInflated(destination, object, options));
    });
  }
  signal.throwIfAborted();
}

/** Replays the objects one after another. @throws the signal's reason if it is interrupted */
export async function replayPass(
  items: readonly SourceObject[],
  { dataset, range, reading, nullAs, signal }: PassSettings,
  { filters, detail }: ReplayPass,
): Promise<PassResult> {
  const question = askReplay({ dataset: dataset.name, filters, detail });
  const query = queryOf(question.aggregates);
  const pass = createPass({ datasetName: dataset.name, query, nullAs, range });
  const total = emptyTotal();
  const ignore = (): void => {};
  for (const item of items) {
    await readIntoPass(item, { pass, dataset, reading, total, signal, onBytes: ignore, onObject: ignore }).catch(
      (error: unknown) => {
        if (error instanceof HeadgateError && error.code === NOT_LOGS) throw notLogsError({ item, error });
        throw error;
      },
    );
    signal.throwIfAborted();
  }
  const source = { listed: 0, pruned: 0, prunedFolders: 0, skipped: 0, ...total };
  const report = question.of(answersOf(query, pass.state()))({ source, partial: false });
  return { report, pass, damaged: total.damaged + total.unreadable };
}

/**
 * State of the kernel. `on`; `off`: it is unavailable or disabled; `beyond`: it does not support a part of the filter, so every
 * line goes to the compiled filter.
 */
export type KernelUse = 'on' | 'off' | 'beyond';

/** Lines that went to the compiled filter. */
export interface DeferredLines {
  kernel: KernelUse;
  lines: number;
  /** Most lines first. Empty without a kernel, when all lines go to the compiled filter. */
  reasons: { reason: DeferReason; lines: number }[];
}

/** Counts the lines that the kernel deferred in a pass, by reason. A deferred line takes many times as long as a counted one. */
export async function deferredIn({ report, pass }: PassResult): Promise<DeferredLines> {
  const isLoaded = await loadKernel().then(Boolean, () => false);
  const kernel = !isLoaded ? 'off' : pass.isBeyondKernel ? 'beyond' : 'on';
  if (kernel !== 'on') return { kernel, lines: countLines(report.lines), reasons: [] };
  const reasons = (Object.entries(pass.deferredLines) as [DeferReason, number][])
    .map(([reason, lines]) => ({ reason, lines }))
    .sort((a, b) => b.lines - a.lines || (a.reason < b.reason ? -1 : 1));
  return { kernel, lines: reasons.reduce((sum, { lines }) => sum + lines, 0), reasons };
}
