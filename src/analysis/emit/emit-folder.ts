// Prepares the folder of --emit before any source is read: creates it, checks that it is empty, and creates the folders for unfinished
// files. Writes no objects.
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadgateError, printPlural } from '../../base/index.ts';
import { isTemporary } from '../../base/temporary/index.ts';
import { DATE_PLACEHOLDER, makeFolder } from '../../input/destination/index.ts';
import { emitFailed } from '../../input/objects/index.ts';
import type { EmitPlan } from './emit-plan.ts';
import { clearAbandonedFolders, createUnfinishedFolder, removeUnfinishedFolders } from './unfinished-folder.ts';

/** Returns the folder above all days: the path up to the folder whose name contains `{DATE}`. */
export function folderAboveDays(place: string): string {
  const date = place.indexOf(DATE_PLACEHOLDER);
  if (date < 0) return place;
  const slash = place.lastIndexOf('/', date);
  return slash < 0 ? '.' : place.slice(0, Math.max(slash, 1));
}

/** Returns the folder above all days of a job: on the same file system as its objects. */
function folderOf({ folder, jobs }: Pick<EmitPlan, 'folder' | 'jobs'>, job: number): string {
  const above = folderAboveDays(folder);
  return above === folder ? join(folder, jobs[job]!.folder) : above;
}

/**
 * Creates the folders and removes unfinished files of killed runs.
 * @param overwrite whether the folder may contain files already
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
    throw emitFailed(plan.folder, isFile ? new Error('it is a file; name a folder') : error);
  }
}

/** Returns the names in a folder without empty folders, which killed runs leave. */
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
    ? `${JSON.stringify(name)}, the unfinished files of a run that is still active or ran on another machine`
    : `${printPlural(found.length, 'file or folder', 'files or folders')}, such as ${JSON.stringify(name)}`;
  return new HeadgateError(
    'emit-not-empty',
    `cannot write to --emit ${place}: the folder has ${what}; use another folder, or --overwrite, which replaces files of the same name and keeps the others`,
  );
}
