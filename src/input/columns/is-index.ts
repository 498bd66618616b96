// Recognizes the folder of an index by its manifest, without SQLite.
import { readdirSync } from 'node:fs';
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

/** The reason against a folder that has such a file without the manifest. */
export function describeWithoutManifest(name: string): string {
  return `found ${name} of an index without a valid manifest ${MANIFEST_FILE}, expected both; restore the manifest, or build an index in another folder`;
}

function hasPart(folder: string): boolean {
  try {
    return readdirSync(folder).some(isIndexFile);
  } catch {
    return false;
  }
}

/** Whether a folder is an index. */
export function isIndex(folder: string): boolean {
  try {
    const header = readSqliteHeader(join(folder, MANIFEST_FILE));
    return typeof header === 'object' && header.applicationId === MANIFEST_ID;
  } catch (error) {
    // With parts beside it, `Manifest.open` reports that the file may not be read.
    return (error as NodeJS.ErrnoException).code === 'EACCES' && hasPart(folder);
  }
}
