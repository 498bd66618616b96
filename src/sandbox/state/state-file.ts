// Decides whether a path is a state file, a new one, or something else, from the first bytes of the file. Never opens
// it with SQLite, which could write next to it, and never changes it.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { HeadgateError, readReason } from '../../base/index.ts';
import { APPLICATION_ID, STATE_VERSION } from './state-schema.ts';

/** Size of the header of an SQLite file, and the offsets of two 32-bit numbers in it. https://sqlite.org/fileformat.html */
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
const MAGIC = 'SQLite format 3\0';

/**
 * Checks the file at a path.
 * @returns `missing` and `empty` are places for a new state; `state` has the layout of this version
 * @throws HeadgateError `state-invalid` for every other file, `state-unreadable` if it cannot be read
 */
export function checkStateFile(path: string): 'missing' | 'empty' | 'state' {
  const header = readHeader(path);
  if (header === undefined) return 'missing';
  if (header.length === 0) return 'empty';
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw invalid(path, 'a file that is not an SQLite database', 'name another file');
  }
  if (header.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) {
    throw invalid(path, 'the SQLite database of another program', 'name another file');
  }
  const version = header.readUInt32BE(USER_VERSION_AT);
  if (version !== STATE_VERSION) {
    const fix = 'use the version of headgate that wrote it, or name another file';
    throw invalid(path, `a state of version ${version}`, fix, `version ${STATE_VERSION}`);
  }
  return 'state';
}

/** Composes `state-invalid`. */
export function invalid(path: string, found: string, fix: string, expected = 'a state of the sandbox'): HeadgateError {
  return new HeadgateError(
    'state-invalid',
    `cannot open the state ${path}: found ${found}, expected ${expected}; ${fix}. The file is unchanged`,
  );
}

/** Returns up to {@link HEADER_BYTES} bytes; undefined if there is no file. */
function readHeader(path: string): Buffer | undefined {
  try {
    const found = statSync(path);
    if (found.isDirectory()) {
      throw new HeadgateError('state-invalid', `cannot open the state ${path}: it is a folder; name a file`);
    }
    if (!found.isFile()) throw invalid(path, 'something other than a file', 'name a file', 'a file');
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(HEADER_BYTES);
      return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof HeadgateError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new HeadgateError('state-unreadable', `cannot open the state ${path}: ${readReason(error)}`);
  }
}
