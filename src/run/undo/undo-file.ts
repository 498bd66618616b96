// Writes the undo file of a change. It may contain secrets, such as those of a destination_conf: only its owner can read it, and its name
// contains none. The file is complete or absent at any time, even if the process is killed.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadgateError, resemblesAccessKey, writeReason } from '../../base/index.ts';

/** A written undo file. */
export interface UndoFile {
  readonly path: string;
  /** Replaces the content in one step. @throws HeadgateError `undo-failed`; then the file has the content before */
  replace(content: unknown): Promise<void>;
  /** Removes it, because nothing was changed. Never fails. */
  discard(): Promise<void>;
}

/** Read and write for the owner. */
const OWNER_ONLY = 0o600;
/** Longest part of the name that comes from the job. Characters. */
const MAX_NAME = 60;
/** Most files of the same name and second. */
const MAX_SAME = 100;
/** Makes the name of a temporary file unique. Bytes. */
const RANDOM_BYTES = 6;
/** Errors of a file system that has no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Checks that undo files can be written, before anything is changed. Leaves no file.
 * @throws HeadgateError `undo-failed`
 */
export async function checkUndoFolder(folder: string): Promise<void> {
  try {
    await rm(await writeTemporary(folder, 'undo', ''), { force: true });
  } catch (error) {
    throw undoFailed(`cannot write undo files into ${folder}`, await reasonOf(error, folder), error);
  }
}

/**
 * Writes `undo-<name>-<time>.json` and flushes it and its folder to disk. Replaces no file and follows no link.
 * @param folder must exist
 * @param name of the job or zone; characters other than letters, digits, dots and hyphens become hyphens
 * @param content becomes JSON
 * @throws HeadgateError `undo-failed`; then there is no file
 */
export async function writeUndoFile(
  folder: string,
  name: string,
  content: unknown,
  now: Date = new Date(),
): Promise<UndoFile> {
  const stem = `undo-${safeName(name)}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  let path = join(folder, `${stem}.json`);
  let temporary: string | undefined;
  try {
    temporary = await writeTemporary(folder, stem, jsonOf(content));
    for (let count = 2; !(await moveToNew(temporary, path)); count += 1) {
      if (count > MAX_SAME) throw tooMany(path);
      path = join(folder, `${stem}-${count}.json`);
    }
    await flushFolder(folder);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => {});
    if (error instanceof HeadgateError) throw error;
    throw undoFailed(`cannot write the undo file ${path}`, await reasonOf(error, folder), error);
  }
  return {
    path,
    replace: (next) => replaceFile(folder, stem, path, next),
    discard: () => rm(path, { force: true }).catch(() => {}),
  };
}

async function replaceFile(folder: string, stem: string, path: string, content: unknown): Promise<void> {
  let temporary: string | undefined;
  try {
    temporary = await writeTemporary(folder, stem, jsonOf(content));
    await rename(temporary, path);
    await flushFolder(folder);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => {});
    throw undoFailed(`cannot replace the undo file ${path}`, await reasonOf(error, folder), error);
  }
}

function jsonOf(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function tooMany(path: string): HeadgateError {
  return undoFailed(`cannot write the undo file ${path}`, `found ${MAX_SAME} files of this name and second`, undefined);
}

function undoFailed(what: string, reason: string, cause: unknown): HeadgateError {
  return new HeadgateError('undo-failed', `${what}: ${reason}; choose another folder with --undo-dir`, { cause });
}

/** Some folders of the system report a new file as one in a missing folder. */
async function reasonOf(error: unknown, folder: string): Promise<string> {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const found = isMissing ? await stat(folder).catch(() => undefined) : undefined;
  return found?.isDirectory() === true ? 'no file can be created in this folder' : writeReason(error);
}

function safeName(name: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, MAX_NAME)
    .replace(/[-.]+$/, '');
  return safe === '' || resemblesAccessKey(name) ? 'job' : safe;
}

/** Writes a complete file under a new name. @returns its path */
async function writeTemporary(folder: string, stem: string, text: string): Promise<string> {
  const path = join(folder, `.${stem}-${randomBytes(RANDOM_BYTES).toString('hex')}.tmp`);
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

/** Gives a file its name in one step. @returns false if the name is taken */
async function moveToNew(temporary: string, path: string): Promise<boolean> {
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

/** Flushes the new name to disk, if the system can flush folders. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The content of the file is on disk.
  }
}
