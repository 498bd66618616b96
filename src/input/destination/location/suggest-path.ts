// Suggests an existing path for one that does not exist.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearest } from '../../../base/index.ts';

/** A home folder that the shell did not replace: `'~/logs'`, `@~/filter.json`. */
const HOME = /^~[\w.-]*(?:\/|$)/;

/**
 * Returns the end of a message about a missing path: `; did you mean "logs/today"?`. Suggests only names from the disk:
 * the given text may contain secrets.
 * @returns an empty text if no path has a similar name
 */
export async function suggestPath(path: string): Promise<string> {
  if (HOME.test(path)) return '; shells replace ~ only at the start of a word without quotes: write $HOME';
  const near = await nearestPath(path);
  const isThere = near !== undefined && (await stat(near).catch(() => undefined)) !== undefined;
  return isThere ? `; did you mean ${JSON.stringify(near)}?` : '';
}

/** Corrects the first part of a path that does not exist. */
async function nearestPath(path: string): Promise<string | undefined> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) {
    const above = folder === path ? undefined : await nearestPath(folder);
    return above === undefined ? undefined : join(above, basename(path));
  }
  const near = nearest(basename(path), names);
  return near === undefined ? undefined : join(folder, near);
}
