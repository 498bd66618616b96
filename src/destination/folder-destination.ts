// A folder on disk as a destination.
import { stat } from 'node:fs/promises';
import { DEFAULT_SLACK_MS, objectSpan } from './day-folder.ts';
import type { Destination, StoredObject } from './destination.ts';
import { folderTree, pathOf } from './folder-tree.ts';
import { listObjects } from './list-objects.ts';
import { byName, counts, skippedName, timesOf } from './listing.ts';
import { readFile } from './local-file.ts';
import { DATE_PLACEHOLDER, type FolderLocation } from './location.ts';
import { nothingFound } from './nothing-found.ts';
import { underTemplate } from './under-template.ts';

/** Files asked for their size at a time. */
const STAT_BATCH = 256;

/** A folder, with or without `{DATE}` in its path. */
export function folderDestination(location: FolderLocation): Destination {
  const date = location.path.indexOf(DATE_PLACEHOLDER);
  const cut = date < 0 ? location.path.length : location.path.lastIndexOf('/', date) + 1;
  const root = location.path.slice(0, cut) || '.';
  const template = location.path.slice(cut);
  // A template at the beginning of a path has no folder before it, and its names get none.
  const nameOf = (key: string) => (cut === 0 ? key : pathOf(root, key));
  const tree = folderTree(root);
  return {
    location,
    async list(range, options = {}) {
      const span = objectSpan(range, options.slackMs ?? DEFAULT_SLACK_MS);
      const found = await underTemplate(template, (form) =>
        listObjects({ tree, template: form, span, where: 'folder' }),
      );
      if (found.kept.length + found.pruned === 0) {
        throw await nothingFound({
          display: location.display,
          tree,
          template,
          skipped: skippedName(found, nameOf),
          nameOf,
        });
      }
      const objects = await measured(
        found.kept.map(({ key }) => key),
        root,
        nameOf,
      );
      return { ...counts(found), objects };
    },
    open: (object, options) => readFile(pathOf(root, object.key), options?.signal),
  };
}

async function measured(
  keys: readonly string[],
  root: string,
  nameOf: (key: string) => string,
): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for (let at = 0; at < keys.length; at += STAT_BATCH) {
    const batch = keys.slice(at, at + STAT_BATCH).map(async (key): Promise<StoredObject> => {
      // A file that went since it was listed is told when it is opened.
      const found = await stat(pathOf(root, key)).catch(() => undefined);
      return { name: nameOf(key), key, ...(found === undefined ? {} : { bytes: found.size }), ...timesOf(key) };
    });
    objects.push(...(await Promise.all(batch)));
  }
  return objects.sort(byName);
}
