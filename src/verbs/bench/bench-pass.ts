// One pass over bytes in memory, in this thread: inflated only, or read by a replay with or without filters. Defines the passes
// of a measurement and checks that they agree; bench-rounds.ts times them.

import { answersOf, createPass, type NamedFilter, type QueryPass, queryOf } from '../../analysis/query/index.ts';
import { askReplay, type Detail, type Report } from '../../analysis/replay/index.ts';
import { HeadgateError, printCount, type TimeRange } from '../../base/index.ts';
import {
  emptyTotal,
  feedObject,
  isMarkupRead,
  notLogsError,
  type ReadingFlags,
  readerOptionsOf,
  readInflated,
  withInflater,
} from '../../input/objects/index.ts';
import { Halt, NOT_LOGS } from '../../input/record/index.ts';
import type { LinesTotal } from '../../input/scan/index.ts';
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
  /** Called whenever something was read: returns false to stop the pass. @default never */
  goesOn?: (object: number, stored: number) => boolean;
}

/** The result of a pass. */
export interface PassResult {
  report: Report;
  pass: QueryPass;
  /** Objects that could not be read completely. */
  damaged: number;
}

/** Inflates the objects and discards the bytes; plain bytes are copied to the memory where a replay would read them. @returns the number of bytes */
export async function inflatePass(items: readonly SourceObject[], { signal }: PassSettings): Promise<number> {
  let bytes = 0;
  for (const { destination, object } of items) {
    await withInflater(async (inflater) => {
      const options = { signal, onFinding: () => {}, inflater, wantsWindows: true, isMarkupRead: true };
      for await (const chunk of readInflated(destination, object, options)) bytes += chunk.bytes.length;
    });
  }
  signal.throwIfAborted();
  return bytes;
}

/** Replays the objects one after another. @throws the signal's reason if it is interrupted */
export async function replayPass(
  items: readonly SourceObject[],
  { dataset, range, reading, nullAs, signal }: PassSettings,
  { filters, detail, goesOn = () => true }: ReplayPass,
): Promise<PassResult> {
  const question = askReplay({ dataset: dataset.name, filters, detail });
  const query = queryOf(question.aggregates);
  const pass = createPass({ datasetName: dataset.name, query, nullAs, range });
  let damaged = 0;
  for (const [index, item] of items.entries()) {
    const halt = new Halt();
    const reader = pass.openObject(item.object.name, { ...readerOptionsOf(item, dataset, reading), halt });
    let stored = 0;
    const { end } = await feedObject(item, reader, {
      signal,
      isMarkupRead: isMarkupRead(item, reading),
      halt,
      onProblem: (found) => reader.problem(found),
      onChunk: (read) => {
        stored += read;
        return goesOn(index, stored);
      },
    }).catch((error: unknown) => {
      if (error instanceof HeadgateError && error.code === NOT_LOGS) throw notLogsError({ item, error });
      throw error;
    });
    signal.throwIfAborted();
    if (end === 'stopped') break;
    if (end !== 'whole' || reader.damage !== undefined) damaged += 1;
  }
  const source = { listed: 0, pruned: 0, prunedFolders: 0, skipped: 0, ...emptyTotal() };
  return { report: question.of(answersOf(query, pass.state()))({ source, partial: false }), pass, damaged };
}

/** @throws HeadgateError `passes-differ` unless two passes have read the same lines */
export function requireSameLines(expected: LinesTotal, found: LinesTotal, pass: string): void {
  const keys = ['read', 'outside', 'malformed', 'blank', 'bytes'] as const;
  const differing = keys.find((key) => expected[key] !== found[key]);
  if (differing === undefined) return;
  throw new HeadgateError(
    'passes-differ',
    `cannot measure: found ${printCount(found[differing])} (lines.${differing}) in the pass ${pass}, expected the ${printCount(expected[differing])} of the others; measure again while nothing is written to the source`,
  );
}
