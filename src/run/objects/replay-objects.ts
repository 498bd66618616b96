// Reads objects in this thread, several at a time, into the pass of a replay, a sample or a validation, and counts what
// became of them. Other threads read each object as this one does.
import { HeadgateError, type Items } from '../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { isCorrupt } from '../../destination/index.ts';
import { Halt } from '../../record/index.ts';
import {
  lostObjects,
  type ObjectDamage,
  type ObjectReplay,
  type Replay,
  readerOptionsFor,
  type SourceTotal,
} from '../../replay/index.ts';
import type { SourceObject } from '../sources.ts';
import type { Emitter, ObjectEmission } from './emitter.ts';
import { feedObject, type ObjectEnd, type ObjectReader } from './feed-object.ts';
import { InFlight, readInFlight } from './in-flight.ts';

/** How records are read. */
export type ReadingRequest = Parameters<typeof readerOptionsFor>[1];

/** Figures of the objects read so far. */
export type ReadTotal = Pick<SourceTotal, 'objects' | 'bytes' | 'damaged' | 'unreadable' | 'lost' | 'unconfirmedLines'>;

/** What a thread reads objects with. */
export interface ObjectsWork<Result> {
  pass: Pick<Replay, 'openObject' | 'lineCount'>;
  /** Writes the lines that are kept. @default nobody does */
  emitter?: Emitter | undefined;
  /** What was found. Asked for once, when everything is read or was stopped. */
  result: () => Result | Promise<Result>;
  /** Memory in the result that another thread may have for its own, instead of a copy. */
  memoryOf?: (result: Result) => ArrayBuffer[];
}

/** Where the bytes of objects go, and who is told of them. */
export interface ObjectsRun extends Omit<ObjectsWork<unknown>, 'result' | 'memoryOf'> {
  dataset: Dataset;
  reading: ReadingRequest;
  /** Added to. */
  total: ReadTotal;
  signal: AbortSignal;
  /** Stored bytes read since the last call; they add up to no more than the listed sizes. */
  onBytes: (stored: number) => void;
  /** An object is done with. */
  onObject: () => void;
}

/** No objects read yet. */
export function emptyTotal(): ReadTotal {
  return { objects: 0, bytes: 0, damaged: 0, unreadable: 0, unconfirmedLines: 0, lost: [] };
}

/** Adds `more` to `total`. */
export function addTotal(total: ReadTotal, more: ReadTotal): void {
  for (const key of ['objects', 'bytes', 'damaged', 'unreadable', 'unconfirmedLines'] as const) total[key] += more[key];
  total.lost = lostObjects([...total.lost, ...more.lost]);
}

/** How objects are read in this thread alone. */
export interface AloneRun extends ObjectsRun {
  /** Whether objects are read one after the other, in order. @default false */
  inOrder?: boolean | undefined;
  /** Decides on an object that shows that none of its destination can be read: throws, or notes it and the run goes on. */
  onFailure: (item: SourceObject, error: HeadgateError) => void;
}

/** Reads objects. @throws HeadgateError what `onFailure` throws */
export async function replayObjects(items: Items<SourceObject>, run: AloneRun): Promise<void> {
  const readOne = async (item: SourceObject): Promise<void> => {
    if (run.signal.aborted) return;
    try {
      await replayObject(item, run);
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      run.onFailure(item, error);
    }
  };
  if (run.inOrder === true) {
    for (const item of items) await readOne(item);
    return;
  }
  const rest = items[Symbol.iterator]();
  await readInFlight(new InFlight({ isRemote: run.emitter?.isRemote }), () => rest.next().value, readOne);
}

/**
 * Reads one object.
 * @throws HeadgateError where no object of the destination could be read, or where it is another file than logs (`not-logs`); the
 * object then is not done, and either ends the run or is given to {@link noteUnreadable} or {@link countNotLogs}
 */
export async function replayObject(item: SourceObject, run: ObjectsRun): Promise<ObjectEnd> {
  const { pass, dataset, reading, total } = run;
  const { object, range } = item;
  const options = readerOptionsOf(item, dataset, reading);
  const emission = run.emitter?.openObject(item);
  const halt = range === undefined ? new Halt() : undefined;
  const reader = pass.openObject(
    object.name,
    range === undefined ? { ...options, halt } : { ...options, offset: range.start },
    emission?.onKept,
  );
  // Of the parts of a file, the first stands for it.
  const isFirst = range === undefined || range.start === 0;
  if (isFirst) total.objects += 1;
  const bytes = range === undefined ? object.bytes : Math.min(range.end, object.bytes!) - range.start;
  let damage: ObjectDamage | undefined;
  let toCome = bytes ?? Number.POSITIVE_INFINITY;
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
  // The listed size where it was read to its end: a damaged object is read twice, the beginning of a plain file too.
  total.bytes += end === 'stopped' ? Math.min(stored, bytes ?? stored) : (bytes ?? stored);
  if (end === 'stopped') return end;
  damage ??= reader.damage;
  const outcome = end === 'whole' && damage !== undefined ? 'damaged' : end;
  if (damage !== undefined) total.lost.push(lostObject(object.name, damage));
  if (damage !== undefined && isCorrupt(damage.code)) total.unconfirmedLines += reader.linesRead;
  // Whoever has all parts of a file counts it once.
  if (range === undefined) countEnd(total, outcome);
  if (isFirst) run.onObject();
  return outcome;
}

/** How an object is read. A record_template, or objects around the fields, may make lines look like anything. */
export function readerOptionsOf(
  { outputOptions, csvConflict, isOfTemplate = false, unwrap }: SourceObject,
  dataset: Dataset,
  reading: ReadingRequest,
): ReturnType<typeof readerOptionsFor> {
  const { isCertain = false } = reading;
  const flags = { ...reading, isCertain: isCertain || isOfTemplate || unwrap !== undefined, csvConflict };
  const options = readerOptionsFor(dataset, flags, outputOptions);
  return unwrap === undefined ? options : { ...options, unwrap };
}

/** Whether lines may begin like HTML or XML, since flags or a record_template say how they look. */
export function isMarkupRead({ isOfTemplate = false }: SourceObject, { isCertain = false }: ReadingRequest): boolean {
  return isCertain || isOfTemplate;
}

/** Reads records here, not in the kernel, and no faster than they are written. */
function emitting({ push, end, close }: ObjectReplay, { settled }: ObjectEmission): ObjectReader {
  return { push, end, close, settled };
}

/** Counts what became of an object. */
export function countEnd(total: ReadTotal, end: ObjectEnd): void {
  if (end === 'unreadable') total.unreadable += 1;
  else if (end === 'damaged') total.damaged += 1;
}

function lostObject(object: string, { code, offset, message }: ObjectDamage): ReadTotal['lost'][number] {
  return { object, code, offset, message };
}

/** Counts an object as unreadable: a key that expires in the middle must not cost what was read before. */
export function noteUnreadable(item: SourceObject, error: HeadgateError, run: ObjectsRun): void {
  const { object } = item;
  const { pass, dataset, reading, total } = run;
  const reader = pass.openObject(object.name, readerOptionsOf(item, dataset, reading));
  const gone = { code: error.code, offset: 0, message: error.message };
  reader.problem(gone);
  total.bytes += object.bytes ?? 0;
  total.unreadable += 1;
  total.lost.push(lostObject(object.name, gone));
  run.onObject();
}

/** Counts an object that is none of logs as read; its pass was told what it is. */
export function countNotLogs({ object }: SourceObject, { total, onObject }: ObjectsRun): void {
  total.bytes += object.bytes ?? 0;
  onObject();
}
