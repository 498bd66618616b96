// Uploads a folder of files to a bucket.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';

/** Uploads in flight. */
const UPLOADS_AT_ONCE = 8;

/**
 * Uploads all files below a folder; keys are their relative paths.
 * @param onObject called after each object, with its key and its size in bytes
 * @returns the number of objects
 */
export async function uploadFolder(
  put: (key: string, bytes: Uint8Array) => Promise<void>,
  path: string,
  prefix: string,
  onObject?: (key: string, bytes: number) => void,
): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  await pMap(
    files.sort(),
    async (file) => {
      const key = folder + file.slice(join(path, '/').length).replaceAll('\\', '/');
      const bytes = await readFile(file);
      await put(key, bytes);
      onObject?.(key, bytes.length);
    },
    { concurrency: UPLOADS_AT_ONCE },
  );
  return files.length;
}
