// Opens the SQLite database of a state for this process alone, and creates it if there is none. A crash at any moment
// leaves either no state or a whole one.
import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, linkSync, openSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inodeOf, SQLITE, type SqliteError, sqliteCode } from '../../base/file/index.ts';
import { HeadgateError, writeReason } from '../../base/index.ts';
import { type Identity, storeIdentity } from './identity.ts';
import { checkStateFile, damaged } from './state-file.ts';
import { ALERTING_SCHEMA, APPLICATION_ID, SCHEMA, STATE_VERSION } from './state-schema.ts';

/** The state contains the API token. */
const OWNER_ONLY = 0o600;

/** An open database. */
export interface OpenDatabase {
  db: DatabaseSync;
  /** A second call has no effect. */
  close: () => void;
}

/**
 * The files that this process has open, by device and inode. To read such a file would end its lock: the system drops
 * all locks of a process on a file as soon as the process closes any descriptor of it.
 */
const openHere = new Set<string>();

/**
 * Opens the database of a state.
 * @param file undefined: in memory
 * @param createFirst the identity of a new state
 * @throws HeadgateError `state-invalid`, `state-in-use`, `state-unreadable`, `state-write`
 */
export function openDatabase(file: string | undefined, createFirst: () => Identity): OpenDatabase {
  if (file === undefined) {
    const db = new DatabaseSync(':memory:');
    initialize(db, createFirst());
    return { db, close: () => closeOnce(db) };
  }
  if (openHere.has(inodeOf(file) ?? '')) throw inUse(file);
  const found = checkStateFile(file);
  if (found !== 'state') createFile(file, found, createFirst());
  const db = openFile(file);
  const inode = inodeOf(file) ?? '';
  openHere.add(inode);
  const close = (): void => {
    if (db.isOpen) openHere.delete(inode);
    closeOnce(db);
  };
  return { db, close };
}

function closeOnce(db: DatabaseSync): void {
  if (db.isOpen) db.close();
}

function initialize(db: DatabaseSync, identity: Identity): void {
  db.exec(
    `BEGIN; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STATE_VERSION}; ${SCHEMA} ${ALERTING_SCHEMA}`,
  );
  storeIdentity(db, identity);
  db.exec('COMMIT');
}

/** Writes a whole state next to the file, then gives it the name: nothing ever finds half of one. */
function createFile(file: string, found: 'missing' | 'empty', identity: Identity): void {
  const target = found === 'empty' ? realpathSync(file) : file;
  const temporary = `${target}.${randomBytes(4).toString('hex')}.new`;
  try {
    closeSync(openSync(temporary, 'wx', OWNER_ONLY));
    const db = new DatabaseSync(temporary);
    initialize(db, identity);
    db.close();
    if (found === 'empty') renameSync(temporary, target);
    else giveName(temporary, target);
  } catch (error) {
    if (error instanceof HeadgateError) throw error;
    throw new HeadgateError(
      'state-write',
      `cannot create the state ${file}: ${writeReason(sqliteCode(error as SqliteError) === SQLITE.full ? { code: 'ENOSPC' } : error, 'choose another folder')}`,
    );
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Unlike a rename, a link never replaces a file that another process created meanwhile: that process wins. */
function giveName(temporary: string, target: string): void {
  try {
    linkSync(temporary, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // Some file systems have no links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    renameSync(temporary, target);
  }
}

function openFile(file: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    // SQLite reports a missing permission as an I/O error.
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new HeadgateError('state-write', `cannot open the state ${file} for writing: ${writeReason(error)}`);
  }
  try {
    db = new DatabaseSync(file, { timeout: 0 });
    // With this mode SQLite keeps the lock of the first transaction until it closes the file.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    const check = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw damaged(file);
    // With a WAL and NORMAL, a change is safe from the end of this process as soon as it is committed. A power failure may undo the
    // last changes; FULL would write each of them to the disk, which takes milliseconds. The empty transaction takes the lock.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; COMMIT');
    db.exec(`BEGIN; ${ALERTING_SCHEMA} COMMIT`);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof HeadgateError) throw error;
    throw openError(file, error as SqliteError);
  }
}

function openError(file: string, error: SqliteError): Error {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (code === SQLITE.corrupt || code === SQLITE.notADatabase) return damaged(file);
  if (code !== SQLITE.busy) {
    return new HeadgateError(
      'state-write',
      `cannot open the state ${file} for writing: SQLite reports: ${error.message}`,
    );
  }
  return inUse(file);
}

function inUse(file: string): HeadgateError {
  return new HeadgateError(
    'state-in-use',
    `cannot open the state ${file}: the state is in use by another process; stop it, or use another file`,
  );
}
