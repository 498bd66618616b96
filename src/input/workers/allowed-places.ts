// What a worker may read: buckets with prefixes, and folders. Follows links, and opens nothing.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { isInside, realPathOf } from '../../base/file/index.ts';
import { HeadgateError, shellQuoted } from '../../base/index.ts';
import {
  DATE_PLACEHOLDER,
  folderPartsOf,
  hasDotSegment,
  isAddress,
  isServiceOfVendor,
  type Location,
  parseLocation,
} from '../destination/index.ts';

/** Code of an object that a worker may not read. Others may. */
export const NOT_ALLOWED = 'not-allowed';

/** No check compares regions: requests use the region of the run. */
const UNUSED_REGION = { region: 'us-east-1' };

/** The places of --allow. */
export class AllowedPlaces {
  readonly #places: readonly Location[];
  readonly #worker: string;

  private constructor(places: readonly Location[], worker: string) {
    this.#places = places;
    this.#worker = worker;
  }

  /**
   * Parses --allow.
   * @param texts without one, every bucket of Amazon S3 and R2, and no folder
   * @param worker its name, for errors
   * @throws HeadgateError `usage` for a path that does not exist; as `parseLocation`
   */
  static async parse(texts: readonly string[], worker: string): Promise<AllowedPlaces> {
    const path = texts.find(
      (text) => !isAddress(text) && (/^-?$/.test(text.trim()) || !existsSync(folderPartsOf(text).root)),
    );
    if (path !== undefined)
      throw new HeadgateError(
        'usage',
        `cannot use --allow: found ${path || 'no text'}, expected a folder or a file that exists, s3://<bucket>/<dir>, r2://<bucket>/<dir>?account-id=… or https://<host>/<dir> of the edge script`,
      );
    return new AllowedPlaces(await Promise.all(texts.map((text) => parseLocation(text, UNUSED_REGION))), worker);
  }

  /** Checks the place of an object. @param key of the object in the location @throws HeadgateError {@link NOT_ALLOWED} */
  check(location: Location, key: string): void {
    const places = this.#places;
    // Another host may be any server that this machine reaches.
    if (places.length === 0 ? isServiceOfVendor(location) : places.some((one) => isWithin(location, key, one))) return;
    throw this.#notAllowed('read', location, 'reads buckets of Amazon S3 and R2 only');
  }

  /** Checks the place of --partials, to which answers are written. @throws HeadgateError {@link NOT_ALLOWED}, also without --allow */
  checkPartials(location: Location): void {
    const prefix = 'prefix' in location ? location.prefix : '';
    if (this.#places.some((one) => isWithin(location, prefix, one))) return;
    throw this.#notAllowed('store answers in', location, 'stores them only where --allow names it');
  }

  /** Whether a place has the origin of an edge script: its key is for this one. */
  hasOrigin(origin: string): boolean {
    return this.#places.some((one) => one.kind === 'edge' && one.origin === origin);
  }

  #notAllowed(action: string, location: Location, without: string): HeadgateError {
    const reason = this.#places.length === 0 ? without : 'does not allow it';
    return new HeadgateError(
      NOT_ALLOWED,
      `cannot ${action} ${location.display}: worker ${this.#worker} ${reason}; start the worker with --allow ${allowTextOf(location)}`,
    );
  }
}

/** Returns the value of --allow that allows a whole location, quoted for a shell. */
export function allowTextOf(location: Location): string {
  if (location.kind !== 's3') return shellQuoted('path' in location ? location.path : location.display);
  const { display, endpoint } = location;
  return shellQuoted(endpoint === undefined ? display : `${display}?endpoint=${endpoint}`);
}

/** Whether an object is in an allowed place. */
function isWithin(location: Location, key: string, allowed: Location): boolean {
  if (location.kind === 's3')
    return (
      allowed.kind === 's3' &&
      allowed.bucket === location.bucket &&
      allowed.endpoint === location.endpoint &&
      // The region of another text than a name is another host.
      (location.endpoint !== undefined || isServiceOfVendor(location)) &&
      hasPrefix(key, allowed.prefix)
    );
  if (location.kind === 'edge')
    return allowed.kind === 'edge' && allowed.origin === location.origin && hasPrefix(key, allowed.prefix);
  if (location.kind === 'stdin' || !('path' in allowed)) return false;
  const { root, template } = folderPartsOf(allowed.path);
  const opened = location.kind === 'folder' ? folderPartsOf(location.path).pathOf(key) : key;
  const [folder, path] = [realPathOf(root), realPathOf(location.kind === 'index' ? location.path : opened)];
  return isInside(path, folder) && relative(folder, path).startsWith(textBeforeDate(template));
}

/** As a source: `logs` is a folder, and `logs-old` another one; `app-{DATE}` allows what begins with `app-`. */
function hasPrefix(key: string, prefix: string): boolean {
  if (hasDotSegment(key)) return false;
  if (prefix.includes(DATE_PLACEHOLDER)) return key.startsWith(textBeforeDate(prefix));
  return prefix === '' || key === prefix || key.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** What a path begins with, whatever the day. @returns nothing of a path without `{DATE}` */
function textBeforeDate(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf(DATE_PLACEHOLDER)));
}
