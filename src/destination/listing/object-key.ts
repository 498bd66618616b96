// What the name of an object says: its times, and whether it holds a log at all. Names only; nothing is opened here.
import { type Instant, instantFromText } from '../../base/index.ts';
import { NOT_LOG_EXTENSIONS } from './not-log-extensions.ts';

/** What a name tells: times of the batch, not of its events. */
export interface ObjectKey {
  /** When the batch began; the only time of a name that has one, which may then be any. */
  start?: Instant;
  /** When it ended, never before `start`; absent where the name does not hold both, side by side. */
  end?: Instant;
}

const TIME = String.raw`(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\.\d{1,9})?Z`;
/** `<start>_<end>_<hash>.log.gz`, seen also with `-` between, with something before it, and with other endings. */
const TWO_TIMES = new RegExp(`(?<![0-9A-Za-z])${TIME}[_-]${TIME}(?![0-9A-Za-z])`);
const ONE_TIME = new RegExp(`(?<![0-9A-Za-z])${TIME}(?![0-9A-Za-z])`);

/**
 * Reads the times in the last part of a key. One time alone may be when the batch began, ended or was written: too
 * little to leave an object out by.
 * @returns undefined when the name holds no time, one that does not exist, or an end before its start
 */
export function parseObjectKey(key: string): ObjectKey | undefined {
  const name = key.slice(key.lastIndexOf('/') + 1);
  const two = TWO_TIMES.exec(name);
  if (two !== null) {
    const start = instantOf(two.slice(1, 8));
    const end = instantOf(two.slice(8, 15));
    if (start === undefined || end === undefined || end < start) return undefined;
    return { start, end };
  }
  const one = ONE_TIME.exec(name);
  const start = one === null ? undefined : instantOf(one.slice(1, 8));
  return start === undefined ? undefined : { start };
}

function instantOf(parts: readonly (string | undefined)[]): Instant | undefined {
  const [year, month, day, hour, minute, second, fraction = ''] = parts;
  return instantFromText(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
}

/** Endings of logs, also of those that were rotated (`access.log.1`, `access.log-20261101`) and compressed. */
const LOG_ENDING = /\.(?:log|ndjson|jsonl|csv|tsv)(?:[.-]\d+)*(?:\.(?:gz|zst|bz2|xz))?(?:[.-]\d+)*$/i;
/** Endings that logs in a bucket have. On a disk they are mostly those of manuals and settings: a fifth of the files below /usr. */
const BUCKET_ENDING = /\.(?:json|gz|zst|bz2|xz)$/i;

/** Whether a name is like those of logs: it holds times, or ends like one. @param key relative to the place that was named */
export function looksLikeLog(key: string, where: 'bucket' | 'folder'): boolean {
  return LOG_ENDING.test(key) || (where === 'bucket' && BUCKET_ENDING.test(key)) || parseObjectKey(key) !== undefined;
}

/** Written by the ownership check of a destination: `ownership-challenge-<hex>.txt`, or named so by the user. */
const CHALLENGE = /^(?:ownership-)?challenge[^/]*\.txt$/i;
/** Written by the probe of an HTTP destination that ends in a bucket: gzip of `{"content":"tests"}`. */
const PROBE = 'test.txt.gz';

/**
 * Whether an object can hold a log. A name is only ever refused for what it clearly is.
 * @param key relative to the place that was named, so that a hidden folder named outright is read
 * @param where types are judged in folders only: in a bucket nothing but logs is expected under a job's prefix
 */
export function classifyKey(key: string, where: 'bucket' | 'folder'): 'log' | 'skipped' {
  const parts = key.split('/');
  const name = parts.at(-1)!;
  if (name === '' || parts.some((part) => part.startsWith('.'))) return 'skipped';
  if (CHALLENGE.test(name) || name.toLowerCase() === PROBE) return 'skipped';
  if (where === 'bucket') return 'log';
  const plain = name.toLowerCase().replace(/\.(?:gz|zst)$/, '');
  return NOT_LOG_EXTENSIONS.has(plain.slice(plain.lastIndexOf('.') + 1)) && plain.includes('.') ? 'skipped' : 'log';
}
