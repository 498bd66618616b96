// A folder on disk as a destination.
import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Items } from '../../../base/index.ts';
import type { Destination, StoredObject } from '../destination.ts';
import { listPlace } from '../listing/listing.ts';
import { ObjectList } from '../listing/object-list.ts';
import type { ListedPlace } from '../listing/object-tree.ts';
import { DATE_PLACEHOLDER, type FolderLocation } from '../location/location.ts';
import { type FolderTree, folderTree, pathOf } from './folder-tree.ts';
import { readFile, readWholeFile } from './local-file.ts';

/** Opens a folder, with or without `{DATE}` in its path. */
export function folderDestination(location: FolderLocation): Destination {
  const { path, display } = location;
  const date = path.indexOf(DATE_PLACEHOLDER);
  const cut = date < 0 ? path.length : path.lastIndexOf('/', date) + 1;
  const root = path.slice(0, cut) || '.';
  // A template at the beginning of a path has no folder before it, so its names have no prefix.
  const nameStart = cut === 0 || root.endsWith('/') ? path.slice(0, cut) : `${root}/`;
  const nameOf = (key: string): string => nameStart + key;
  return {
    location,
    async list(range, options = {}) {
      const tree = folderTree(root, options.signal);
      const place: ListedPlace = { tree, template: path.slice(cut), where: 'folder', display, nameOf };
      const listing = await listPlace(place, range, options);
      if (!tree.hasLinks()) return listing;
      const objects = (await withoutDuplicateLinks(listing.objects, tree, root)).sorted(nameOf);
      return { ...listing, objects, listed: listing.listed - (listing.objects.length - objects.length) };
    },
    open: (object, options) => readFile(pathOf(root, object.key), options, object.bytes),
    readWhole: (object, buffer) => readWholeFile(pathOf(root, object.key), buffer, object.bytes),
  };
}

/** Keeps each file once: a file reached by a link is dropped if it is also listed under its own name. */
async function withoutDuplicateLinks(
  objects: Items<StoredObject>,
  tree: FolderTree,
  root: string,
): Promise<ObjectList> {
  const base = await realpath(root);
  /** Keys reached by links → keys of their targets. */
  const targets = new Map<string, string>();
  for (const { key } of objects) {
    if (!tree.isLinked(key)) continue;
    const path = await realpath(pathOf(root, key)).catch(() => undefined);
    targets.set(key, path === undefined ? key : relative(base, path).replaceAll(sep, '/'));
  }
  const linked = new Set(targets.values());
  const seen = new Set<string>();
  for (const { key } of objects) if (linked.has(key) && !targets.has(key)) seen.add(key);
  const kept = new ObjectList();
  for (const object of objects) {
    const target = targets.get(object.key);
    if (target === undefined || !seen.has(target)) kept.add(object);
    if (target !== undefined) seen.add(target);
  }
  return kept;
}
