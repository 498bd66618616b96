// A file, and standard input, as destinations of a single object.
import { close, constants, fstat, open } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { HeadgateError } from '../../../base/index.ts';
import type { Destination, StoredObject } from '../destination.ts';
import { single } from '../listing/listing.ts';
import type { FileLocation, StdinLocation } from '../location/location.ts';
import { ObjectReadError } from '../object-finding.ts';
import { readFile, rejectFile } from './local-file.ts';

/** Opens a file that the user named: never pruned, never skipped. */
export function fileDestination(location: FileLocation): Destination {
  const { path, singleUse, display } = location;
  return {
    location,
    async list(_range, options) {
      options?.signal?.throwIfAborted();
      const entry = singleUse
        ? undefined
        : await stat(path).catch(({ code }: NodeJS.ErrnoException) => {
            // Opening the file reports any other reason.
            if (code === 'ENOENT' || code === 'ENOTDIR')
              throw new HeadgateError('no-objects', `cannot read ${display}: the file no longer exists`);
          });
      if (entry?.isDirectory() === true)
        throw new HeadgateError('no-objects', `cannot read ${display}: found a folder, expected a file`);
      const object: StoredObject = { name: path, key: path };
      if (singleUse) object.singleUse = true;
      if (entry !== undefined) object.bytes = entry.size;
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

/**
 * How long to wait after the end of a pipe for a signal: Ctrl-C also ends the process that writes to the pipe, and the
 * input is then incomplete. Milliseconds; ours.
 */
const SIGNAL_WAIT_MS = 50;

/**
 * Streams the bytes of a pipe, or of another file that can be read only once (`<(zcat …)`, a FIFO, a terminal), until all its writers have
 * closed it. A pipe may stay silent forever, so no thread waits for it: such a thread cannot be stopped and would keep the process alive.
 * @throws ObjectReadError if it is gone, denied or fails
 */
async function* readPipe(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  const descriptor = await promisify(open)(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(rejectFile);
  const stream = await streamOf(descriptor);
  if (stream === undefined) {
    await promisify(close)(descriptor);
    return yield* readFile(path, { signal });
  }
  if (signal !== undefined) addAbortSignal(signal, stream);
  try {
    yield* stream as AsyncIterable<Uint8Array>;
    await wait(SIGNAL_WAIT_MS, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    rejectFile(error as NodeJS.ErrnoException);
  } finally {
    stream.destroy();
  }
}

/** @returns undefined for a device that never blocks */
async function streamOf(descriptor: number): Promise<Readable | undefined> {
  if (isatty(descriptor)) return new ReadStream(descriptor);
  const entry = await promisify(fstat)(descriptor);
  return entry.isFIFO() || entry.isSocket()
    ? new Socket({ fd: descriptor, readable: true, writable: false })
    : undefined;
}
