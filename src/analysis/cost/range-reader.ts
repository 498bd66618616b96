// Reads the lines of an object that begin in given ranges of bytes. Skips the others without parsing them. Evaluates no filters.
import type { Inflated } from '../../input/kernel/index.ts';
import {
  createRecordReader,
  type LineRecord,
  type RecordReader,
  type RecordReaderOptions,
} from '../../input/record/index.ts';
import type { ObjectPass } from '../../input/scan/index.ts';
import type { LineRange } from '../../input/sources/index.ts';

const LF = 10;
/** Bytes that are read at a time before the shape of the object is known. */
const HEAD_BYTES = 16 * 1024;

/** A reader of some lines of one object, or of a file from a byte on. */
export class RangeReader implements ObjectPass {
  readonly damage = undefined;
  readonly linesRead = 0;
  readonly #options: RecordReaderOptions;
  /** Ascending and disjoint; undefined: the whole object. */
  readonly #ranges: readonly LineRange[] | undefined;
  readonly #onRecord: (record: LineRecord) => void;
  /** The range that is read, or that comes next. */
  #next = 0;
  /** Offset in the object of the next byte. */
  #at: number;
  #records: RecordReader;
  /** Whether lines can be skipped: known once the shape of the object is. */
  #canSkip: boolean;
  #isReading: boolean;
  #isLineStart: boolean;

  /**
   * @param options with `offset` for a part of a file of NDJSON, which may begin inside a line
   * @param ranges of line starts @default all lines
   * @param onRecord called with each line that begins in a range
   */
  constructor(
    options: RecordReaderOptions,
    ranges: readonly LineRange[] | undefined,
    onRecord: (record: LineRecord) => void,
  ) {
    this.#options = options;
    this.#ranges = ranges;
    this.#onRecord = onRecord;
    this.#at = options.offset ?? 0;
    const isPart = this.#at > 0;
    this.#canSkip = isPart;
    this.#isReading = !isPart;
    this.#isLineStart = !isPart;
    this.#records = this.#openReader(options);
  }

  /** Whether all lines in the ranges were read. */
  get isDone(): boolean {
    return this.#ranges !== undefined && this.#next === this.#ranges.length;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0 && !this.isDone) rest = rest.subarray(this.#take(rest));
  }

  readWindow(window: Inflated): void {
    this.push(window.bytes);
  }

  end(isTruncated = false): void {
    if (this.#isReading && !this.isDone) this.#records.end(isTruncated);
  }

  close(): void {}

  problem(): void {}

  #openReader(options: RecordReaderOptions): RecordReader {
    return createRecordReader(options, {
      record: (record) => {
        if (this.#isWanted(record.offset)) this.#onRecord(record);
      },
      blank: () => {},
      malformed: () => {},
      countsMalformed: () => true,
      remark: () => {},
    });
  }

  #isWanted(offset: number): boolean {
    return this.#ranges === undefined || this.#ranges.some(({ start, end }) => offset >= start && offset < end);
  }

  /** Reads or skips the beginning of a chunk. @returns the number of bytes taken */
  #take(chunk: Uint8Array): number {
    if (!this.#canSkip) return this.#readHead(chunk);
    const { start, end } = this.#ranges![this.#next]!;
    if (this.#isReading) {
      const size = this.#lineEnd(chunk, end);
      this.#read(chunk.subarray(0, size));
      if (this.#at >= end && this.#isLineStart) {
        this.#next += 1;
        this.#isReading = false;
      }
      return size;
    }
    const size = this.#isLineStart && start <= this.#at ? 0 : this.#lineEnd(chunk, start);
    this.#pass(chunk.subarray(0, size));
    if (this.#at >= start && this.#isLineStart) {
      this.#isReading = true;
      this.#records = this.#openReader({ ...this.#options, input: 'ndjson', offset: this.#at });
    }
    return size;
  }

  #readHead(chunk: Uint8Array): number {
    const size = this.#records.shape === undefined ? Math.min(chunk.length, HEAD_BYTES) : chunk.length;
    this.#read(chunk.subarray(0, size));
    const ranges = this.#ranges;
    if (ranges === undefined || this.#records.shape !== 'ndjson' || !this.#records.canPassOver) return size;
    this.#canSkip = true;
    this.#isReading = ranges[0]!.start < this.#at;
    return size;
  }

  /** Returns the size of a chunk up to the first line end at which a line of the range can no longer be open. */
  #lineEnd(chunk: Uint8Array, offset: number): number {
    const from = Math.max(0, offset - 1 - this.#at);
    const lineEnd = from < chunk.length ? chunk.indexOf(LF, from) : -1;
    return lineEnd < 0 ? chunk.length : lineEnd + 1;
  }

  #read(bytes: Uint8Array): void {
    this.#records.push(bytes);
    this.#pass(bytes);
  }

  #pass(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#at += bytes.length;
    this.#isLineStart = bytes.at(-1) === LF;
  }
}
