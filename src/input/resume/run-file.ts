// The file of --resume: the objects of a run, and the answers over its shards, so that a run that was killed goes on. Knows no verb and no query:
// whatever decides the answers is a facet, and a file whose facets differ is rejected.
import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type DatabaseKind, openLockedDatabase, storeReason } from '../../base/database/index.ts';
import { SQLITE, type SqliteError, sqliteCode } from '../../base/file/index.ts';
import { cutText, HeadgateError, type Items, mapItems, printCount, printPlural } from '../../base/index.ts';
import { stampOf } from '../destination/index.ts';
import type { SourceListing, SourceObject } from '../sources/index.ts';
import type { ShardStore, StoredShard } from '../threads/index.ts';

/** Most characters of a facet in an error. */
const FACET_TEXT = 120;

const RUN: DatabaseKind = {
  // The letters "HGRS".
  applicationId: 0x48475253,
  version: 2,
  // SQLite has no checksums: `sum` is the CRC-32 of a row, of a run with its objects. Results have the format of `v8.serialize`, compressed, since samples of lines take megabytes; all else is JSON.
  schema: `
  CREATE TABLE file (started INTEGER NOT NULL) STRICT;
  CREATE TABLE runs (name TEXT PRIMARY KEY, facets TEXT NOT NULL, counts TEXT NOT NULL, sum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE objects (run TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, PRIMARY KEY (run, name)) STRICT, WITHOUT ROWID;
  CREATE TABLE shards (
    id INTEGER PRIMARY KEY, run TEXT NOT NULL, ends TEXT NOT NULL, total TEXT NOT NULL, result BLOB NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
`,
  synchronous: 'NORMAL',
  inUse: (path) =>
    resumeError('resume-in-use', path, 'another run uses it; wait until that run ends, or name another file'),
  invalid: (path, found, expected = 'a file of --resume') =>
    resumeError('resume-invalid', path, `found ${found}, expected ${expected}; name another file`),
  failed: (path, reason) => resumeError('resume-failed', path, `${reason}; name a file in another folder`),
};

/** Facets of all runs of a file. */
const COMMON = ['the command', 'the version of headgate'];

/** What decides the answers of a run, in words: plain data. */
export type RunFacets = Readonly<Record<string, unknown>>;

/** What a run takes over. */
export interface Resumed {
  /** Objects that were read before, and all objects of the run. */
  read: number;
  objects: number;
  /** Objects that have changed since, and are read again. */
  changed: number;
  /** Objects of the source that are new since, and are not read. */
  added: number;
}

/** A run of a file. */
export interface ResumedRun {
  /** The objects of the run: those of the first listing, unless it is listed again. */
  listing: SourceListing;
  /** Begins or continues the run. @throws HeadgateError `resume-differs` if one of the facets differs */
  begin<Result>(facets: RunFacets): ShardStore<Result>;
}

/** An open file. */
export interface RunFile {
  /** When the first run began: relative times refer to it. Milliseconds since 1970. */
  started: number;
  /**
   * Finds a run, or creates one; stores nothing.
   * @param name of several runs of a file
   * @throws HeadgateError `resume-differs`, `resume-gone`
   */
  run(name: string, listing: SourceListing, facets: RunFacets): ResumedRun;
  close(): void | Promise<void>;
}

/** What happens with a file. */
export interface RunFileOptions {
  /** Whether a run has the objects that the source has now. @default those that it had when the run began */
  isRelisted: boolean;
  /** As in `ShardStore`. */
  shardBytes?: number | undefined;
  /** Called when a run is continued. */
  onResumed: (resumed: Resumed) => void;
}

/** Opens or creates a file. @throws HeadgateError `resume-in-use`, `resume-invalid`, `resume-failed` */
export function openRunFile(path: string, options: RunFileOptions): RunFile {
  const { db, close } = openLockedDatabase(path, RUN);
  const row = db.prepare('SELECT started AS started FROM file').get() as { started: number } | undefined;
  const started = row?.started ?? Date.now();
  let isUsed = row !== undefined;
  return {
    started,
    run: (name, listing, facets) => {
      const run = openRun(path, db, name, options);
      const found = run.take(listing, facets);
      return {
        listing: found,
        begin: (more) =>
          storing(() => {
            if (!isUsed) db.prepare('INSERT INTO file VALUES (?)').run(started);
            isUsed = true;
            run.begin({ ...facets, ...more });
            return run as ShardStore<unknown> as ShardStore<never>;
          }, path),
      };
    },
    close: () => close(isUsed ? 'keep' : 'remove'),
  };
}

