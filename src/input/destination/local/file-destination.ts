// A file, and standard input, as destinations of a single object.
import { stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import type { Destination, StoredObject } from '../destination.ts';
import { single } from '../listing/listing.ts';
import type { FileLocation, StdinLocation } from '../location/location.ts';
import { ObjectReadError } from '../object-finding.ts';
import { readFile } from './local-file.ts';
import { readPipe } from './local-pipe.ts';

/** Opens a file that the user named: never pruned, never skipped. */
export function fileDestination(location: FileLocation): Destination {
  const { path, singleUse } = location;
  return {
    location,
    async list(_range, options) {
      options?.signal?.throwIfAborted();
      const found = singleUse ? undefined : await stat(path).catch(() => undefined);
      const object: StoredObject = { name: path, key: path };
      if (singleUse) object.singleUse = true;
      if (found !== undefined) object.bytes = found.size;
      return single(object);
    },
    open: (object, options) =>
      singleUse ? readPipe(object.key, options?.signal) : readFile(object.key, options, object.bytes),
  };
}

/** Opens standard input. @param input source of the bytes @default process.stdin */
export function stdinDestination(location: StdinLocation, input?: AsyncIterable<Uint8Array>): Destination {
  return {
    location,
    async list(_range, options) {
      options?.signal?.throwIfAborted();
      return single({ name: 'stdin', key: 'stdin', singleUse: true });
    },
    async *open(_object, { signal } = {}) {
      signal?.throwIfAborted();
      // A terminal may stay silent forever: only closing it ends the wait.
      if (input === undefined && signal !== undefined) addAbortSignal(signal, process.stdin);
      try {
        yield* input ?? process.stdin;
      } catch (error) {
        signal?.throwIfAborted();
        throw new ObjectReadError('read-failed', `standard input failed before its end: ${(error as Error).message}`);
      }
    },
  };
}
