// Measures the time of reading alone. For a bucket or standard input, this is the time of the only read; files on disk are read again
// into the same few buffers, as a replay reads them.
import { secondsOf } from './bench-clock.ts';
import type { HeldObject, HeldPart } from './bench-part.ts';
import { median } from './bench-rounds.ts';

/** Number of reads of files, whose median is reported. The bytes come from the system's cache. */
const READINGS = 3;
/** Buffer size, equal to that of src/input/destination. Bytes. */
const BUFFER_BYTES = 512 * 1024;

/** Measures the wall time of reading the measured objects. @param held objects of `part`, or fewer */
export async function timeReading(part: HeldPart, held: readonly HeldObject[], signal: AbortSignal): Promise<number> {
  if (!held.every(isOnDisk)) return part.readSeconds * (bytesOf(held) / bytesOf(part.objects));
  const buffers = [new Uint8Array(BUFFER_BYTES), new Uint8Array(BUFFER_BYTES)];
  const readAll = async (): Promise<void> => {
    for (const { origin, bytes } of held) {
      for await (const _ of origin.destination.open(origin.object, { signal, buffers, start: 0, end: bytes }));
    }
  };
  const times: number[] = [];
  while (times.length < READINGS) times.push(await secondsOf('wall', readAll));
  return median(times);
}

/** Whether the object can be read again without cost. */
export function isOnDisk({ origin: { destination, object } }: HeldObject): boolean {
  const { kind } = destination.location;
  return object.singleUse !== true && (kind === 'file' || kind === 'folder');
}

/** Bytes as stored. */
export function bytesOf(held: readonly HeldObject[]): number {
  return held.reduce((sum, { bytes }) => sum + bytes, 0);
}
