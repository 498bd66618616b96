// Reads a file on disk as a stream, or a small one at once; failures of one file become ObjectReadErrors. Opens and
// first reads are synchronous: the thread pool took 0.4 ms per small file, ten times as long as the calls themselves.
import { closeSync, constants, openSync, read as readCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { printCount, printPlural, readReason } from '../../../base/index.ts';
import type { OpenOptions } from '../destination.ts';
import { ObjectReadError } from '../object-finding.ts';
import { afterDescriptorFreed, isTooManyOpen } from './descriptors.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Bytes per read without caller buffers: each open file has two such buffers. 256 KiB took 10 % more time. */
const FILE_CHUNK_BYTES = 512 * 1024;
/** Bytes per read at the start of a file without caller buffers: most small files fit. */
const FIRST_CHUNK_BYTES = 32 * 1024;
/** Flags to open files with. Without O_NONBLOCK a pipe that replaced a listed file would block the thread forever. */
const OPEN_FLAGS: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Replaces bytes of a file name that are not UTF-8, in Node. */
const REPLACEMENT = '\ufffd';

const readAsync = promisify(readCallback);

/**
 * Streams the bytes of a file.
 * @param listedBytes its size when it was listed; a file that has grown is read to its new end
 * @throws ObjectReadError if the file is gone, denied, fails while being read, or has become shorter
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
      `found ${printPlural(at, 'byte')}, expected the ${printCount(listedBytes)} that were listed`,
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

/** Yields new chunks; from the first full one on, reads the next while one is in use. */
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
      // The caller that awaits it receives the error; one that has stopped reading does not.
      ahead.catch(() => {});
      yield chunk;
    }
  } finally {
    await ahead.catch(() => {});
  }
}

/**
 * Yields chunks in the caller's buffers, read in this thread: reads in the thread pool took 20 % more time (4 GB of
 * plain lines). The system reads ahead anyway.
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
 * Whether a read that did not fill its buffer was the last one: it ended at the listed size. A read that only finds the
 * end took a tenth of the time of a one-line file. A file that has grown or was cut is read until a read returns
 * nothing.
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
 * Reads a small file in one synchronous call chain, without reporting faults: {@link readFile} reads the file again and
 * reports them.
 * @param listedBytes its size when it was listed
 * @returns undefined if it fails, does not fit into `buffer` with a byte to spare, or has another size
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

/** Converts a system error of one file. @throws ObjectReadError always */
export function refuse(error: NodeJS.ErrnoException, path = ''): never {
  if (error.code === 'ENOENT' && path.includes(REPLACEMENT)) {
    throw new ObjectReadError('object-name', 'found a name that is not valid UTF-8, expected UTF-8; rename the file');
  }
  if (error.code === 'ENOENT')
    throw new ObjectReadError('object-gone', 'the file no longer exists, or it is a broken link');
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    throw new ObjectReadError(
      'object-denied',
      'found no permission to read it, expected read access; change its permissions',
    );
  }
  if (isTooManyOpen(error)) {
    const message =
      'found no free file descriptor for this process, expected at least one; raise the limit, for example with ulimit -n 1024';
    throw new ObjectReadError('too-many-open', message);
  }
  // A folder is opened only if it could not be listed.
  if (error.code === 'EISDIR') throw new ObjectReadError('object-denied', 'the folder could not be listed');
  throw new ObjectReadError('read-failed', `reading failed: ${readReason(error)}`);
}
