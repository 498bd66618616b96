// Splits a large plain file at line ends into parts for several threads. Only files on disk, and only NDJSON: all else must be
// read from its beginning.
import type { Items } from '../../base/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { openStored } from '../destination/index.ts';
import { isMarkupRead, type ReadingFlags, readerOptionsOf } from '../objects/index.ts';
import { createRecordReader, MAX_LINE_BYTES, type RecordSink } from '../record/index.ts';
import type { LineRange, SourceObject } from '../sources/index.ts';

/** Approximate size of a part: small enough for all threads to end together. Bytes; ours. */
const PART_BYTES = 64 * 1024 * 1024;
/** Bytes read at a time in search of a line end. */
const PROBE_BYTES = 16 * 1024;
const LF = 10;
const NOWHERE: RecordSink = { record() {}, blank() {}, malformed() {}, remark() {} };

/** How files are read, and the size of their parts. */
export interface SplitOptions {
  dataset: Dataset;
  reading: ReadingFlags;
  signal: AbortSignal;
  /** @default PART_BYTES */
  partBytes?: number | undefined;
}

/** Replaces each large plain file by its parts, in order. A file that cannot be read stays whole: reading it reports why. */
export async function splitLargeFiles(
  items: Items<SourceObject>,
  { dataset, reading, signal, partBytes = PART_BYTES }: SplitOptions,
): Promise<Items<SourceObject>> {
  if (!hasLarge(items, partBytes)) return items;
  const parts: SourceObject[] = [];
  for (const item of items) {
    const count = Math.floor((item.object.bytes ?? 0) / partBytes);
    const isLarge = count > 1 && isOnDisk(item) && !signal.aborted;
    const ranges = isLarge && (await isPlainLines(item, dataset, reading)) ? await cutAtLines(item, count, signal) : [];
    if (ranges.length < 2) parts.push(item);
    else parts.push(...ranges.map((range) => ({ ...item, range })));
  }
  return parts;
}

/** Without a large file, a list of very many small ones is not copied. */
function hasLarge(items: Items<SourceObject>, partBytes: number): boolean {
  for (const { object } of items) if ((object.bytes ?? 0) >= 2 * partBytes) return true;
  return false;
}

function isOnDisk({ destination, object }: SourceObject): boolean {
  const { kind } = destination.location;
  return (kind === 'file' || kind === 'folder') && object.singleUse !== true;
}

/** Whether a part of an object can be read alone: it is a file of NDJSON that is not compressed, or its lines are in columns. */
export async function isReadInParts(item: SourceObject, dataset: Dataset, reading: ReadingFlags): Promise<boolean> {
  const runs = item.destination.columnsOf?.(item.object, dataset.name);
  // Lines without all of their values are read from their own object.
  const isInColumns = runs?.every(({ part }) => part.withheld.size === 0) === true;
  return (isInColumns || isOnDisk(item)) && (await isPlainLines(item, dataset, reading));
}

/** Reads as much of the file as it takes to detect its shape. */
async function isPlainLines(item: SourceObject, dataset: Dataset, reading: ReadingFlags): Promise<boolean> {
  const records = createRecordReader(readerOptionsOf(item, dataset, reading), NOWHERE);
  try {
    const stored = await openStored(item.destination, item.object, {}, isMarkupRead(item, reading));
    if (stored.compression !== 'none') {
      await stored.close();
      return false;
    }
    for await (const chunk of stored.bytes()) {
      records.push(chunk);
      if (records.shape !== undefined) return records.shape === 'ndjson';
    }
  } catch {
    // Reading the object reports it, as it does a file other than logs.
  }
  return false;
}

async function cutAtLines(item: SourceObject, count: number, signal: AbortSignal): Promise<LineRange[]> {
  const bytes = item.object.bytes!;
  const cuts: number[] = [0];
  try {
    for (let part = 1; part < count; part += 1) {
      const wanted = Math.max(Math.floor((bytes * part) / count), cuts.at(-1)!);
      const cut = await lineEndAfter(item, wanted, signal);
      if (cut !== undefined && cut > cuts.at(-1)! && cut < bytes) cuts.push(cut);
    }
  } catch {
    // The parts found so far are used.
  }
  // The last part of a whole file has no end: lines appended in the meantime belong to it, as without parts.
  return cuts.map((start, index) => ({ start, end: cuts[index + 1] ?? item.range?.end ?? Number.POSITIVE_INFINITY }));
}

/** Returns the offset of the first line that begins after a place; undefined if none begins within the maximum line length. */
async function lineEndAfter(
  { destination, object }: SourceObject,
  place: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const buffers = [Buffer.alloc(PROBE_BYTES), Buffer.alloc(PROBE_BYTES)];
  let at = place;
  for await (const chunk of destination.open(object, { signal, buffers, start: place, end: place + MAX_LINE_BYTES })) {
    const lineEnd = chunk.indexOf(LF);
    if (lineEnd >= 0) return at + lineEnd + 1;
    at += chunk.length;
  }
  return undefined;
}
