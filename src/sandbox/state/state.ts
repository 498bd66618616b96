// What the local service remembers: identity, settings, rulesets, jobs, transformers, proven destinations, buckets, secrets, pools and notifications, in
// SQLite. The service itself is elsewhere; nothing here checks a request.
import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, linkSync, openSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inodeOf, SQLITE, type SqliteError, sqliteCode } from '../../base/file/index.ts';
import { HeadgateError, writeReason } from '../../base/index.ts';
import { createObjectStore, type ObjectStore } from './alerting/object-store.ts';
import { createPoolStore, type PoolStore } from './alerting/pool-store.ts';
import type {
  StoredHistory,
  StoredMessage,
  StoredPolicy,
  StoredSilence,
  StoredWebhook,
} from './alerting/stored-alerting.ts';
import { checkToken, createIdentity, type Identity, readIdentity, storeIdentity } from './identity.ts';
import { inTransaction } from './in-transaction.ts';
import { createJobStore, type JobStore } from './job-store.ts';
import { createResourceStore, type ResourceStore } from './resource-store.ts';
import { createRulesetStore, type RulesetStore } from './ruleset-store.ts';
import { createStamps } from './service-time.ts';
import { createSettings, type Settings } from './settings.ts';
import { checkStateFile, damaged } from './state-file.ts';
import { APPLICATION_ID, LATER_SCHEMA, SCHEMA, STATE_VERSION } from './state-schema.ts';
import { createTransformerStore, type TransformerStore } from './transformer-store.ts';

/** The state contains the API token. */
const OWNER_ONLY = 0o600;

/** An open database. */
interface OpenDatabase {
  db: DatabaseSync;
  /** A second call has no effect. */
  close: () => void;
}

/**
 * The files that this process has open, by device and inode. To read such a file would end its lock: the system drops
 * all locks of a process on a file as soon as the process closes any descriptor of it.
 */
const openHere = new Set<string>();

const US_PER_MS = 1000;

/** Times of jobs are stored without their fraction. */
const SECOND_MS = 1000;

/** Options of {@link openState}. */
interface StateOptions {
  /** Created if it is missing or empty. @default in memory */
  file?: string | undefined;
  /** Replaces the API token of the file. @default the token of the file, or a random one */
  token?: string | undefined;
  /** Milliseconds since 1970, with fraction. @default Date.now */
  now?: () => number;
}

/** An open state. All methods are synchronous; each change is on disk as a whole or not at all. */
export interface State {
  readonly identity: Identity;
  readonly settings: Settings;
  readonly rulesets: RulesetStore;
  readonly jobs: JobStore;
  readonly transformers: TransformerStore;
  readonly ownership: OwnershipStore;
  readonly resources: ResourceStore;
  readonly pools: PoolStore;
  readonly policies: ObjectStore<StoredPolicy>;
  readonly webhooks: ObjectStore<StoredWebhook>;
  readonly silences: ObjectStore<StoredSilence>;
  readonly history: ObjectStore<StoredHistory>;
  /** Messages as the routes of the outbox return them. */
  readonly outbox: ObjectStore<StoredMessage>;
  /** A time after all those that the state contained when it was opened. Milliseconds since 1970; 0 for a new state. */
  readonly latestMs: number;
  /** Grows with each change of a ruleset, of the configuration of a job, or of a transformer. */
  readonly revision: number;
  /** Makes several changes one: all of them, or none. @param change synchronous @returns what it returns */
  inOne<T>(change: () => T): T;
  /** Lets other processes use the file. A second call has no effect. */
  close(): void;
}

/** Proven destinations. A scope is `zone` or `account`; a destination is the identity of its writer. */
interface OwnershipStore {
  /** @param nowMs milliseconds since 1970 */
  isProven(scope: string, destination: string, nowMs: number): boolean;
  /** Keeps the later of two ends. @param untilMs milliseconds since 1970 */
  prove(scope: string, destination: string, untilMs: number): void;
}

/**
 * Opens a state for this process alone.
 * @throws HeadgateError `state-invalid` if the file is something else, damaged, or of another version (it is not
 * changed); `state-in-use` if another process uses it; `state-unreadable`, `state-write`; `token-invalid`
 */
export function openState({ file, token, now = Date.now }: StateOptions = {}): State {
  if (token !== undefined) checkToken(token);
  const { db, close } = openDatabase(file, () => createIdentity(now()));
  const stored = readIdentity(db);
  if (stored === undefined) {
    close();
    throw damaged(file ?? ':memory:');
  }
  const identity = token === undefined ? stored : { ...stored, token };
  if (identity !== stored) storeIdentity(db, identity);

  let revision = 1;
  const onChange = (): void => {
    revision += 1;
  };
  const { latest } = db.prepare('SELECT max(last_updated) AS latest FROM ruleset_versions').get() as {
    latest: number | null;
  };
  const rulesets = createRulesetStore(db, createStamps(now, latest ?? 0), onChange);
  const jobs = createJobStore(db, onChange);
  const settings = createSettings(db);
  const times = [...jobs.list('zone'), ...jobs.list('account')].flatMap(({ lastComplete, lastError }) =>
    [lastComplete, lastError].flatMap((time) => (time === null ? [] : Date.parse(time) + SECOND_MS)),
  );
  return {
    latestMs: Math.max(0, (latest ?? 0) / US_PER_MS, ...times),
    identity,
    settings,
    rulesets,
    jobs,
    transformers: createTransformerStore(db, onChange),
    ownership: createOwnershipStore(db),
    resources: createResourceStore(settings),
    pools: createPoolStore(db),
    policies: createObjectStore(db, 'policies'),
    webhooks: createObjectStore(db, 'webhooks'),
    silences: createObjectStore(db, 'silences'),
    history: createObjectStore(db, 'history'),
    outbox: createObjectStore(db, 'outbox'),
    get revision() {
      return revision;
    },
    inOne: (change) => inTransaction(db, change),
    close,
  };
}

/** Prepares the statements of {@link OwnershipStore}. */
function createOwnershipStore(db: DatabaseSync): OwnershipStore {
  const read = db.prepare('SELECT 1 FROM ownership WHERE scope = ? AND destination = ? AND until > ?');
  const write = db.prepare(
    `INSERT INTO ownership (scope, destination, until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET until = max(until, excluded.until)`,
  );
  return {
    isProven: (scope, destination, nowMs) => read.get(scope, destination, Math.floor(nowMs)) !== undefined,
    prove: (scope, destination, untilMs) => void write.run(scope, destination, Math.floor(untilMs)),
  };
}

/**
 * Opens the database of a state.
 * @param file undefined: in memory
 * @param createFirst the identity of a new state
 * @throws HeadgateError `state-invalid`, `state-in-use`, `state-unreadable`, `state-write`
 */
function openDatabase(file: string | undefined, createFirst: () => Identity): OpenDatabase {
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
    `BEGIN; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STATE_VERSION}; ${SCHEMA} ${LATER_SCHEMA}`,
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
    db.exec(`BEGIN; ${LATER_SCHEMA} COMMIT`);
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
