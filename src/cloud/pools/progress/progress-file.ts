// Opens the progress file of a migration for this process alone. Never changes a file that headgate did not create.
// A change of the layout needs a new version.
import { closeSync, constants, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inodeOf, readSqliteHeader, SQLITE, type SqliteError, sqliteCode } from '../../../base/file/index.ts';
import { HeadgateError, writeReason } from '../../../base/index.ts';

/** Marks an SQLite file as the progress of a migration (`PRAGMA application_id`). The letters "HGMP". */
const APPLICATION_ID = 0x48474d50;
/** Version of the layout (`PRAGMA user_version`). */
const PROGRESS_VERSION = 1;

/** Times are RFC 3339. */
const SCHEMA = `
  CREATE TABLE run (account TEXT NOT NULL, started TEXT NOT NULL, ended TEXT) STRICT;
  CREATE TABLE policies (seq INTEGER PRIMARY KEY, content TEXT NOT NULL, name TEXT NOT NULL, id TEXT) STRICT;
  CREATE TABLE pools (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

/** Read and write for the owner. */
const OWNER_ONLY = 0o600;

/** An open progress file. */
export interface ProgressFile {
  readonly db: DatabaseSync;
  /** Whether it did not exist before. */
  readonly isNew: boolean;
  /** Ends the lock. @param how `remove` deletes the file @default 'keep' */
  close(how?: 'keep' | 'remove'): void;
}

/**
 * The files that this process has open, by device and inode. To read such a file would end its lock: the system drops all locks of a
 * process on a file as soon as the process closes any descriptor of it.
 */
const openHere = new Set<string>();

/** Returns the path of the progress file beside a backup. */
export function progressPath(backup: string): string {
  return `${backup.replace(/\.json$/i, '')}.progress.sqlite`;
}

/**
 * Opens or creates the file, and locks it until it is closed.
 * @throws HeadgateError `progress-in-use`, `progress-invalid`, `progress-failed`
 */
export function openProgressFile(path: string, account: string): ProgressFile {
  if (openHere.has(inodeOf(path) ?? '')) throw inUse(path);
  const isNew = createOrCheck(path);
  const inode = inodeOf(path) ?? '';
  const db = openLocked(path);
  // A run that changed nothing deletes its file: a lock on a deleted file excludes no process.
  if (inodeOf(path) !== inode) {
    db.close();
    throw inUse(path);
  }
  try {
    initialize(db, path, account);
  } catch (error) {
    // A file that this run has created and could not write must not stop the next one.
    if (isNew && !(error instanceof HeadgateError)) removeFile(path);
    closeQuietly(db);
    throw error instanceof HeadgateError ? error : sqliteError(path, error as SqliteError);
  }
  openHere.add(inode);
  const close = (how: 'keep' | 'remove' = 'keep'): void => {
    if (!db.isOpen) return;
    // Before the lock ends.
    if (how === 'remove') removeFile(path);
    closeQuietly(db);
    openHere.delete(inode);
  };
  return { db, isNew, close };
}

/**
 * Stores an intent or an answer.
 * @throws HeadgateError `progress-failed`, such as on a full disk
 */
export function storing<Result>(path: string, store: () => Result): Result {
  try {
    return store();
  } catch (error) {
    const { message } = error as SqliteError;
    const code = sqliteCode(error as SqliteError);
    if (code === undefined) throw error;
    throw new HeadgateError(
      'progress-failed',
      `cannot write the progress ${path}: ${storeReason(code, message)}; no further request was sent; make room on the disk, or correct what the reason names, and run the command again, which continues this run`,
    );
  }
}

/** Removes the file and the journals that SQLite has beside it. SQLite keeps a journal whose database is gone. */
function removeFile(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

/** Closes the file. What is left in the journal of a full disk is there the next time. */
function closeQuietly(db: DatabaseSync): void {
  try {
    db.close();
  } catch {
    // Nothing is lost: every intent was stored before its request.
  }
}

function storeReason(code: number, message: string): string {
  if (code === SQLITE.full) return 'the disk is full';
  return code === SQLITE.inputOutput
    ? `the disk is full or could not be written (${message})`
    : `SQLite reports: ${message}`;
}

/** @returns whether the file is new, or looks as if headgate has only created it: {@link initialize} examines its tables */
function createOrCheck(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, OWNER_ONLY));
    if (!statSync(path).isFile()) throw invalid(path, 'something other than a file');
    const header = readSqliteHeader(path);
    if (header === 'empty') return true;
    if (header === 'other') throw invalid(path, 'a file that is not an SQLite database');
    const { applicationId: id, userVersion: version } = header;
    // A run that ended while it created the file, such as on a full disk.
    if (id === 0) return true;
    if (id !== APPLICATION_ID) throw invalid(path, 'the SQLite database of another program');
    if (version !== PROGRESS_VERSION) throw invalid(path, `version ${version}`, `version ${PROGRESS_VERSION}`);
    if (header.cut !== undefined) throw invalid(path, `a file that is cut off (${header.cut})`, 'a whole one');
    return false;
  } catch (error) {
    if (error instanceof HeadgateError) throw error;
    throw failed(path, writeReason(error));
  }
}

function openLocked(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    // With this mode SQLite keeps the lock of the first transaction until it closes the file.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
    return db;
  } catch (error) {
    db?.close();
    throw sqliteError(path, error as SqliteError);
  }
}

/** Creates the tables of an empty file in one transaction, before the WAL: the header of the file itself then has the numbers. */
function initialize(db: DatabaseSync, path: string, account: string): void {
  const { application_id: id } = db.prepare('PRAGMA application_id').get() as { application_id: number };
  if (id === 0) {
    const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
    if (tables > 0) throw invalid(path, 'the SQLite database of another program');
    db.exec(
      `BEGIN; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${PROGRESS_VERSION}; ${SCHEMA} COMMIT`,
    );
  } else {
    const check = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw invalid(path, 'a damaged file');
    const run = db.prepare('SELECT account FROM run').get() as { account: string } | undefined;
    if (run !== undefined && run.account !== account) {
      throw invalid(path, `the progress of account ${run.account}`, `that of account ${account}`);
    }
  }
  // An intent must be on disk before its request.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}

function sqliteError(path: string, error: SqliteError): Error {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (code === SQLITE.corrupt || code === SQLITE.notADatabase) return invalid(path, 'a damaged file');
  return code === SQLITE.busy ? inUse(path) : failed(path, storeReason(code, error.message));
}

function inUse(path: string): HeadgateError {
  return new HeadgateError(
    'progress-in-use',
    `cannot open the progress ${path}: another run of headgate pools migrate uses it; wait until that run ends`,
  );
}

function invalid(path: string, found: string, expected = 'the progress of headgate pools migrate'): HeadgateError {
  return new HeadgateError(
    'progress-invalid',
    `cannot open the progress ${path}: found ${found}, expected ${expected}; the file is unchanged; move it away and run headgate again, which reads from the account what is left to do, or name another backup with --backup`,
  );
}

function failed(path: string, reason: string): HeadgateError {
  return new HeadgateError(
    'progress-failed',
    `cannot write the progress ${path}: ${reason}; nothing was changed; name a backup in another folder with --backup`,
  );
}
