// What a worker may read: buckets with prefixes, and folders. Follows links, and opens nothing.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import { folderPartsOf, hasDotSegment, isBucket, type Location, parseLocation } from '../destination/index.ts';

/** Code of an object that a worker may not read. Others may. */
export const NOT_ALLOWED = 'not-allowed';

/** The places of --allow. */
export class AllowedPlaces {
  readonly #places: readonly Location[];
  readonly #worker: string;

  private constructor(places: readonly Location[], worker: string) {
    this.#places = places;
    this.#worker = worker;
  }

  /** Parses --allow. @param texts without one, every bucket and no folder @param worker its name, for errors @throws as `parseLocation` */
  static async parse(texts: readonly string[], worker: string): Promise<AllowedPlaces> {
    return new AllowedPlaces(await Promise.all(texts.map((text) => parseLocation(text))), worker);
  }

  /** Checks the place of an object. @param key of the object in the location @throws HeadgateError {@link NOT_ALLOWED} */
  check(location: Location, key: string): void {
    const places = this.#places;
    if (places.length === 0 ? isBucket(location) : places.some((one) => isWithin(location, key, one))) return;
    const reason = places.length === 0 ? 'reads buckets only' : 'does not allow it';
    throw new HeadgateError(
      NOT_ALLOWED,
      `cannot read ${location.display}: worker ${this.#worker} ${reason}; start the worker with --allow ${allowTextOf(location)}`,
    );
  }
}

/** Returns the value of --allow that allows a whole location. */
export function allowTextOf(location: Location): string {
  if (location.kind !== 's3') return 'path' in location ? location.path : location.display;
  const { display, region, endpoint } = location;
  return `'${display}?region=${region}${endpoint === undefined ? '' : `&endpoint=${endpoint}`}'`;
}

/** Whether an object is in an allowed place. */
function isWithin(location: Location, key: string, allowed: Location): boolean {
  if (location.kind === 's3')
    return (
      allowed.kind === 's3' &&
      allowed.bucket === location.bucket &&
      allowed.endpoint === location.endpoint &&
      hasPrefix(key, allowed.prefix)
    );
  if (location.kind === 'edge')
    return allowed.kind === 'edge' && allowed.origin === location.origin && hasPrefix(key, allowed.prefix);
  if (location.kind === 'stdin' || !('path' in allowed)) return false;
  const inner = relative(realPath(folderPartsOf(allowed.path).root), realPath(openedPath(location, key)));
  return inner !== '..' && !inner.startsWith(`..${sep}`) && resolve(inner) !== inner;
}

/** As a source: `logs` is a folder, and `logs-old` another one. */
function hasPrefix(key: string, prefix: string): boolean {
  const { root } = folderPartsOf(prefix);
  const folder = root === '.' || root.endsWith('/') ? root : `${root}/`;
  return !hasDotSegment(key) && (root === '.' || key === root || key.startsWith(folder));
}

/** The path that is opened for an object, or that of an index. */
function openedPath(location: Exclude<Location, { kind: 's3' | 'edge' | 'stdin' }>, key: string): string {
  if (location.kind === 'index') return location.path;
  return location.kind === 'folder' ? folderPartsOf(location.path).pathOf(key) : key;
}

/** The path without links, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const whole = resolve(path);
    return dirname(whole) === whole ? whole : join(realPath(dirname(whole)), basename(whole));
  }
}
