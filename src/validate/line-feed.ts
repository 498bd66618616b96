// The bytes of one object, cut into lines for the fast way; the head until it is clear that the object is NDJSON, lines across the border
// of two chunks, and every line that the fast way leaves, go to the reader of records. What comes out does not depend on the chunks.
import { isUtf8 } from 'node:buffer';
import type { RecordReader } from '../record/index.ts';
import type { LineChecker, LineOrigin } from './line-checker.ts';
import { NextLookup } from './next-lookup.ts';

const LF = 10;
/** Bytes of the head that are handed to the reader first, doubled until the shape is clear. */
const HEAD_BYTES = 4096;

/** What a feed joins. */
export interface LineFeedOptions {
  checker: LineChecker;
  records: RecordReader;
  origin: LineOrigin;
  /** Where the bytes begin in the object; if not at its start, they begin with a line. */
  offset: number;
  /** Lines with what `CVE-2021-44228` forbids are left to the reader of records. */
  rewritesCve: boolean;
  /** Lines were taken the fast way, up to this offset. */
  onPassed: (end: number) => void;
}

/** Feeds one object. */
export class LineFeed {
  readonly #options: LineFeedOptions;
  readonly #records: RecordReader;
  /** Offset in the object of the first byte that nobody has read. */
  #offset: number;
  #headBytes = HEAD_BYTES;
  /** The reader of records has begun a line. */
  #isWithinLine: boolean;

  constructor(options: LineFeedOptions) {
    this.#options = options;
    this.#records = options.records;
    this.#offset = options.offset;
    this.#isWithinLine = options.offset === 0;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    while (this.#records.shape === undefined && at < bytes.length) {
      at = this.#hand(bytes, at, Math.min(bytes.length, at + this.#headBytes));
      this.#headBytes *= 2;
    }
    if (at === bytes.length) return;
    if (!this.#options.checker.isFast || this.#records.shape !== 'ndjson') {
      this.#hand(bytes, at, bytes.length);
      return;
    }
    if (this.#isWithinLine) {
      const lineEnd = bytes.indexOf(LF, at);
      if (lineEnd < 0) {
        this.#hand(bytes, at, bytes.length);
        return;
      }
      at = this.#hand(bytes, at, lineEnd + 1);
      this.#isWithinLine = false;
    }
    const last = bytes.lastIndexOf(LF);
    if (last >= at) at = this.#readLines(bytes, at, last + 1);
    if (at === bytes.length) return;
    this.#hand(bytes, at, bytes.length);
    this.#isWithinLine = true;
  }

  /** Whole lines. @returns `end` */
  #readLines(bytes: Buffer, from: number, end: number): number {
    // One check for the whole run is many times cheaper than one per line.
    if (!isUtf8(bytes.subarray(from, end))) return this.#hand(bytes, from, end);
    const { checker, origin, rewritesCve } = this.#options;
    checker.begin(bytes);
    const lookups = rewritesCve ? new NextLookup(bytes, from, end) : undefined;
    let cve = lookups?.after(from) ?? end;
    let start = from;
    /** First byte that the fast way has taken and the reader of records does not know of. */
    let taken = from;
    while (start < end) {
      // Up to the first line with what must not be there.
      const lineEnd = checker.takes(start, cve, this.#offset + start - taken, origin);
      if (lineEnd >= 0) {
        start = lineEnd + 1;
        continue;
      }
      const next = bytes.indexOf(LF, start) + 1;
      this.#passOver(start - taken);
      this.#hand(bytes, start, next);
      taken = next;
      if (cve < next && lookups !== undefined) cve = lookups.after(next);
      start = next;
    }
    this.#passOver(end - taken);
    return end;
  }

  #passOver(bytes: number): void {
    if (bytes === 0) return;
    this.#records.passOver(bytes);
    this.#offset += bytes;
    this.#options.onPassed(this.#offset);
  }

  /** Hands bytes to the reader of records. @returns `end` */
  #hand(bytes: Buffer, start: number, end: number): number {
    this.#records.push(bytes.subarray(start, end));
    this.#offset += end - start;
    return end;
  }
}
