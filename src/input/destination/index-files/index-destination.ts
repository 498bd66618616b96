// An index as a destination: its objects under their own names, with the lines that it has in columns. Reads an object that is not in columns
// where it is.
import { existsSync } from 'node:fs';
import { enumerate, HeadgateError, printPlural } from '../../../base/index.ts';
import { ColumnLines, PartFile, type RowRun, type StoredPart } from '../../columns/index.ts';
import { type IndexedObject, Manifest, type StoredRun } from '../../manifest/index.ts';
import type { Destination, OpenOptions, StoredObject } from '../destination.ts';
import { folderPartsOf } from '../local/folder-destination.ts';
import type { IndexLocation, Location } from '../location/location.ts';
import { ObjectReadError } from '../object-finding.ts';
import { listKnown, stampOf } from './stored-keys.ts';

/** Rows that are rebuilt at a time. Ours: about a megabyte. */
const ROWS_AT_ONCE = 1024;
/** The same from the middle of an object, where few lines are mostly wanted. */
const FIRST_ROWS = 16;
/** Memory of the columns that are kept for the next objects. Bytes; ours: more than those of a filter need. */
const KEPT_BYTES = 512 * 1024 * 1024;

/** Opens an index. @param openOriginal opens the location of an object that is not in columns */
export function indexDestination(
  location: IndexLocation,
  openOriginal: (location: Location) => Promise<Destination>,
): Destination {
  return new IndexDestination(location, openOriginal);
}

class IndexDestination implements Destination {
  readonly location: IndexLocation;
  readonly #dataset: string;
  readonly #without: readonly string[];
  readonly #openOriginal: (location: Location) => Promise<Destination>;
  readonly #locations: ReadonlyMap<number, Location>;
  readonly #objects: ReadonlyMap<string, IndexedObject>;
  readonly #runs: ReadonlyMap<string, StoredRun[]>;
  readonly #stored: ReadonlyMap<number, StoredPart>;
  /** By number, the latest used last. */
  readonly #parts = new Map<number, PartFile>();
  readonly #lines = new WeakMap<PartFile, ColumnLines>();
  readonly #originals = new Map<number, Promise<Destination>>();

  constructor(location: IndexLocation, openOriginal: (location: Location) => Promise<Destination>) {
    const manifest = Manifest.open(location.path, 'read');
    try {
      const { revision, asOf, settings } = manifest;
      if (location.revision !== undefined && location.revision !== revision) throw changed(location.path);
      this.location = { ...location, revision, asOf };
      this.#dataset = settings.dataset;
      this.#without = settings.without;
      this.#openOriginal = openOriginal;
      this.#locations = new Map([...manifest.locations()].map(([id, content]) => [id, JSON.parse(content)]));
      this.#objects = new Map(manifest.objects().map((object) => [object.name, object]));
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
      objects.push(...found.objects);
      for (const key of ['listed', 'pruned', 'prunedFolders', 'skipped'] as const) listing[key] += found[key];
    }
    if (all.every(({ state }) => state === 'waiting')) {
      const { path } = this.location;
      throw new HeadgateError(
        'no-objects',
        `cannot read the index ${path}: it has no object yet; run headgate index <source> --out ${path}`,
      );
    }
    const doubt = await this.#doubt(objects, range, options);
    const sorted = byLocation.size === 1 ? objects : objects.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { objects: sorted, ...listing, doubt };
  }

  columnsOf(object: StoredObject, dataset: string): readonly RowRun[] | undefined {
    return dataset === this.#dataset ? this.#runsOf(object) : undefined;
  }

