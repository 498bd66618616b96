// Times what reads the measured objects from their source again: reading alone, and a whole replay with as many threads as replay would
// use, which is the time that a user waits, without the start of the program.
import { queryOf, runQuery } from '../../analysis/query/index.ts';
import { askReplay } from '../../analysis/replay/index.ts';
import { isBucket } from '../../input/destination/index.ts';
import type { LinesTotal } from '../../input/scan/index.ts';
import { bytesOf, type HeldObject, type HeldPart } from './bench-part.ts';
import type { PassSettings, ReplayPass } from './bench-pass.ts';
import { median, secondsOf } from './bench-rounds.ts';

/** Number of runs, whose median is reported. For files only: a bucket is read once. The bytes come from the system's cache. */
const MOST_RUNS = 3;
/** No replay starts later than this. Seconds. */
const SECONDS_FOR_RUNS = 2;
/** Buffer size, equal to that of src/input/destination. Bytes. */
const BUFFER_BYTES = 512 * 1024;

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
 * Measures the wall time of reading the measured objects into a few buffers, as a replay does. For a bucket or standard input, it is that of
 * the only read.
 * @param held objects of `part`, or fewer
 */
export async function timeReading(part: HeldPart, held: readonly HeldObject[], signal: AbortSignal): Promise<number> {
  if (!held.every(isOnDisk)) return part.readSeconds * (bytesOf(held) / bytesOf(part.objects));
  const buffers = [new Uint8Array(BUFFER_BYTES), new Uint8Array(BUFFER_BYTES)];
  const readAll = async (): Promise<void> => {
    for (const { origin, bytes } of held) {
      for await (const _ of origin.destination.open(origin.object, { signal, buffers, start: 0, end: bytes }));
    }
  };
  const times: number[] = [];
  while (times.length < MOST_RUNS) times.push(await secondsOf('wall', readAll));
  return median(times);
}

/**
 * Replays the objects.
 * @param threads maximum number
 * @returns undefined if the same parts cannot be read again: standard input, and cut objects except files of plain
 * lines
 */
export async function timeWhole(
  held: readonly HeldObject[],
  settings: PassSettings,
  { filters, detail }: ReplayPass,
  threads: number,
): Promise<WholeTime | undefined> {
  const isReadable = held.every(
    (object) => !object.origin.object.singleUse && (!object.isCut || (isOnDisk(object) && !object.isCompressed)),
  );
  if (!isReadable) return undefined;
  const question = askReplay({ dataset: settings.dataset.name, filters, detail });
  const objects = held.map(({ origin, bytes, isCut }) =>
    isCut ? { ...origin, object: { ...origin.object, bytes }, range: { start: 0, end: bytes } } : origin,
  );
  const bytes = bytesOf(held);
  const listing = { objects, bytes, listed: 0, pruned: 0, prunedFolders: 0, skipped: 0, warnings: [] };
  const runs = held.some(({ origin }) => isBucket(origin.destination.location)) ? 1 : MOST_RUNS;
  const started = performance.now();
  const times: number[] = [];
  for (;;) {
    let replayed: Pick<WholeTime, 'threads' | 'lines'>;
    const seconds = await secondsOf('wall', async () => {
      const { answers, ...run } = await runQuery(queryOf(question.aggregates), {
        ...settings,
        verb: 'replay',
        listing,
        threads,
      });
      replayed = { threads: run.threads, lines: question.of(answers)(run).lines };
    });
    settings.signal.throwIfAborted();
    times.push(seconds);
    if (times.length < runs && performance.now() - started < SECONDS_FOR_RUNS * 1000) continue;
    return { ...replayed!, seconds: median(times), runs: times.length, objects: held.length, bytes };
  }
}

/** Whether the object can be read again without cost. */
function isOnDisk({ origin: { destination, object } }: HeldObject): boolean {
  const { kind } = destination.location;
  return object.singleUse !== true && (kind === 'file' || kind === 'folder');
}
