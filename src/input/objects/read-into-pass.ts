// Reads one object into a pass, and counts the outcome. Every thread reads each object with this function, for any pass.
import type { HeadgateError } from '../../base/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { RowRun } from '../columns/index.ts';
import { isBadBytes, isCorrupt, yieldToEventLoop } from '../destination/index.ts';
import { Halt, type RecordReaderOptions } from '../record/index.ts';
import type { KeepingPass, ObjectDamage, ObjectPass, Pass } from '../scan/index.ts';
import type { SourceObject } from '../sources/index.ts';
import type { Emitter, ObjectEmission } from './emitter.ts';
import { feedObject, type ObjectEnd, type ObjectReader } from './feed-object.ts';
import { countEnd, lostObject, type ReadTotal } from './read-total.ts';
import { isMarkupRead, type ReadingFlags, readerOptionsOf } from './reader-options.ts';

/** The pass that one thread reads objects into. */
export type PassTarget = { pass: Pass; emitter?: undefined } | { pass: KeepingPass; emitter?: Emitter | undefined };

/** How one thread reads objects, and what it notifies. */
export type PassReading = PassTarget & {
  dataset: Dataset;
  reading: ReadingFlags;
  /** Added to. */
  total: ReadTotal;
  signal: AbortSignal;
  /** Called with the stored bytes read since the last call; they add up to no more than the listed sizes. */
  onBytes: (stored: number) => void;
  /** Called after each object by the caller that reads it into the pass. */
  onObject: () => void;
};

/**
 * Reads one object.
 * @throws HeadgateError if no object of the destination could be read, or if it is a file other than logs (`not-logs`); the
 * object is not counted then: the error ends the run, or the caller calls {@link noteUnreadable} or {@link countNotLogs}
 */
export async function readIntoPass(item: SourceObject, run: PassReading): Promise<ObjectEnd> {
  const { dataset, reading, total } = run;
  const { object, range } = item;
  const options = readerOptionsOf(item, dataset, reading);
  const halt = range === undefined ? new Halt() : undefined;
  const { reader, emission } = openOne(
    item,
    run,
    range === undefined ? { ...options, halt } : { ...options, offset: range.start },
  );
  // The first part of a file counts for all of it.
  const isFirst = range === undefined || range.start === 0;
  if (isFirst) total.objects += 1;
  const bytes = range === undefined ? object.bytes : Math.min(range.end, object.bytes!) - range.start;
  let damage: ObjectDamage | undefined;
  let toCome = bytes ?? Number.POSITIVE_INFINITY;
  const isInColumns = range === undefined && emission === undefined && reader.canReadColumns === true;
  const runs = isInColumns ? item.destination.columnsOf?.(object, dataset.name) : undefined;
  if (runs !== undefined) return readRuns(runs, reader, item, run);
  const feeding = feedObject(item, emission === undefined ? reader : emitting(reader, emission), {
    signal: run.signal,
    isMarkupRead: isMarkupRead(item, reading),
    halt,
    onProblem: (found) => {
      damage ??= found;
      reader.problem(found);
    },
    onChunk: (read) => {
      // A damaged object is read twice, but is no larger for that.
      const more = Math.min(read, toCome);
      toCome -= more;
      run.onBytes(more);
      return true;
    },
  });
  const { end, stored } = await feeding.catch(async (error: unknown) => {
    await emission?.discard();
    throw error;
  });
  await (end === 'stopped' ? emission?.discard() : emission?.commit(run.signal));
  // The listed size if it was read to its end: a damaged object is read twice, and so is the beginning of a plain file.
  total.bytes += end === 'stopped' ? Math.min(stored, bytes ?? stored) : (bytes ?? stored);
  if (end === 'stopped') {
    if (stored === 0 && range === undefined) total.objects -= 1;
    return end;
  }
  damage ??= reader.damage;
  const outcome = end === 'whole' && damage !== undefined ? 'damaged' : end;
  if (damage !== undefined) total.lost.push(lostObject(object.name, damage));
  if (damage !== undefined && isCorrupt(damage.code)) total.unconfirmedLines += reader.linesRead;
  // The caller counts a file that is read in parts, once it has the ends of all of them.
  if (range === undefined) countEnd(total, outcome);
  return outcome;
}

/** Reads the rows of an object in place of its bytes. */
async function readRuns(
  runs: readonly RowRun[],
  reader: ObjectPass,
  { object }: SourceObject,
  { signal, total, onBytes }: PassReading,
): Promise<ObjectEnd> {
  await yieldToEventLoop();
  if (signal.aborted) {
    total.objects -= 1;
    return 'stopped';
  }
  for (const run of runs) reader.readColumns!(run);
  reader.end();
  reader.close();
  const { bytes = 0 } = object;
  total.bytes += bytes;
  onBytes(bytes);
  countEnd(total, 'whole');
  return 'whole';
}

/** Starts the object in the pass, and the writing of its kept lines. */
function openOne(
  item: SourceObject,
  { pass, emitter }: PassTarget,
  options: RecordReaderOptions,
): { reader: ObjectPass; emission?: ObjectEmission } {
  const { name } = item.object;
  if (emitter === undefined) return { reader: pass.openObject(name, options) };
  const emission = emitter.openObject(item);
  return { reader: pass.openKeeping(name, options, emission.onKept), emission };
}

/** Counts an object as unreadable: credentials that expire during a run must not cost what was read before. */
export function noteUnreadable(item: SourceObject, error: HeadgateError, run: PassReading): void {
  const { object } = item;
  const { pass, dataset, reading, total } = run;
  const reader = pass.openObject(object.name, readerOptionsOf(item, dataset, reading));
  const { code, message } = error;
  const unavailable = { code, offset: 0, message, isUnavailable: !isBadBytes(code) };
  reader.problem(unavailable);
  total.bytes += object.bytes ?? 0;
  total.unreadable += 1;
  total.lost.push(lostObject(object.name, unavailable));
  run.onObject();
}

/** Counts an object that is not logs as read; its pass has the remark on it. */
export function countNotLogs({ object }: SourceObject, { total, onObject }: PassReading): void {
  total.bytes += object.bytes ?? 0;
  onObject();
}

/** Reads records in this process, not in the kernel, and no faster than they are written. */
function emitting(reader: ObjectPass, emission: ObjectEmission): ObjectReader {
  return {
    push: (chunk) => reader.push(chunk),
    end: (isTruncated) => reader.end(isTruncated),
    close: () => reader.close(),
    drained: () => emission.drained(),
  };
}
