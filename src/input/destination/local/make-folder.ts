// Creates a folder and its parents.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, unless they exist. Does not use the option `recursive` of `mkdir`, which never
 * returns below /proc (Node 24.21).
 * @throws the error of the file system
 */
export async function makeFolder(path: string): Promise<void> {
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