function openRun(...opened: ConstructorParameters<typeof StoredRun>): StoredRun {
  try {
    return new StoredRun(...opened);
  } catch (error) {
    if (sqliteCode(error as SqliteError) !== SQLITE.error) throw error;
    throw RUN.invalid(opened[0], 'a damaged file');
  }
}

/** How an object of a shard ended, as it is stored: its name, the bytes of a part of it, the end, and an error. */
type EndRow = [
  name: string,
  range: [number, number | null] | null,
  end: string,
  error: { code: string; message: string; endsRun?: boolean } | null | undefined,
];

/** An answer, as it is stored. */
type ShardRow = { ends: string; total: string; result: Uint8Array; sum: number };

/** A run. Its queries name the columns (`facets AS facets`): a damaged file may name them in other case. */
class StoredRun implements ShardStore<unknown> {
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #name: string;
  readonly #options: RunFileOptions;
  /** Undefined: a new run. */
  readonly #facets: RunFacets | undefined;
  readonly #counts: Counts | undefined;
  /** By name, the versions that objects had when they were listed last. */
  readonly #before = new Map<string, string>();
  /** The same of this run. */
  #versions = new Map<string, string>();
  #listed: Counts | undefined;
  #added = 0;

  constructor(path: string, db: DatabaseSync, name: string, options: RunFileOptions) {
    this.#path = path;
    this.#db = db;
    this.#name = name;
    this.#options = options;
    const row = db
      .prepare('SELECT facets AS facets, counts AS counts, sum AS sum FROM runs WHERE name = ?')
      .get(name) as { facets: string; counts: string; sum: number } | undefined;
    const rows = db.prepare('SELECT name AS name, version AS version FROM objects WHERE run = ?').iterate(name);
    for (const one of rows as Iterable<{ name: string; version: string }>) this.#before.set(one.name, one.version);
    if (row !== undefined) this.#confirm(row.sum, sumOfRun(name, row.facets, row.counts, this.#before));
    this.#facets = row && JSON.parse(row.facets);
    this.#counts = row && JSON.parse(row.counts);
  }

  /** @throws HeadgateError `resume-invalid` */
  #confirm(stored: number, found: number): void {
    if (stored !== found) throw RUN.invalid(this.#path, 'a damaged file');
  }

  get shardBytes(): number | undefined {
    return this.#options.shardBytes;
  }

