// The folder of --emit: made sure of before anything is read, and rid of unfinished files afterwards, however the run ended.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HeadgateError, printPlural } from '../base/index.ts';
import { emitFailed } from './emit-file.ts';
import type { EmitPlan } from './emit-plan.ts';

/** Where a job's files lie. */
export function folderOf(plan: EmitPlan, job: number): string {
  return join(plan.folder, plan.jobs[job]!.folder);
}

/** The hidden name of an unfinished file of a run. */
export function unfinishedName(plan: EmitPlan, unique: string): string {
  return `.headgate-${plan.run}-${unique}.tmp`;
}

/**
 * Makes the folders.
 * @param overwrite whether something may lie there already
 * @throws HeadgateError `emit-not-empty`, `emit-failed`
 */
export async function prepareFolders(plan: EmitPlan, overwrite: boolean): Promise<void> {
  try {
    await makeFolder(plan.folder);
    const found = await readdir(plan.folder);
    if (found.length > 0 && !overwrite) {
      throw new HeadgateError(
        'emit-not-empty',
        `cannot write to --emit ${plan.folder}: found ${printPlural(found.length, 'file or folder', 'files or folders')} there, such as ${JSON.stringify(found[0])}, wanted an empty folder; with --overwrite files of the same name are replaced and the others stay`,
      );
    }
    for (const job of plan.jobs.keys()) await mkdir(folderOf(plan, job), { recursive: true });
  } catch (error) {
    throw error instanceof HeadgateError ? error : emitFailed(plan.folder, error);
  }
}

/** Takes away the unfinished files of this run: of threads that ended before they could do it themselves. */
export async function sweepFolders(plan: EmitPlan): Promise<void> {
  const prefix = unfinishedName(plan, '').slice(0, -'.tmp'.length);
  for (const job of plan.jobs.keys()) {
    const folder = folderOf(plan, job);
    const names = await readdir(folder).catch(() => []);
    for (const name of names)
      if (name.startsWith(prefix)) await rm(join(folder, name), { force: true }).catch(() => {});
  }
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
