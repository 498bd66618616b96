// The objects of a listing, sorted by name and packed: a million objects take tens of megabytes instead of hundreds.
import type { Items } from '../../../base/index.ts';
import type { StoredObject } from '../destination.ts';
import type { ListedObject } from './object-tree.ts';
import { PackedKeys, type PackedObject } from './packed-keys.ts';

/** Objects in one sorted run; longer lists merge several runs. */
const RUN_OBJECTS = 2048;

/** The objects of one source. Each is created on access. */
export class ObjectList implements Items<StoredObject> {
  readonly #keys: PackedKeys;
  readonly #nameOf: (key: string) => string;

  /** @param keys sorted @param nameOf key → name */
  constructor(keys: PackedKeys, nameOf: (key: string) => string) {
    this.#keys = keys;
    this.#nameOf = nameOf;
  }

  get length(): number {
    return this.#keys.length;
  }

  at(index: number): StoredObject | undefined {
    const object = this.#keys.at(index);
    return object && this.#stored(object);
  }

  /** Sets a size that the listing did not contain. */
  setBytes(index: number, bytes: number): void {
    this.#keys.setBytes(index, bytes);
  }

  /** Keeps the objects that `isWanted` accepts. */
  filter(isWanted: (object: StoredObject) => boolean): ObjectList {
    const keys = new PackedKeys();
    for (const object of this.#keys) if (isWanted(this.#stored(object))) keys.push(object);
    return new ObjectList(keys, this.#nameOf);
  }

  *[Symbol.iterator](): Generator<StoredObject> {
    for (const object of this.#keys) yield this.#stored(object);
  }

  #stored({ key, ...rest }: PackedObject): StoredObject {
    return { name: this.#nameOf(key), key, ...rest };
  }
}

/**
 * Collects objects in any order and sorts them by key, by code unit, so that the order is the same on every machine.
 */
export class ObjectSorter {
  #length = 0;
  #run: PackedObject[] = [];
  readonly #runs: PackedKeys[] = [];

  get length(): number {
    return this.#length;
  }

  add({ key, bytes, etag }: ListedObject): void {
    const object: PackedObject = { key };
    if (bytes !== undefined) object.bytes = bytes;
    if (etag !== undefined) object.etag = etag;
    this.#length += 1;
    this.#run.push(object);
    if (this.#run.length === RUN_OBJECTS) this.#endRun();
  }

  /** Call it once, after the last object. */
  toList(nameOf: (key: string) => string): ObjectList {
    if (this.#run.length > 0) this.#endRun();
    const [first = new PackedKeys(), ...more] = this.#runs;
    return new ObjectList(more.length === 0 ? first : merge(this.#runs), nameOf);
  }

  #endRun(): void {
    const run = this.#run.sort(byKey);
    const last = this.#runs.at(-1);
    // A bucket lists in order, so its objects form one run.
    const packed = last !== undefined && last.lastKey < run[0]!.key ? last : new PackedKeys();
    for (const object of run) pushDistinct(packed, object);
    if (packed !== last) this.#runs.push(packed);
    this.#run = [];
  }
}

/** Adds an object unless it was added last: a listing of a changing bucket may contain a key twice. */
function pushDistinct(keys: PackedKeys, object: PackedObject): void {
  if (keys.length === 0 || keys.lastKey !== object.key) keys.push(object);
}

/** Merges sorted runs. */
function merge(runs: readonly PackedKeys[]): PackedKeys {
  const merged = new PackedKeys();
  const heads = runs.map((run) => {
    const rest = run.drain();
    return { rest, object: rest.next().value as PackedObject };
  });
  // The smallest head is last.
  heads.sort((a, b) => byKey(b.object, a.object));
  while (heads.length > 0) {
    const head = heads.pop()!;
    pushDistinct(merged, head.object);
    const step = head.rest.next();
    if (step.done === true) continue;
    head.object = step.value;
    heads.splice(placeOf(heads, head.object), 0, head);
  }
  return merged;
}

/** Finds the insertion index among heads sorted with the smallest last. */
function placeOf(heads: readonly { object: PackedObject }[], object: PackedObject): number {
  let [from, to] = [0, heads.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (byKey(heads[middle]!.object, object) > 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function byKey(a: PackedObject, b: PackedObject): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
