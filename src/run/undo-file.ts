// Writes the undo file of a change. It may contain secrets, such as those of a destination_conf: only its owner can read it, and its name
// contains none.
import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadgateError, resemblesAccessKey, writeReason } from '../base/index.ts';

/** A written undo file. */
export interface UndoFile {
  readonly path: string;
  /** Removes it, because nothing was changed. Never fails. */
  discard(): Promise<void>;
}

/** Read and write for the owner. */
const OWNER_ONLY = 0o600;
/** Longest part of the name that comes from the job. Characters. */
const MAX_NAME = 60;
/** Most files of the same name and second. */
const MAX_SAME = 100;

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
  const text = `${JSON.stringify(content, null, 2)}\n`;
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${stem}${count === 1 ? '' : `-${count}`}.json`);
    try {
      await writeNew(path, text);
      await flushFolder(folder);
      return { path, discard: () => rm(path, { force: true }).catch(() => {}) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && count < MAX_SAME) continue;
      throw new HeadgateError(
        'undo-failed',
        `cannot write the undo file ${path}: ${await reasonOf(error, folder)}; choose another folder with --undo-dir`,
        { cause: error },
      );
    }
  }
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

async function writeNew(path: string, text: string): Promise<void> {
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
