// Bytes that come in pieces and have to lie together. Grows by doubling; has one byte to spare behind the end as soon as it holds any.

const FIRST_CAPACITY = 4096;
/** A larger buffer is given back when it is emptied, unless it has a limit. Bytes. */
const KEEP_CAPACITY = 1024 * 1024;

/** Before the first byte: many are never used. */
const NONE = Buffer.alloc(0);

/** Memory of {@link FIRST_CAPACITY} for the next ones: to collect that of each file of one line took a tenth of the time. */
const idle: Buffer[] = [];
/** Most that are kept. Ours; as many objects as one thread reads at a time. */
const MAX_IDLE = 64;

/** A growing run of bytes. */
export class ByteBuffer {
  /** The bytes are `bytes[0, length)`; replaced when it grows. */
  bytes: Buffer = NONE;
  length = 0;
  readonly #maxCapacity: number;

  /** @param maxBytes so many will ever be held: growing stops there, where doubling would go beyond @default no limit */
  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxCapacity = maxBytes + 1;
  }

  /** Adds a copy of `from[start, end)`. */
  append(from: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    const length = this.length + (end - start);
    if (length >= this.bytes.length) {
      const capacity = Math.max(length + 1, this.#nextCapacity());
      const larger = (capacity === FIRST_CAPACITY ? idle.pop() : undefined) ?? Buffer.allocUnsafeSlow(capacity);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.bytes.set(from.subarray(start, end), this.length);
    this.length = length;
  }

  /** A long run gets all it may ever need at once: memory that is not written takes none, copies that are left behind do. */
  #nextCapacity(): number {
    const doubled = Math.max(FIRST_CAPACITY, this.bytes.length * 2);
    return doubled > KEEP_CAPACITY && this.#maxCapacity < Number.POSITIVE_INFINITY ? this.#maxCapacity : doubled;
  }

  /** Takes `count` bytes off the front. */
  dropFirst(count: number): void {
    if (count === 0) return;
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
    if (this.length === 0) this.clear();
  }

  clear(): void {
    this.length = 0;
    // One of the greatest capacity stays: given back for each long line, they pile up until they are collected (80 MB more).
    const isKept = this.bytes.length <= KEEP_CAPACITY || this.bytes.length === this.#maxCapacity;
    if (!isKept) this.bytes = NONE;
  }

  /** Empties it for good, and gives its memory to the next one. */
  release(): void {
    if (this.bytes.length === FIRST_CAPACITY && idle.length < MAX_IDLE) idle.push(this.bytes);
    this.bytes = NONE;
    this.length = 0;
  }

  /** A view, valid until the next change. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** The same memory as a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
