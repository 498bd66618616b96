// Opens a file on disk as a stream of bytes; failures of one file become ObjectReadErrors.
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { readReason } from '../base/index.ts';
import type { OpenOptions } from './destination.ts';
import { ObjectReadError } from './object-finding.ts';

/** Bytes asked for in one read where no buffers are given: two such chunks are held per open file. 256 KiB took 10 % more time. */
const FILE_CHUNK_BYTES = 512 * 1024;
/** Reads one after the other without letting anything else happen: signals, messages, other objects. */
const READS_AT_A_STRETCH = 16;

/**
 * The bytes of a file.
 * @param listedBytes its size when it was listed; one that has grown since is read as it is
 * @throws ObjectReadError when it is gone, refused, breaks off or has become shorter
 */
export async function* readFile(path: string, options: OpenOptions = {}, listedBytes = 0): AsyncGenerator<Uint8Array> {
  options.signal?.throwIfAborted();
  const file = await open(path).catch(refuse);
  let at = options.start ?? 0;
  try {
    const chunks = options.buffers === undefined ? readAhead(file, options) : readInto(options.buffers, file, options);
    for await (const chunk of chunks) {
      at += chunk.length;
      yield chunk;
    }
  } finally {
    await file.close();
  }
  if (at < Math.min(listedBytes, options.end ?? Number.POSITIVE_INFINITY)) {
    throw new ObjectReadError('object-changed', `it ends after ${at} bytes and had ${listedBytes} when it was listed`);
  }
}

/** Chunks of their own; while one is used, the next is read. */
async function* readAhead(
  file: FileHandle,
  { signal, start, end = Number.POSITIVE_INFINITY }: OpenOptions,
): AsyncGenerator<Uint8Array> {
  let position = start ?? (end === Number.POSITIVE_INFINITY ? null : 0);
  const read = async (): Promise<Uint8Array> => {
    const length = Math.min(FILE_CHUNK_BYTES, end - (position ?? 0));
    const { bytesRead, buffer } = await file
      .read(Buffer.allocUnsafeSlow(FILE_CHUNK_BYTES), { position, length })
      .catch(refuse);
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
  file: FileHandle,
  { signal, start = 0, end = Number.POSITIVE_INFINITY }: OpenOptions,
): AsyncGenerator<Uint8Array> {
  let at = start;
  for (let turn = 0; ; turn += 1) {
    if (turn % READS_AT_A_STRETCH === READS_AT_A_STRETCH - 1) await setImmediate();
    signal?.throwIfAborted();
    const buffer = buffers[turn % buffers.length]!;
    const bytes = readAt(file, buffer, Math.min(buffer.length, end - at), at);
    if (bytes === 0) return;
    at += bytes;
    yield buffer.subarray(0, bytes);
  }
}

function readAt(file: FileHandle, buffer: Uint8Array, length: number, position: number): number {
  try {
    return readSync(file.fd, buffer, 0, length, position);
  } catch (error) {
    return refuse(error as NodeJS.ErrnoException);
  }
}

/** Tells what the system said of one file. @throws ObjectReadError always */
export function refuse(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT')
    throw new ObjectReadError('object-gone', 'the file is no longer there, or its link leads nowhere');
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    throw new ObjectReadError('object-denied', 'the system refuses to open it');
  }
  // A folder is opened only where it could not be listed.
  if (error.code === 'EISDIR') throw new ObjectReadError('object-denied', 'it is a folder and could not be listed');
  throw new ObjectReadError('read-failed', `it could not be read on: ${readReason(error)}`);
}
