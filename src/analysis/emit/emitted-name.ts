// Names the folders of jobs and the objects that --emit writes, in the platform's form. Writes nothing.
import { uniqueNames } from '../../base/index.ts';
import { type BatchTimes, DATE_PLACEHOLDER, parseObjectKey, printObjectName } from '../../input/destination/index.ts';

/** Longest name of a job's folder; file systems allow 255 bytes. Characters. Our choice. */
const MAX_FOLDER_NAME = 100;
/** Names that Windows reserves for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
/** Replaces the day if neither the source's name nor a line has a time. */
const UNTIMED = 'untimed';

/**
 * Names a folder for each job: replaces everything except letters, digits, `.`, `-` and `_` by `_`, and numbers names that differ only
 * by case, because some file systems ignore case.
 */
export function jobFolders(names: readonly string[]): string[] {
  const safe = names.map((name) => {
    const plain = name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
      .slice(0, MAX_FOLDER_NAME)
      // No command reads hidden folders, and Windows removes dots at the end.
      .replace(/^\.+/, '')
      .replace(/\.+$/, '');
    return plain === '' || DEVICE.test(plain) ? `_${plain}` : plain;
  });
  const unique = uniqueNames(safe.map((name) => name.toLowerCase()));
  return safe.map((name, index) => name + unique[index]!.slice(name.length));
}

/** Returns the times in the name of a source object; undefined unless it contains both. */
export function timesInName(key: string): BatchTimes | undefined {
  const { start, end } = parseObjectKey(key) ?? {};
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The name of an emitted object. */
export interface EmittedName {
  /** `20261101`; undefined if neither the source's name nor a line has a time. */
  day: string | undefined;
  /** `20261101T000000Z_20261101T022930Z_4783a49a.log.gz`, or `untimed_4783a49a.log.gz`. */
  file: string;
}

/**
 * Returns the name of the object that is written for a source object.
 * @param digits hash of the source object, which distinguishes objects with the same times: see source-hash.ts
 */
export function emittedName(digits: string, times: BatchTimes | undefined): EmittedName {
  const name = times === undefined ? undefined : printObjectName(times, digits);
  return name ?? { day: undefined, file: `${UNTIMED}_${digits}.log.gz` };
}

/**
 * Returns the path of an emitted object: the day replaces `{DATE}`, or is a folder below the job's folder.
 * @param place a folder or a prefix of a bucket, as in the user's argument
 * @param job the job's folder; may be empty
 * @returns the place with `{DATE}` replaced, and the path below it
 */
export function emittedPath(place: string, job: string, { day, file }: EmittedName): { root: string; below: string } {
  const isDated = place.includes(DATE_PLACEHOLDER);
  const folders = [job, isDated ? '' : (day ?? '')].filter((name) => name !== '');
  return { root: place.replaceAll(DATE_PLACEHOLDER, day ?? UNTIMED), below: [...folders, file].join('/') };
}
