// Writes objects into a folder of this machine. A file is visible only when it is complete and on the disk: a reader, and
// the next start after a kill, never find half of one.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeReason } from '../../base/index.ts';
import { makeFolder } from '../../input/destination/index.ts';
import { abortReason, folderOfObject, pushFailed } from './object-path.ts';
import type { ObjectWriter } from './object-writer.ts';

/**
 * Creates the writer of a folder; creates no folder.
 * @param path absolute; may contain `{DATE}`
 */
export function folderWriter(path: string): ObjectWriter {
  const place = resolve(path);
  return {
    identity: pathToFileURL(place).href,
    display: place,
    needsProof: true,
    put: async (day, name, bytes, signal) => {
      const folder = folderOfObject(place, day, name);
      const file = join(folder, name);
      try {
        await makeFolder(folder);
        await writeComplete(folder, name, bytes, signal);
      } catch (error) {
        if (signal.aborted) throw pushFailed(file, abortReason(signal));
        throw pushFailed(file, writeReason(error));
      }
      return file;
    },
    close: () => {},
  };
}

/** Writes a hidden file, then renames it. */
async function writeComplete(folder: string, name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const unfinished = join(folder, `.${name}.${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.writeFile(bytes, { signal });
      await file.sync();
    } finally {
      await file.close();
    }
    signal.throwIfAborted();
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a rename last over a crash of the machine. Windows opens no folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
