// Names of what --emit writes: a folder for each job, and objects as the platform names them. Names only; nothing is written here.
import { type Instant, NS_PER_SECOND } from '../../base/index.ts';
import { DATE_PLACEHOLDER, parseObjectKey } from '../../destination/index.ts';
import { printTimestamp } from '../../output/index.ts';
import { uniqueNames } from '../../run/filter-name.ts';

/** Longest name of a job's folder; file systems take 255 bytes. Characters; ours. */
const MAX_FOLDER_NAME = 100;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
/** In place of a day where neither a name nor a line has one. */
const UNTIMED = 'untimed';
const LAST_NANOSECOND = NS_PER_SECOND - 1n;

/** The first and last time that something tells. */
export interface BatchTimes {
  start: Instant;
  end: Instant;
}

/**
 * A folder for each job: letters, digits, `.`, `-` and `_` of its name, anything else becomes `_`. Two that would be one on a disk
 * without upper and lower case are numbered.
 */
export function jobFolders(names: readonly string[]): string[] {
  const safe = names.map((name) => {
    const plain = name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
      .slice(0, MAX_FOLDER_NAME)
      // Hidden folders are not read, and Windows drops dots at the end.
      .replace(/^\.+/, '')
      .replace(/\.+$/, '');
    return plain === '' || DEVICE.test(plain) ? `_${plain}` : plain;
  });
  const unique = uniqueNames(safe.map((name) => name.toLowerCase()));
  return safe.map((name, index) => name + unique[index]!.slice(name.length));
}

/** The times in the name of a source object, where it tells both. */
export function timesInName(key: string): BatchTimes | undefined {
  const { start, end } = parseObjectKey(key) ?? {};
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The name of an emitted object. */
export interface EmittedName {
  /** `20261101`; undefined where neither the name of the source nor a line has a time. */
  day: string | undefined;
  /** `20261101T000000Z_20261101T022930Z_4783a49a.log.gz`, or `untimed_4783a49a.log.gz`. */
  file: string;
}

/**
 * The day and the times of the source object, and the digits that distinguish what two objects of the same time give.
 * @param digits of the source object: see emit-digits.ts
 */
export function emittedName(digits: string, times: BatchTimes | undefined): EmittedName {
  const start = times === undefined ? undefined : printCompact(times.start);
  const end = times === undefined ? undefined : printCompact(times.end + LAST_NANOSECOND);
  if (start === undefined || end === undefined) return { day: undefined, file: `${UNTIMED}_${digits}.log.gz` };
  return { day: start.slice(0, 'YYYYMMDD'.length), file: `${start}_${end}_${digits}.log.gz` };
}

/**
 * Where an emitted object belongs: in the folder of its day, which is where the place says `{DATE}`, and else below that of its job.
 * @param place a folder or a prefix of a bucket, as the user named it
 * @param job the job's folder; may be empty
 * @returns the place with its `{DATE}` replaced, and the path below it
 */
export function emittedPath(place: string, job: string, { day, file }: EmittedName): { root: string; below: string } {
  const isDated = place.includes(DATE_PLACEHOLDER);
  const folders = [job, isDated ? '' : (day ?? '')].filter((name) => name !== '');
  return { root: place.replaceAll(DATE_PLACEHOLDER, day ?? UNTIMED), below: [...folders, file].join('/') };
}

/** `20261101T000000Z`; undefined for a year beyond 9999. */
function printCompact(time: Instant): string | undefined {
  return printTimestamp(time, 'rfc3339')?.replaceAll(/[":-]/g, '');
}
