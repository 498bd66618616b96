// Opens a pipe or another file that can be read only once (`<(zcat …)`, a FIFO, a terminal) as a stream. A pipe may
// stay silent forever, so no thread waits for it: such a thread cannot be stopped and would keep the process alive.
import { close, constants, fstat, open } from 'node:fs';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { readFile, rejectFile } from './local-file.ts';

/**
 * How long to wait after the end of a pipe for a signal: Ctrl-C also ends the process that writes to the pipe, and the
 * input is then incomplete. Milliseconds; ours.
 */
const SIGNAL_WAIT_MS = 50;

/**
 * Streams the bytes of a pipe until all its writers have closed it.
 * @throws ObjectReadError if it is gone, denied or fails
 */
export async function* readPipe(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
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
  const found = await promisify(fstat)(descriptor);
  return found.isFIFO() || found.isSocket()
    ? new Socket({ fd: descriptor, readable: true, writable: false })
    : undefined;
}
