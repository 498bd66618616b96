// Source text → Location: tells bucket, folder, file and stdin apart. Looks at the disk, never at the network.
import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HeadgateError, nearest } from '../base/index.ts';
import { DATE_PLACEHOLDER, type Location, type LocationOptions } from './location.ts';
import { parseBucketLocation } from './parse-bucket-location.ts';
import { redactLocation } from './redact-location.ts';
import { UNREAD_SCHEMES } from './unread-schemes.ts';

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

/**
 * Reads a source: `s3://…` and `r2://…` exactly as in a job's `destination_conf`, a folder, a file, or `-` for stdin.
 * @throws HeadgateError with a code per mistake; its message holds no secret
 */
export async function parseLocation(source: string, options: LocationOptions = {}): Promise<Location> {
  const text = source.trim();
  if (text === '') {
    throw new HeadgateError(
      'location-empty',
      'cannot read the source: found an empty text, wanted s3://, r2://, a folder, a file, or - for stdin',
    );
  }
  if (text === '-') return { kind: 'stdin', display: 'stdin' };
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === 's3' || scheme === 'r2') return parseBucketLocation(text, scheme, options);
  if (scheme === 'file') return localLocation(pathOfUrl(text));
  if (scheme === undefined) return localLocation(text);
  const reason = UNREAD_SCHEMES[scheme] ?? `found the scheme ${scheme}://, wanted s3://, r2:// or a folder`;
  throw new HeadgateError('location-scheme', `cannot read ${redactLocation(text)}: ${reason}`);
}

function pathOfUrl(text: string): string {
  try {
    return fileURLToPath(text);
  } catch {
    throw noSuchPath(text, 'found no address of a file on this machine, wanted file:///<path>, or the path alone');
  }
}

async function localLocation(path: string): Promise<Location> {
  const date = path.indexOf(DATE_PLACEHOLDER);
  if (date >= 0) {
    const root = path.slice(0, path.lastIndexOf('/', date) + 1) || '.';
    const found = await statOf(root);
    if (!found.isDirectory()) throw noSuchPath(root, 'found a file where a folder is wanted');
    return { kind: 'folder', path, display: path };
  }
  const found = await statOf(path);
  if (found.isDirectory()) return { kind: 'folder', path, display: path };
  return { kind: 'file', path, once: !found.isFile(), display: path };
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw noSuchPath(path, await hintFor(path));
    throw noSuchPath(path, code === 'EACCES' ? 'the system refuses access to it' : `the system says ${code}`);
  }
}

async function hintFor(path: string): Promise<string> {
  if (/[?&](?:region|endpoint|account-id)=/.test(path)) {
    return 'found no such file or folder; a bucket is written s3://<bucket>/<dir>?region=…';
  }
  const names = await readdir(dirname(path)).catch(() => undefined);
  if (names === undefined) return 'found no such file or folder';
  const near = nearest(basename(path), names);
  return near === undefined
    ? 'found no such file or folder'
    : `found no such file or folder; did you mean ${JSON.stringify(near)}?`;
}

function noSuchPath(path: string, reason: string): HeadgateError {
  return new HeadgateError('location-path', `cannot read ${redactLocation(path)}: ${reason}`);
}
