// The error for a source under which nothing lies: looks around and tells what there is instead.
import { HeadgateError, nearest, printCount } from '../../base/index.ts';
import { DATE_PLACEHOLDER } from '../location/location.ts';
import type { ObjectTree } from './object-tree.ts';

/** Names looked at when looking for what was meant; one page of a listing. */
const LOOKED_AT = 1000;
/** Names told. */
const TOLD = 5;

/** What is known where nothing was found. */
export interface NothingFound {
  display: string;
  tree: ObjectTree;
  template: string;
  /** Where there was something, but nothing that can hold a log. */
  skipped: { count: number; name: string } | undefined;
  /** Key → name for the user. */
  nameOf(key: string): string;
}

/** Makes the error `no-objects`. */
export async function nothingFound(place: NothingFound): Promise<HeadgateError> {
  return new HeadgateError('no-objects', `cannot read ${place.display}: ${await reason(place)}`);
}

async function reason({ tree, template, skipped, nameOf }: NothingFound): Promise<string> {
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
      const told = names.slice(0, TOLD).join(', ') + (names.length > TOLD ? ', …' : '');
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
    if (names.length === LOOKED_AT) break;
  }
  return names;
}
