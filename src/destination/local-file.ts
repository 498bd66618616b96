// Opens a file on disk as a stream of bytes; failures of one file become ObjectReadErrors.
import { open } from 'node:fs/promises';
import { ObjectReadError } from './object-finding.ts';

/** Bytes asked for in one read: one such buffer is held per open file. */
const FILE_CHUNK_BYTES = 256 * 1024;

/** The bytes of a file. @throws ObjectReadError when it is gone, refused or breaks off */
export async function* readFile(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const file = await open(path).catch(refuse);
  try {
    for (;;) {
      // A new buffer each time: those who were given one may keep it.
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(FILE_CHUNK_BYTES)).catch(refuse);
      signal?.throwIfAborted();
      if (bytesRead === 0) return;
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
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
  throw new ObjectReadError('read-failed', `it could not be read on: the system says ${error.code ?? error.message}`);
}
