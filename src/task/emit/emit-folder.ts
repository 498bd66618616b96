// The folder of --emit: made sure of before anything is read, with folders in it for unfinished files. Writes no objects.
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { DATE_PLACEHOLDER } from '../../destination/index.ts';
import { emitFailed } from '../../run/objects/emitter.ts';
import { isTemporary } from '../../run/temporary-files.ts';
import type { EmitPlan } from './emit-plan.ts';
import { clearAbandonedFolders, createUnfinishedFolder, removeUnfinishedFolders } from './unfinished-folder.ts';

/** The part of a place that holds all days: all of it, but for `{DATE}` and what follows. */
export function folderAboveDays(place: string): string {
  const date = place.indexOf(DATE_PLACEHOLDER);
  if (date < 0) return place;
  const slash = place.lastIndexOf('/', date);
  return slash < 0 ? '.' : place.slice(0, Math.max(slash, 1));
}

/** The folder that holds all days of a job: on the same file system as its objects. */
function folderOf({ folder, jobs }: Pick<EmitPlan, 'folder' | 'jobs'>, job: number): string {
  const above = folderAboveDays(folder);
  return above === folder ? join(folder, jobs[job]!.folder) : above;
}

/**
 * Makes the folders. Unfinished files of runs that were killed are removed.
 * @param overwrite whether the folder may hold something already
 * @returns by job, the folder of its unfinished files
 * @throws HeadgateError `emit-not-empty`, `emit-failed`
 */
export async function prepareFolders(plan: Pick<EmitPlan, 'folder' | 'jobs'>, overwrite: boolean): Promise<string[]> {
  const folder = folderAboveDays(plan.folder);
  const unfinished = new Map<string, string>();
  try {
    await makeFolder(folder);
    await clearAbandonedFolders(folder);
    const found = overwrite ? [] : await contentOf(folder);
    if (found.length > 0) throw notEmpty(plan.folder, found);
    const folders = plan.jobs.map((_, job) => folderOf(plan, job));
    for (const one of new Set(folders)) {
      await mkdir(one, { recursive: true });
      unfinished.set(one, await createUnfinishedFolder(one));
    }
    return folders.map((one) => unfinished.get(one)!);
  } catch (error) {
    removeUnfinishedFolders(unfinished.values());
    if (error instanceof HeadgateError) throw error;
    const found = await stat(folder).catch(() => undefined);
    const isFile = found !== undefined && !found.isDirectory();
    throw emitFailed(plan.folder, isFile ? new Error('found a file, expected a folder') : error);
  }
}

/** Names in a folder, without empty folders: a run that was killed leaves those of its jobs. */
async function contentOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const mayBeEmpty = entry.isDirectory() && !isTemporary(entry.name);
    const isEmpty = mayBeEmpty && (await readdir(join(folder, entry.name))).length === 0;
    if (!isEmpty) found.push(entry.name);
  }
  return found;
}

function notEmpty(place: string, found: string[]): HeadgateError {
  const name = found.find((one) => !isTemporary(one)) ?? found[0]!;
  const what = isTemporary(name)
    ? `${JSON.stringify(name)}, unfinished files of a run that goes on or ran on another machine`
    : `${printPlural(found.length, 'file or folder', 'files or folders')} there, such as ${JSON.stringify(name)}`;
  return new HeadgateError(
    'emit-not-empty',
    `cannot write to --emit ${place}: found ${what}, expected an empty folder; with --overwrite files of the same name are replaced and the others stay`,
  );
}

/** Makes a folder and those above it. Not by `recursive` from the top: that never ends below /proc (Node 24.21). */
async function makeFolder(path: string): Promise<void> {
  const above = dirname(path);
  const isThere = await stat(above).then(
    () => true,
    () => false,
  );
  if (!isThere && above !== path) await makeFolder(above);
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
