// The manifest of an index in SQLite. A part counts only if the manifest has it: what a killed build has left in the folder is no part of the index.
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { type DatabaseKind, type LockedDatabase, openLockedDatabase, storeReason } from '../../base/database/index.ts';
import { readSqliteHeader, SQLITE, type SqliteError, sqliteCode } from '../../base/file/index.ts';
import { HeadgateError, readReason, writeReason } from '../../base/index.ts';
import { MANIFEST_FILE, MANIFEST_ID, type NamedRun, type PartEntry, type RowRange } from '../columns/index.ts';
import { repeats, type StoredListing } from './coverage.ts';

/** Version of the layout, that of the parts included (`PRAGMA user_version`). */
const MANIFEST_VERSION = 3;
/** Read and write for the owner. */
const OWNER_ONLY = 0o600;
/** Codes of SQLite for a file with other bytes than it wrote: `error` is one for the text of the tables. */
const DAMAGED: readonly number[] = [SQLITE.corrupt, SQLITE.notADatabase, SQLITE.error];
/** Makes a revision unique. Bytes. */
const REVISION_BYTES = 8;
/** How long a change waits for those of other threads. Milliseconds; one takes some. */
const BUSY_MS = 30_000;

/** The columns of each table of which a row has the CRC-32: SQLite has no checksums. */
const SUMMED = {
  settings: 'name, value',
  locations: 'id, content',
  parts: 'id, content',
  objects: 'id, location, name, key, bytes, etag, stamp, state',
  runs: 'object, number, part, first, last',
} as const;
/** A function of ours in SQL. */
const ROW_SUM = 'row_sum';
const sumOf = (table: keyof typeof SUMMED): string => `sum INTEGER AS (${ROW_SUM}(${SUMMED[table]})) STORED`;

const SCHEMA = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, ${sumOf('settings')}) STRICT, WITHOUT ROWID;
  CREATE TABLE locations (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE, ${sumOf('locations')}) STRICT;
  CREATE TABLE parts (id INTEGER PRIMARY KEY, content TEXT NOT NULL, ${sumOf('parts')}) STRICT;
  CREATE TABLE objects (id INTEGER PRIMARY KEY, location INTEGER NOT NULL REFERENCES locations, name TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL, bytes INTEGER, etag TEXT, stamp TEXT, state TEXT NOT NULL, ${sumOf('objects')}) STRICT;
  CREATE TABLE runs (object INTEGER NOT NULL REFERENCES objects, number INTEGER NOT NULL, part INTEGER NOT NULL REFERENCES parts,
    first INTEGER NOT NULL, last INTEGER NOT NULL, ${sumOf('runs')}, PRIMARY KEY (object, number)) STRICT, WITHOUT ROWID;
