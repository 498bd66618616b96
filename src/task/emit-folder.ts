// The folder of --emit: made sure of before anything is read, and rid of unfinished files afterwards. Writes no objects.
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HeadgateError, printPlural } from '../base/index.ts';
import { DATE_PLACEHOLDER } from '../destination/index.ts';
import { emitFailed } from './emit-failure.ts';
import type { EmitPlan } from './emit-plan.ts';
import { isUnfinished, sweepDead, unfinishedName } from './emit-unfinished.ts';

/** The part of a place that holds all days: all of it, but for `{DATE}` and what follows. */
export function folderAboveDays(place: string): string {
  const date = place.indexOf(DATE_PLACEHOLDER);
  if (date < 0) return place;
  const slash = place.lastIndexOf('/', date);
  return slash < 0 ? '.' : place.slice(0, Math.max(slash, 1));
}

/** Where the unfinished files of a job are: on the same file system as its objects. */
export function folderOf({ folder, bucket, jobs }: EmitPlan, job: number): string {
  const above = folderAboveDays(folder);
  return bucket !== undefined || above !== folder ? above : join(folder, jobs[job]!.folder);
}

/**
 * Makes the folders. Unfinished files of runs that were killed are removed.
 * @param overwrite whether the folder may hold something already
 * @throws HeadgateError `emit-not-empty`, `emit-failed`
 */
export async function prepareFolders(plan: EmitPlan, overwrite: boolean): Promise<void> {
  const folder = folderAboveDays(plan.folder);
  try {
    await makeFolder(folder);
    await sweepDead(folder);
    const found = overwrite ? [] : await contentOf(folder);
    if (found.length > 0) throw notEmpty(plan.folder, found);
    for (const job of plan.jobs.keys()) await mkdir(folderOf(plan, job), { recursive: true });
  } catch (error) {
    if (error instanceof HeadgateError) throw error;
    const found = await stat(folder).catch(() => undefined);
    const isFile = found !== undefined && !found.isDirectory();
    throw emitFailed(plan.folder, isFile ? new Error('found a file, expected a folder') : error);
  }
}

/** Removes the unfinished files of this run, of ended threads too. Synchronous, for the end of the process. Never fails. */
export function sweepRun(plan: EmitPlan): void {
  if (plan.bucket !== undefined) {
    rmSync(plan.folder, { recursive: true, force: true });
    return;
  }
  const start = unfinishedName(plan, '').slice(0, -'.tmp'.length);
  for (const folder of new Set(plan.jobs.map((_, job) => folderOf(plan, job)))) {
    try {
      for (const name of readdirSync(folder)) if (name.startsWith(start)) rmSync(join(folder, name), { force: true });
    } catch {
      // A folder that is gone holds no file.
    }
  }
}

/** Names in a folder, without empty folders: a run that was killed leaves those of its jobs. */
async function contentOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const isEmpty = entry.isDirectory() && (await readdir(join(folder, entry.name))).length === 0;
    if (!isEmpty) found.push(entry.name);
  }
  return found;
}

function notEmpty(place: string, found: string[]): HeadgateError {
  const name = found.find((one) => !isUnfinished(one)) ?? found[0]!;
  const what = isUnfinished(name)
    ? `${JSON.stringify(name)}, an unfinished file of a run that goes on or ran on another machine`
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
