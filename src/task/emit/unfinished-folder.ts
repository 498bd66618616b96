// Folders for the unfinished files of --emit: beside what becomes of them, hidden, and removed with the run. Writes no files.
import { rmSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOfFolder } from '../../destination/index.ts';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../../run/temporary-files.ts';

/** For the owner alone: lines of logs are not for other users. */
const MODE = 0o700;

/**
 * Makes a temporary folder for unfinished files in a folder. To be called in the main thread, which removes it on exit; all threads
 * write into it.
 * @throws what the file system throws
 */
export async function createUnfinishedFolder(folder: string): Promise<string> {
  const path = temporaryPath(folder, 'emit');
  registerTemporary(path);
  await mkdir(path, { mode: MODE });
  return path;
}

/** Removes folders of {@link createUnfinishedFolder} with all below them. What cannot be removed now is left for the exit. Never fails. */
export function removeUnfinishedFolders(paths: Iterable<string>): void {
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true });
      releaseTemporary(path);
    } catch {
      // A thread that is being ended still makes a file there.
    }
  }
}

/** Removes what killed runs of this machine left unfinished in a folder and in those of its jobs. @throws where it cannot be listed */
export async function clearAbandonedFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await clearAbandoned(folder);
  for (const entry of entries) {
    // Files become those of a day only when they are whole.
    if (entry.isDirectory() && dayOfFolder(entry.name) === undefined) await clearAbandoned(join(folder, entry.name));
  }
}
