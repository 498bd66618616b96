// The progress of a run: objects, stored bytes, lines. Prints nothing.
import type { Destination } from '../destination/index.ts';

/** Figures of a run in progress. */
export interface Progress {
  objects: number;
  objectsInAll: number;
  /** Bytes as stored. */
  bytes: number;
  /** 0 when unknown (standard input). */
  bytesInAll: number;
  lines: number;
}

/** The progress before anything is read. */
export function startProgress(objectsInAll = 0, bytesInAll = 0): Progress {
  return { objects: 0, objectsInAll, bytes: 0, bytesInAll, lines: 0 };
}

/** Wraps a destination to report every stored byte when it is read. */
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
