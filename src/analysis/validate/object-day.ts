// Finds the day in the folder names of an object: at the `{DATE}` of its source or of the job's destination, and only below the
// source, because the user named the folders above it. Places are plain data, which every thread applies to names.
import { dayOfFolder, type Location, parseObjectKey } from '../../input/destination/index.ts';
import type { Job } from '../../language/job/index.ts';
import { dayFolderFault } from './batch-time.ts';

const DATE = '{DATE}';

/** Where the names of objects contain their day. */
export interface DayPlace {
  /** Beginning of the names of a source's objects. */
  below: string;
  /** The folder that contains `{DATE}`, as `dt={DATE}`; undefined: any folder that is a day. */
  folder: string | undefined;
}

/**
 * Returns the places for the locations that are read. Objects of a job whose destination has no `{DATE}` may still have day folders:
 * the platform has written them (docs/platform.md, "Object names"), and a copy may have been sorted into them. A folder that the
 * user named like a day is not a day folder: most names in it are of other days.
 * @param names of all objects that are read
 */
export function dayPlacesOf(
  locations: readonly Location[],
  { destinationConf }: Pick<Job, 'destinationConf'>,
  names: Iterable<string>,
): DayPlace[] {
  const ofJob = destinationConf === undefined ? undefined : datedFolderOf(pathOfDestination(destinationConf));
  return locations.flatMap((location) => {
    const start = startOf(location);
    if (start === undefined) return [];
    const own = datedFolderOf(start);
    if (own !== undefined)
      return [{ below: start.slice(0, start.lastIndexOf('/', start.indexOf(DATE)) + 1), folder: own }];
    const place: DayPlace = { below: start, folder: ofJob };
    const isPromised = destinationConf === undefined || ofJob !== undefined;
    return isPromised || hasDayFolders(place, names) ? [place] : [];
  });
}

/** Whether more objects are in the folder of their own day than in that of another. */
function hasDayFolders(place: DayPlace, names: Iterable<string>): boolean {
  let surplus = 0;
  for (const name of names) {
    const day = dayOfObject(name, [place]);
    const object = { name, ...parseObjectKey(name) };
    if (day === undefined || object.end === undefined) continue;
    surplus += dayFolderFault(object, day) === undefined ? 1 : -1;
  }
  return surplus > 0;
}

/** The day of an object by its folders, the last one first. @returns `YYYYMMDD`, or undefined */
export function dayOfObject(name: string, places: readonly DayPlace[]): string | undefined {
  for (const { below, folder } of places) {
    if (!name.startsWith(below)) continue;
    // A source may be the beginning of names: then the folder that it begins counts.
    const isFolder = below === '' || below.endsWith('/') || name[below.length] === '/';
    const from = isFolder ? below.length : below.lastIndexOf('/') + 1;
    const folders = name.slice(from).split('/').slice(0, -1);
    const day = folders.map((one) => dayOf(one, folder)).findLast((one) => one !== undefined);
    if (day !== undefined) return day;
  }
  return undefined;
}

function dayOf(found: string, folder: string | undefined): string | undefined {
  if (folder === undefined) return dayOfFolder(found);
  const at = folder.indexOf(DATE);
  const [before, after] = [folder.slice(0, at), folder.slice(at + DATE.length)];
  if (!found.startsWith(before) || !found.endsWith(after)) return undefined;
  const day = found.slice(before.length, found.length - after.length);
  return /^\d{8}$/.test(day) ? dayOfFolder(day) : undefined;
}

/** Beginning of the names of a source's objects; undefined if the source is a single object. */
function startOf(location: Location): string | undefined {
  if (location.kind === 's3') return `${location.scheme}://${location.bucket}/${location.prefix}`;
  if (location.kind === 'edge') return location.display;
  return location.kind === 'folder' ? location.path : undefined;
}

function pathOfDestination(conf: string): string {
  return conf.split('?')[0]!.replace(/%7BDATE%7D/gi, DATE);
}

function datedFolderOf(path: string): string | undefined {
  return path.split('/').findLast((folder) => folder.includes(DATE));
}
