// Source text → Location: a bucket, a folder, a file or stdin. Reads the disk, never the network.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HeadgateError, nearest, readReason } from '../../../base/index.ts';
import { isIndex } from '../../columns/index.ts';
import { DATE_PLACEHOLDER, type Location, LocationFault, type LocationOptions, named } from './location.ts';
import { parseBucketLocation } from './parse-bucket-location.ts';
import { parseEdgeLocation } from './parse-edge-location.ts';
import { cutSchemeOf, otherSchemeReason, s3SchemeOf, schemeOf } from './schemes.ts';
import { suggestPath } from './suggest-path.ts';

/** The forms of a source, for messages. */
const EXPECTED =
  'a folder, a file, - for standard input, s3://<bucket>/<dir>?region=…, r2://<bucket>/<dir>?account-id=… or https://<host>/<dir> of the edge script';
/** Text that looks like a filter instead of a path: JSON, or an operator of an expression between blanks. */
const FILTER_LIKE = /^\s*\{|\s(?:[<>]=?|[=!]=|eq|ne|lt|le|gt|ge|in|contains)\s/;

const HTTP_REASON =
  'found an HTTP address, expected s3://, r2:// or a folder; for an S3 server write s3://<bucket>/<dir>?region=…&endpoint=http://…; pipe a single file: curl <address> | headgate replay -';

/**
 * Parses a source: `s3://…` and `r2://…` exactly as in a job's `destination_conf`, `https://…` of the edge script, a folder, a file,
 * or `-` for stdin.
 * @throws HeadgateError with a code per mistake; its message contains no secret
 */
export async function parseLocation(source: string, options: LocationOptions = {}): Promise<Location> {
  return parse(source, (text) =>
    /^https?:\/\//i.test(text) ? parseEdgeLocation(text, options) : parseConf(text, options),
  );
}

/**
 * Parses the `destination_conf` of a job as a source. An `https://` address is one that a job pushes to, and stores no files.
 * @throws as {@link parseLocation}
 */
export async function parseDestinationConf(source: string, options: LocationOptions = {}): Promise<Location> {
  return parse(source, (text) => parseConf(text, options));
}

async function parse(source: string, parseText: (text: string) => Promise<Location>): Promise<Location> {
  const text = source.trim();
  if (text === '') {
    throw new HeadgateError(
      'location-empty',
      `cannot read the source: found empty text, expected ${EXPECTED}; is a variable of your shell empty?`,
    );
  }
  const cutScheme = cutSchemeOf(text);
  if (cutScheme?.startsWith('http') === true) {
    // The text may contain a password.
    throw new HeadgateError(
      'location-scheme',
      `cannot read ${cutScheme}:…: found too few slashes, expected https://<host>/<dir> of the edge script`,
    );
  }
  return named('cannot read', text, () => parseText(text));
}

async function parseConf(text: string, options: LocationOptions): Promise<Location> {
  if (text === '-') return { kind: 'stdin', display: 'stdin' };
  const bucketScheme = s3SchemeOf(text);
  if (bucketScheme !== undefined) return parseBucketLocation(text, bucketScheme, options);
  const scheme = schemeOf(text);
  if (scheme === 'file') return localLocation(pathOfUrl(text));
  if (scheme === undefined) return localLocation(text);
  const known = scheme === 'http' ? HTTP_REASON : otherSchemeReason(text);
  throw new LocationFault(
    'scheme',
    known ?? `found the scheme ${scheme}://, expected ${EXPECTED}${nearScheme(scheme)}`,
  );
}

/** Returns the end of a message about an unknown scheme. */
function nearScheme(scheme: string): string {
  // Not every short scheme: ftps is no misspelling.
  return scheme.startsWith('h') && nearest(scheme, ['https']) !== undefined ? '; did you mean https://?' : '';
}

function pathOfUrl(text: string): string {
  try {
    return fileURLToPath(text);
  } catch {
    throw new LocationFault(
      'path',
      'found a URL that names no file on this machine, expected file:///<path> or a plain path',
    );
  }
}

async function localLocation(path: string): Promise<Location> {
  const date = path.indexOf(DATE_PLACEHOLDER);
  if (date >= 0) {
    const root = path.slice(0, path.lastIndexOf('/', date) + 1) || '.';
    const entry = await statOf(root);
    if (!entry.isDirectory()) throw new LocationFault('path', 'it is a file, expected a folder before {DATE}');
    return { kind: 'folder', path, display: path };
  }
  const entry = await statOf(path);
  if (entry.isDirectory()) return { kind: isIndex(path) ? 'index' : 'folder', path, display: path };
  return { kind: 'file', path, singleUse: !entry.isFile(), display: path };
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new LocationFault('path', await hintFor(path));
    throw new LocationFault('path', readReason(error));
  }
}

async function hintFor(path: string): Promise<string> {
  const missing = 'the file or folder does not exist';
  const cutScheme = cutSchemeOf(path);
  if (cutScheme !== undefined)
    return `${missing}, expected ${EXPECTED}; did you mean a bucket, ${cutScheme}://<bucket>/<dir>?…`;
  const near = await suggestPath(path);
  if (near !== '') return `${missing}${near}`;
  return FILTER_LIKE.test(path)
    ? `${missing}, expected a source; to use the text as a filter, write it after --filter`
    : `${missing}, expected ${EXPECTED}`;
}
