// Opens a file on disk as a stream of bytes; failures of one file become ObjectReadErrors. Opens and first reads are
// synchronous: the thread pool took 0.4 ms for each small file, ten times as long as the calls themselves.
import { closeSync, constants, openSync, read as readCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { printCount, printPlural, readReason } from '../../base/index.ts';
import type { OpenOptions } from '../destination.ts';
import { ObjectReadError } from '../object-finding.ts';
import { afterDescriptorFreed, isTooManyOpen } from './descriptors.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Bytes asked for in one read where no buffers are given: two such chunks are held per open file. 256 KiB took 10 % more time. */
const FILE_CHUNK_BYTES = 512 * 1024;
/** Bytes asked for in the first reads of a file where no buffers are given: most small files fit. */
const FIRST_CHUNK_BYTES = 32 * 1024;
/** How files are opened. Without O_NONBLOCK a pipe that has taken the place of a listed file would block the thread for ever. */
const OPEN_FLAGS: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** What Node puts in place of bytes of a name that are not UTF-8. */
const REPLACEMENT = '\ufffd';

const readAsync = promisify(readCallback);

/**
 * The bytes of a file.
 * @param listedBytes its size when it was listed; one that has grown since is read as it is
 * @throws ObjectReadError when it is gone, refused, breaks off or has become shorter
 */
export async function* readFile(path: string, options: OpenOptions = {}, listedBytes = 0): AsyncGenerator<Uint8Array> {
  await yieldToEventLoop();
  options.signal?.throwIfAborted();
  const file = await openFile(path, options.signal);
  let at = options.start ?? 0;
  try {
    const chunks =
      options.buffers === undefined
        ? readAhead(file, options, listedBytes)
        : readInto(options.buffers, file, options, listedBytes);
    for await (const chunk of chunks) {
      at += chunk.length;
      yield chunk;
    }
  } finally {
    closeSync(file);
  }
  if (at < Math.min(listedBytes, options.end ?? Number.POSITIVE_INFINITY)) {
    throw new ObjectReadError(
      'object-changed',
      `it ends after ${printPlural(at, 'byte')} and had ${printCount(listedBytes)} when it was listed`,
    );
  }
}

async function openFile(path: string, signal: AbortSignal | undefined): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openSync(path, OPEN_FLAGS);
    } catch (error) {
      if (!isTooManyOpen(error) || !(await afterDescriptorFreed(attempt, signal))) {
        return refuse(error as NodeJS.ErrnoException, path);
      }
    }
  }
}

/** Chunks of their own; from the first full one on, the next is read while one is used. */
async function* readAhead(
  file: number,
  { signal, start, end = Number.POSITIVE_INFINITY }: OpenOptions,
  listedBytes: number,
): AsyncGenerator<Uint8Array> {
  let position = start ?? (end === Number.POSITIVE_INFINITY ? null : 0);
  let at = start ?? 0;
  for (let isFull = false; !isFull; ) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const buffer = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
    const bytes = readAt(file, buffer, Math.min(buffer.length, end - (position ?? 0)), position);
    if (bytes === 0) return;
    if (position !== null) position += bytes;
    at += bytes;
    yield buffer.subarray(0, bytes);
    isFull = bytes === buffer.length;
    if (!isFull && isListedEnd(at, listedBytes)) return;
  }
  const read = async (): Promise<Uint8Array> => {
    const length = Math.min(FILE_CHUNK_BYTES, end - (position ?? 0));
    const { bytesRead, buffer } = await readAsync(
      file,
      Buffer.allocUnsafeSlow(FILE_CHUNK_BYTES),
      0,
      length,
      position,
    ).catch(refuse);
    if (position !== null) position += bytesRead;
    return bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
  };
  let ahead = read();
  try {
    for (;;) {
      const chunk = await ahead;
      signal?.throwIfAborted();
      if (chunk.length === 0) return;
      ahead = read();
      // Whoever awaits it is told; whoever has stopped reading is not.
      ahead.catch(() => {});
      yield chunk;
    }
  } finally {
    await ahead.catch(() => {});
  }
}

/**
 * Chunks in the caller's buffers, read in this thread: to have others read and be told of it took 20 % more time (4 GB of
 * plain lines). The system reads ahead on its own.
 */
async function* readInto(
  buffers: readonly Uint8Array[],
  file: number,
  { signal, start = 0, end = Number.POSITIVE_INFINITY }: OpenOptions,
  listedBytes: number,
): AsyncGenerator<Uint8Array> {
  let at = start;
  for (let turn = 0; ; turn += 1) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const buffer = buffers[turn % buffers.length]!;
    const bytes = readAt(file, buffer, Math.min(buffer.length, end - at), at);
    if (bytes === 0) return;
    at += bytes;
    yield buffer.subarray(0, bytes);
    if (bytes < buffer.length && isListedEnd(at, listedBytes)) return;
  }
}

/**
 * Whether a read that did not fill its buffer was the last one: it ended where the listed file ends. A read that only finds the end
 * took a tenth of the time of a file of one line. A file that has grown or was cut is read until nothing comes.
 */
function isListedEnd(at: number, listedBytes: number): boolean {
  return at > 0 && at === listedBytes;
}

function readAt(file: number, buffer: Uint8Array, length: number, position: number | null): number {
  try {
    return readSync(file, buffer, 0, length, position);
  } catch (error) {
    return refuse(error as NodeJS.ErrnoException);
  }
}

/**
 * All bytes of a file.
 * @param listedBytes its size when it was listed
 * @returns undefined where it fails, does not fit into `buffer` with a byte to spare, or has another size
 */
export function readWholeFile(path: string, buffer: Uint8Array, listedBytes = 0): Uint8Array | undefined {
  if (listedBytes === 0 || listedBytes >= buffer.length) return undefined;
  let file: number | undefined;
  try {
    file = openSync(path, OPEN_FLAGS);
    const bytes = readSync(file, buffer, 0, buffer.length, 0);
    return bytes === listedBytes ? buffer.subarray(0, bytes) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Tells what the system said of one file. @throws ObjectReadError always */
export function refuse(error: NodeJS.ErrnoException, path = ''): never {
  if (error.code === 'ENOENT' && path.includes(REPLACEMENT)) {
    throw new ObjectReadError('object-name', 'its name is not valid UTF-8, so it cannot be opened; rename it');
  }
  if (error.code === 'ENOENT')
    throw new ObjectReadError('object-gone', 'the file is no longer there, or its link leads nowhere');
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    throw new ObjectReadError('object-denied', 'the system refuses to open it');
  }
  if (isTooManyOpen(error)) {
    const told = 'the system opens no more files for this process; raise its limit, for example with ulimit -n 1024';
    throw new ObjectReadError('too-many-open', told);
  }
  // A folder is opened only where it could not be listed.
  if (error.code === 'EISDIR') throw new ObjectReadError('object-denied', 'it is a folder and could not be listed');
  throw new ObjectReadError('read-failed', `it could not be read on: ${readReason(error)}`);
}
