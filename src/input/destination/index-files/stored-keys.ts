// The objects of an index as those of their locations: lists known ones as the location itself would, without a request, and identifies them.
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPathOf } from '../../../base/file/index.ts';
import type { TimeRange } from '../../../base/index.ts';
import type { Listing, ListOptions, StoredObject } from '../destination.ts';
import { listPlace } from '../listing/listing.ts';
import type { ListedEntry, ListedObject, ObjectTree } from '../listing/object-tree.ts';
import { folderPartsOf } from '../local/folder-destination.ts';
import { DATE_PLACEHOLDER, isBucket, type Location } from '../location/location.ts';

/** Lists the objects that may contain events of a range. @param objects all known ones, sorted by key */
export async function listKnown(
  location: Location,
  objects: readonly StoredObject[],
  range: TimeRange,
  options: ListOptions = {},
): Promise<Listing> {
  const names = new Map(objects.map(({ key, name }) => [key, name]));
  const place = { tree: treeOf(objects), display: location.display, nameOf: (key: string) => names.get(key) ?? key };
  if (isBucket(location))
    return await listPlace({ ...place, template: location.prefix, where: 'bucket' }, range, options);
  if (location.kind === 'folder') {
    const { template } = folderPartsOf(location.path);
    return await listPlace({ ...place, template, where: 'folder' }, range, options);
  }
  return { objects: [...objects], listed: objects.length, pruned: 0, prunedFolders: 0, skipped: 0 };
}

/** A location without secrets and settings of one run, and with paths that do not depend on the working directory: what an index stores. */
export function withoutSecrets(location: Location): Location {
  const ofRun = { retryForMs: undefined, isDestinationConf: false };
  if (location.kind === 's3') return { ...location, ...ofRun, accessKeyId: undefined, secretAccessKey: undefined };
  if (location.kind === 'edge') return { ...location, authKey: undefined, retryForMs: undefined };
  return location.kind === 'stdin' ? location : { ...location, path: resolve(location.path) };
}

/** What changes when an object changes: the size and the time of a file, the listed entity tag of any other. Null if that is unknown. */
export function stampOf(
  location: Location,
  { key, etag }: { key: string; etag?: string | null | undefined },
): string | null {
  if (location.kind !== 'folder' && location.kind !== 'file') return etag ?? null;
  const path = location.kind === 'file' ? location.path : folderPartsOf(location.path).pathOf(key);
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found?.isFile() === true ? `${found.size}-${found.mtimeNs}` : null;
}

/** {@link stampOf}; null, too, for a file that may not be checked: opening it reports the reason. */
export function stampOrNull(...object: Parameters<typeof stampOf>): string | null {
  try {
    return stampOf(...object);
  } catch {
    return null;
  }
}

/** Returns what identifies the objects of a location, however it is spelled: names may refer to another working directory, and lead through links. */
export function identifierOf(location: Location): (object: Pick<StoredObject, 'key'>) => string {
  const { root } = placeOf(location);
  if (location.kind === 'file' || location.kind === 'stdin') return () => root;
  if (location.kind !== 'folder') return ({ key }) => root + key;
  /** Folders in it, of which some may be links, by key. */
  const folders = new Map<string, string>();
  return ({ key }) => {
    const end = key.lastIndexOf('/') + 1;
    const folder = key.slice(0, end);
    const real = folders.get(folder) ?? join(realPathOf(root + folder), '/');
    folders.set(folder, real);
    return real + key.slice(end);
  };
}

/** Whether a location has an object at its place, and not through a link. */
export function isAtPlace({ root }: Place, { key }: Pick<StoredObject, 'key'>, identity: string): boolean {
  return identity === root || identity === root + key;
}

/** How identities begin. */
export interface Place {
  /** Of what a location is in: the key follows. */
  root: string;
  /** Of the objects that are surely among those of the location. Contains `{DATE}`, which no identity does, if the location does. */
  inside: string;
}

export function placeOf(location: Location): Place {
  if (location.kind === 's3') return placeIn(`${location.endpoint ?? ''} ${location.bucket}/`, location.prefix);
  if (location.kind === 'edge') return placeIn(`${location.origin}/`, location.prefix);
  if (location.kind === 'stdin') return placeIn('-', '');
  if (location.kind !== 'folder') return placeIn(join(realPathOf(dirname(location.path)), basename(location.path)), '');
  const { root, template } = folderPartsOf(location.path);
  return placeIn(join(realPathOf(root), '/'), template);
}

/** Whether a location lists all that another one lists. */
export function covers({ inside }: Place, other: Place): boolean {
  const anyDay = other.inside.replaceAll(/\d{8}/g, DATE_PLACEHOLDER);
  return other.inside.startsWith(inside) || anyDay.startsWith(inside);
}

function placeIn(root: string, prefix: string): Place {
  const inside = root + prefix;
  return { root, inside: inside.endsWith('/') ? inside : `${inside}/` };
}

function treeOf(known: readonly ListedObject[]): ObjectTree {
  const objects = known.map(
    (object): ListedObject => (object.key.endsWith('/') ? { ...object, isUnreadable: true } : object),
  );
  return {
    async *children(prefix) {
      const folders = new Set<string>();
      for (const object of objects) {
        if (!object.key.startsWith(prefix)) continue;
        const end = object.key.indexOf('/', prefix.length) + 1;
        const entry: ListedEntry = { kind: 'folder', key: object.key.slice(0, end) };
        if (end === 0) yield { kind: 'object', ...object };
        else if (!folders.has(entry.key)) yield entry;
        folders.add(entry.key);
      }
    },
    async *below(prefix) {
      for (const object of objects) if (object.key.startsWith(prefix)) yield object;
    },
  };
}

/** Where a folder or a file is; empty for a bucket. */
export function rootOf(location: Location): string {
  if (location.kind === 'folder') return folderPartsOf(location.path).root;
  return location.kind === 'file' ? location.path : '';
}
