// Writes the undo file of a change. It may contain secrets, such as those of a destination_conf: only its owner can read it, and its name
// contains none. The file is complete or absent at any time, even if the process is killed.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder, giveNewName, replaceFile, writeReasonIn, writeTemporaryFile } from '../../base/file/index.ts';
import { HeadgateError, resemblesAccessKey, withAdvice } from '../../base/index.ts';

/** A written undo file. */
export interface UndoFile {
  readonly path: string;
  /** Replaces the content in one step. @throws HeadgateError `undo-failed`; then the file has the content before */
  replace(content: unknown): Promise<void>;
  /** Removes it, because nothing was changed. Never fails. */
  discard(): Promise<void>;
}

/** Longest part of the name that comes from the job. Characters. */
const MAX_NAME = 60;
/** Most files of the same name and second. */
const MAX_SAME = 100;

/**
 * Checks that undo files can be written, before anything is changed. Leaves no file.
 * @throws HeadgateError `undo-failed`
 */
export async function checkUndoFolder(folder: string): Promise<void> {
  try {
    await rm(await writeTemporaryFile(folder, 'undo', ''), { force: true });
  } catch (error) {
    throw undoFailed(`cannot write undo files into ${folder}`, writeReasonIn(folder, error), error);
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
    temporary = await writeTemporaryFile(folder, stem, jsonOf(content));
    for (let count = 2; !(await giveNewName(temporary, path)); count += 1) {
      if (count > MAX_SAME) throw tooMany(path);
      path = join(folder, `${stem}-${count}.json`);
    }
    await flushFolder(folder);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => {});
    if (error instanceof HeadgateError) throw error;
    throw undoFailed(`cannot write the undo file ${path}`, writeReasonIn(folder, error), error);
  }
  return {
    path,
    replace: (next) => replaceContent(folder, path, next),
    discard: () => rm(path, { force: true }).catch(() => {}),
  };
}

async function replaceContent(folder: string, path: string, content: unknown): Promise<void> {
  try {
    await replaceFile(path, jsonOf(content));
  } catch (error) {
    throw undoFailed(`cannot replace the undo file ${path}`, writeReasonIn(folder, error), error);
  }
}

function jsonOf(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function tooMany(path: string): HeadgateError {
  return undoFailed(`cannot write the undo file ${path}`, `found ${MAX_SAME} files of this name and second`, undefined);
}

function undoFailed(what: string, reason: string, cause: unknown): HeadgateError {
  return new HeadgateError('undo-failed', `${what}: ${withAdvice(reason, 'choose another folder with --undo-dir')}`, {
    cause,
  });
}

function safeName(name: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, MAX_NAME)
    .replace(/[-.]+$/, '');
  return safe === '' || resemblesAccessKey(name) ? 'job' : safe;
}