  /** Returns the listing of the run. */
  take(listing: SourceListing, facets: RunFacets): SourceListing {
    this.#check(facets);
    this.#versions = versionsOf(listing.objects);
    this.#listed = countsOf(listing);
    if (this.#counts === undefined) return listing;
    const isNew = (name: string): boolean => !this.#before.has(name);
    const added = [...this.#versions.keys()].filter(isNew);
    this.#added = added.length;
    if (this.#options.isRelisted) return listing;
    const gone = [...this.#before.keys()].filter((name) => !this.#versions.has(name));
    if (gone.length > 0) {
      throw resumeError(
        'resume-gone',
        this.#path,
        `${printPlural(gone.length, 'object')} of the run ${gone.length === 1 ? 'is' : 'are'} gone from the source, such as ${gone[0]}; add --relist to report on the objects that are there now`,
      );
    }
    this.#listed = this.#counts;
    if (added.length === 0) return { ...listing, ...this.#counts };
    for (const name of added) this.#versions.delete(name);
    const objects = [...listing.objects].filter(({ object }) => !isNew(object.name));
    const bytes = objects.reduce((sum, { object }) => sum + (object.bytes ?? 0), 0);
    return { ...listing, ...this.#counts, objects, bytes };
  }

  /** Stores the run, and drops the answers over objects that have changed. */
  begin(facets: RunFacets): void {
    this.#check(facets);
    const changed = [...this.#before].filter(([name, version]) => this.#versions.get(name) !== version);
    this.#db.exec('BEGIN');
    const texts = [JSON.stringify(facets), JSON.stringify(this.#listed)] as const;
    this.#db
      .prepare('INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?)')
      .run(this.#name, ...texts, sumOfRun(this.#name, ...texts, this.#versions));
    this.#drop(new Set(changed.map(([name]) => name)));
    const insert = this.#db.prepare('INSERT INTO objects VALUES (?, ?, ?)');
    for (const [name, version] of this.#versions) {
      if (this.#before.get(name) !== version) insert.run(this.#name, name, version);
    }
    this.#db.exec('COMMIT');
    if (this.#facets === undefined) return;
    let read = 0;
    for (const { ends } of this.#shards()) read += ends.filter(([, range]) => range === null || range[0] === 0).length;
    const isGone = (name: string): boolean => !this.#versions.has(name);
    this.#options.onResumed({
      ...{ read, objects: this.#versions.size, added: this.#options.isRelisted ? 0 : this.#added },
      changed: changed.filter(([name]) => !isGone(name)).length,
    });
  }

  restore(items: Items<SourceObject>, take: (shard: StoredShard<unknown>) => void): Items<SourceObject> {
    const shards = [...this.#shards()];
    if (shards.length === 0) return items;
    const places = new Map<string, number>();
    const left = new Set<number>();
    let at = 0;
    for (const item of items) {
      places.set(placeOf(item.object.name, rangeOf(item)), at);
      left.add(at);
      at += 1;
    }
    const useless: number[] = [];
    for (const { id, ends } of shards) {
      const found = ends.map(([name, range]) => places.get(placeOf(name, range)));
      // Of another round.
      if (found.every((place) => place === undefined)) continue;
      // Cut in another way, such as before a file was moved to another round.
      if (found.some((place) => place === undefined || !left.has(place))) useless.push(id);
      else {
        const select = 'SELECT ends AS ends, total AS total, result AS result, sum AS sum FROM shards WHERE id = ?';
        const { total, result, ...row } = this.#db.prepare(select).get(id) as unknown as ShardRow;
        this.#confirm(row.sum, sumOf(this.#name, row.ends, total, result));
        take({
          total: JSON.parse(total),
          result: deserialize(zstdDecompressSync(result)),
          ends: ends.map(([, , end, error], index) => ({
            ...{ item: items.at(found[index]!)!, end: end as StoredShard<unknown>['ends'][number]['end'] },
            ...(error && { error: { endsRun: false, ...error } }),
          })),
        });
        for (const place of found) left.delete(place!);
      }
    }
    for (const id of useless) this.#db.prepare('DELETE FROM shards WHERE id = ?').run(id);
    return left.size === items.length ? items : mapItems(Uint32Array.from(left), (index) => items.at(index)!);
  }

  store({ ends, total, result }: StoredShard<unknown>): void {
    const rows = ends.map(({ item, end, error }): EndRow => [item.object.name, rangeOf(item), end, error]);
    const row = [this.#name, JSON.stringify(rows), JSON.stringify(total), zstdCompressSync(serialize(result))] as const;
    storing(
      () =>
        this.#db
          .prepare('INSERT INTO shards (run, ends, total, result, sum) VALUES (?, ?, ?, ?, ?)')
          .run(...row, sumOf(...row)),
      this.#path,
    );
  }

  *#shards(): Generator<{ id: number; ends: EndRow[] }> {
    const rows = this.#db
      .prepare('SELECT id AS id, ends AS ends FROM shards WHERE run = ? ORDER BY id')
      .all(this.#name);
    for (const { id, ends } of rows as { id: number; ends: string }[]) yield { id, ends: this.#parsed(ends) };
  }

  #parsed(ends: string): EndRow[] {
    try {
      return JSON.parse(ends);
    } catch {
      throw RUN.invalid(this.#path, 'a damaged file');
    }
  }

  /** Deletes objects, and the shards that have one of them. */
  #drop(names: ReadonlySet<string>): void {
    if (names.size === 0) return;
    for (const { id, ends } of this.#shards()) {
      if (ends.some(([name]) => names.has(name))) this.#db.prepare('DELETE FROM shards WHERE id = ?').run(id);
    }
    const drop = this.#db.prepare('DELETE FROM objects WHERE run = ? AND name = ?');
    for (const name of names) drop.run(this.#name, name);
  }

  /** @throws HeadgateError `resume-differs` for the first facet that the run has and that differs */
  #check(facets: RunFacets): void {
    const stored = this.#facets ?? this.#anyFacets();
    for (const [name, value] of Object.entries(facets)) {
      const text = JSON.stringify(value);
      const before = stored?.[name];
      if (before === undefined || JSON.stringify(before) === text) continue;
      const [found, expected] = differing(before, JSON.parse(text));
      throw resumeError(
        'resume-differs',
        this.#path,
        `${name} differs: found ${printed(found)} in the file, expected ${printed(expected)}; repeat the command that wrote the file, or name another file`,
      );
    }
  }

  /** What all runs of a file have in common. */
  #anyFacets(): RunFacets | undefined {
    const row = this.#db.prepare('SELECT facets AS facets FROM runs LIMIT 1').get() as { facets: string } | undefined;
    if (row === undefined) return undefined;
    const facets: RunFacets = JSON.parse(row.facets);
    return Object.fromEntries(COMMON.map((name) => [name, facets[name]]));
  }
}

/** The CRC-32 of values, each with its end. */
function sumOf(...values: readonly (string | Uint8Array)[]): number {
  return values.reduce<number>((sum, value) => crc32('\0', crc32(value, sum)), 0);
}

/** The sum of a run with its objects, in any order. */
function sumOfRun(name: string, facets: string, counts: string, versions: ReadonlyMap<string, string>): number {
  let sum = sumOf(name, facets, counts);
  for (const [object, version] of versions) sum = (sum + sumOf(object, version)) >>> 0;
  return sum;
}

type Counts = Pick<SourceListing, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'>;

function countsOf({ listed, pruned, prunedFolders, skipped }: SourceListing): Counts {
  return { listed, pruned, prunedFolders, skipped };
}

/** Identifies an item of a run. */
function placeOf(name: string, range: EndRow[1]): string {
  return range === null ? name : JSON.stringify([name, range]);
}

/** JSON has no infinity. */
function rangeOf({ range }: SourceObject): EndRow[1] {
  return range === undefined ? null : [range.start, Number.isFinite(range.end) ? range.end : null];
}

/** By name, what changes when an object changes. */
function versionsOf(objects: Items<SourceObject>): Map<string, string> {
  const versions = new Map<string, string>();
  for (const { destination, object } of objects)
    versions.set(object.name, `${object.bytes ?? ''} ${stampOf(destination.location, object) ?? ''}`);
  return versions;
}

/** The items of two lists in which they differ; of other values, the values. */
function differing(a: unknown, b: unknown): [unknown, unknown] {
  if (!(Array.isArray(a) && Array.isArray(b))) return [a, b];
  const texts = (list: unknown[]): Set<string> => new Set(list.map((one) => JSON.stringify(one)));
  const without = (list: unknown[], others: Set<string>) => list.filter((one) => !others.has(JSON.stringify(one)));
  const found = without(a, texts(b));
  const expected = without(b, texts(a));
  return found.length + expected.length === 0 ? [a, b] : [found, expected];
}

function printed(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(printed).join(', ');
  if (typeof value === 'number') return printCount(value);
  return cutText(typeof value === 'string' ? value : value === null ? 'none' : JSON.stringify(value), FACET_TEXT);
}

/** Stores an answer. @throws HeadgateError `resume-failed`, such as on a full disk */
function storing<Result>(store: () => Result, path: string): Result {
  try {
    return store();
  } catch (error) {
    const reason = storeReason(error);
    if (reason === undefined) throw error;
    const advice = 'make room, or correct what the reason names, and run the command again, which goes on from there';
    throw resumeError('resume-failed', path, `the answers cannot be stored: ${reason}; ${advice}`);
  }
}

function resumeError(code: string, path: string, text: string): HeadgateError {
  return new HeadgateError(code, `cannot resume from ${path}: ${text}`, { endsRun: true });
}
