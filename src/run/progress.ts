// How far a run is: objects, stored bytes, lines. Counts what passes; shows nothing.
import type { Destination } from '../destination/index.ts';

/** Figures of a run under way. */
export interface Progress {
  objects: number;
  objectsInAll: number;
  /** Bytes as stored. */
  bytes: number;
  /** 0 when unknown (standard input). */
  bytesInAll: number;
  lines: number;
}

/** Nothing done yet. */
export function startProgress(objectsInAll = 0, bytesInAll = 0): Progress {
  return { objects: 0, objectsInAll, bytes: 0, bytesInAll, lines: 0 };
}

/** The same destination, with every stored byte reported as it is read. */
export function countStored(destination: Destination, onBytes: (bytes: number) => void): Destination {
  return {
    location: destination.location,
    list: (range, options) => destination.list(range, options),
    async *open(object, options) {
      for await (const chunk of destination.open(object, options)) {
        onBytes(chunk.length);
        yield chunk;
      }
    },
  };
}
