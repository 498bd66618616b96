// Reads the times in an object's name, and classifies names. Opens nothing.
import { type Instant, instantFromText } from '../../../base/index.ts';

/** The times in a name: of the batch, not of its events. */
export interface ObjectKey {
  /** Start of the batch; if the name contains only one time, that time, whatever it means. */
  start?: Instant;
  /** End of the batch, never before `start`; absent unless the name contains both times, side by side. */
  end?: Instant;
}

const TIME = String.raw`(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\.\d{1,9})?Z`;
/** `<start>_<end>_<hash>.log.gz`; also with `-` as separator, with a prefix, and with other extensions. */
const TWO_TIMES = new RegExp(`(?<![0-9A-Za-z])${TIME}[_-]${TIME}(?![0-9A-Za-z])`);
const ONE_TIME = new RegExp(`(?<![0-9A-Za-z])${TIME}(?![0-9A-Za-z])`);

/**
 * Reads the times in the last part of a key. A single time may be the start, the end or the time of writing, so it does
 * not exclude an object.
 * @returns undefined if the name contains no time, an impossible one, or an end before its start
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
  const time = ONE_TIME.exec(name);
  const start = time === null ? undefined : instantOf(time.slice(1, 8));
  return start === undefined ? undefined : { start };
}

function instantOf(parts: readonly (string | undefined)[]): Instant | undefined {
  const [year, month, day, hour, minute, second, fraction = ''] = parts;
  return instantFromText(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
}

/** Extensions of logs, including rotated ones (`access.log.1`, `access.log-20261101`) and compressed ones. */
const LOG_ENDING = /\.(?:log|ndjson|jsonl|csv|tsv)(?:[.-]\d+)*(?:\.(?:gz|zst|bz2|xz))?(?:[.-]\d+)*$/i;
/**
 * Extensions of logs in a bucket. On a disk most such files are manuals and settings: a fifth of the files below /usr.
 */
const BUCKET_ENDING = /\.(?:json|gz|zst|bz2|xz)$/i;

/** Whether a name looks like a log: it contains times, or has a log extension. @param key relative to the source */
export function looksLikeLog(key: string, where: 'bucket' | 'folder'): boolean {
  return LOG_ENDING.test(key) || (where === 'bucket' && BUCKET_ENDING.test(key)) || parseObjectKey(key) !== undefined;
}

/** The file of a destination's ownership check: `ownership-challenge-<hex>.txt`, or a user's own name for it. */
const CHALLENGE = /^(?:ownership-)?challenge[^/]*\.txt$/i;
/** The probe of an HTTP destination that writes to a bucket: gzip of `{"content":"tests"}`. */
const PROBE = 'test.txt.gz';

/**
 * Whether an object can be a log. Skips only names that are clearly something else.
 * @param key relative to the source, so that a hidden folder named by the user is read
 * @param where types are judged in folders only: under a job's prefix, a bucket is expected to contain only logs
 */
export function mayBeLog(key: string, where: 'bucket' | 'folder'): boolean {
  const parts = key.split('/');
  const name = parts.at(-1)!.toLowerCase();
  if (name === '' || parts.some((part) => part.startsWith('.'))) return false;
  if (CHALLENGE.test(name) || name === PROBE) return false;
  const [, extension] = /\.([^.]*?)(?:\.(?:gz|zst))?$/.exec(name) ?? [];
  return where === 'bucket' || extension === undefined || !NOT_LOG_EXTENSIONS.has(extension);
}

/**
 * File types that are clearly not logs but occur in log folders: lower-case extensions without the dot, after removal of a final `.gz` or
 * `.zst`. Omits doubtful types, because the report shows a wrong file but not a missing log.
 */
const NOT_LOG_EXTENSIONS: ReadonlySet<string> = new Set(
  [
    // text about logs, and code
    'md markdown rst html htm css pdf doc docx odt xls xlsx ods js mjs cjs ts jsx tsx py ipynb rb go rs java c h',
    'cpp sh bat ps1 sql tf tfstate hcl yml yaml toml ini cfg conf lock map patch diff',
    // pictures, sound, fonts
    'png jpg jpeg gif webp svg ico bmp mp3 mp4 mov webm woff woff2 ttf',
    // archives, databases, programs, keys
    'zip tar tgz tzst 7z rar jar parquet arrow avro orc sqlite sqlite3 db duckdb pcap exe dll so dylib o a class pyc wasm',
    'bin iso deb rpm whl pem crt key p12 asc sig md5 sha1 sha256 sha512 crc',
    // leftovers of editors and unfinished copies
    'swp swo tmp part partial crdownload',
  ].flatMap((types) => types.split(' ')),
);
