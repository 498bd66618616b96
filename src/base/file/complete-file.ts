// Writes files that are complete or absent at any time, even if the process is killed: a temporary file, flushed to disk, gets the name in
// one step. Only the owner can read them: undo files and backups contain what the API returned.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withAdvice, writeReason } from '../index.ts';

/** Read and write for the owner. */
const OWNER_ONLY = 0o600;
/** Makes the name of a temporary file unique. Bytes. */
const RANDOM_BYTES = 6;
/** Errors of a file system that has no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Writes a complete file under a new name and flushes it to disk. @returns its path */
export async function writeTemporaryFile(folder: string, stem: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, `.${stem}-${randomBytes(RANDOM_BYTES).toString('hex')}.tmp`);
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

/** Writes a file under a name that is free, in one step, and flushes it to disk. @throws the error of the system; then there is no file */
export function writeNewFileSync(folder: string, name: string, bytes: Uint8Array): void {
  const temporary = join(folder, `.${name}.tmp`);
  const file = openSync(temporary, 'wx', OWNER_ONLY);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
    renameSync(temporary, join(folder, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Gives a file its name in one step. Replaces no file and follows no link. @returns false if the name is taken */
export async function giveNewName(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
    // A rename replaces a file that appears in this moment.
    const taken = await lstat(path).catch(() => undefined);
    if (taken !== undefined) return false;
    await rename(temporary, path);
    return true;
  }
  await rm(temporary, { force: true });
  return true;
}

/** Writes a file, or replaces its content, in one step. @throws the error of the system; then the file has the content before */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  const temporary = await writeTemporaryFile(folder, basename(path, '.json'), content);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await flushFolder(folder);
}

/** Flushes new names to disk, if the system can flush folders. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The content of the file is on disk.
  }
}

/**
 * Why no file can be written into a folder, to end a sentence with. Some folders of the system report a new file as one in a missing folder.
 * @param advice as in {@link writeReason}
 */
export function writeReasonIn(folder: string, error: unknown, advice?: string): string {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const found = isMissing ? statSync(folder, { throwIfNoEntry: false }) : undefined;
  return found?.isDirectory() === true
    ? withAdvice('no file can be created in this folder', advice)
    : writeReason(error, advice);
}
