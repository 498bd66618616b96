// Where a draw holds its lines while it goes on: in buffers of its own, in which a line takes the place of one that is given
// up. As texts, tens of thousands of lines that come and go grow the heap to several times what is held.

/** A line in a {@link LineStore}. */
export interface HeldLine {
  buffer: Buffer;
  start: number;
  /** Bytes of the line. */
  length: number;
  /** Bytes that may take its place. */
  room: number;
}

/** Buffers are of so many bytes. */
const BUFFER_BYTES = 256 * 1024;
/** Lines of more bytes have a buffer of their own, which goes with them. */
const MAX_SHARED_BYTES = 32 * 1024;
/** Rooms of a power of two, and so many between two of them: a quarter of a room is empty at most. */
const ROOMS_PER_DOUBLING = 4;
/** Smallest step between two sizes of rooms. Bytes. */
const LEAST_STEP = 64;

const BEYOND_ASCII = /[\x80-\xff]/;

/** Holds lines as bytes. */
export class LineStore {
  /** By their size, rooms that were given up. */
  readonly #free = new Map<number, HeldLine[]>();
  #buffer = Buffer.alloc(0);
  #used = 0;

  /** Copies a line and its line end. */
  hold(line: Uint8Array, lineEnd: string): HeldLine {
    const held = this.#roomFor(line.length + lineEnd.length);
    held.buffer.set(line, held.start);
    held.buffer.write(lineEnd, held.start + line.length, 'latin1');
    return held;
  }

  /** Gives up a line, which must not be asked for any more. */
  giveUp(held: HeldLine): void {
    if (held.room > MAX_SHARED_BYTES) return;
    const free = this.#free.get(held.room);
    if (free === undefined) this.#free.set(held.room, [held]);
    else free.push(held);
  }

  #roomFor(length: number): HeldLine {
    if (length > MAX_SHARED_BYTES) return { buffer: Buffer.allocUnsafeSlow(length), start: 0, length, room: length };
    const step = Math.max(LEAST_STEP, 2 ** (31 - Math.clz32(length)) / ROOMS_PER_DOUBLING);
    const room = Math.ceil(length / step) * step;
    const free = this.#free.get(room)?.pop();
    if (free !== undefined) return { ...free, length };
    if (this.#used + room > this.#buffer.length) {
      this.#buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += room;
    return { buffer: this.#buffer, start, length, room };
  }
}

/**
 * The line as a text with one character for each byte, as threads hand it over: one of its characters would take twice the memory
 * where a single one of them is beyond U+00FF.
 */
export function bytesText({ buffer, start, length }: HeldLine): string {
  return buffer.toString('latin1', start, start + length);
}

/** The characters of a {@link bytesText}: what is no UTF-8 is no record. */
export function textOf(bytes: string): string {
  return BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}
