// A folder on disk as a destination.
import { realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Destination, Listing, StoredObject } from './destination.ts';
import { type FolderTree, folderTree, pathOf } from './folder-tree.ts';
import { listPlace } from './listing.ts';
import { readFile } from './local-file.ts';
import { DATE_PLACEHOLDER, type FolderLocation } from './location.ts';

/** Files asked for their size at a time. */
const STAT_BATCH = 256;

/** A folder, with or without `{DATE}` in its path. */
export function folderDestination(location: FolderLocation): Destination {
  const date = location.path.indexOf(DATE_PLACEHOLDER);
  const cut = date < 0 ? location.path.length : location.path.lastIndexOf('/', date) + 1;
  const root = location.path.slice(0, cut) || '.';
  // A template at the beginning of a path has no folder before it, and its names get none.
  const nameStart = cut === 0 || root.endsWith('/') ? location.path.slice(0, cut) : `${root}/`;
  return {
    location,
    async list(range, options = {}) {
      const tree = folderTree(root, options.signal);
      const listing = await listPlace(
        { tree, template: location.path.slice(cut), where: 'folder', display: location.display, nameStart },
        range,
        options,
      );
      await leaveOutTwins(listing, tree, root);
      await measure(listing.objects, root, options.signal);
      return listing;
    },
    open: (object, options) => readFile(pathOf(root, object.key), options, object.bytes),
  };
}

/** A file reached by a link counts once, under its own name where that is read too. */
async function leaveOutTwins(listing: Listing, tree: FolderTree, root: string): Promise<void> {
  const { objects } = listing;
  const linked = new Set(objects.filter(({ key }) => tree.isLinked(key)));
  if (linked.size === 0) return;
  const base = await realpath(root);
  const seen = new Set(objects.filter((object) => !linked.has(object)).map(({ key }) => key));
  const kept: StoredObject[] = [];
  for (const object of objects) {
    if (linked.has(object)) {
      const real = await realpath(pathOf(root, object.key)).catch(() => undefined);
      const key = real === undefined ? object.key : relative(base, real).replaceAll(sep, '/');
      if (seen.has(key)) continue;
      seen.add(key);
    }
    kept.push(object);
  }
  listing.listed -= objects.length - kept.length;
  listing.objects = kept;
}

/** Puts in the sizes, in place: only of what will be read. */
async function measure(objects: StoredObject[], root: string, signal: AbortSignal | undefined): Promise<void> {
  for (let at = 0; at < objects.length; at += STAT_BATCH) {
    signal?.throwIfAborted();
    const batch = objects.slice(at, at + STAT_BATCH).map(async ({ name, key }, index) => {
      // A file that went since it was listed is told when it is opened.
      const found = await stat(pathOf(root, key)).catch(() => undefined);
      if (found?.isFile()) objects[at + index] = { name, key, bytes: found.size };
    });
    await Promise.all(batch);
  }
}
