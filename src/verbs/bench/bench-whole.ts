// Times a whole replay that reads the measured objects from their source with as many threads as replay would use: the time that a
// user waits, without the start of the program.

import {
  answersOf,
  createPass,
  mergeParts,
  type NamedFilter,
  QUERY_WORKER,
  type QueryPart,
  type QueryPlan,
  queryOf,
} from '../../analysis/query/index.ts';
import { askReplay, type Detail } from '../../analysis/replay/index.ts';
import { isBucket } from '../../input/destination/index.ts';
import { emptyTotal, startProgress } from '../../input/objects/index.ts';
import type { LinesTotal } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { bytesPerThreadFor, readInto, splitLargeFiles, threadCountFor } from '../../input/threads/index.ts';
import { secondsOf } from './bench-clock.ts';
import type { HeldObject } from './bench-part.ts';
import type { PassSettings } from './bench-pass.ts';
import { bytesOf, isOnDisk } from './bench-read.ts';
import { median } from './bench-rounds.ts';

/** Number of runs, whose median is reported. For files only: a bucket is read once. */
const MOST_RUNS = 3;
/** No run starts later than this. Seconds. */
const SECONDS_FOR_RUNS = 2;

/** The objects to replay, and the settings. */
export interface WholeRun {
  settings: PassSettings;
  filters: readonly NamedFilter[];
  detail: Detail;
  /** Maximum number of threads. */
  threads: number;
}

/** The time of a whole replay. */
export interface WholeTime {
  /** Threads that were used. */
  threads: number;
  /** Median. Wall time. */
  seconds: number;
  runs: number;
  objects: number;
  /** Bytes as stored. */
  bytes: number;
  lines: LinesTotal;
}

/**
 * Replays the objects.
 * @returns undefined if the same parts cannot be read again: standard input, and cut objects except files of plain
 * lines
 */
export async function timeWhole(held: readonly HeldObject[], run: WholeRun): Promise<WholeTime | undefined> {
  const isReadable = held.every(
    (one) => !one.origin.object.singleUse && (!one.isCut || (isOnDisk(one) && !one.isCompressed)),
  );
  if (!isReadable) return undefined;
  const runs = held.some(({ origin }) => isBucket(origin.destination.location)) ? 1 : MOST_RUNS;
  const started = performance.now();
  const times: number[] = [];
  for (;;) {
    let found: { threads: number; lines: LinesTotal } | undefined;
    const seconds = await secondsOf('wall', async () => {
      found = await replayOnce(held, run);
    });
    run.settings.signal.throwIfAborted();
    times.push(seconds);
    if (times.length < runs && performance.now() - started < SECONDS_FOR_RUNS * 1000) continue;
    return { ...found!, seconds: median(times), runs: times.length, objects: held.length, bytes: bytesOf(held) };
  }
}

async function replayOnce(held: readonly HeldObject[], run: WholeRun): Promise<{ threads: number; lines: LinesTotal }> {
  const items = (await Promise.all(held.map((one) => partsOf(one, run)))).flat();
  const bytesPerThread = await bytesPerThreadFor(run.settings.reading);
  const threads = Math.min(items.length, threadCountFor(items, run.threads, bytesPerThread));
  return { threads, lines: await linesOf(items, threads, run) };
}

/** Returns the object as replay would read it: a large file in parts, a cut object only as far as it was measured. */
async function partsOf({ origin, bytes, isCut }: HeldObject, { settings, threads }: WholeRun): Promise<SourceObject[]> {
  const { dataset, reading, signal } = settings;
  const item = isCut ? { ...origin, object: { ...origin.object, bytes } } : origin;
  const parts = threads === 1 ? [item] : [...(await splitLargeFiles([item], { dataset, reading, signal }))];
  if (!isCut) return parts;
  return parts.map((part) => ({
    ...part,
    range: { start: part.range?.start ?? 0, end: Math.min(part.range?.end ?? bytes, bytes) },
  }));
}

async function linesOf(
  items: readonly SourceObject[],
  threads: number,
  { settings, filters, detail }: WholeRun,
): Promise<LinesTotal> {
  const { dataset, range, reading, nullAs, signal } = settings;
  const question = askReplay({ dataset: dataset.name, filters, detail });
  const query = queryOf(question.aggregates);
  const plan: QueryPlan = { datasetName: dataset.name, query, reading, nullAs, range };
  const pass = createPass(plan);
  const total = emptyTotal();
  const parts = await readInto<QueryPlan, QueryPart>(items, {
    ...{ verb: 'replay', entry: QUERY_WORKER, plan, pass, threads, signal, total },
    result: () => ({ state: pass.state() }),
    progress: startProgress(),
    onProgress: () => {},
  });
  const { state } = parts.reduce((sum, part) => mergeParts(query, sum, part));
  return answersOf(query, state).of({ kind: 'lines', examined: detail !== 'counts' }).lines;
}
