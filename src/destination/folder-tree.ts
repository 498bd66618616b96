// A folder on disk as an object tree. Links are followed to files only, so there are no cycles; what is neither file
// nor folder (sockets, pipes) is passed over.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { HeadgateError } from '../base/index.ts';
import type { ListedEntry, ListedObject, ObjectTree } from './object-tree.ts';

/** Makes the tree of a folder; keys are paths below it, with `/`. Sizes are not read: most files may be left out. */
export function folderTree(root: string): ObjectTree {
  async function* children(prefix: string): AsyncGenerator<ListedEntry> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for (const entry of await read(root, folder)) {
      const key = folder + entry.name;
      if (!key.startsWith(prefix)) continue;
      if (entry.isDirectory()) yield { kind: 'folder', key: `${key}/` };
      else if (await isFile(root, key, entry)) yield { kind: 'object', key };
    }
  }

  async function* below(prefix: string): AsyncGenerator<ListedObject> {
    for await (const entry of children(prefix)) {
      if (entry.kind === 'object') yield { key: entry.key };
      else yield* below(entry.key);
    }
  }

  return { children, below };
}

async function read(root: string, folder: string): Promise<Dirent[]> {
  const path = pathOf(root, folder);
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // A day of the template that is not there, or a folder removed while we walk: holds nothing.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    const reason = code === 'EACCES' ? 'the system refuses access to it' : `the system says ${code}`;
    throw new HeadgateError('location-path', `cannot list ${path}: ${reason}`);
  }
}

async function isFile(root: string, key: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const target = await stat(pathOf(root, key)).catch(() => undefined);
  return target?.isFile() ?? false;
}

/** Joins as the user wrote it: `./logs` stays `./logs`. */
export function pathOf(root: string, key: string): string {
  if (key === '') return root;
  return root.endsWith('/') ? root + key : `${root}/${key}`;
}
