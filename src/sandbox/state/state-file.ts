// Decides whether a path is a state file, a new one, or something else, from the first bytes of the file. Never opens
// it with SQLite, which could write next to it, and never changes it.
import { statSync } from 'node:fs';
import { readSqliteHeader } from '../../base/file/index.ts';
import { HeadgateError, readReason } from '../../base/index.ts';
import { APPLICATION_ID, STATE_VERSION } from './state-schema.ts';

/**
 * Checks the file at a path.
 * @returns `missing` and `empty` are places for a new state; `state` has the layout of this version
 * @throws HeadgateError `state-invalid` for every other file, `state-unreadable` if it cannot be read
 */
export function checkStateFile(path: string): 'missing' | 'empty' | 'state' {
  const header = readHeader(path);
  if (header === 'missing' || header === 'empty') return header;
  if (header === 'other') throw invalid(path, 'a file that is not an SQLite database', 'name another file');
  if (header.applicationId !== APPLICATION_ID) {
    throw invalid(path, 'the SQLite database of another program', 'name another file');
  }
  const { userVersion: version } = header;
  if (version !== STATE_VERSION) {
    const fix = 'use the version of headgate that wrote it, or name another file';
    throw invalid(path, `a state of version ${version}`, fix, `version ${STATE_VERSION}`);
  }
  if (header.cut !== undefined) throw damaged(path, `a state that is cut off (${header.cut})`);
  return 'state';
}

/** Composes the error for a state that is not whole. */
export function damaged(path: string, found = 'a damaged state'): HeadgateError {
  return invalid(path, found, 'restore it from a copy, or name another file', 'a whole one');
}

/** Composes `state-invalid`. */
function invalid(path: string, found: string, fix: string, expected = 'a state of the sandbox'): HeadgateError {
  return new HeadgateError(
    'state-invalid',
    `cannot open the state ${path}: found ${found}, expected ${expected}; ${fix}. The file is unchanged`,
  );
}

function readHeader(path: string): 'missing' | ReturnType<typeof readSqliteHeader> {
  try {
    const found = statSync(path);
    if (found.isDirectory()) {
      throw new HeadgateError('state-invalid', `cannot open the state ${path}: it is a folder; name a file`);
    }
    if (!found.isFile()) throw invalid(path, 'something other than a file', 'name a file', 'a file');
    return readSqliteHeader(path);
  } catch (error) {
    if (error instanceof HeadgateError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw new HeadgateError('state-unreadable', `cannot open the state ${path}: ${readReason(error)}`);
  }
}
