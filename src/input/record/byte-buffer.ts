// Collects bytes from several pieces into contiguous memory. Grows by doubling; once non-empty, has one spare byte after the end.

const FIRST_CAPACITY = 4096;
/** A larger buffer without a limit is released when it is cleared. Bytes. */
const KEEP_CAPACITY = 1024 * 1024;

/** Shared by empty buffers: many are never used. */
const NONE = Buffer.alloc(0);

/** Released memory of {@link FIRST_CAPACITY} for reuse: garbage collection took a tenth of the time on files of one line. */
const idle: Buffer[] = [];
/** Maximum length of {@link idle}. Our own choice: as many as the objects that one thread reads at a time. */
const MAX_IDLE = 64;

/** A growable byte array. */
export class ByteBuffer {
  /** The content is `bytes[0, length)`; replaced on growth. */
  bytes: Buffer = NONE;
  length = 0;
  readonly #maxCapacity: number;

  /** @param maxBytes maximum length, at which growth stops @default no limit */
  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxCapacity = maxBytes + 1;
  }

  /** Appends a copy of `from[start, end)`. */
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

  /** Allocates the maximum at once for a long content: unwritten memory costs nothing, but outgrown copies do. */
  #nextCapacity(): number {
    const doubled = Math.max(FIRST_CAPACITY, this.bytes.length * 2);
    return doubled > KEEP_CAPACITY && this.#maxCapacity < Number.POSITIVE_INFINITY ? this.#maxCapacity : doubled;
  }

  /** Removes the first `count` bytes. */
  dropFirst(count: number): void {
    if (count === 0) return;
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
    if (this.length === 0) this.clear();
  }

  clear(): void {
    this.length = 0;
    // A buffer of maximum capacity is kept: releasing it after each long line adds 80 MB until garbage collection.
    const isKept = this.bytes.length <= KEEP_CAPACITY || this.bytes.length === this.#maxCapacity;
    if (!isKept) this.bytes = NONE;
  }

  /** Clears the buffer, and makes its memory available to the next one. */
  release(): void {
    if (this.bytes.length === FIRST_CAPACITY && idle.length < MAX_IDLE) idle.push(this.bytes);
    this.bytes = NONE;
    this.length = 0;
  }

  /** Returns a view that is valid until the next change. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Wraps the same memory in a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
