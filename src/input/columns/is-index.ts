// Recognizes the folder of an index by its manifest, without SQLite.
import { existsSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { readSqliteHeader } from '../../base/file/index.ts';

/** Name of the manifest in the folder of an index. */
export const MANIFEST_FILE = 'index.sqlite';
/** Marks an SQLite file as a manifest (`PRAGMA application_id`). The letters "HGIX". */
export const MANIFEST_ID = 0x48474958;

/** Why a folder for which {@link lacksManifest} is true is no index. */
export function noManifest(folder: string): string {
  const found = existsSync(join(folder, MANIFEST_FILE)) ? 'a damaged manifest' : 'no manifest';
  return `the index has ${found} (${MANIFEST_FILE}); remove the folder and build it again with headgate index`;
}
/** Names of the parts of an index, and of all its files. */
const PART = /^part-[0-9a-f]{16}\.arrow$/;
const OWN_FILE = /^(?:\.?part-.*\.(?:arrow|tmp)|(?:index|building)\.sqlite.*)$/;

/** Whether a folder is an index. */
export function isIndex(folder: string): boolean {
  try {
    const header = readSqliteHeader(join(folder, MANIFEST_FILE));
    return typeof header === 'object' && header.applicationId === MANIFEST_ID;
  } catch {
    return false;
  }
}

/** Whether a folder contains only files of an index, parts among them, without a manifest: it was removed or emptied. */
export function lacksManifest(folder: string): boolean {
  if (isIndex(folder)) return false;
  try {
    // A folder of logs may have millions of names: the first one decides.
    const entries = opendirSync(folder);
    try {
      let hasPart = false;
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (!OWN_FILE.test(entry.name)) return false;
        hasPart ||= PART.test(entry.name);
      }
      return hasPart;
    } finally {
      entries.closeSync();
    }
  } catch {
    return false;
  }
}
