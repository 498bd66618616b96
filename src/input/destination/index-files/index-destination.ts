// An index as a destination: its objects under their own names, with the lines that it has in columns. Reads an object that is not in columns
// where it is.
import { HeadgateError, printPlural } from '../../../base/index.ts';
import { ColumnLines, PartFile, type RowRun, type StoredPart } from '../../columns/index.ts';
import { type IndexedObject, Manifest, type StoredRun } from '../../manifest/index.ts';
import type { Destination, OpenOptions, StoredObject } from '../destination.ts';
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
    const known = [...this.#objects.values()].filter(({ state }) => state !== 'waiting');
    const byLocation = Map.groupBy(known, ({ location }) => location);
    for (const [id, ofLocation] of byLocation) {
      const found = await listKnown(this.#locations.get(id)!, ofLocation.map(storedObject), range, options);
      objects.push(...found.objects);
      for (const key of ['listed', 'pruned', 'prunedFolders', 'skipped'] as const) listing[key] += found[key];
    }
    if (byLocation.size === 0) {
      const { path } = this.location;
      throw new HeadgateError(
        'no-objects',
        `cannot read the index ${path}: it has no object yet; run headgate index <source> --out ${path}`,
      );
    }
    const doubt = await this.#doubt(
      known.map(({ name }) => name),
      range,
      options,
    );
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

  /** What is not in the index, as a message. Lists folders: a bucket would take requests. */
  async #doubt(names: readonly string[], ...request: Parameters<Destination['list']>): Promise<string | undefined> {
    const { path, asOf } = this.location;
    const missing = new Set([...this.#objects.keys()].filter((name) => this.#objects.get(name)!.state === 'waiting'));
    const known = new Set(names);
    for (const location of this.#locations.values()) {
      if (location.kind !== 'folder') continue;
      // Names begin as the user wrote the folder. One that is gone has no new objects.
      const folder = await this.#openOriginal({ ...location, path: location.display });
      const found = await folder.list(...request).catch(() => undefined);
      for (const { name } of found?.objects ?? []) if (!known.has(name)) missing.add(name);
    }
    const lacks = [
      ...(missing.size === 0
        ? []
        : [
            `${printPlural(missing.size, 'object')} of its source ${missing.size === 1 ? 'is' : 'are'} not in it (headgate index --out ${path} updates it)`,
          ]),
      ...(this.#without.length === 0
        ? []
        : [`it was built without the values of ${this.#without.join(', ')}: conditions on them are undecided`]),
    ];
    return lacks.length === 0 ? undefined : `the index ${path} is as of ${asOf}: ${lacks.join('; ')}`;
  }

  async *#openStored({ name }: StoredObject, options: OpenOptions): AsyncGenerator<Uint8Array> {
    const object = this.#objects.get(name)!;
    const location = this.#locations.get(object.location)!;
    const { path } = this.location;
    const fix = `run headgate index --out ${path}, which updates the index`;
    if (stampOf(location, object) !== object.stamp)
      throw new ObjectReadError(
        'object-changed',
        `it has changed since it was indexed, and its lines are not in the columns of the index; ${fix}`,
      );
    const original = this.#originals.get(object.location) ?? this.#openOriginal(location);
    this.#originals.set(object.location, original);
    try {
      const key = location.kind === 'file' ? location.path : object.key;
      yield* (await original).open({ ...storedObject(object), key }, options);
    } catch (error) {
      if (!(error instanceof ObjectReadError) || error.code !== 'object-gone') throw error;
      throw new ObjectReadError(
        'object-gone',
        `its lines are not in the columns of the index, and the object no longer exists; ${fix}`,
      );
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
