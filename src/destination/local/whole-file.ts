// Reads a small file on disk in one synchronous call chain. Reports no fault: local-file.ts reads again what fails here.
import { closeSync, openSync, readSync } from 'node:fs';
import { OPEN_FLAGS } from './local-file.ts';

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
