// Collects the bytes of an object whose lines are written as they are stored. Parses no lines: the caller knows that they are records.
import type { LinesTotal } from '../../input/scan/index.ts';
import { CHUNK_BYTES } from '../../language/output/index.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { WrittenRun } from './estimate-written.ts';

const LF = 10;
const OPENING_BRACE = '{'.charCodeAt(0);
const CLOSING_BRACE = '}'.charCodeAt(0);

/** The text of one object. */
export class OriginalLines {
  readonly #pool: BufferPool;
  #chunks: Buffer[] = [];
  /** Of the last chunk. */
  #used = CHUNK_BYTES;
  /** The last byte. */
  #last = LF;
  #lines = 0;
  #bytes = 0;
  /** Where the last line begins. */
  #lineStart = 0;
  #squares = 0;
  #longest = 0;
  /** Whether nothing but a line end precedes or follows each pair of braces. */
  #isBare = true;

  constructor(pool: BufferPool) {
    this.#pool = pool;
  }

  get keptLines(): number {
    return this.#lines;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds bytes of the object, in order. */
  add(bytes: Uint8Array): void {
    if (!this.#isBare || bytes.length === 0) return;
    this.#checkLineEnds(bytes);
    this.#append(bytes);
    this.#last = bytes[bytes.length - 1]!;
  }

  /** Ends the last line. @returns the text, in buffers of the pool */
  end(): Buffer[] {
    if (this.#last !== LF) {
      this.#isBare &&= this.#last === CLOSING_BRACE;
      this.#append(Uint8Array.of(LF));
      this.#last = LF;
      this.#endLine(this.#bytes);
    }
    return this.#chunks.map((chunk, index) =>
      index === this.#chunks.length - 1 ? chunk.subarray(0, this.#used) : chunk,
    );
  }

  /**
   * Whether the text contains the object's records, each with a line end, and nothing else. White space around a record, blank lines and a byte
   * order mark are not written, nor are envelopes. Call it after {@link end}.
   * @param lines of the object
   */
  isTextOf({ read, malformed, blank, unwrapped }: LinesTotal): boolean {
    return this.#isBare && unwrapped === undefined && read === this.#lines && malformed + blank === 0;
  }

  discard(): void {
    this.#pool.release(this.#chunks);
    this.#chunks = [];
  }

  /** As those of a `RunText`. */
  figures(stored: number, isApproximate: boolean): WrittenRun {
    const [lines, bytes, squares, longest] = [this.#lines, this.#bytes, this.#squares, this.#longest];
    return { keptLines: lines, keptBytes: bytes, lines, bytes, squares, longest, stored, isApproximate };
  }

  #checkLineEnds(bytes: Uint8Array): void {
    if (this.#last === LF) this.#isBare &&= bytes[0] === OPENING_BRACE;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      this.#endLine(this.#bytes + at + 1);
      const before = at === 0 ? this.#last : bytes[at - 1];
      const after = at + 1 === bytes.length ? OPENING_BRACE : bytes[at + 1];
      this.#isBare &&= before === CLOSING_BRACE && after === OPENING_BRACE;
    }
  }

  /** @param end its offset in the text */
  #endLine(end: number): void {
    const size = end - this.#lineStart;
    this.#lineStart = end;
    this.#lines += 1;
    this.#squares += size ** 2;
    this.#longest = Math.max(this.#longest, size);
  }

  #append(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      if (this.#used === CHUNK_BYTES) {
        this.#chunks.push(this.#pool.take());
        this.#used = 0;
      }
      const size = Math.min(bytes.length - at, CHUNK_BYTES - this.#used);
      this.#chunks.at(-1)!.set(bytes.subarray(at, at + size), this.#used);
      this.#used += size;
      at += size;
    }
  }
}
