// Collects the objects of a listing and sorts them by key. A million of them take about 120 MB outside the heap of V8, which the
// garbage collector would otherwise let grow in proportion.
import { type Items, mapItems } from '../../../base/index.ts';
import type { StoredObject } from '../destination.ts';
import type { ListedObject } from './object-tree.ts';

/** Objects per block. Reading one object reads one block. */
const BLOCK_OBJECTS = 16;

/** Collects objects in any order. */
export class ObjectList {
  #length = 0;
  #lastKey: string | undefined;
  /** Whether each key was greater than the one before it, as in the listing of a bucket. */
  #isSorted = true;
  /** JSON of entries: key, size and entity tag, separated by the lowest character, so that a key sorts before its continuations. */
  readonly #blocks: Buffer[] = [];
  #block: string[] = [];

  get length(): number {
    return this.#length;
  }

  add({ key, bytes, etag = '' }: ListedObject): void {
    if (this.#lastKey !== undefined && key <= this.#lastKey) this.#isSorted = false;
    this.#lastKey = key;
    this.#push(`${key}\0${bytes ?? ''}\0${etag}`);
  }

  /**
   * Sorts the objects by code unit, so that the order is the same on every machine, and keeps each key once: a listing of a changing
   * bucket may contain a key twice. Call it once, after the last object. @returns objects, each created on access
   */
  sorted(nameOf: (key: string) => string): Items<StoredObject> {
    if (!this.#isSorted) this.#sort();
    const objectOf = (entry: string): StoredObject => {
      const [key, bytes, etag] = partsOf(entry);
      return { name: nameOf(key), key, bytes: bytes === '' ? undefined : Number(bytes), etag: etag || undefined };
    };
    return mapItems(
      {
        length: this.#length,
        at: (index) =>
          index < this.#length ? this.#entriesOf(Math.floor(index / BLOCK_OBJECTS))[index % BLOCK_OBJECTS] : undefined,
        [Symbol.iterator]: () => this.#entries(),
      },
      objectOf,
    );
  }

  #sort(): void {
    const entries = [...this.#entries()].sort();
    this.#blocks.length = 0;
    this.#block = [];
    this.#length = 0;
    let last: string | undefined;
    for (const entry of entries) {
      const [key] = partsOf(entry);
      if (key !== last) this.#push(entry);
      last = key;
    }
  }

  #push(entry: string): void {
    this.#length += 1;
    if (this.#block.push(entry) < BLOCK_OBJECTS) return;
    this.#blocks.push(Buffer.from(JSON.stringify(this.#block)));
    this.#block = [];
  }

  *#entries(): Generator<string> {
    for (let block = 0; block <= this.#blocks.length; block += 1) yield* this.#entriesOf(block);
  }

  #entriesOf(block: number): string[] {
    const json = this.#blocks[block];
    return json === undefined ? this.#block : JSON.parse(json.toString());
  }
}

/** Takes an entry apart from its end: the key may contain the separator. */
function partsOf(entry: string): [key: string, bytes: string, etag: string] {
  const etagAt = entry.lastIndexOf('\0');
  const bytesAt = entry.lastIndexOf('\0', etagAt - 1);
  return [entry.slice(0, bytesAt), entry.slice(bytesAt + 1, etagAt), entry.slice(etagAt + 1)];
}
