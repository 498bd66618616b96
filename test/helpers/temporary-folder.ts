// Creates one temporary folder for the whole run and removes it at the end, whatever the outcome, so no test has to clean up. Tests
// do not import this file: they, and the programs that they start, use os.tmpdir().
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where `os.tmpdir()` looks, on one system or another. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];
/** A file system in memory, on Linux: creating and removing the files of a run takes half the processor time that it takes on a disk. */
const IN_MEMORY = '/dev/shm';
/** Free space that makes {@link IN_MEMORY} usable: several times what a run writes. Bytes. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Makes the folder before the first process of a run starts, which inherits it. @returns what removes it */
export default function useTemporaryFolder(): () => void {
  const folder = makeFolder(isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir());
  for (const name of VARIABLES) process.env[name] = folder;
  const remove = (): void => removeFolder(folder);
  // An interrupted run ends without its teardown.
  process.once('exit', remove);
  return remove;
}

/** Whether a folder has enough space, and files in it may be executed: containers often have neither. */
function isUsable(place: string): boolean {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < ENOUGH_BYTES) return false;
    folder = makeFolder(place);
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    if (folder !== undefined) removeFolder(folder);
  }
}

/** A short name: browsers put sockets below it, whose paths may have no more than 107 bytes. */
function makeFolder(place: string): string {
  return mkdtempSync(join(place, 'hg-'));
}

function removeFolder(folder: string): void {
  // Programs that were interrupted may still be at it.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
