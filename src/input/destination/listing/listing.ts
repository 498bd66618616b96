// Lists a bucket or a folder for a time range, and reports an empty source.
import type { TimeRange } from '../../../base/index.ts';
import type { Listing, ListOptions, StoredObject } from '../destination.ts';
import { DATE_PLACEHOLDER } from '../location/location.ts';
import { DEFAULT_SLACK_MS, objectSpan } from './day-folder.ts';
import { emptyFound, type FoundObjects, listObjects } from './list-objects.ts';
import { checkLogShare, noObjectsError } from './listing-errors.ts';
import type { ListedPlace } from './object-tree.ts';

/**
 * Lists the objects of a tree, sorted by name.
 * @throws HeadgateError `no-objects`, `few-logs`, and the errors of the tree
 */
export async function listPlace(place: ListedPlace, range: TimeRange, options: ListOptions): Promise<Listing> {
  const { template, display } = place;
  const span = objectSpan(range, options.slackMs ?? DEFAULT_SLACK_MS);
  const nameOf = (key: string) => place.nameOf(key);
  const onFound = (found: FoundObjects, key: string): void => {
    options.onProgress?.({ objects: found.kept.length, listed: found.listed, at: nameOf(key) });
    if (options.allFiles !== true) checkLogShare(found, display, nameOf(key));
  };
  let isPartial = false;
  const found = await resolvePrefix(template, async (form) => {
    const found = emptyFound();
    try {
      await listObjects({ ...place, template: form, span, onFound, found });
    } catch (error) {
      isPartial = options.mayBePartial === true && options.signal?.aborted === true;
      if (!isPartial) throw error;
    }
    return found;
  });
  const { kept, listed, pruned, prunedFolders, skipped } = found;
  if (kept.length + pruned === 0 && !isPartial) throw await noObjectsError(place, found);
  return { objects: kept.sorted(nameOf), listed, pruned, prunedFolders, skipped, isPartial };
}

/**
 * Lists a prefix. A job with the prefix `logs` writes to `logs/…`, and `logs-old/…` is another location; so the prefix
 * is the beginning of names (`logs/20261101T10`) only if the folder contains no object.
 */
async function resolvePrefix(template: string, list: (form: string) => Promise<FoundObjects>): Promise<FoundObjects> {
  if (template === '' || template.endsWith('/')) return list(template);
  const inside = await list(`${template}/`);
  if (inside.listed > 0) return inside;
  // Pruned day folders prove that the folder exists, unless the day is part of a file's name.
  return inside.pruned > 0 && !template.includes(DATE_PLACEHOLDER) ? inside : list(template);
}

/** Creates the listing of a single object that the source names itself. */
export function single(object: StoredObject): Listing {
  return { objects: [object], listed: 1, pruned: 0, prunedFolders: 0, skipped: 0 };
}
