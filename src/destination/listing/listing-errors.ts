// The error for a source under which nothing lies: looks around and tells what there is instead.
import { HeadgateError, nearest, printCount } from '../../base/index.ts';
import { DATE_PLACEHOLDER } from '../location/location.ts';
import type { FoundObjects } from './list-objects.ts';
import type { ObjectTree } from './object-tree.ts';

/** Names looked at when looking for what was meant; one page of a listing. */
const NAMES_LISTED = 1000;
/** Names told. */
const NAMES_SHOWN = 5;

/** What is known where nothing was found. */
export interface EmptySource {
  display: string;
  tree: ObjectTree;
  template: string;
  /** Where there was something, but nothing that can hold a log. */
  skipped: { count: number; name: string } | undefined;
  /** Key → name for the user. */
  nameOf(key: string): string;
}

/** Makes the error `no-objects`. */
export async function noObjectsError(place: EmptySource): Promise<HeadgateError> {
  return new HeadgateError('no-objects', `cannot read ${place.display}: ${await reason(place)}`);
}

async function reason({ tree, template, skipped, nameOf }: EmptySource): Promise<string> {
  if (skipped !== undefined) {
    const what = skipped.count === 1 ? skipped.name : `${printCount(skipped.count)} objects such as ${skipped.name}`;
    return `found only ${what}, expected at least one object with logs; name a file outright to read it whatever it is`;
  }
  const wanted = template.split(DATE_PLACEHOLDER, 1)[0]!.replace(/\/$/, '');
  for (let folder = parentOf(wanted), meant = wanted; ; meant = folder.slice(0, -1), folder = parentOf(meant)) {
    const names = await namesIn(tree, folder);
    if (names.length > 0) {
      const near = nearest(
        meant.slice(folder.length),
        names.map((name) => name.replace(/\/$/, '')),
      );
      const told = names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ', …' : '');
      const hint =
        near === undefined || near === meant.slice(folder.length) ? '' : `; did you mean ${nameOf(folder + near)}`;
      return `found no object there; in ${nameOf(folder)} there is ${told}${hint}`;
    }
    if (folder === '') return 'found nothing in it at all, expected at least one object with logs';
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

/** Names after which it is asked, each time there are so many more. Ours. */
const NAMES_BETWEEN_CHECKS = 100_000;
/** The least share of names that look like logs. Ours: a folder of logs has many, a disk of programs has some. */
const LEAST_SHARE = 0.01;

/**
 * To be called after each object.
 * @param at name of the newest object
 * @throws HeadgateError `few-logs`
 */
export function checkLogShare({ listed, logNames }: FoundObjects, display: string, at: string): void {
  if (listed === 0 || listed % NAMES_BETWEEN_CHECKS !== 0 || logNames >= listed * LEAST_SHARE) return;
  const found = logNames === 0 ? 'none of which is' : `of which only ${printCount(logNames)} are`;
  throw new HeadgateError(
    'few-logs',
    `cannot list ${display}: found ${printCount(listed)} files, ${found} named like logs (the last file is ${at}), expected a time like 20261101T000000Z or an ending like .log or .ndjson; name a folder or prefix with logs, or list everything with --all-files`,
  );
}
