// Source text → Location: a bucket, a folder, a file or stdin. Reads the disk, never the network.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HeadgateError, nearest, readReason } from '../../../base/index.ts';
import { DATE_PLACEHOLDER, type Location, type LocationOptions, schemeOf, unreadable } from './location.ts';
import { parseBucketLocation } from './parse-bucket-location.ts';
import { parseEdgeLocation } from './parse-edge-location.ts';
import { redactLocation } from './redact-location.ts';
import { suggestPath } from './suggest-path.ts';

/** The forms of a source, for messages. */
const EXPECTED =
  'a folder, a file, - for standard input, s3://<bucket>/<dir>?region=…, r2://<bucket>/<dir>?account-id=… or https://<host>/<dir> of the edge script';
/** Text that looks like a filter instead of a path: JSON, or an operator of an expression between blanks. */
const FILTER_LIKE = /^\s*\{|\s(?:[<>]=?|[=!]=|eq|ne|lt|le|gt|ge|in|contains)\s/;

/** A bucket with too few slashes. */
const ONE_SLASH = /^(?:s3|r2):\/?[^/]/;

/** An address with too few slashes, or backslashes. */
const FEW_SLASHES = /^(https?):(?!\/\/)/i;

/** Scheme of a job destination that cannot be read back → the rest of the message "cannot read <source>: …". */
const UNREADABLE_SCHEMES: Readonly<Record<string, string>> = {
  gs: "found Google Cloud Storage, expected s3://, r2:// or a folder; use the bucket's S3 API with HMAC keys (s3://<bucket>/<dir>?region=auto&endpoint=storage.googleapis.com&access-key-id=…&secret-access-key=…), or copy it: gcloud storage cp -r gs://<bucket>/<dir> logs",
  azure:
    'found Azure Blob Storage, expected s3://, r2:// or a folder; copy the container to a folder and name the folder: azcopy copy "<container URL with SAS>" logs --recursive',
  https:
    'found an HTTP address, expected s3://, r2:// or a folder; a job that pushes over HTTP stores no files; pipe a single file: curl <address> | headgate replay -',
  http: 'found an HTTP address, expected s3://, r2:// or a folder; for an S3 server write s3://<bucket>/<dir>?region=…&endpoint=http://…; pipe a single file: curl <address> | headgate replay -',
  sumo: logService('Sumo Logic'),
  splunk: logService('Splunk'),
  datadog: logService('Datadog'),
  bigquery: logService('BigQuery'),
  kinesis: logService('Amazon Kinesis'),
  ibmcl: logService('IBM Cloud Logs'),
  sentinelone: logService('SentinelOne'),
  pipelines: logService('Pipelines'),
};

/**
 * Parses a source: `s3://…` and `r2://…` exactly as in a job's `destination_conf`, `https://…` of the edge script, a folder, a file,
 * or `-` for stdin.
 * @throws HeadgateError with a code per mistake; its message contains no secret
 */
export async function parseLocation(source: string, options: LocationOptions = {}): Promise<Location> {
  const text = source.trim();
  return /^https?:\/\//i.test(text) ? parseEdgeLocation(text, options) : parseDestinationConf(text, options);
}

/**
 * Parses the `destination_conf` of a job as a source. An `https://` address is one that a job pushes to, and stores no files.
 * @throws as {@link parseLocation}
 */
export async function parseDestinationConf(source: string, options: LocationOptions = {}): Promise<Location> {
  const text = source.trim();
  if (text === '') {
    throw new HeadgateError(
      'location-empty',
      `cannot read the source: found empty text, expected ${EXPECTED}; is a variable of your shell empty?`,
    );
  }
  if (text === '-') return { kind: 'stdin', display: 'stdin' };
  // The text may contain a password.
  const few = FEW_SLASHES.exec(text)?.[1];
  if (few !== undefined) {
    throw new HeadgateError(
      'location-scheme',
      `cannot read ${few.toLowerCase()}:…: found too few slashes, expected https://<host>/<dir> of the edge script`,
    );
  }
  const scheme = schemeOf(text);
  if (scheme === 's3' || scheme === 'r2') return parseBucketLocation(text, scheme, options);
  if (scheme === 'file') return localLocation(pathOfUrl(text));
  if (scheme === undefined) return localLocation(text);
  const reason =
    UNREADABLE_SCHEMES[scheme] ?? `found the scheme ${scheme}://, expected ${EXPECTED}${nearScheme(scheme)}`;
  throw unreadable('scheme', redactLocation(text), reason);
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
    throw noSuchPath(text, 'found a URL that names no file on this machine, expected file:///<path> or a plain path');
  }
}

async function localLocation(path: string): Promise<Location> {
  const date = path.indexOf(DATE_PLACEHOLDER);
  if (date >= 0) {
    const root = path.slice(0, path.lastIndexOf('/', date) + 1) || '.';
    const found = await statOf(root);
    if (!found.isDirectory()) throw noSuchPath(root, 'found a file, expected a folder before {DATE}');
    return { kind: 'folder', path, display: path };
  }
  const found = await statOf(path);
  if (found.isDirectory()) return { kind: 'folder', path, display: path };
  return { kind: 'file', path, singleUse: !found.isFile(), display: path };
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw noSuchPath(path, await hintFor(path));
    throw noSuchPath(path, readReason(error));
  }
}

async function hintFor(path: string): Promise<string> {
  const missing = 'found no such file or folder';
  if (ONE_SLASH.test(path))
    return `${missing}, expected ${EXPECTED}; did you mean a bucket, ${path.slice(0, 2)}://<bucket>/<dir>?…`;
  const near = await suggestPath(path);
  if (near !== '') return `${missing}${near}`;
  return FILTER_LIKE.test(path)
    ? `${missing}, expected a source; to use the text as a filter, write it after --filter`
    : `${missing}, expected ${EXPECTED}`;
}

function noSuchPath(path: string, reason: string): HeadgateError {
  return unreadable('path', redactLocation(path), reason);
}

function logService(name: string): string {
  return `found ${name}, which stores no files that can be read back, expected s3://, r2:// or a folder; add a job that pushes the same logs to a bucket`;
}
