// Recognizes the folder of an index by its manifest, without SQLite.
import { join } from 'node:path';
import { readSqliteHeader } from '../../base/file/index.ts';

/** Name of the manifest in the folder of an index. */
export const MANIFEST_FILE = 'index.sqlite';
/** Marks an SQLite file as a manifest (`PRAGMA application_id`). The letters "HGIX". */
export const MANIFEST_ID = 0x48474958;

/** Whether a file is named as one that an index has beside its manifest. */
export function isIndexFile(name: string): boolean {
  return /(?:^|\/)(?:part-[0-9a-f]+\.arrow|building\.sqlite)$/.test(name);
}

/** Whether a folder is an index. */
export function isIndex(folder: string): boolean {
  try {
    const header = readSqliteHeader(join(folder, MANIFEST_FILE));
    return typeof header === 'object' && header.applicationId === MANIFEST_ID;
  } catch {
    return false;
  }
}
