// Reads the part of a source that is measured into memory: objects from all over the source, read once, so that every pass reads
// the same bytes without a network, and selects as much of it as can be measured in the given time.
import pMap from 'p-map';
import { HeadgateError } from '../../base/index.ts';
import { ObjectReadError, openStored } from '../../input/destination/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { type PassSettings, type ReplayPass, replayPass } from './bench-pass.ts';
import { chooseClock, secondsOf } from './bench-rounds.ts';

const LF = 10;
/** Number of passes that fit the part to the time: the code gets faster as it runs, and the first lines of an object are the slowest. */
const TURNS = 6;
/** Minimum size to measure, if there is as much. Bytes as stored; ours. */
const LEAST_BYTES = 64 * 1024;
/** Objects read into memory at the same time. */
const OBJECTS_AT_A_TIME = 8;

/** An object, or the beginning of one, in memory. */
export interface HeldObject {
  /** The object in its source. */
  origin: SourceObject;
  /** As stored, in order. */
  chunks: readonly Uint8Array[];
  bytes: number;
  isCompressed: boolean;
  /** Whether it is only the beginning. Plain bytes then end after a line; of compressed ones the last member or frame is cut. */
  isCut: boolean;
}

/** The part of the source in memory. */
export interface HeldPart {
  objects: HeldObject[];
  /** Wall time of reading all objects, several at a time. */
  readSeconds: number;
  /** Number of objects that could not be read, and the message of the first. */
  unreadable: number;
  firstFailure: string | undefined;
}

/**
 * Reads objects into memory, up to `limit` stored bytes: whole objects from all over the source, or as much of the first as
 * fits.
 * @throws HeadgateError if no object of a destination could be read; `nothing-read` if none of the selected ones could
 */
export async function holdPart(items: readonly SourceObject[], limit: number, signal: AbortSignal): Promise<HeldPart> {
  const chosen = chooseObjects(items, limit);
  const failures: string[] = [];
  let left = limit;
  const started = performance.now();
  const held = await pMap(
    chosen,
    async (item) => {
      try {
        return await holdObject(item, signal, (bytes) => {
          const taken = Math.min(bytes, left);
          left -= taken;
          return taken;
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ObjectReadError)) throw error;
        failures.push(`${item.object.name}: ${error.message}`);
        return undefined;
      }
    },
    { concurrency: OBJECTS_AT_A_TIME },
  );
  const objects = held.filter((object) => object !== undefined);
  if (objects.length === 0) {
    const found = failures[0] ?? `no line that ends within ${limit} bytes; raise --bytes`;
    throw new HeadgateError('nothing-read', `cannot measure: none of the selected objects can be read: ${found}`);
  }
  return {
    objects,
    readSeconds: (performance.now() - started) / 1000,
    unreadable: failures.length,
    firstFailure: failures[0],
  };
}

/** Returns the object in the form that passes read: from memory. */
export function heldSource({ origin, chunks, bytes, isCompressed, isCut }: HeldObject): SourceObject {
  const { location, list } = origin.destination;
  return {
    ...origin,
    object: {
      ...origin.object,
      bytes,
      // Compressed bytes that were cut here need not be opened again to detect the cut.
      ...(isCut && isCompressed ? { singleUse: true } : {}),
    },
    destination: {
      location,
      list,
      async *open(_, { buffers } = {}) {
        for (const chunk of buffers === undefined ? chunks : copiesIn(buffers, chunks)) {
          // Bytes in memory arrive at once: without a turn of the event loop, Ctrl-C would never be handled.
          await new Promise(setImmediate);
          yield chunk;
        }
      },
    },
  };
}

/** Copies bytes into alternating buffers, as reading a file does. */
function* copiesIn(buffers: readonly Uint8Array[], chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  let turn = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; turn += 1) {
      const buffer = buffers[turn % buffers.length]!;
      const piece = chunk.subarray(at, at + buffer.length);
      buffer.set(piece);
      yield buffer.subarray(0, piece.length);
      at += piece.length;
    }
  }
}

