// An index as a destination: its objects under their own names, with the lines that it has in columns. Reads an object that is not in columns
// where it is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inodeOf, readSqliteHeader } from '../../../base/file/index.ts';
import { firstFrom, HeadgateError, NS_PER_MS, printInstant, type TimeRange } from '../../../base/index.ts';
import { ColumnLines, MANIFEST_FILE, type PartEntry, PartFile, type RowRun } from '../../columns/index.ts';
import { coverageOf, type IndexedObject, listedSince, Manifest, type StoredRun } from '../../manifest/index.ts';
import type { Destination, IndexedSource, ListOptions, OpenOptions, StoredObject } from '../destination.ts';
import { DEFAULT_SLACK_MS, objectSpan } from '../listing/day-folder.ts';
import { type IndexLocation, isBucket, type Location } from '../location/location.ts';
import { ObjectReadError } from '../object-finding.ts';
import { identifierOf, listKnown, rootOf, stampOf } from './stored-keys.ts';

/** Most rows that are rebuilt at a time. Ours: about a megabyte. */
const ROWS_AT_ONCE = 1024;
/** The first ones: often few lines are wanted. */
const FIRST_ROWS = 16;
/** Memory of the columns that are kept for the next objects. Bytes; ours: more than those of a filter need. */
const KEPT_BYTES = 512 * 1024 * 1024;

/** How an index stays open. */
export interface KeptOptions {
  /** Whether a build writes it: objects that are not read yet are then not listed, and do not count as unreadable. */
  isGrowing: boolean;
  /** Whether it is one of this run alone: it is not compared with its source. */
  isTemporary: boolean;
}

/** An index that stays open. */
interface KeptIndex extends KeptOptions {
  /** Identifies the content of the manifest; undefined: none that can be read. */
  version: string | undefined;
  /** Undefined: nothing has opened this version yet. */
  destination: IndexDestination | undefined;
  parts: Map<string, PartFile>;
  /** The part whose lines were read last. They need all of its columns, of which other questions need few: they last until the next question. */
  passing: { part: PartFile; lines: ColumnLines } | undefined;
}

/** By path. */
const kept = new Map<string, KeptIndex>();

/** As `keepIndex` of open-destination.ts, which loads this file on use. */
export function keepIndex(path: string, options: KeptOptions): string | undefined {
  const known = kept.get(path);
  const version = versionOf(path);
  const isSame =
    known !== undefined && version !== undefined && version === known.version && options.isGrowing === known.isGrowing;
  const parts = known?.parts ?? new Map<string, PartFile>();
  if (!isSame) kept.set(path, { ...options, version, destination: undefined, parts, passing: undefined });
  else known.passing = undefined;
  return version;
}

/** Opens an index. @param openOriginal opens the location of an object that is not in columns */
export function indexDestination(
  location: IndexLocation,
  openOriginal: (location: Location) => Promise<Destination>,
): Destination {
  const index = kept.get(location.path);
  if (index === undefined) return new IndexDestination(location, openOriginal);
  index.destination ??= new IndexDestination(location, openOriginal, index);
  return index.destination;
}

/** What changes with the manifest; undefined if it cannot be read, which opening it reports. */
function versionOf(folder: string): string | undefined {
  const path = join(folder, MANIFEST_FILE);
  try {
    const header = readSqliteHeader(path);
    return typeof header === 'object' ? `${inodeOf(path)} ${header.changes}` : undefined;
  } catch {
    return undefined;
  }
}

class IndexDestination implements Destination {
  readonly location: IndexLocation;
  readonly #built: Pick<Manifest, 'settings' | 'created' | 'listings'>;
  readonly #openOriginal: (location: Location) => Promise<Destination>;
  readonly #locations: ReadonlyMap<number, Location>;
  /** By location. */
  readonly #identifiers: ReadonlyMap<number, ReturnType<typeof identifierOf>>;
  readonly #objects: ReadonlyMap<string, IndexedObject>;
  readonly #runs: ReadonlyMap<string, StoredRun[]>;
  readonly #stored: ReadonlyMap<number, PartEntry>;
  /** By name of the file, which is new for each part. */
  readonly #parts: Map<string, PartFile>;
  /** Undefined: it is opened for one question. */
  readonly #kept: KeptIndex | undefined;
  /** By time range, of an index that stays open. */
  readonly #compared = new Map<string, IndexedSource>();
  readonly #lines = new WeakMap<PartFile, ColumnLines>();
  readonly #originals = new Map<number, Promise<Destination>>();

