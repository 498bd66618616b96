// Reads a file on disk as a stream, or a small one at once; failures of one file become ObjectReadErrors. Opens and
// first reads are synchronous: the thread pool took 0.4 ms per small file, ten times as long as the calls themselves.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { NO_READ_PERMISSION, printCount, readReason } from '../../../base/index.ts';
import type { OpenOptions } from '../destination.ts';
import { type ObjectFindingCode, ObjectReadError } from '../object-finding.ts';
import { afterDescriptorFreed, isTooManyOpen } from './descriptors.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Bytes per read without caller buffers. 256 KiB took 10 % more time. */
const FILE_CHUNK_BYTES = 512 * 1024;
/** Bytes per read at the start of a file without caller buffers: most small files fit. */
const FIRST_CHUNK_BYTES = 32 * 1024;
/** Flags to open files with. Without O_NONBLOCK a pipe that replaced a listed file would block the thread forever. */
const OPEN_FLAGS: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Replaces bytes of a file name that are not UTF-8, in Node. */
const REPLACEMENT = '\ufffd';

/**
 * Streams the bytes of a file. Reads in this thread: the system reads ahead anyway, and reads in the thread pool took 20 % more time (4 GB
 * of plain lines).
 * @param listedBytes its size when it was listed; a file that has grown is read to its new end
 * @throws ObjectReadError if the file is gone, denied, fails while being read, or has become shorter
 */
export async function* readFile(
  path: string,
  { signal, buffers = [], start, end = Number.POSITIVE_INFINITY }: OpenOptions = {},
  listedBytes = 0,
): AsyncGenerator<Uint8Array> {
  await yieldToEventLoop();
  signal?.throwIfAborted();
  const file = await openFile(path, signal);
  let at = start ?? 0;
  try {
    for (let turn = 0; ; turn += 1) {
      await yieldToEventLoop();
      signal?.throwIfAborted();
      const buffer =
        buffers[turn % buffers.length] ?? Buffer.allocUnsafeSlow(turn === 0 ? FIRST_CHUNK_BYTES : FILE_CHUNK_BYTES);
      const bytes = readAt(file, buffer, Math.min(buffer.length, end - at), start === undefined ? null : at);
      if (bytes === 0) break;
      at += bytes;
      yield buffer.subarray(0, bytes);
      // It ended at the listed size: a read that only finds the end took a tenth of the time of a one-line file.
      if (bytes < buffer.length && at === listedBytes) break;
    }
  } finally {
    closeSync(file);
  }
  if (at < Math.min(listedBytes, end)) {
    throw new ObjectReadError(
      'object-changed',
      `the file ends at byte ${printCount(at)} of the ${printCount(listedBytes)} that were listed; run the command again when nothing writes to it`,
    );
  }
}

async function openFile(path: string, signal: AbortSignal | undefined): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openSync(path, OPEN_FLAGS);
    } catch (error) {
      if (!isTooManyOpen(error) || !(await afterDescriptorFreed(attempt, signal))) {
        return rejectFile(error as NodeJS.ErrnoException, path);
      }
    }
  }
}

function readAt(file: number, buffer: Uint8Array, length: number, position: number | null): number {
  try {
    return readSync(file, buffer, 0, length, position);
  } catch (error) {
    return rejectFile(error as NodeJS.ErrnoException);
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

const DENIED: [ObjectFindingCode, string] = ['object-denied', NO_READ_PERMISSION];
const NO_DESCRIPTOR: [ObjectFindingCode, string] = ['too-many-open', readReason({ code: 'EMFILE' })];

/** The finding and its message, by the code of the system error. */
const FINDINGS: Readonly<Record<string, [ObjectFindingCode, string]>> = {
  ENOENT: ['object-gone', 'the file no longer exists, or it is a broken link'],
  EACCES: DENIED,
  EPERM: DENIED,
  EMFILE: NO_DESCRIPTOR,
  ENFILE: NO_DESCRIPTOR,
  // A folder is opened only if it could not be listed.
  EISDIR: ['object-denied', 'the folder could not be listed'],
};

/** Converts a system error of one file. @throws ObjectReadError always */
export function rejectFile(error: NodeJS.ErrnoException, path = ''): never {
  if (error.code === 'ENOENT' && path.includes(REPLACEMENT)) {
    throw new ObjectReadError('object-name', 'its name is not valid UTF-8; rename the file');
  }
  const [code, message] = FINDINGS[error.code ?? ''] ?? ['read-failed', `reading failed: ${readReason(error)}`];
  throw new ObjectReadError(code, message);
}
