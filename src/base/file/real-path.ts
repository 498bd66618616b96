// Compares places on the disk by their real paths.
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Resolves symbolic links, also for a path that does not exist yet: those of its nearest existing folder. */
export function realPathOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realPathOf(above), basename(whole));
  }
}

/** Whether a path is the folder, or below it. Both are real paths. */
export function isInside(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}
