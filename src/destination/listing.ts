// Pieces that every kind of destination makes its listing of.
import type { Listing, StoredObject } from './destination.ts';
import type { FoundObjects } from './list-objects.ts';
import { parseObjectKey } from './object-key.ts';

/** A listing of one object that was named outright. */
export function single(object: StoredObject): Listing {
  return { objects: [object], listed: 1, pruned: 0, prunedFolders: 0, skipped: 0 };
}

/** The counts of a listing. */
export function counts(found: FoundObjects): Omit<Listing, 'objects'> {
  const { listed, pruned, prunedFolders, skipped } = found;
  return { listed, pruned, prunedFolders, skipped };
}

/** Where something was skipped: how much, and the name of one. */
export function skippedName(
  found: FoundObjects,
  nameOf: (key: string) => string,
): { count: number; name: string } | undefined {
  return found.skippedKey === undefined ? undefined : { count: found.skipped, name: nameOf(found.skippedKey) };
}

/** The times of a name as a part of a StoredObject. */
export function timesOf(key: string): Pick<StoredObject, 'times'> {
  const { start, end } = parseObjectKey(key) ?? {};
  return start === undefined || end === undefined ? {} : { times: { start, end } };
}

/** The order of every listing: by code unit, so that it is the same on every machine. */
export function byName(a: StoredObject, b: StoredObject): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
