// Splits chunks into lines at LF; one CR before it belongs to the line end. A line inside one chunk is a view of the chunk; only
// lines across a chunk boundary are copied. Does not know JSON.
import { isUtf8 } from 'node:buffer';
import { asBuffer, ByteBuffer } from '../byte-buffer.ts';

/** Maximum size of a line without its line end. Bytes. `docs/semantics.md`, "Lines". */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const LF = 10;
const CR = 13;
/** Distance within which a line end is searched byte by byte, because a call of `indexOf` costs as much. Bytes. */
const NEAR_BYTES = 48;

/** Receives lines. `bytes[start, end)` is the line without its line end, `bytes[end]` is LF or CR; `size` includes the line end. */
export interface LineTarget {
  line(bytes: Buffer, start: number, end: number, offset: number, size: number, isValidUtf8: boolean): void;
  tooLong(offset: number, size: number): void;
}

/** Splits one object into lines. */
export class LineSplitter {
  readonly #target: LineTarget;
  readonly #maxLineBytes: number;
  /** Offset in the object of the first byte not yet passed on. */
  #offset: number;
  /** The unfinished line; empty when it is too long. */
  readonly #carry: ByteBuffer;
  /** Size so far of an unfinished line that is too long, whose bytes are dropped; 0 otherwise. */
  #dropped = 0;

  /** @param offset of the first byte that will be pushed */
  constructor(target: LineTarget, maxLineBytes: number, offset: number) {
    this.#target = target;
    this.#maxLineBytes = maxLineBytes;
    this.#carry = new ByteBuffer(maxLineBytes + 1);
    this.#offset = offset;
  }

  push(chunk: Uint8Array): void {
    const bytes = asBuffer(chunk);
    let start = 0;
    if (this.#carry.length + this.#dropped > 0) {
      const lineEnd = bytes.indexOf(LF);
      this.#keep(bytes, 0, lineEnd < 0 ? bytes.length : lineEnd);
      if (lineEnd < 0) return;
      this.#endCarried(1);
      start = lineEnd + 1;
    }
    const last = bytes.lastIndexOf(LF);
    if (last >= start) {
      // One check for all lines of the chunk is many times cheaper than one per line.
      const isValidUtf8 = isUtf8(bytes.subarray(start, last));
      while (start <= last) {
        const lineEnd = lineFeedAt(bytes, start);
        this.#line(bytes, start, lineEnd, lineEnd + 1 - start, isValidUtf8);
        start = lineEnd + 1;
      }
    }
    if (start < bytes.length) this.#keep(bytes, start, bytes.length);
  }

  /** Skips whole lines that another component has read. @throws Error inside a line */
  passOver(bytes: number): void {
    if (this.#carry.length + this.#dropped > 0)
      throw new Error('cannot skip lines: found an unfinished line, expected the start of a line');
    this.#offset += bytes;
  }

  /** Passes on the last line if it has no LF. */
  end(): void {
    if (this.#carry.length + this.#dropped > 0) this.#endCarried(0);
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    // One byte above the limit, because the last byte may be the CR of the line end.
    if (this.#dropped === 0 && this.#carry.length + (end - start) <= this.#maxLineBytes + 1) {
      this.#carry.append(bytes, start, end);
      return;
    }
    this.#dropped += this.#carry.length + (end - start);
    this.#carry.clear();
  }

  /** @param lineEnd bytes of LF: 1, or 0 at the end of the object */
  #endCarried(lineEnd: 0 | 1): void {
    if (this.#dropped > 0) {
      const size = this.#dropped + lineEnd;
      this.#dropped = 0;
      this.#target.tooLong(this.#offset, size);
      this.#offset += size;
      return;
    }
    const { bytes, length } = this.#carry;
    bytes[length] = LF;
    this.#line(bytes, 0, length, length + lineEnd, false);
    this.#carry.clear();
  }

  /** @param lineEnd index of the LF, or of the byte after a last line without one */
  #line(bytes: Buffer, start: number, lineEnd: number, size: number, isValidUtf8: boolean): void {
    const hasCr = size > lineEnd - start && lineEnd > start && bytes[lineEnd - 1] === CR;
    const end = hasCr ? lineEnd - 1 : lineEnd;
    const offset = this.#offset;
    this.#offset += size;
    if (end - start > this.#maxLineBytes) this.#target.tooLong(offset, size);
    else this.#target.line(bytes, start, end, offset, size, isValidUtf8);
  }
}

/** Index of the first LF at or after `start`, which must exist. */
function lineFeedAt(bytes: Buffer, start: number): number {
  const near = start + NEAR_BYTES;
  for (let at = start; at < near; at += 1) if (bytes[at] === LF) return at;
  return bytes.indexOf(LF, near);
}
