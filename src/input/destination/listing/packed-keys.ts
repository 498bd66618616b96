// Stores the keys of very many objects in little memory: each as the part that differs from the key before it. Append
// only; knows nothing of names, sources or order.

/** The stored data of an object. */
export interface PackedObject {
  key: string;
  /** Absent if unknown. */
  bytes?: number;
  /** Absent if there is none. */
  etag?: string;
}

/** Keys per block. The first key of a block is stored in full, so reading one key reads at most one block. */
const BLOCK_KEYS = 16;
/** Page size of the key memory, so that growth copies nothing. Bytes. */
const PAGE_BYTES = 16 * 1024;
/** Sizes per page. */
const PAGE_SIZES = 2048;
/** Encoding of an entity tag: none, 16 bytes of hexadecimal digits, or `n` bytes of text as `TAG_TEXT + n`. */
const TAG_NONE = 0;
const TAG_HEX = 1;
const TAG_TEXT = 2;
const NONE = Buffer.alloc(0);
const HEX_TAG = /^[0-9a-f]{32}$/;
/** The second half of a surrogate pair must not be written without the first. */
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * A list of objects. Measured with a million 60-letter keys and their sizes: about 49 bytes each; an entity tag adds
 * 17.
 */
export class PackedKeys {
  /** Stored bytes of each object; NaN if unknown. */
  readonly #sizes: Float64Array[] = [];
  #length = 0;
  readonly #pages: Buffer[] = [];
  /** Start of each block: a page, and a byte in it. */
  readonly #blockPages: number[] = [];
  readonly #blockStarts: number[] = [];
  #used = PAGE_BYTES;
  /** The block that is being written. */
  #block: Buffer = Buffer.allocUnsafe(4096);
  #blockBytes = 0;
  #last = '';

  get length(): number {
    return this.#length;
  }

  /** The last key pushed; empty before the first. */
  get lastKey(): string {
    return this.#last;
  }

  push({ key, bytes, etag }: PackedObject): void {
    const isFirst = this.length % BLOCK_KEYS === 0;
    if (isFirst) this.#endBlock();
    const shared = isFirst ? 0 : sharedLength(this.#last, key);
    // At most three bytes per code unit, plus the numbers.
    this.#reserve((key.length - shared + (etag?.length ?? 0)) * 3 + 16);
    this.#number(shared);
    this.#text(key.slice(shared), 0);
    if (etag === undefined) this.#number(TAG_NONE);
    else if (HEX_TAG.test(etag)) {
      this.#number(TAG_HEX);
      this.#blockBytes += this.#block.write(etag, this.#blockBytes, 'hex');
    } else this.#text(etag, TAG_TEXT);
    if (this.#length % PAGE_SIZES === 0) this.#sizes.push(new Float64Array(PAGE_SIZES));
    this.#length += 1;
    this.setBytes(this.#length - 1, bytes ?? Number.NaN);
    this.#last = key;
  }

  setBytes(index: number, bytes: number): void {
    this.#sizes[Math.floor(index / PAGE_SIZES)]![index % PAGE_SIZES] = bytes;
  }

  at(index: number): PackedObject | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const first = index - (index % BLOCK_KEYS);
    let found: PackedObject | undefined;
    for (const object of this.#readBlock(first, index + 1)) found = object;
    return found;
  }

  *[Symbol.iterator](): Generator<PackedObject> {
    for (let first = 0; first < this.length; first += BLOCK_KEYS) yield* this.#readBlock(first, first + BLOCK_KEYS);
  }

  /** Yields all objects once and releases what was read. */
  *drain(): Generator<PackedObject> {
    for (let first = 0; first < this.length; first += BLOCK_KEYS) {
      const page = this.#blockPages[first / BLOCK_KEYS] ?? 0;
      if (page > 0) this.#pages[page - 1] = NONE;
      yield* this.#readBlock(first, first + BLOCK_KEYS);
    }
  }

  *#readBlock(first: number, end: number): Generator<PackedObject> {
    const block = first / BLOCK_KEYS;
    const isWritten = block < this.#blockPages.length;
    const page = isWritten ? this.#pages[this.#blockPages[block]!]! : this.#block;
    const cursor = { at: isWritten ? this.#blockStarts[block]! : 0 };
    let key = '';
    for (let index = first; index < Math.min(end, this.length); index += 1) {
      const shared = readNumber(page, cursor);
      const restBytes = readNumber(page, cursor);
      key = key.slice(0, shared) + page.toString('utf8', cursor.at, cursor.at + restBytes);
      cursor.at += restBytes;
      const etag = readTag(page, cursor);
      const object: PackedObject = { key };
      const bytes = this.#sizes[Math.floor(index / PAGE_SIZES)]![index % PAGE_SIZES]!;
      if (!Number.isNaN(bytes)) object.bytes = bytes;
      if (etag !== undefined) object.etag = etag;
      yield object;
    }
  }

  #endBlock(): void {
    if (this.#blockBytes === 0) return;
    if (this.#used + this.#blockBytes > PAGE_BYTES) {
      this.#pages.push(Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, this.#blockBytes)));
      this.#used = 0;
    }
    this.#block.copy(this.#pages.at(-1)!, this.#used, 0, this.#blockBytes);
    this.#blockPages.push(this.#pages.length - 1);
    this.#blockStarts.push(this.#used);
    this.#used += this.#blockBytes;
    this.#blockBytes = 0;
  }

  #reserve(bytes: number): void {
    if (this.#blockBytes + bytes <= this.#block.length) return;
    const larger = Buffer.allocUnsafe((this.#blockBytes + bytes) * 2);
    this.#block.copy(larger, 0, 0, this.#blockBytes);
    this.#block = larger;
  }

  /** Writes the byte count plus `offset`, then the bytes. */
  #text(text: string, offset: number): void {
    this.#number(offset + Buffer.byteLength(text));
    this.#blockBytes += this.#block.write(text, this.#blockBytes);
  }

  /** Writes seven bits per byte, lowest first; the eighth bit marks that more follow. */
  #number(value: number): void {
    let rest = value;
    for (; rest >= 128; rest >>>= 7) {
      this.#block[this.#blockBytes] = (rest & 127) | 128;
      this.#blockBytes += 1;
    }
    this.#block[this.#blockBytes] = rest;
    this.#blockBytes += 1;
  }
}

function sharedLength(before: string, key: string): number {
  const most = Math.min(before.length, key.length);
  let shared = 0;
  while (shared < most && before.charCodeAt(shared) === key.charCodeAt(shared)) shared += 1;
  return shared < key.length && isLowSurrogate(key.charCodeAt(shared)) ? Math.max(0, shared - 1) : shared;
}

function readNumber(page: Buffer, cursor: { at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = page[cursor.at]!;
    cursor.at += 1;
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
}

function readTag(page: Buffer, cursor: { at: number }): string | undefined {
  const tag = readNumber(page, cursor);
  if (tag === TAG_NONE) return undefined;
  const length = tag === TAG_HEX ? 16 : tag - TAG_TEXT;
  const start = cursor.at;
  cursor.at += length;
  return page.toString(tag === TAG_HEX ? 'hex' : 'utf8', start, cursor.at);
}
