// Unfinished files of --emit: their hidden names, which say whose they are, and their removal, also after a run was killed.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfFolder } from '../destination/index.ts';
import { emitFailed } from './emit-failure.ts';
import type { EmitPlan } from './emit-plan.ts';

/** Machine, process and run. */
const MARK = /^\.headgate-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}(?:-|$)/;

/** Marks the unfinished files of a run: a process number alone means another process on another machine. */
export function markRun(): string {
  return `${machine()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}

function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** The hidden name of an unfinished file of a run. */
export function unfinishedName({ run }: Pick<EmitPlan, 'run'>, unique: string): string {
  return `.headgate-${run}-${unique}.tmp`;
}

/** Whether a name is that of an unfinished file, of any run. */
export function isUnfinished(name: string): boolean {
  return MARK.test(name);
}

/** Makes a folder for the unfinished objects of a bucket; no other user can read it. Those of killed runs are removed. @throws HeadgateError `emit-failed` */
export async function makeSpool(run: string): Promise<string> {
  const folder = tmpdir();
  await sweepNames(folder);
  return mkdtemp(join(folder, `.headgate-${run}-`)).catch((error: unknown) => {
    throw emitFailed(`${folder} (for unfinished objects)`, error);
  });
}

/** Removes the unfinished files of runs of this machine that were killed, in a folder and those of its jobs. */
export async function sweepDead(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await sweepNames(folder);
  for (const entry of entries) {
    // Files become those of a day only when they are whole.
    if (entry.isDirectory() && dayOfFolder(entry.name) === undefined) await sweepNames(join(folder, entry.name));
  }
}

async function sweepNames(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (isDead(name)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isDead(name: string): boolean {
  const [, host, pid] = MARK.exec(name) ?? [];
  return host === machine() && !isRunning(Number(pid));
}

/** A process of another user cannot be signalled, and runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
