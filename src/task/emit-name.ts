// Names of what --emit writes: a folder for each job, and objects as the platform names them. Names only; nothing is written here.
import { createHash } from 'node:crypto';
import { type Instant, NS_PER_SECOND } from '../base/index.ts';
import { parseObjectKey } from '../destination/index.ts';
import { printTimestamp } from '../output/index.ts';
import { uniqueNames } from './filter-name.ts';

/** Longest name of a job's folder; file systems take 255 bytes. Characters; ours. */
const MAX_FOLDER_NAME = 100;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
/** As in the names the platform gives. reference/logpush.md, section 2. */
const HASH_DIGITS = 8;
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

/**
 * `20261101/20261101T000000Z_20261101T022930Z_4783a49a.log.gz`: the day and the times of the source object, and eight digits of the
 * SHA-256 of its name, which tell apart what two objects of the same time give.
 * @param source the name of the source object, the same however its source was spelled
 * @param times undefined where neither the name nor a line tells any: `untimed_4783a49a.log.gz`
 */
export function emittedName(source: string, times: BatchTimes | undefined): string {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, HASH_DIGITS);
  const start = times === undefined ? undefined : printCompact(times.start);
  const end = times === undefined ? undefined : printCompact(times.end + LAST_NANOSECOND);
  if (start === undefined || end === undefined) return `untimed_${hash}.log.gz`;
  return `${start.slice(0, 'YYYYMMDD'.length)}/${start}_${end}_${hash}.log.gz`;
}

/** `20261101T000000Z`; undefined for a year beyond 9999. */
function printCompact(time: Instant): string | undefined {
  return printTimestamp(time, 'rfc3339')?.replaceAll(/[":-]/g, '');
}