`;

/** Where the lines of an object are. */
export type ObjectState =
  /** Nowhere yet: a build has listed the object and not read it to its end. */
  | 'waiting'
  /** In columns. */
  | 'columns'
  /** In the object alone: it is not NDJSON, damaged, or has lines that columns cannot contain. */
  | 'stored';

/** An object of an index. */
export interface IndexedObject {
  /** Number of its location. */
  location: number;
  name: string;
  key: string;
  bytes: number | null;
  etag: string | null;
  /** Changes with the object: its entity tag; of a file its size and time of change. */
  stamp: string | null;
  state: ObjectState;
}

/** A run of rows of an object. */
export interface StoredRun extends RowRange {
  part: number;
}

/** What an index was built with. */
export interface IndexSettings {
  dataset: string;
  /** Fields whose values are not stored. */
  without: string[];
}

/** An open manifest. */
export class Manifest {
  readonly folder: string;
  readonly db: DatabaseSync;

  private constructor(folder: string, db: DatabaseSync) {
    this.folder = folder;
    this.db = db;
    db.function(ROW_SUM, { varargs: true, deterministic: true }, (...values) => crc32(JSON.stringify(values)));
  }

  /** Whether each row is as it was written. @throws an error of SQLite for damaged tables */
  #isWhole(): boolean {
    if (this.#get('schema') !== this.#schemaSum()) return false;
    return Object.entries(SUMMED).every(
      ([table, columns]) =>
        this.db.prepare(`SELECT 1 FROM ${table} WHERE sum IS NOT ${ROW_SUM}(${columns}) LIMIT 1`).get() === undefined,
    );
  }

  /**
   * Opens a manifest.
   * @param isChecked whether this run has compared it with its checksums before
   * @throws HeadgateError `index-invalid`, `index-unreadable`
   */
  static open(folder: string, mode: 'read' | 'write', isChecked = false): Manifest {
    const path = join(folder, MANIFEST_FILE);
    let db: DatabaseSync | undefined;
    try {
      const header = readSqliteHeader(path);
      if (header === 'other' || header === 'empty' || header.applicationId !== MANIFEST_ID)
        throw invalid(folder, 'a file that is not the manifest of an index');
      if (header.userVersion !== MANIFEST_VERSION) throw invalid(folder, `version ${header.userVersion}`);
      if (header.cut !== undefined) throw invalid(folder, `a manifest that is cut off (${header.cut})`);
      db = new DatabaseSync(path, { readOnly: mode === 'read', timeout: BUSY_MS });
      const manifest = new Manifest(folder, db);
      if (isChecked) return manifest;
      // quick_check would not compare the indexes with the tables.
      const check = db.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
      if (check.integrity_check === 'ok' && manifest.#isWhole()) return manifest;
      throw invalid(folder, 'a damaged manifest');
    } catch (error) {
      db?.close();
      if (error instanceof HeadgateError) throw error;
      const code = sqliteCode(error as SqliteError);
      if (code !== undefined && DAMAGED.includes(code)) throw invalid(folder, 'a damaged manifest');
      // A build that was killed has left a change half done: it must be taken back first.
      if (mode === 'read' && code === SQLITE.readOnly) return Manifest.open(folder, 'write');
      throw new HeadgateError(
        'index-unreadable',
        `cannot open the index ${folder}: ${storeReason(error) ?? readReason(error)}`,
      );
    }
  }

  /** Creates the manifest of an index without objects. It is complete or absent at any time. */
  static create(folder: string, settings: IndexSettings): Manifest {
    const path = join(folder, MANIFEST_FILE);
    const incomplete = `${path}.new`;
    for (const suffix of ['', '-journal']) rmSync(incomplete + suffix, { force: true });
    closeSync(openSync(incomplete, 'a', OWNER_ONLY));
    const manifest = new Manifest(folder, new DatabaseSync(incomplete));
    try {
      manifest.change(() => {
        manifest.db.exec(
          `PRAGMA application_id = ${MANIFEST_ID}; PRAGMA user_version = ${MANIFEST_VERSION}; ${SCHEMA}`,
        );
        manifest.set('schema', manifest.#schemaSum());
        manifest.set('settings', JSON.stringify(settings));
        manifest.changeRevision();
        manifest.set('created', new Date().toISOString());
        manifest.set('listings', '[]');
      });
    } finally {
      manifest.close();
    }
    renameSync(incomplete, path);
    return Manifest.open(folder, 'write');
  }

  /** A name of a column in other case, for example, would be no error. */
  #schemaSum(): string {
    const select = `SELECT ${ROW_SUM}(group_concat(sql, char(10) ORDER BY name)) AS sum FROM sqlite_schema`;
    return String((this.db.prepare(select).get() as { sum: number }).sum);
  }

  get settings(): IndexSettings {
    return JSON.parse(this.#get('settings'));
  }

  /** Identifies the rows: of another index, and after objects or parts were removed, it is another one. */
  get revision(): string {
    return this.#get('revision');
  }

  /** Sets another {@link revision}: in the change that removes rows. */
  changeRevision(): void {
    this.set('revision', randomBytes(REVISION_BYTES).toString('hex'));
  }

  /** RFC 3339. */
  get created(): string {
    return this.#get('created');
  }

  get listings(): StoredListing[] {
    return JSON.parse(this.#get('listings'));
  }

  /** Adds listings; removes those that they repeat. */
  addListings(added: readonly StoredListing[]): void {
    const kept = this.listings.filter((one) => !added.some((other) => repeats(other, one)));
    this.set('listings', JSON.stringify([...kept, ...added]));
  }

  set(name: 'schema' | 'settings' | 'revision' | 'created' | 'listings', value: string): void {
    this.db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value);
  }

  /** By number: locations without secrets. */
  locations<Location>(): Map<number, Location> {
    const rows = this.db.prepare('SELECT id, content FROM locations').all() as { id: number; content: string }[];
    return new Map(rows.map(({ id, content }) => [id, JSON.parse(content)]));
  }

  /** Returns the number of a location, which has no secrets; adds an unknown one. */
  addLocation(location: object): number {
    const content = JSON.stringify(location);
    this.db.prepare('INSERT OR IGNORE INTO locations (content) VALUES (?)').run(content);
    return (this.db.prepare('SELECT id FROM locations WHERE content = ?').get(content) as { id: number }).id;
  }

  objects(): IndexedObject[] {
    const columns = 'location, name, key, bytes, etag, stamp, state';
    return this.db.prepare(`SELECT ${columns} FROM objects ORDER BY name`).all() as unknown as IndexedObject[];
  }

  /** By name of the object, in order; of objects in columns. */
  runs(): Map<string, StoredRun[]> {
    const select = `SELECT name, part, first AS "from", last AS "to" FROM runs JOIN objects ON objects.id = object WHERE state = 'columns' ORDER BY object, number`;
    return Map.groupBy(this.db.prepare(select).iterate() as Iterable<StoredRun & { name: string }>, ({ name }) => name);
  }

  parts(): Map<number, PartEntry> {
    const rows = this.db.prepare('SELECT id, content FROM parts').all() as { id: number; content: string }[];
    return new Map(rows.map(({ id, content }) => [id, JSON.parse(content)]));
  }

  /** Adds an object that is to be read. */
  addWaiting({ location, name, key, bytes, etag, stamp }: Omit<IndexedObject, 'state'>): void {
    this.db
      .prepare('INSERT INTO objects (location, name, key, bytes, etag, stamp, state) VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(location, name, key, bytes, etag, stamp, 'waiting');
  }

  /** Removes an object and its runs. */
  remove(name: string): void {
    this.db.prepare('DELETE FROM runs WHERE object IN (SELECT id FROM objects WHERE name = ?)').run(name);
    this.db.prepare('DELETE FROM objects WHERE name = ?').run(name);
  }

  /** Removes a location if it has no objects. */
  removeUnusedLocation(id: number): void {
    if (this.db.prepare('SELECT 1 FROM objects WHERE location = ?').get(id) !== undefined) return;
    this.set('listings', JSON.stringify(this.listings.filter(({ location }) => location !== id)));
    this.db.prepare('DELETE FROM locations WHERE id = ?').run(id);
  }

  /** Moves an object to another location that has it, under its name there. @param before its name until now */
  relocate(before: string, { name, location, key }: Pick<IndexedObject, 'name' | 'location' | 'key'>): void {
    this.db
      .prepare('UPDATE objects SET name = ?, location = ?, key = ? WHERE name = ?')
      .run(name, location, key, before);
  }

  setState(name: string, state: ObjectState): void {
    this.db.prepare('UPDATE objects SET state = ? WHERE name = ?').run(state, name);
  }

  /** Adds a part, and its runs to those of their objects, which are in columns once they have that state. */
  addPart(part: PartEntry, runs: readonly NamedRun[]): void {
    const id = this.#insertPart(part);
    const insert = this.db.prepare(
      'INSERT INTO runs (object, number, part, first, last) SELECT id, (SELECT count(*) FROM runs WHERE object = id), ?, ?, ? FROM objects WHERE name = ?',
    );
    for (const { name, from, to } of runs) insert.run(id, from, to, name);
  }

  /** Removes the runs of objects that are not in columns: a build has not read them to their end, or only in part. */
  removeOpenRuns(): void {
    this.db.exec("DELETE FROM runs WHERE object IN (SELECT id FROM objects WHERE state <> 'columns')");
  }

  /** Replaces a part by one with other rows. @param runs as of {@link runsIn}, where they are in the new part */
  replacePart(id: number, part: PartEntry, runs: ReturnType<Manifest['runsIn']>): void {
    const added = this.#insertPart(part);
    const update = this.db.prepare('UPDATE runs SET part = ?, first = ?, last = ? WHERE object = ? AND number = ?');
    for (const { object, number, from, to } of runs) update.run(added, from, to, object, number);
    this.db.prepare('DELETE FROM parts WHERE id = ?').run(id);
  }

  #insertPart(part: PartEntry): number {
    return Number(this.db.prepare('INSERT INTO parts (content) VALUES (?)').run(JSON.stringify(part)).lastInsertRowid);
  }

  /** Number of the rows that are in runs, by part; of parts with runs. One statement: runs have no index by part. */
  rowsInRuns(): Map<number, number> {
    const rows = this.db.prepare('SELECT part, sum(last - first) AS kept FROM runs GROUP BY part').all();
    return new Map((rows as { part: number; kept: number }[]).map(({ part, kept }) => [part, kept]));
  }

  /** The runs in a part, in the order of its rows. */
  runsIn(part: number): (NamedRun & { object: number; number: number })[] {
    const select =
      'SELECT object, number, name, first AS "from", last AS "to" FROM runs JOIN objects ON objects.id = object WHERE part = ? ORDER BY first';
    return this.db.prepare(select).all(part) as never;
  }

  /** Removes the parts without a run. */
  removeUnusedParts(): void {
    this.db.exec('DELETE FROM parts WHERE id NOT IN (SELECT part FROM runs)');
  }

  /** Removes a part. Its objects are to be read. */
  removePart(id: number): void {
    this.db
      .prepare("UPDATE objects SET state = 'waiting' WHERE id IN (SELECT object FROM runs WHERE part = ?)")
      .run(id);
    this.removeOpenRuns();
    this.db.prepare('DELETE FROM parts WHERE id = ?').run(id);
  }

  /** Makes several statements one change. @throws HeadgateError `index-write`; then nothing has changed */
  change<Result>(change: () => Result): Result {
    try {
      this.db.exec('BEGIN IMMEDIATE');
      const result = change();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      const code = sqliteCode(error as SqliteError);
      if (code === undefined) throw error;
      throw indexWriteError(this.folder, code === SQLITE.full ? { code: 'ENOSPC' } : error);
    }
  }

  close(): void {
    this.db.close();
  }

  #get(name: string): string {
    const select = 'SELECT value AS value FROM settings WHERE name = ?';
    return (this.db.prepare(select).get(name) as { value: string } | undefined)?.value ?? '';
  }
}

/** The error of an index that cannot be written. It ends the run: no other object could be stored either. */
export function indexWriteError(folder: string, error: unknown): HeadgateError {
  return new HeadgateError(
    'index-write',
    `cannot write the index ${folder}: ${writeReason(error)}; the objects that are in it stay; correct the reason and run the command again, which reads the others`,
    { endsRun: true },
  );
}

/** Name of the file whose lock one build has. The system ends the lock of a process that is killed. */
const LOCK_FILE = 'building.sqlite';
/** "HGIL" */
const LOCK: DatabaseKind = {
  applicationId: 0x4847494c,
  version: 1,
  schema: '',
  synchronous: 'NORMAL',
  inUse: (path) => lockError(path, 'another run of headgate index builds it; wait until that run ends'),
  invalid: (path, found) => lockError(path, `found ${found}, expected the lock of a build; remove ${path}`),
  failed: (path, reason) => lockError(path, reason),
};

/** Excludes other builds until the lock is closed. @throws HeadgateError `index-in-use` */
export function lockIndex(folder: string): LockedDatabase {
  return openLockedDatabase(join(folder, LOCK_FILE), LOCK);
}

function lockError(path: string, reason: string): HeadgateError {
  return new HeadgateError('index-in-use', `cannot build the index ${join(path, '..')}: ${reason}`);
}

function invalid(folder: string, found: string): HeadgateError {
  return new HeadgateError(
    'index-invalid',
    `cannot open the index ${folder}: found ${found}, expected a manifest of version ${MANIFEST_VERSION}; if the objects of the index still exist, move the folder away and run headgate index again, which reads them all`,
  );
}
