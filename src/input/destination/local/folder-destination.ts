// A folder on disk as a destination. Follows links, except back into a folder on the same path; ignores entries that are neither file nor
// folder (sockets, pipes). Lists unreadable entries too, so that they are reported.
import { type Dirent, statSync } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadgateError, type Items, readReason } from '../../../base/index.ts';
import { isIndex } from '../../columns/index.ts';
import type { Destination, StoredObject } from '../destination.ts';
import { listPlace } from '../listing/listing.ts';
import { ObjectList } from '../listing/object-list.ts';
import type { ListedEntry, ListedObject, ListedPlace, ObjectTree } from '../listing/object-tree.ts';
import { DATE_PLACEHOLDER, type FolderLocation } from '../location/location.ts';
import { readFile, readWholeFile } from './local-file.ts';

/** Opens a folder, with or without `{DATE}` in its path. */
export function folderDestination(location: FolderLocation): Destination {
  const { path, display } = location;
  const { root, template } = folderPartsOf(path);
  // A template at the beginning of a path has no folder before it, so its names have no prefix.
  const nameStart = template === path ? '' : root.endsWith('/') ? root : `${root}/`;
  const nameOf = (key: string): string => nameStart + key;
  return {
    location,
    async list(range, options = {}) {
      const tree = folderTree(root, options.signal);
      const place: ListedPlace = { tree, template, where: 'folder', display, nameOf };
      const listing = await listPlace(place, range, options);
      if (!tree.hasLinks()) return listing;
      const objects = withoutDuplicates(listing.objects, tree).sorted(nameOf);
      return { ...listing, objects, listed: listing.listed - (listing.objects.length - objects.length) };
    },
    open: (object, options) => readFile(pathOf(root, object.key), options, object.bytes),
    readWhole: (object, buffer) => readWholeFile(pathOf(root, object.key), buffer, object.bytes),
  };
}

/** The folder of a location, what its keys begin with, and the path of a key. @param path may contain `{DATE}` */
export function folderPartsOf(path: string): { root: string; template: string; pathOf: (key: string) => string } {
  const date = path.indexOf(DATE_PLACEHOLDER);
  const cut = date < 0 ? path.length : path.lastIndexOf('/', date) + 1;
  const root = path.slice(0, cut) || '.';
  return { root, template: path.slice(cut), pathOf: (key) => pathOf(root, key) };
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

/** A folder tree that records links. */
interface FolderTree extends ObjectTree {
  /** Whether any link was found. */
  hasLinks(): boolean;
  /** Returns the path of a listed key without links; call it only if there are links. */
  realPathOf(key: string): string;
}

/** Creates the tree of a folder; keys are relative paths with `/`. Lists no sizes: most files may be excluded. */
function folderTree(root: string, signal?: AbortSignal): FolderTree {
  /** Links found, and the root if there are any → their real paths. */
  const links = new Map<string, string>();

  async function* children(prefix: string): AsyncGenerator<ListedEntry> {
    signal?.throwIfAborted();
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    // The lines of an index are those of its objects, which may be listed too.
    if (folder !== '' && isIndex(pathOf(root, folder))) return;
    // Folders are yielded after this one is closed: otherwise a deep tree keeps one open folder per level.
    const folders: ListedEntry[] = [];
    try {
      for await (const entry of read(root, folder)) {
        signal?.throwIfAborted();
        const key = folder + entry.name;
        if (!key.startsWith(prefix)) continue;
        const listed: ListedEntry | undefined = entry.isFile()
          ? { kind: 'object', key }
          : await listedEntry(entry, key);
        if (listed?.kind === 'folder') folders.push(listed);
        else if (listed !== undefined) yield listed;
      }
    } catch (error) {
      if (error !== UNREADABLE) throw error;
      yield { kind: 'object', key: folder, isUnreadable: true };
    }
    yield* folders;
  }

  async function listedEntry(entry: Dirent, key: string): Promise<ListedEntry | undefined> {
    const isLink = entry.isSymbolicLink();
    // A broken link: its target is missing, and reading it reports that.
    const target = isLink ? await stat(pathOf(root, key)).catch(() => 'broken' as const) : entry;
    if (target === 'broken') return { kind: 'object', key };
    if (!target.isFile() && !target.isDirectory()) return undefined;
    if (isLink) await addLink(key);
    if (target.isFile()) return { kind: 'object', key };
    return links.size > 0 && isInItself(key) ? undefined : { kind: 'folder', key: `${key}/` };
  }

  async function* below(prefix: string): AsyncGenerator<ListedObject> {
    for await (const entry of children(prefix)) {
      if (entry.kind === 'object') yield entry;
      else yield* below(entry.key);
    }
  }

  async function addLink(key: string): Promise<void> {
    const path = pathOf(root, key);
    links.set(key, await realpath(path).catch(() => path));
    if (!links.has('')) await addLink('');
  }

  function realPathOf(key: string): string {
    return links.get(key) ?? join(realPathOf(parentOf(key)), key.slice(key.lastIndexOf('/') + 1));
  }

  /** Whether a folder has the real path of one that contains it. */
  function isInItself(key: string): boolean {
    const real = realPathOf(key);
    for (let folder = key; folder !== ''; ) {
      folder = parentOf(folder);
      if (realPathOf(folder) === real) return true;
    }
    return false;
  }

  const sizeOf = (key: string): number | undefined => sizeOfFile(pathOf(root, key));
  return { children, below, sizeOf, realPathOf, hasLinks: () => links.size > 0 };
}

function parentOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** Thrown by {@link read} for a folder below the root that cannot be read, or not to its end. */
const UNREADABLE = new Error('unreadable');
/** Entries per read. The default of 32 takes twice as long. */
const ENTRIES_AT_ONCE = 1024;

/** Reads the entries of a folder. @throws HeadgateError if the root cannot be read; `UNREADABLE` */
async function* read(root: string, folder: string): AsyncGenerator<Dirent> {
  const path = pathOf(root, folder);
  try {
    yield* await opendir(path, { bufferSize: ENTRIES_AT_ONCE });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // A missing day of the template, or a folder removed during the walk, is empty.
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    if (folder !== '') throw UNREADABLE;
    throw new HeadgateError('location-path', `cannot list ${path}: ${readReason(error)}`);
  }
}

/** A file removed since the listing is reported when it is opened. Asynchronous calls take ten times as long. */
function sizeOfFile(path: string): number | undefined {
  try {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry?.isFile() ? entry.size : undefined;
  } catch {
    return undefined;
  }
}

/** Joins a key to the root as the user wrote it: `./logs` stays `./logs`. */
function pathOf(root: string, key: string): string {
  if (key === '') return root;
  return root.endsWith('/') ? root + key : `${root}/${key}`;
}