  constructor(location: IndexLocation, openOriginal: (location: Location) => Promise<Destination>, index?: KeptIndex) {
    this.#kept = index;
    this.#parts = index?.parts ?? new Map();
    const manifest = Manifest.open(location.path, 'read', location.revision !== undefined || index?.isGrowing === true);
    try {
      const { revision, settings, created, listings } = manifest;
      if (location.revision !== undefined && location.revision !== revision) throw changed(location.path);
      this.location = { ...location, revision };
      this.#built = { settings, created, listings };
      this.#openOriginal = openOriginal;
      this.#locations = manifest.locations();
      this.#identifiers = new Map([...this.#locations].map(([id, location]) => [id, identifierOf(location)]));
      const objects = manifest.objects().filter(({ state }) => index?.isGrowing !== true || state !== 'waiting');
      this.#objects = new Map(objects.map((object) => [object.name, object]));
      this.#runs = manifest.runs();
      this.#stored = manifest.parts();
    } finally {
      manifest.close();
    }
  }

  async list(...[range, options]: Parameters<Destination['list']>): ReturnType<Destination['list']> {
    const objects: StoredObject[] = [];
    const listing = { listed: 0, pruned: 0, prunedFolders: 0, skipped: 0 };
    const all = [...this.#objects.values()];
    const byLocation = Map.groupBy(all, ({ location }) => location);
    for (const [id, ofLocation] of byLocation) {
      const found = await listKnown(this.#locations.get(id)!, ofLocation.map(storedObject), range, options);
      for (const object of found.objects) if (!this.#isLeft(object, options)) objects.push(object);
      for (const key of ['listed', 'pruned', 'prunedFolders', 'skipped'] as const) listing[key] += found[key];
    }
    if (all.every((one) => one.state === 'waiting' && !this.#isLeft(one, options))) {
      const { path } = this.location;
      throw new HeadgateError(
        'no-objects',
        `cannot read the index ${path}: it has no object yet; wait for the build that writes it, or run headgate index <source> --out ${path}`,
      );
    }
    const indexed = await this.#compareOnce(objects, range, options);
    const sorted = byLocation.size === 1 ? objects : objects.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { objects: sorted, ...listing, indexed };
  }

  columnsOf(object: StoredObject, dataset: string): readonly RowRun[] | undefined {
    return dataset === this.#built.settings.dataset ? this.#runsOf(object) : undefined;
  }

  identityOf({ name }: Pick<StoredObject, 'name'>): string {
    const object = this.#objects.get(name)!;
    return this.#identifiers.get(object.location)!(object);
  }

  /** Whether another source has an object in another version, or the index does not have all of its values in columns. */
  #isLeft({ name }: Pick<StoredObject, 'name'>, { elsewhere }: ListOptions = {}): boolean {
    const version = elsewhere?.versionOf(this.identityOf({ name }));
    const { state, stamp } = this.#objects.get(name)!;
    const isWhole = state === 'columns' && this.#built.settings.without.length === 0;
    return version !== undefined && (!isWhole || version !== stamp);
  }

  #runsOf({ name }: StoredObject): readonly RowRun[] | undefined {
    if (this.#objects.get(name)?.state !== 'columns') return undefined;
    return (this.#runs.get(name) ?? []).map((run) => ({ ...run, part: this.#part(run.part) }));
  }

  async *open(object: StoredObject, options: OpenOptions = {}): AsyncGenerator<Uint8Array> {
    const runs = this.#runsOf(object);
    if (runs === undefined || runs.some(({ part }) => part.withheld.size > 0)) {
      yield* this.#openStored(object, options, runs !== undefined);
      return;
    }
    const { start = 0, end = Number.POSITIVE_INFINITY } = options;
    for (const { part, from, to } of runs) {
      const lines = this.#linesOf(part as PartFile);
      const { offsets } = part;
      let rows = FIRST_ROWS;
      // The last one that begins at the byte or before it.
      let row = Math.max(from, firstFrom(offsets, start + 1, from, to) - 1);
      while (row < to) {
        options.signal?.throwIfAborted();
        const offset = offsets[row]!;
        if (offset >= end) return;
        const next = Math.min(to, row + rows);
        yield lines.lines(row, next).subarray(Math.max(0, start - offset), end - offset);
        row = next;
        rows = Math.min(rows * 2, ROWS_AT_ONCE);
      }
    }
  }

  /** Compares an index that stays open once for each time range: it may have a file for each minute. */
  async #compareOnce(
    objects: readonly StoredObject[],
    ...request: Parameters<Destination['list']>
  ): Promise<IndexedSource | undefined> {
    if (this.#kept === undefined) return await this.#compare(objects, ...request);
    if (this.#kept.isTemporary) return undefined;
    const [{ since, until }] = request;
    const key = `${since} ${until}`;
    const indexed = this.#compared.get(key) ?? (await this.#compare(objects, ...request));
    this.#compared.set(key, indexed);
    return indexed;
  }

  /** Compares the index with its source. Lists folders: a bucket would take requests. @param objects those of the range */
  async #compare(
    objects: readonly StoredObject[],
    ...request: Parameters<Destination['list']>
  ): Promise<IndexedSource> {
    const [range, { slackMs = DEFAULT_SLACK_MS, elsewhere } = {}] = request;
    const { settings, created, listings } = this.#built;
    const known = new Set([...this.#objects.values()].map((object) => this.identityOf(object)));
    const isRead = (identity: string): boolean => known.has(identity) || elsewhere?.versionOf(identity) !== undefined;
    const ofRange = objects.map(({ name }) => this.#objects.get(name)!);
    const byLocation = Map.groupBy(ofRange, ({ location }) => location);
    const waiting = ofRange.filter(({ state }) => state === 'waiting').length;
    const missing = new Set<string>();
    const sourcesGone: string[] = [];
    const times: string[] = [];
    let [changed, gone, covered] = [0, 0, true];
    for (const [id, location] of this.#locations) {
      const { asOf, isComplete } = coverageOf(
        listings.filter((one) => one.location === id),
        objectSpan(range, slackMs),
      );
      if (asOf !== undefined) times.push(asOf);
      // The lines in columns are read without their source: one that was removed as a whole is no finding.
      const root = rootOf(location);
      const isPresent = existsSync(root);
      // In another folder, the same name may be that of other logs.
      if (!isPresent && root !== '') sourcesGone.push(existsSync(location.display) ? root : location.display);
      const found = isPresent ? await this.#listOriginal(location, request) : undefined;
      for (const object of found ?? []) if (!isRead(this.#identifiers.get(id)!(object))) missing.add(object.name);
      const isListed = found !== undefined || (isBucket(location) && elsewhere?.includes(location) === true);
      if (!isListed) covered &&= isComplete && !endsAfter(range, asOf!, slackMs);
      for (const object of isPresent ? (byLocation.get(id) ?? []) : []) {
        if (object.state === 'waiting') continue;
        const stamp = presentStamp(location, object);
        if (stamp === null) gone += 1;
        else if (stamp !== object.stamp) changed += 1;
      }
    }
    const { path } = this.location;
    const start = listedSince(listings, this.#locations);
    const isEarlier =
      start !== undefined &&
      (range.since === undefined || range.since < start) &&
      (range.until === undefined || range.until > start);
    return {
      ...{ index: path, asOf: times.sort()[0] ?? created, covered },
      listedSince: isEarlier ? printInstant(start) : null,
      ...{ missing: missing.size, waiting, changed, gone, sourcesGone, without: [...settings.without] },
    };
  }

  /** The objects of a folder or a file now; undefined if it cannot be listed. */
  async #listOriginal(
    location: Location,
    request: Parameters<Destination['list']>,
  ): Promise<Iterable<StoredObject> | undefined> {
    try {
      return (await (await this.#openOriginal(location)).list(...request)).objects;
    } catch (error) {
      // All objects are gone.
      return error instanceof HeadgateError && error.code === 'no-objects' ? [] : undefined;
    }
  }

  /** @param isInColumns whether only values that the index was built without are missing */
  async *#openStored({ name }: StoredObject, options: OpenOptions, isInColumns: boolean): AsyncGenerator<Uint8Array> {
    const object = this.#objects.get(name)!;
    const location = this.#locations.get(object.location)!;
    const { path } = this.location;
    const update = `run headgate index --out ${path}, which updates the index`;
    const [lacks, fix] = isInColumns
      ? [
          `the index ${path} was built without ${this.#built.settings.without.join(', ')}`,
          'restore the object, or build an index with all values',
        ]
      : ['its lines are not in the columns of the index', update];
    const openOriginal = async (): Promise<AsyncIterable<Uint8Array>> => {
      const original = this.#originals.get(object.location) ?? this.#openOriginal(location);
      this.#originals.set(object.location, original);
      const key = location.kind === 'file' ? location.path : object.key;
      return (await original).open({ ...storedObject(object), key }, options);
    };
    if (object.state === 'waiting' && this.#kept?.isTemporary === true) {
      // This run could not read it: the object itself has the reason.
      yield* await openOriginal();
      return;
    }
    if (object.state === 'waiting')
      throw new ObjectReadError('object-waiting', `the index ${path} does not have its lines yet; ${update}`);
    const gone = new ObjectReadError('object-gone', `${lacks}, and the object no longer exists; ${fix}`);
    const stamp = presentStamp(location, object);
    if (stamp !== object.stamp) {
      if (stamp === null) throw gone;
      throw new ObjectReadError('object-changed', `it has changed since it was indexed, and ${lacks}; ${update}`);
    }
    try {
      yield* await openOriginal();
    } catch (error) {
      if (!(error instanceof ObjectReadError) || error.code !== 'object-gone') throw error;
      throw gone;
    }
  }

  #part(id: number): PartFile {
    const stored = this.#stored.get(id)!;
    const part = this.#parts.get(stored.file) ?? new PartFile(this.location.path, stored);
    this.#parts.set(stored.file, part);
    const parts = [...this.#parts];
    let kept = parts.reduce((sum, [, { size }]) => sum + size, 0);
    if (kept <= KEPT_BYTES) return part;
    const columns = parts.flatMap(([, other]) => (other === part ? [] : other.held()));
    for (const { bytes, release } of columns.sort((a, b) => a.used - b.used)) {
      if (kept <= KEPT_BYTES) break;
      release();
      kept -= bytes;
    }
    for (const [file, other] of parts) if (other !== part && other.size === 0) this.#parts.delete(file);
    return part;
  }

  #linesOf(part: PartFile): ColumnLines {
    const index = this.#kept;
    if (index === undefined) {
      const lines = this.#lines.get(part) ?? new ColumnLines(part);
      this.#lines.set(part, lines);
      return lines;
    }
    if (index.passing?.part !== part) index.passing = { part, lines: new ColumnLines(part.passing()) };
    return index.passing.lines;
  }
}

/** Whether a range has events after a listing, delays aside. Without a start and an end, a question is as of the listing. */
function endsAfter({ since, until }: TimeRange, asOf: string, slackMs: number): boolean {
  if (since === undefined && until === undefined) return false;
  const endMs = Math.min(until === undefined ? Number.POSITIVE_INFINITY : Number(until / NS_PER_MS), Date.now());
  return endMs > Date.parse(asOf) + slackMs;
}

function storedObject({ name, key, bytes, etag }: IndexedObject): StoredObject {
  return { name, key, bytes: bytes ?? undefined, etag: etag ?? undefined };
}

/** The stamp of an object now; null if it is gone. */
function presentStamp(location: Location, object: IndexedObject): string | null {
  try {
    return stampOf(location, object);
  } catch {
    // Without permission, for example: opening the object reports the reason.
    return object.stamp;
  }
}

function changed(path: string): HeadgateError {
  return new HeadgateError(
    'index-changed',
    `cannot read the index ${path}: another run of headgate index has changed it; run the command again`,
    { endsRun: true },
  );
}
