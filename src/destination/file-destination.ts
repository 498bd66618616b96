// One file, and standard input, as destinations of a single object.
import { stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import type { Destination, StoredObject } from './destination.ts';
import { single, timesOf } from './listing.ts';
import { readFile } from './local-file.ts';
import type { FileLocation, StdinLocation } from './location.ts';
import { ObjectReadError } from './object-finding.ts';

/** One file, named outright: never pruned, never skipped. */
export function fileDestination(location: FileLocation): Destination {
  return {
    location,
    async list() {
      const found = location.once ? undefined : await stat(location.path).catch(() => undefined);
      const object: StoredObject = {
        name: location.path,
        key: location.path,
        ...(location.once ? { once: true } : {}),
        ...(found === undefined ? {} : { bytes: found.size }),
        ...timesOf(location.path),
      };
      return single(object);
    },
    open: (object, options) => readFile(object.key, options?.signal),
  };
}

/** Standard input. @param input where the bytes come from @default process.stdin */
export function stdinDestination(location: StdinLocation, input?: AsyncIterable<Uint8Array>): Destination {
  return {
    location,
    list: async () => single({ name: 'stdin', key: 'stdin', once: true }),
    async *open(_object, { signal } = {}) {
      signal?.throwIfAborted();
      // A terminal may stay silent for ever: only closing it ends the wait.
      if (input === undefined && signal !== undefined) addAbortSignal(signal, process.stdin);
      try {
        yield* input ?? process.stdin;
      } catch (error) {
        signal?.throwIfAborted();
        throw new ObjectReadError('read-failed', `standard input broke off: ${(error as Error).message}`);
      }
    },
  };
}
