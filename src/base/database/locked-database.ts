// Opens or creates an SQLite file of one kind for this process alone. Never changes a file that headgate did not create.
import { chmodSync, closeSync, constants, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inodeOf, readSqliteHeader, SQLITE, type SqliteError, sqliteCode } from '../file/index.ts';
import { HeadgateError, writeReason } from '../index.ts';

/** Read and write for the owner. */
const OWNER_ONLY = 0o600;

/** A kind of files, and the errors that name it. */
export interface DatabaseKind {
  /** Marks a file as one of the kind (`PRAGMA application_id`). */
  applicationId: number;
  /** Version of the layout (`PRAGMA user_version`). A change of the layout needs a new version. */
  version: number;
  /** Creates all tables. */
  schema: string;
  /** `FULL`: what is stored survives a power failure. `NORMAL`: the end of this process; after a power failure the last changes may be gone. */
  synchronous: 'FULL' | 'NORMAL';
  inUse(path: string): HeadgateError;
  /** @param expected @default a file of the kind */
  invalid(path: string, found: string, expected?: string): HeadgateError;
  failed(path: string, reason: string): HeadgateError;
}

/** An open file. */
export interface LockedDatabase {
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

/**
 * Opens or creates the file, and locks it until it is closed.
 * @param check throws the error of a file of the kind that is not the right one
 * @throws HeadgateError those of the kind
 */
export function openLockedDatabase(
  path: string,
  kind: DatabaseKind,
  check: (db: DatabaseSync) => void = () => {},
): LockedDatabase {
  if (openHere.has(inodeOf(path) ?? '')) throw kind.inUse(path);
  const isNew = createOrCheck(path, kind);
  const inode = inodeOf(path) ?? '';
  const db = openLocked(path, kind);
  // A run that changed nothing deletes its file: a lock on a deleted file excludes no process.
  if (inodeOf(path) !== inode) {
    db.close();
    throw kind.inUse(path);
  }
  try {
    initialize(db, path, kind, check);
  } catch (error) {
    // A file that this run has created and could not write must not stop the next one.
    if (isNew && !(error instanceof HeadgateError)) removeFile(path);
    closeQuietly(db);
    throw error instanceof HeadgateError ? error : sqliteError(path, kind, error as SqliteError);
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

/** Why a change could not be stored. @returns undefined for an error that is not SQLite's */
export function storeReason(error: unknown): string | undefined {
  const { message } = error as SqliteError;
  const code = sqliteCode(error as SqliteError);
  if (code === undefined) return undefined;
  if (code === SQLITE.full) return 'the disk is full';
  return code === SQLITE.inputOutput
    ? `the disk is full or could not be written (${message})`
    : `SQLite reports: ${message}`;
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
    // Nothing is lost: every change was stored when it was made.
  }
}

/** @returns whether the file is new, or looks as if headgate has only created it: {@link initialize} examines its tables */
function createOrCheck(path: string, kind: DatabaseKind): boolean {
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, OWNER_ONLY));
    if (!statSync(path).isFile()) throw kind.invalid(path, 'something other than a file');
    const header = readSqliteHeader(path);
    if (header === 'empty') {
      // The user may have created it.
      chmodSync(path, OWNER_ONLY);
      return true;
    }
    if (header === 'other') throw kind.invalid(path, 'a file that is not an SQLite database');
    const { applicationId: id, userVersion: version } = header;
    // A run that ended while it created the file, such as on a full disk.
    if (id === 0) return true;
    if (id !== kind.applicationId) throw kind.invalid(path, 'the SQLite database of another program');
    if (version !== kind.version) throw kind.invalid(path, `version ${version}`, `version ${kind.version}`);
    if (header.cut !== undefined) throw kind.invalid(path, `a file that is cut off (${header.cut})`, 'a whole one');
    return false;
  } catch (error) {
    if (error instanceof HeadgateError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') throw kind.invalid(path, 'a folder');
    throw kind.failed(path, writeReason(error));
  }
}

function openLocked(path: string, kind: DatabaseKind): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    // With this mode SQLite keeps the lock of the first transaction until it closes the file.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
    return db;
  } catch (error) {
    db?.close();
    throw sqliteError(path, kind, error as SqliteError);
  }
}

/** Creates the tables of an empty file in one transaction, before the WAL: the header of the file itself then has the numbers. */
function initialize(db: DatabaseSync, path: string, kind: DatabaseKind, check: (db: DatabaseSync) => void): void {
  const { application_id: id } = db.prepare('PRAGMA application_id').get() as { application_id: number };
  if (id === 0) {
    const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
    if (tables > 0) throw kind.invalid(path, 'the SQLite database of another program');
    db.exec(
      `BEGIN; PRAGMA application_id = ${kind.applicationId}; PRAGMA user_version = ${kind.version}; ${kind.schema} COMMIT`,
    );
  } else {
    const found = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found.quick_check !== 'ok') throw kind.invalid(path, 'a damaged file');
    check(db);
  }
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${kind.synchronous}`);
}

function sqliteError(path: string, kind: DatabaseKind, error: SqliteError): Error {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (code === SQLITE.corrupt || code === SQLITE.notADatabase) return kind.invalid(path, 'a damaged file');
  return code === SQLITE.busy ? kind.inUse(path) : kind.failed(path, storeReason(error)!);
}
