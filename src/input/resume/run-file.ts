// The file of --resume: the objects of a run, and the answers over its shards, so that a run that was killed goes on. Knows no verb and no query:
// whatever decides the answers is a facet, and a file whose facets differ is rejected.
import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type DatabaseKind, openLockedDatabase, storeReason } from '../../base/database/index.ts';
import { cutText, HeadgateError, type Items, mapItems, printCount, printPlural } from '../../base/index.ts';
import { stampOrNull } from '../destination/index.ts';
import type { SourceListing, SourceObject } from '../sources/index.ts';
import type { ShardStore, StoredShard } from '../threads/index.ts';

/** Most characters of a facet in an error. */
const FACET_TEXT = 120;

const RUN: DatabaseKind = {
  // The letters "HGRS".
  applicationId: 0x48475253,
  version: 3,
  schema: `
  CREATE TABLE runs (id INTEGER PRIMARY KEY, content BLOB NOT NULL) STRICT;
  CREATE TABLE shards (id INTEGER PRIMARY KEY, ends BLOB NOT NULL, answer BLOB NOT NULL) STRICT;
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

/** Runs that are stored, in a file or in Redis. */
export interface StoredRuns {
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

/** A run, as it is stored. */
interface StoredRun {
  name: string;
  /** As in {@link StoredRuns}. */
  started: number;
  facets: RunFacets;
  counts: Pick<SourceListing, 'listed' | 'pruned' | 'prunedFolders' | 'skipped'>;
  /** By name, the versions that objects had when they were listed last. */
  versions: ReadonlyMap<string, string>;
}

/** The objects of a shard, as they are stored. */
interface StoredEnds {
  run: string;
  ends: {
    name: string;
    range: SourceObject['range'];
    end: StoredShard<unknown>['ends'][number]['end'];
    error: StoredShard<unknown>['ends'][number]['error'];
  }[];
}

/** Plain data as bytes whose checksum fails if they change: SQLite has none. Samples of lines take megabytes. */
function pack(value: unknown): Uint8Array {
  return zstdCompressSync(serialize(value), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

/** @throws HeadgateError `resume-invalid` */
function unpack<Value>(bytes: unknown, path: string): Value {
  try {
    return deserialize(zstdDecompressSync(bytes as Uint8Array));
  } catch {
    throw RUN.invalid(path, 'a damaged file');
  }
}

/** Opens or creates a file. @throws HeadgateError `resume-in-use`, `resume-invalid`, `resume-failed` */
export function openRunFile(path: string, options: RunFileOptions): StoredRuns {
  const runs: StoredRun[] = [];
  const { db, close } = openLockedDatabase(path, RUN, (opened) => {
    // A damaged file may name the column in other case.
    const rows = opened.prepare('SELECT content AS content FROM runs ORDER BY id').all();
    runs.push(...rows.map(({ content }) => unpack<StoredRun>(content, path)));
  });
  const started = runs[0]?.started ?? Date.now();
  return {
    started,
    run: (name, listing, facets) => {
      const number = runs.findIndex((one) => one.name === name);
      const before = runs[number];
      const check = (found: RunFacets): void => checkFacets(path, before?.facets, runs[0]?.facets, found);
      check(facets);
      const taken = takeListing(path, before, listing, options.isRelisted);
      return {
        listing: taken.listing,
        begin: (more) => {
          const all = { ...facets, ...more };
          check(all);
          const run: StoredRun = { name, started, facets: all, ...taken.run };
          const store = new RunStore(path, db, name, options.shardBytes);
          const index = before === undefined ? runs.length : number;
          const changed = storing(() => store.begin(index, run, before), path);
          runs[index] = run;
          if (before !== undefined)
            options.onResumed({ read: store.read(), objects: run.versions.size, changed, added: taken.added });
          return store as ShardStore<unknown> as ShardStore<never>;
        },
      };
    },
    close: () => close(runs.length > 0 ? 'keep' : 'remove'),
  };
}

/** The listing of a run, and what is stored of it. @throws HeadgateError `resume-gone` */
function takeListing(path: string, before: StoredRun | undefined, listing: SourceListing, isRelisted: boolean) {
  const versions = versionsOf(listing.objects);
  const { listed, pruned, prunedFolders, skipped } = listing;
  const run = { counts: { listed, pruned, prunedFolders, skipped }, versions };
  if (before === undefined || isRelisted) return { listing, run, added: 0 };
  const { counts } = before;
  const gone = [...before.versions.keys()].filter((name) => !versions.has(name));
  if (gone.length > 0) {
    throw resumeError(
      'resume-gone',
      path,
      `${printPlural(gone.length, 'object')} of the run ${gone.length === 1 ? 'is' : 'are'} gone from the source, such as ${gone[0]}; add --relist to report on the objects that are there now`,
    );
  }
  const added = versions.size - before.versions.size;
  if (added === 0) return { listing: { ...listing, ...counts }, run: { counts, versions }, added };
  const isKnown = (name: string): boolean => before.versions.has(name);
  const objects = [...listing.objects].filter(({ object }) => isKnown(object.name));
  const bytes = objects.reduce((sum, { object }) => sum + (object.bytes ?? 0), 0);
  const known = new Map([...versions].filter(([name]) => isKnown(name)));
  return { listing: { ...listing, ...counts, objects, bytes }, run: { counts, versions: known }, added };
}

/** The answers of a run. */
class RunStore implements ShardStore<unknown> {
  readonly shardBytes: number | undefined;
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #name: string;

  constructor(path: string, db: DatabaseSync, name: string, shardBytes: number | undefined) {
    this.#path = path;
    this.#db = db;
    this.#name = name;
    this.shardBytes = shardBytes;
  }

  /** Stores the run, and drops the answers over objects that have changed or are gone. @returns how many have changed */
  begin(index: number, run: StoredRun, before: StoredRun | undefined): number {
    const { versions } = run;
    const isSame = (name: string): boolean => before?.versions.get(name) === versions.get(name);
    this.#db.exec('BEGIN');
    this.#db.prepare('INSERT OR REPLACE INTO runs VALUES (?, ?)').run(index, pack(run));
    for (const { id, ends } of this.#shards()) if (!ends.every(({ name }) => isSame(name))) this.#remove(id);
    this.#db.exec('COMMIT');
    const known = [...(before?.versions.keys() ?? [])];
    return known.filter((name) => versions.has(name) && !isSame(name)).length;
  }

  /** Objects that were read. */
  read(): number {
    const ends = [...this.#shards()].flatMap((shard) => shard.ends);
    return ends.filter(({ range }) => range === undefined || range.start === 0).length;
  }

  restore(items: Items<SourceObject>, take: (shard: StoredShard<unknown>) => void): Items<SourceObject> {
    const shards = [...this.#shards()];
    if (shards.length === 0) return items;
    const places = new Map<string, number>();
    const left = new Set<number>();
    let at = 0;
    for (const item of items) {
      places.set(placeOf(item.object.name, item.range), at);
      left.add(at);
      at += 1;
    }
    for (const { id, ends } of shards) {
      const found = ends.map(({ name, range }) => places.get(placeOf(name, range)));
      // Of another round.
      if (found.every((place) => place === undefined)) continue;
      // Cut in another way, such as before a file was moved to another round.
      if (found.some((place) => place === undefined || !left.has(place))) this.#remove(id);
      else {
        const { answer } = this.#db.prepare('SELECT answer AS answer FROM shards WHERE id = ?').get(id)!;
        take({
          ...unpack<Pick<StoredShard<unknown>, 'total' | 'result'>>(answer, this.#path),
          ends: ends.map(({ end, error }, index) => ({
            ...{ item: items.at(found[index]!)!, end },
            ...(error && { error }),
          })),
        });
        for (const place of found) left.delete(place!);
      }
    }
    return left.size === items.length ? items : mapItems(Uint32Array.from(left), (index) => items.at(index)!);
  }

  store({ ends, total, result }: StoredShard<unknown>): void {
    const stored: StoredEnds = {
      run: this.#name,
      ends: ends.map(({ item, end, error }) => ({ name: item.object.name, range: item.range, end, error })),
    };
    const insert = 'INSERT INTO shards (ends, answer) VALUES (?, ?)';
    storing(() => this.#db.prepare(insert).run(pack(stored), pack({ total, result })), this.#path);
  }

  #shards(): ({ id: number } & StoredEnds)[] {
    const rows = this.#db.prepare('SELECT id AS id, ends AS ends FROM shards ORDER BY id').all();
    return rows
      .map(({ id, ends }) => ({ id: id as number, ...unpack<StoredEnds>(ends, this.#path) }))
      .filter(({ run }) => run === this.#name);
  }

  #remove(id: number): void {
    this.#db.prepare('DELETE FROM shards WHERE id = ?').run(id);
  }
}

/**
 * @param own of the run @param first of any run of the file
 * @throws HeadgateError `resume-differs` for the first facet that the run has and that differs
 */
function checkFacets(path: string, own: RunFacets | undefined, first: RunFacets = {}, facets: RunFacets): void {
  const stored = own ?? Object.fromEntries(COMMON.map((name) => [name, first[name]]));
  for (const [name, value] of Object.entries(facets)) {
    const text = JSON.stringify(value);
    const before = stored[name];
    if (before === undefined || JSON.stringify(before) === text) continue;
    const [found, expected] = differing(before, JSON.parse(text));
    throw resumeError(
      'resume-differs',
      path,
      `${name} differs: found ${printed(found)} in the file, expected ${printed(expected)}; repeat the command that wrote the file, or name another file`,
    );
  }
}

/** Identifies an item of a run. */
function placeOf(name: string, range: SourceObject['range']): string {
  return range === undefined ? name : JSON.stringify([name, range.start, range.end]);
}

/** By name, what changes when an object changes. */
function versionsOf(objects: Items<SourceObject>): Map<string, string> {
  const versions = new Map<string, string>();
  for (const { destination, object } of objects)
    versions.set(object.name, `${object.bytes ?? ''} ${stampOrNull(destination.location, object) ?? ''}`);
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
