// Opens a file on disk, or stdin, as a stream of bytes; failures of one file become ObjectReadErrors.
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

function refuse(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new ObjectReadError('object-gone', 'the file is no longer there');
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    throw new ObjectReadError('object-denied', 'the system refuses to open the file');
  }
  throw new ObjectReadError(
    'read-failed',
    `the file could not be read on: the system says ${error.code ?? error.message}`,
  );
}
