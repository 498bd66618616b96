// Creates and removes the folders for unfinished files of --emit: hidden, next to the final files. Writes no files.
import { rmSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../../base/temporary/index.ts';
import { dayOfFolder } from '../../input/destination/index.ts';

/** Only the owner has access: other users must not read log lines. */
const MODE = 0o700;

/**
 * Creates a temporary folder for unfinished files in a folder. Call it in the main thread, which removes the folder on exit; all threads
 * write to it.
 * @throws the error of the file system
 */
export async function createUnfinishedFolder(folder: string): Promise<string> {
  const path = temporaryPath(folder, 'emit');
  registerTemporary(path);
  await mkdir(path, { mode: MODE });
  return path;
}

/** Removes folders of {@link createUnfinishedFolder}. A folder that cannot be removed now is removed on exit. Never fails. */
export function removeUnfinishedFolders(paths: Iterable<string>): void {
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true });
      releaseTemporary(path);
    } catch {
      // A worker that is being terminated may still create a file there.
    }
  }
}

/** Removes the unfinished files of this machine's killed runs from a folder and its jobs' folders. @throws if it cannot be listed */
export async function clearAbandonedFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await clearAbandoned(folder);
  for (const entry of entries) {
    // Day folders contain only complete files.
    if (entry.isDirectory() && dayOfFolder(entry.name) === undefined) await clearAbandoned(join(folder, entry.name));
  }
}
