// A folder on disk as a destination.
import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Destination, ListOptions } from '../destination.ts';
import { listPlace } from '../listing/listing.ts';
import type { ObjectList } from '../listing/object-list.ts';
import { DATE_PLACEHOLDER, type FolderLocation } from '../location/location.ts';
import { type FolderTree, folderTree, pathOf } from './folder-tree.ts';
import { readFile, readWholeFile } from './local-file.ts';

/** Files to stat before yielding to the event loop: signals, the progress display. */
const STAT_BATCH = 256;

/** Opens a folder, with or without `{DATE}` in its path. */
export function folderDestination(location: FolderLocation): Destination {
  const date = location.path.indexOf(DATE_PLACEHOLDER);
  const cut = date < 0 ? location.path.length : location.path.lastIndexOf('/', date) + 1;
  const root = location.path.slice(0, cut) || '.';
  // A template at the beginning of a path has no folder before it, so its names have no prefix.
  const nameStart = cut === 0 || root.endsWith('/') ? location.path.slice(0, cut) : `${root}/`;
  const nameOf = (key: string): string => nameStart + key;
  return {
    location,
    async list(range, options = {}) {
      const tree = folderTree(root, options.signal);
      const listing = await listPlace(
        { tree, template: location.path.slice(cut), where: 'folder', display: location.display, nameOf },
        range,
        options,
      );
      const objects = await withoutDuplicateLinks(listing.objects, tree, root);
      await measure(objects, root, options);
      return { ...listing, objects, listed: listing.listed - (listing.objects.length - objects.length) };
    },
    open: (object, options) => readFile(pathOf(root, object.key), options, object.bytes),
    readWhole: (object, buffer) => readWholeFile(pathOf(root, object.key), buffer, object.bytes),
  };
}

/** Keeps each file once: a file reached by a link is dropped if it is also listed under its own name. */
async function withoutDuplicateLinks(objects: ObjectList, tree: FolderTree, root: string): Promise<ObjectList> {
  if (!tree.hasLinks()) return objects;
  const base = await realpath(root);
  /** Keys reached by links → keys of their targets. */
  const real = new Map<string, string>();
  for (const { key } of objects) {
    if (!tree.isLinked(key)) continue;
    const path = await realpath(pathOf(root, key)).catch(() => undefined);
    real.set(key, path === undefined ? key : relative(base, path).replaceAll(sep, '/'));
  }
  const targets = new Set(real.values());
  const seen = new Set<string>();
  for (const { key } of objects) if (targets.has(key) && !real.has(key)) seen.add(key);
  return objects.filter(({ key }) => {
    const target = real.get(key);
    if (target === undefined) return true;
    const isNew = !seen.has(target);
    seen.add(target);
    return isNew;
  });
}

/** Sets the sizes of the objects to read. Synchronous calls take a tenth of the time of the thread pool. */
async function measure(objects: ObjectList, root: string, { signal, mayBePartial }: ListOptions): Promise<void> {
  let index = 0;
  for (const { key } of objects) {
    if (index % STAT_BATCH === STAT_BATCH - 1) {
      await setImmediate();
      if (signal?.aborted === true && mayBePartial === true) return;
      signal?.throwIfAborted();
    }
    // A file removed since the listing is reported when it is opened.
    const bytes = sizeOf(pathOf(root, key));
    if (bytes !== undefined) objects.setBytes(index, bytes);
    index += 1;
  }
}

function sizeOf(path: string): number | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}