  #runsOf({ name }: StoredObject): readonly RowRun[] | undefined {
    if (this.#objects.get(name)?.state !== 'columns') return undefined;
    return (this.#runs.get(name) ?? []).map(({ part, first, last }) => ({
      part: this.#part(part),
      from: first,
      to: last,
    }));
  }

  async *open(object: StoredObject, options: OpenOptions = {}): AsyncGenerator<Uint8Array> {
    const runs = this.#runsOf(object);
    if (runs === undefined || runs.some(({ part }) => part.withheld.size > 0)) {
      yield* this.#openStored(object, options);
      return;
    }
    const { start = 0, end = Number.POSITIVE_INFINITY } = options;
    for (const { part, from, to } of runs) {
      const lines = this.#linesOf(part as PartFile);
      const { offsets } = part;
      let rows = start === 0 ? ROWS_AT_ONCE : FIRST_ROWS;
      let row = start === 0 ? from : lastAt(offsets, start, from, to);
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

  /** How the index differs from its source, as a message. Lists folders: a bucket would take requests. @param objects those of the range */
  async #doubt(
    objects: readonly StoredObject[],
    ...request: Parameters<Destination['list']>
  ): Promise<string | undefined> {
    const { path, asOf } = this.location;
    const known = new Set([...this.#objects.values()].map((object) => this.#pathOf(object)));
    const ofRange = Map.groupBy(
      objects.map(({ name }) => this.#objects.get(name)!),
      ({ location }) => location,
    );
    const missing = new Set(
      objects.filter(({ name }) => this.#objects.get(name)!.state === 'waiting').map(({ name }) => name),
    );
    let [changed, gone] = [0, 0];
    for (const [id, location] of this.#locations) {
      if (location.kind !== 'folder' && location.kind !== 'file') continue;
      const root = location.kind === 'file' ? location.path : folderPartsOf(location.path).root;
      // The lines in columns are read without their source: one that was removed as a whole is no finding.
      if (!existsSync(root)) continue;
      for (const object of ofRange.get(id) ?? []) {
        if (object.state === 'waiting') continue;
        const stamp = presentStamp(location, object);
        if (stamp === null) gone += 1;
        else if (stamp !== object.stamp) changed += 1;
      }
      const found = await (await this.#openOriginal(location)).list(...request).catch(() => undefined);
      for (const { name, key } of found?.objects ?? [])
        if (!known.has(this.#pathOf({ location: id, key }))) missing.add(name);
    }
    const differences = [
      ...(missing.size === 0
        ? []
        : [`${printPlural(missing.size, 'object of its source is', 'objects of its source are')} not in it`]),
      ...(changed === 0 ? [] : [`${printPlural(changed, 'object has', 'objects have')} changed since`]),
      ...(gone === 0 ? [] : [`${printPlural(gone, 'object is', 'objects are')} gone since`]),
    ];
    const lacks = [
      ...(differences.length === 0
        ? []
        : [`${enumerate(differences, 'and')} (headgate index --out ${path} updates it)`]),
      ...(this.#without.length === 0
        ? []
        : [`it was built without the values of ${this.#without.join(', ')}: conditions on them are undecided`]),
    ];
    return lacks.length === 0 ? undefined : `the index ${path} is as of ${asOf}: ${lacks.join('; ')}`;
  }

  /** Where a file is, however its source was named; else the key in its location. */
  #pathOf({ location: id, key }: Pick<IndexedObject, 'location' | 'key'>): string {
    const location = this.#locations.get(id)!;
    if (location.kind === 'file') return location.path;
    return location.kind === 'folder' ? folderPartsOf(location.path).pathOf(key) : `${id} ${key}`;
  }

  async *#openStored({ name }: StoredObject, options: OpenOptions): AsyncGenerator<Uint8Array> {
    const object = this.#objects.get(name)!;
    const location = this.#locations.get(object.location)!;
    const { path } = this.location;
    const fix = `run headgate index --out ${path}, which updates the index`;
    if (object.state === 'waiting')
      throw new ObjectReadError('object-waiting', `the index ${path} does not have its lines yet; ${fix}`);
    const gone = new ObjectReadError(
      'object-gone',
      `its lines are not in the columns of the index, and the object no longer exists; ${fix}`,
    );
    const stamp = presentStamp(location, object);
    if (stamp !== object.stamp) {
      if (stamp === null) throw gone;
      throw new ObjectReadError(
        'object-changed',
        `it has changed since it was indexed, and its lines are not in the columns of the index; ${fix}`,
      );
    }
    const original = this.#originals.get(object.location) ?? this.#openOriginal(location);
    this.#originals.set(object.location, original);
    try {
      const key = location.kind === 'file' ? location.path : object.key;
      yield* (await original).open({ ...storedObject(object), key }, options);
    } catch (error) {
      if (!(error instanceof ObjectReadError) || error.code !== 'object-gone') throw error;
      throw gone;
    }
  }

  #part(id: number): PartFile {
    const part = this.#parts.get(id) ?? new PartFile(this.location.path, this.#stored.get(id)!);
    this.#parts.delete(id);
    this.#parts.set(id, part);
    let kept = [...this.#parts.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [other, { size }] of this.#parts) {
      if (kept <= KEPT_BYTES || other === id) break;
      this.#parts.delete(other);
      kept -= size;
    }
    return part;
  }

  #linesOf(part: PartFile): ColumnLines {
    const lines = this.#lines.get(part) ?? new ColumnLines(part);
    this.#lines.set(part, lines);
    return lines;
  }
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

/** Returns the last row of a run that begins at a byte or before it; the first one if there is none. */
function lastAt(offsets: Float64Array, byte: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (offsets[middle]! <= byte) low = middle;
    else high = middle;
  }
  return low;
}
