// Collects the objects of a listing and sorts them by name, packed: a million objects take tens of megabytes instead of hundreds.
import { type Items, mapItems } from '../../../base/index.ts';
import type { StoredObject } from '../destination.ts';
import type { ListedObject } from './object-tree.ts';
import { PackedObjects } from './packed-objects.ts';

/** Objects in one sorted run; longer lists merge several runs. */
const RUN_OBJECTS = 2048;

/**
 * Collects objects in any order and sorts them by key, by code unit, so that the order is the same on every machine.
 */
export class ObjectSorter {
  #length = 0;
  #run: ListedObject[] = [];
  readonly #runs: PackedObjects[] = [];

  get length(): number {
    return this.#length;
  }

  add(object: ListedObject): void {
    this.#length += 1;
    this.#run.push(object);
    if (this.#run.length === RUN_OBJECTS) this.#endRun();
  }

  /** Returns the objects, each created on access. Call it once, after the last object. */
  toList(nameOf: (key: string) => string): Items<StoredObject> {
    if (this.#run.length > 0) this.#endRun();
    const [first = new PackedObjects(), ...more] = this.#runs;
    const objects = more.length === 0 ? first : merge(this.#runs);
    return mapItems(objects, ({ key, bytes, etag }) => ({ name: nameOf(key), key, bytes, etag }));
  }

  #endRun(): void {
    const run = this.#run.sort(byKey);
    const last = this.#runs.at(-1);
    // A bucket lists in order, so its objects form one run.
    const packed = last !== undefined && last.lastKey < run[0]!.key ? last : new PackedObjects();
    for (const object of run) packed.push(object);
    if (packed !== last) this.#runs.push(packed);
    this.#run = [];
  }
}

/** Merges sorted runs. */
function merge(runs: readonly PackedObjects[]): PackedObjects {
  const merged = new PackedObjects();
  const heads = runs.map((run) => {
    const rest = run.drain();
    return { rest, object: rest.next().value as ListedObject };
  });
  // The smallest head is last.
  heads.sort((a, b) => byKey(b.object, a.object));
  for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
    merged.push(head.object);
    const { value } = head.rest.next();
    if (value === undefined) continue;
    head.object = value;
    heads.splice(placeOf(heads, value), 0, head);
  }
  return merged;
}

/** Finds the insertion index among heads sorted with the smallest last. */
function placeOf(heads: readonly { object: ListedObject }[], object: ListedObject): number {
  let [from, to] = [0, heads.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (byKey(heads[middle]!.object, object) > 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function byKey(a: ListedObject, b: ListedObject): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