/** Returns the beginning of an object in memory, at most `bytes`; undefined if not even one line fits. */
function cutHeld(held: HeldObject, bytes: number): HeldObject | undefined {
  if (bytes >= held.bytes) return held;
  const chunks: Uint8Array[] = [];
  let left = bytes;
  for (const chunk of held.chunks) {
    if (left === 0) break;
    chunks.push(chunk.subarray(0, left));
    left -= chunks.at(-1)!.length;
  }
  return endAtLine({ ...held, chunks, isCut: true });
}

/** Selects objects evenly over the source while their listed sizes stay below the limit, at least one. */
function chooseObjects(items: readonly SourceObject[], limit: number): SourceObject[] {
  const spread = items
    .map((item, index) => ({ item, place: halvingPlace(index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
  let bytes = 0;
  const tooMany = spread.findIndex(({ object }, index) => {
    bytes += object.bytes ?? 0;
    return index > 0 && bytes > limit;
  });
  return tooMany < 0 ? spread : spread.slice(0, tooMany);
}

/** Maps each index to [0, 1) by reversing its bits after the binary point. Sorting by it spreads any prefix evenly. */
function halvingPlace(index: number): number {
  let place = 0;
  for (let rest = index, half = 0.5; rest > 0; rest = Math.floor(rest / 2), half /= 2) place += (rest % 2) * half;
  return place;
}

/** @param take returns how many of the given bytes fit */
async function holdObject(
  item: SourceObject,
  signal: AbortSignal,
  take: (bytes: number) => number,
): Promise<HeldObject | undefined> {
  // The passes check the content.
  const stored = await openStored(item.destination, item.object, { signal }, true);
  const chunks: Uint8Array[] = [];
  let isCut = false;
  for await (const chunk of stored.bytes()) {
    const taken = take(chunk.length);
    if (taken > 0) chunks.push(chunk.subarray(0, taken));
    isCut = taken < chunk.length;
    if (isCut) break;
  }
  const held = { origin: item, chunks, bytes: bytesIn(chunks), isCompressed: stored.compression !== 'none', isCut };
  return isCut ? endAtLine(held) : held;
}

/** Removes the line that was cut. For compressed bytes, the reader does this. */
function endAtLine(held: HeldObject): HeldObject | undefined {
  const chunks = [...held.chunks];
  while (!held.isCompressed && chunks.length > 0) {
    const last = chunks.pop()!;
    const lineEnd = last.lastIndexOf(LF);
    if (lineEnd < 0) continue;
    chunks.push(last.subarray(0, lineEnd + 1));
    break;
  }
  return chunks.length === 0 ? undefined : { ...held, chunks, bytes: bytesIn(chunks) };
}

/**
 * Selects as many objects as a pass can read in the given time, at least the beginning of the first. Each trial pass reads as much as the
 * previous one would have read in that processor time.
 */
export async function fitPart(
  held: readonly HeldObject[],
  seconds: number,
  settings: PassSettings,
  pass: ReplayPass,
): Promise<HeldObject[]> {
  let fitting = firstBytes(held, LEAST_BYTES);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const tried = bytesOf(fitting);
    const taken = await secondsOf(chooseClock(true), () => replayPass(fitting.map(heldSource), settings, pass));
    fitting = firstBytes(held, Math.max(LEAST_BYTES, Math.floor((tried / taken) * seconds)));
  }
  return fitting;
}

/** Returns the first objects with at most `bytes` in total; if the first is larger, its beginning. */
function firstBytes(held: readonly HeldObject[], bytes: number): HeldObject[] {
  let before = 0;
  const tooMany = held.findIndex((object) => {
    before += object.bytes;
    return before > bytes;
  });
  if (tooMany === 0) return [cutHeld(held[0]!, bytes) ?? held[0]!];
  return tooMany < 0 ? [...held] : held.slice(0, tooMany);
}

/** Bytes as stored. */
export function bytesOf(held: readonly HeldObject[]): number {
  return held.reduce((sum, { bytes }) => sum + bytes, 0);
}

function bytesIn(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
