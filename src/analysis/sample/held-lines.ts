// The lines of a draw as plain data, which threads transfer without copying memory.
import { readSync } from 'node:fs';
import type { LineSpace } from './line-space.ts';

/** Lines stored in segments, each in memory or in a file. */
export interface HeldLines {
  /** Undefined: in the file. */
  segments: (Uint8Array<ArrayBuffer> | undefined)[];
  /** By segment: where it begins in the file, if it is there. Bytes. */
  filePlaces: Float64Array<ArrayBuffer>;
  /** By line: its segment, where it begins there, and its bytes. */
  segmentOf: Uint32Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  lengths: Uint32Array<ArrayBuffer>;
}

/** No lines. */
export function noLines(): HeldLines {
  const none = (): Uint32Array<ArrayBuffer> => new Uint32Array(0);
  return { segments: [], filePlaces: new Float64Array(0), segmentOf: none(), starts: none(), lengths: none() };
}

/** Joins the lines of several stores that share a file. */
export function joinLines(parts: readonly HeldLines[]): HeldLines {
  let before = 0;
  const segmentOf = parts.map((part) => {
    const first = before;
    before += part.segments.length;
    return part.segmentOf.map((segment) => segment + first);
  });
  return {
    segments: parts.flatMap(({ segments }) => segments),
    filePlaces: Float64Array.from(parts.flatMap(({ filePlaces }) => [...filePlaces])),
    segmentOf: joinNumbers(segmentOf),
    starts: joinNumbers(parts.map(({ starts }) => starts)),
    lengths: joinNumbers(parts.map(({ lengths }) => lengths)),
  };
}

/** Returns the lines with the given numbers, in that order. */
export function selectLines(lines: HeldLines, numbers: readonly number[]): HeldLines {
  const select = (of: Uint32Array): Uint32Array<ArrayBuffer> => Uint32Array.from(numbers, (number) => of[number]!);
  return {
    ...lines,
    segmentOf: select(lines.segmentOf),
    starts: select(lines.starts),
    lengths: select(lines.lengths),
  };
}

/** The buffers of lines that can be transferred to another thread. */
export function memoryOfLines(lines: HeldLines): ArrayBuffer[] {
  return [
    ...lines.segments.filter((segment) => segment !== undefined),
    lines.segmentOf,
    lines.starts,
    lines.lengths,
  ].map(({ buffer }) => buffer);
}

/** Decodes a line. Decoding is exact: a line that is not UTF-8 is not a record. */
export function readLine(lines: HeldLines, number: number, { file }: Pick<LineSpace, 'file'>): string {
  const segment = lines.segmentOf[number]!;
  const start = lines.starts[number]!;
  const length = lines.lengths[number]!;
  const held = lines.segments[segment];
  if (held !== undefined) return Buffer.from(held.buffer, start, length).toString('utf8');
  const bytes = Buffer.allocUnsafe(length);
  const place = lines.filePlaces[segment]! + start;
  for (let done = 0; done < length; ) {
    const read = readSync(file as number, bytes, done, length - done, place + done);
    if (read === 0) throw new Error(`cannot read the temporary file: found its end, expected a line at ${place}`);
    done += read;
  }
  return bytes.toString('utf8');
}

function joinNumbers(parts: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  const joined = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let before = 0;
  for (const part of parts) {
    joined.set(part, before);
    before += part.length;
  }
  return joined;
}
