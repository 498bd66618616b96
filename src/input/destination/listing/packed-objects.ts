// Stores very many objects in little memory: of each key, the part that differs from the key before it. Append only; knows nothing of
// names or sources.
import type { Items } from '../../../base/index.ts';
import type { ListedObject } from './object-tree.ts';

/** Objects per block. The first key of a block is stored in full, so reading one object reads one block. */
const BLOCK_OBJECTS = 16;

/** A list of objects. A million 60-letter keys and their sizes take about 60 bytes each; an entity tag adds 33. */
export class PackedObjects implements Items<ListedObject> {
  /** The last key pushed; empty before the first. */
  lastKey = '';
  #length = 0;
  readonly #blocks: Buffer[] = [];
  /** The block that is being written. */
  #block: Buffer = Buffer.allocUnsafe(4096);
  #end = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds an object unless it was added last: a listing of a changing bucket may contain a key twice. */
  push({ key, bytes = -1, etag = '' }: ListedObject): void {
    if (this.#length > 0 && this.lastKey === key) return;
    const shared = this.#end === 0 ? 0 : sharedLength(this.lastKey, key);
    const rest = key.slice(shared);
    // At most three bytes per code unit, plus the numbers.
    this.#reserve((rest.length + etag.length) * 3 + 32);
    this.#number(shared);
    this.#text(rest);
    this.#number(bytes + 1);
    this.#text(etag);
    this.lastKey = key;
    this.#length += 1;
    if (this.#length % BLOCK_OBJECTS > 0) return;
    this.#blocks.push(Buffer.from(this.#block.subarray(0, this.#end)));
    this.#end = 0;
  }

  at(index: number): ListedObject | undefined {
    return this.#unpack(this.#blocks[Math.floor(index / BLOCK_OBJECTS)])[index % BLOCK_OBJECTS];
  }

  *[Symbol.iterator](): Generator<ListedObject> {
    for (const block of [...this.#blocks, undefined]) yield* this.#unpack(block);
  }

  /** Yields all objects once and releases what was read. */
  *drain(): Generator<ListedObject> {
    this.#blocks.reverse();
    while (this.#blocks.length > 0) yield* this.#unpack(this.#blocks.pop());
    yield* this.#unpack();
  }

  #unpack(block: Buffer = this.#block.subarray(0, this.#end)): ListedObject[] {
    const objects: ListedObject[] = [];
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let unit = 1; ; unit *= 128) {
        const byte = block[at++]!;
        value += (byte & 127) * unit;
        if (byte < 128) return value;
      }
    };
    const text = (): string => {
      const bytes = number();
      at += bytes;
      return block.toString('utf8', at - bytes, at);
    };
    for (let key = ''; at < block.length; ) {
      key = key.slice(0, number()) + text();
      const bytes = number() - 1;
      objects.push({ key, bytes: bytes < 0 ? undefined : bytes, etag: text() || undefined });
    }
    return objects;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#block.length) return;
    this.#block = Buffer.concat([this.#block.subarray(0, this.#end)], (this.#end + bytes) * 2);
  }

  #text(text: string): void {
    this.#number(Buffer.byteLength(text));
    this.#end += this.#block.write(text, this.#end);
  }

  /** Writes seven bits per byte, lowest first; the eighth bit marks that more follow. */
  #number(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#block[this.#end++] = (rest % 128) + 128;
    this.#block[this.#end++] = rest;
  }
}

/** Number of code units that two keys have in common, surrogate pairs as a whole. */
function sharedLength(before: string, key: string): number {
  let shared = 0;
  while (shared < key.length && before.charCodeAt(shared) === key.charCodeAt(shared)) shared += 1;
  const next = key.charCodeAt(shared);
  return next >= 0xdc00 && next <= 0xdfff ? Math.max(0, shared - 1) : shared;
}
