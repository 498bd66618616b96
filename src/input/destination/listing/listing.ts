// Lists a bucket or a folder for a time range. Reports a source without objects, and one with very many files of which next to none are
// logs (a home folder, a disk, the wrong bucket).
import { HeadgateError, nearest, printCount, type TimeRange } from '../../../base/index.ts';
import { describeWithoutManifest, isIndexFile } from '../../columns/index.ts';
import type { Listing, ListOptions, StoredObject } from '../destination.ts';
import { DATE_PLACEHOLDER } from '../location/location.ts';
import { DEFAULT_SLACK_MS, objectSpan } from './day-folder.ts';
import { emptyFound, type FoundObjects, listObjects } from './list-objects.ts';
import type { ListedPlace, ObjectTree } from './object-tree.ts';

/**
 * Lists the objects of a tree, sorted by name.
 * @throws HeadgateError `no-objects`, and the errors of the tree
 */
export async function listPlace(place: ListedPlace, range: TimeRange, options: ListOptions): Promise<Listing> {
  const { template, display } = place;
  const span = objectSpan(range, options.slackMs ?? DEFAULT_SLACK_MS);
  const nameOf = (key: string) => place.nameOf(key);
  const onFound = (found: FoundObjects, key: string): void => {
    options.onProgress?.({ objects: found.kept.length, listed: found.listed, at: nameOf(key) });
  };
  let isPartial = false;
  const result = await resolvePrefix(template, async (form) => {
    const found = emptyFound();
    try {
      await listObjects({ ...place, template: form, span, onFound, found });
    } catch (error) {
      isPartial = options.mayBePartial === true && options.signal?.aborted === true;
      if (!isPartial) throw error;
    }
    return found;
  });
  const { kept, listed, pruned, prunedFolders, skipped } = result;
  if (kept.length + pruned === 0 && !isPartial) throw await noObjectsError(place, result);
  const doubt = fewLogsDoubt(result, display);
  return { objects: kept.sorted(nameOf), listed, pruned, prunedFolders, skipped, isPartial, doubt };
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

/** Names to list when searching for the intended one: one page of a listing. */
const NAMES_LISTED = 1000;
/** Names shown in a message. */
const NAMES_SHOWN = 5;

/** Creates the error `no-objects`, which shows nearby names. @param found no object that can be a log */
async function noObjectsError(place: ListedPlace, found: FoundObjects): Promise<HeadgateError> {
  return new HeadgateError('no-objects', `cannot read ${place.display}: ${await reason(place, found)}`);
}

async function reason({ tree, template, nameOf }: ListedPlace, { skipped, skippedKey }: FoundObjects): Promise<string> {
  if (skippedKey !== undefined) {
    const name = nameOf(skippedKey);
    if (isIndexFile(name)) return describeWithoutManifest(name);
    const what = skipped === 1 ? name : `${printCount(skipped)} objects such as ${name}`;
    return `found only ${what}, expected at least one object with logs; to read a file of any name, name the file itself`;
  }
  const wanted = template.split(DATE_PLACEHOLDER, 1)[0]!.replace(/\/$/, '');
  for (let folder = parentOf(wanted), meant = wanted; ; meant = folder.slice(0, -1), folder = parentOf(meant)) {
    const names = await namesIn(tree, folder);
    if (names.length > 0) {
      const near = nearest(
        meant.slice(folder.length),
        names.map((name) => name.replace(/\/$/, '')),
      );
      const shown = names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ', …' : '');
      const hint =
        near === undefined || near === meant.slice(folder.length) ? '' : `; did you mean ${nameOf(folder + near)}`;
      return `found no object there, expected at least one; ${nameOf(folder)} contains ${shown}${hint}`;
    }
    if (folder === '') return 'found no object, expected at least one with logs';
  }
}

function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

async function namesIn(tree: ObjectTree, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of tree.children(folder)) {
    names.push(entry.key.slice(folder.length));
    if (names.length === NAMES_LISTED) break;
  }
  return names;
}

/** Fewer names are listed in seconds, whatever they are. Chosen by headgate. */
const MANY_NAMES = 100_000;
/** Smallest share of names that look like logs. Ours: most names in a log folder do, few on a disk of programs. */
const LEAST_SHARE = 0.01;

/** Returns a message if next to none of very many names looks like a log. */
function fewLogsDoubt({ listed, logNames }: FoundObjects, display: string): string | undefined {
  if (listed < MANY_NAMES || logNames >= listed * LEAST_SHARE) return undefined;
  const found = logNames === 0 ? 'none' : `only ${printCount(logNames)}`;
  return `${display} may be the wrong place: found ${printCount(listed)} files, ${found} of them named like logs, expected names with a time like 20261101T000000Z or an ending like .log or .ndjson; name a folder or prefix that contains logs`;
}
