// "Did you mean" for paths: what lies on the disk under nearly that name.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearest } from '../../base/index.ts';

/**
 * The advice that ends a message on a path that is not there: `; did you mean "logs/today"?`. Only of what is on the disk: what was
 * written may hold secrets.
 * @returns nothing where nothing of nearly that name is
 */
export async function suggestPath(path: string): Promise<string> {
  const near = await nearestPath(path);
  const isThere = near !== undefined && (await stat(near).catch(() => undefined)) !== undefined;
  return isThere ? `; did you mean ${JSON.stringify(near)}?` : '';
}

/** The path with the first part that is not there put right. */
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
