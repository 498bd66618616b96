// A folder on disk as a destination.
import { join } from 'node:path';
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
      const objects = withoutDuplicates(listing.objects, tree).sorted(nameOf);
      return { ...listing, objects, listed: listing.listed - (listing.objects.length - objects.length) };
    },
    open: (object, options) => readFile(pathOf(root, object.key), options, object.bytes),
    readWhole: (object, buffer) => readWholeFile(pathOf(root, object.key), buffer, object.bytes),
  };
}

/** Keeps each file once: under its own name if that is listed, otherwise under the first name that leads to it. */
function withoutDuplicates(objects: Items<StoredObject>, tree: FolderTree): ObjectList {
  /** Real path of a file → the key to keep. */
  const keys = new Map<string, string>();
  for (const { key } of objects) {
    const real = tree.realPathOf(key);
    if (!keys.has(real) || real === join(tree.realPathOf(''), key)) keys.set(real, key);
  }
  const kept = new ObjectList();
  for (const object of objects) if (keys.get(tree.realPathOf(object.key)) === object.key) kept.add(object);
  return kept;
}
