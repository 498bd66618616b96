// Opens the progress file of a migration for this process alone. A change of the layout needs a new version.
import {
  type DatabaseKind,
  type LockedDatabase,
  openLockedDatabase,
  storeReason,
} from '../../../base/database/index.ts';
import { HeadgateError } from '../../../base/index.ts';

/** The kind of the file. Times are RFC 3339. An intent must be on disk before its request. */
const PROGRESS: DatabaseKind = {
  // The letters "HGMP".
  applicationId: 0x48474d50,
  version: 1,
  schema: `
  CREATE TABLE run (account TEXT NOT NULL, started TEXT NOT NULL, ended TEXT) STRICT;
  CREATE TABLE policies (seq INTEGER PRIMARY KEY, content TEXT NOT NULL, name TEXT NOT NULL, id TEXT) STRICT;
  CREATE TABLE pools (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`,
  synchronous: 'FULL',
  inUse: (path) =>
    new HeadgateError(
      'progress-in-use',
      `cannot open the progress ${path}: another run of headgate pools migrate uses it; wait until that run ends`,
    ),
  invalid: (path, found, expected = 'the progress of headgate pools migrate') =>
    new HeadgateError(
      'progress-invalid',
      `cannot open the progress ${path}: found ${found}, expected ${expected}; the file is unchanged; move it away and run headgate again, which reads from the account what is left to do, or name another backup with --backup`,
    ),
  failed: (path, reason) =>
    new HeadgateError(
      'progress-failed',
      `cannot write the progress ${path}: ${reason}; nothing was changed; name a backup in another folder with --backup`,
    ),
};

/** Returns the path of the progress file beside a backup. */
export function progressPath(backup: string): string {
  return `${backup.replace(/\.json$/i, '')}.progress.sqlite`;
}

/**
 * Opens or creates the file, and locks it until it is closed.
 * @throws HeadgateError `progress-in-use`, `progress-invalid`, `progress-failed`
 */
export function openProgressFile(path: string, account: string): LockedDatabase {
  return openLockedDatabase(path, PROGRESS, (db) => {
    const run = db.prepare('SELECT account FROM run').get() as { account: string } | undefined;
    if (run !== undefined && run.account !== account) {
      throw PROGRESS.invalid(path, `the progress of account ${run.account}`, `that of account ${account}`);
    }
  });
}

/**
 * Stores an intent or an answer.
 * @throws HeadgateError `progress-failed`, such as on a full disk
 */
export function storing<Result>(path: string, store: () => Result): Result {
  try {
    return store();
  } catch (error) {
    const reason = storeReason(error);
    if (reason === undefined) throw error;
    throw new HeadgateError(
      'progress-failed',
      `cannot write the progress ${path}: ${reason}; no further request was sent; make room on the disk, or correct what the reason names, and run the command again, which continues this run`,
    );
  }
}
