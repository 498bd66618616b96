// Lines → columns of an index, in a kernel that does nothing else. src/input/columns defines the rows; lines that it would store in columns but
// this kernel cannot (an escaped key, very many keys, a time in another form) are rows, too: whole lines.
import type { Dataset } from '../../language/dataset/index.ts';
import {
  type Codes,
  type Column,
  type ColumnRows,
  type ColumnTexts,
  codesFor,
  leanColumn,
  MAX_TEMPLATES,
  PART_LINES,
  PART_MEMORY,
} from '../columns/index.ts';
import { CODED_ROWS, CODES_AT, COLUMNS_FULL, LONG, READ, ROWS_AT } from './abi.ts';
import { deferReasonOf } from './defer-reason.ts';
import type { Kernel } from './load-kernel.ts';
import { NO_RECORDS, type NoRecord } from './no-record.ts';
import { type ScanRequest, writeRequest } from './scan-request.ts';
import type { DeferredLine, LineScanner, ScanCounts } from './scanner.ts';

/** What to build, and until when. */
export interface ColumnRequest {
  dataset: Dataset;
  /** Called when there is no room for the next line: must call {@link ColumnBuilder.take}. */
  onFull: () => void;
  /** Whether a line that is not in columns is a row; else it is deferred: it may have a value that must be left out. @default true */
  hasWhole?: boolean | undefined;
  /** At so many rows there is no room. @default PART_LINES */
  rows?: number | undefined;
  /** At so many bytes of memory there is no room. @default PART_MEMORY */
  bytes?: number | undefined;
}

/** Creates a builder. @param kernel of its own @returns undefined if the kernel does not support a part of the request */
export function createColumnBuilder(kernel: Kernel, request: ColumnRequest): ColumnBuilder | undefined {
  const scan: ScanRequest = {
    dataset: request.dataset,
    filters: [],
    range: {},
    detail: 'counts',
    readsTimes: true,
    examinedHeadBytes: 0,
    examinedOneIn: 2 ** 31,
  };
  return writeRequest(kernel, scan) ? new ColumnBuilder(kernel, request, scan) : undefined;
}

/** Bytes of lines that are copied at a time: those after a deferred line are copied again, and a longer line is deferred. Ours. */
const COPIED_BYTES = 32 * 1024;
/** The kernel's columns before those of fields. */
const TEMPLATES = 0;
const LINES = 1;
const FIRST_FIELD = 2;
const LF = 10;

/** Builds the parts of an index from lines of any number of objects. */
export class ColumnBuilder {
  readonly #kernel: Kernel;
  readonly #request: ColumnRequest;
  readonly #scan: ScanRequest;

  constructor(kernel: Kernel, request: ColumnRequest, scan: ScanRequest) {
    this.#kernel = kernel;
    this.#request = request;
    this.#scan = scan;
    this.#begin();
  }

  /** Rows since the last {@link take}. */
  get rows(): number {
    return this.#kernel.rowCount();
  }

  /**
   * Returns a scanner that adds the lines of one object at a time as rows, by copying them from the memory of another kernel. It defers only
   * lines that are longer than the limit, in an envelope, or neither in columns nor a row.
   */
  scannerOf(source: Kernel): LineScanner {
    return new WindowScanner(source, this.#kernel, () => this.#makeRoom());
  }

  /**
   * Adds one line: in columns if possible, else whole.
   * @param line with its line end, if it has one
   * @returns false if the line has no columns and the request no whole lines: it is not added
   * @throws RangeError for a line that does not fit into the memory (about 25 MB)
   */
  add(line: Uint8Array, offset: number): boolean {
    const kernel = this.#kernel;
    const isOpen = line.at(-1) !== LF;
    for (;;) {
      const at = kernel.linesStart(line.length + 1);
      if (at !== 0) {
        const memory = new Uint8Array(kernel.memory.buffer);
        memory.set(line, at);
        if (isOpen) memory[at + line.length] = LF;
        const status = kernel.addLine(at, at + line.length, isOpen, offset);
        if (status !== COLUMNS_FULL) return status === READ;
      }
      if (this.rows === 0) throw new RangeError(`cannot add a line: found ${line.length} bytes, expected fewer`);
      this.#makeRoom();
    }
  }

  /** Has the caller take the rows. */
  #makeRoom(): void {
    const { rows } = this;
    this.#request.onFull();
    if (rows > 0 && this.rows === rows) throw new Error('cannot add a line: the rows of a full part were not taken');
  }

  /** Returns the rows since the last call, and begins a new part. */
  take(): ColumnRows {
    const kernel = this.#kernel;
    const rows = kernel.rowCount();
    const columns = kernel.columnCount();
    const taken = { offsets: new Float64Array(rows), bytes: new Uint32Array(rows), times: new BigInt64Array(rows) };
    const { buffer } = kernel.memory;
    for (let block = kernel.firstRows(), row = 0; block !== 0; block = new Uint32Array(buffer, block, 1)[0]!) {
      const count = Math.min(rows - row, CODED_ROWS);
      const at = block + ROWS_AT;
      taken.offsets.set(new Float64Array(buffer, at, count), row);
      taken.times.set(new BigInt64Array(buffer, at + 8 * CODED_ROWS, count), row);
      taken.bytes.set(new Uint32Array(buffer, at + 16 * CODED_ROWS, count), row);
      row += count;
    }
    const codes = Array.from({ length: columns }, (_, column) => this.#codesOf(column, rows));
    const columnOf = (column: number): Column => leanColumn(codes[column]!, this.#textsOf(column));
    const fields = new Map<string, Column>();
    for (let column = FIRST_FIELD; column < columns; column += 1) fields.set(this.#nameOf(column), columnOf(column));
    const result: ColumnRows = {
      rows,
      ...taken,
      templates: columnOf(TEMPLATES),
      lines: columnOf(LINES),
      fields,
      withheld: new Set(),
    };
    this.#begin();
    return result;
  }

  #begin(): void {
    const { rows = PART_LINES, bytes = PART_MEMORY, hasWhole = true } = this.#request;
    writeRequest(this.#kernel, this.#scan);
    this.#kernel.beginColumns(rows, bytes, MAX_TEMPLATES, hasWhole);
  }

  /** The name is ASCII without escapes. */
  #nameOf(column: number): string {
    const kernel = this.#kernel;
    const key = kernel.keyOfColumn(column);
    const start = kernel.keyStart(key);
    return Buffer.from(kernel.memory.buffer).toString('latin1', start + 1, start + kernel.keyBytes(key) - 2);
  }

  #codesOf(column: number, rows: number): Codes {
    const codes = codesFor(this.#kernel.textCount(column), rows);
    const { buffer } = this.#kernel.memory;
    for (let block = this.#kernel.firstCodes(column); block !== 0; ) {
      const [next, number, width] = new Uint32Array(buffer, block, 3) as unknown as [number, number, number];
      const row = number * CODED_ROWS;
      const Numbers = width === 2 ? Uint16Array : Uint32Array;
      codes.set(new Numbers(buffer, block + CODES_AT, Math.min(rows - row, CODED_ROWS)), row);
      block = next;
    }
    return codes;
  }

  #textsOf(column: number): ColumnTexts {
    const start = this.#kernel.writeTexts(column);
    const { buffer } = this.#kernel.memory;
    const ends = new Uint32Array(buffer, start, this.#kernel.textCount(column)).slice();
    return { ends, bytes: new Uint8Array(buffer, start + ends.byteLength, ends.at(-1) ?? 0).slice() };
  }
}

/** Adds the lines in the windows of another kernel. */
class WindowScanner implements LineScanner {
  readonly #source: Kernel;
  readonly #kernel: Kernel;
  readonly #makeRoom: () => void;
  #object: [maxLineBytes: number, defersNoField: boolean] = [0, false];
  readUpTo = 0;
  lineCount = 0;
  #bytes = 0;

  constructor(source: Kernel, kernel: Kernel, makeRoom: () => void) {
    this.#source = source;
    this.#kernel = kernel;
    this.#makeRoom = makeRoom;
  }

  begin(_hash: number, ...object: [maxLineBytes: number, defersNoField: boolean]): void {
    this.#object = object;
  }

  read(start: number, end: number, offset: number, newFrom = start): DeferredLine | undefined {
    const from = Math.max(start, newFrom);
    const wholeEnd = this.#source.afterLastLineFeed(from, end);
    const last = wholeEnd === from ? start : wholeEnd;
    // The kernel may have read another object since.
    this.#kernel.beginObject(0, ...this.#object);
    this.readUpTo = start;
    while (this.readUpTo < last) {
      const reason = this.#add(last, offset + this.readUpTo - start);
      if (reason === READ) continue;
      const line = this.readUpTo;
      return { reason: deferReasonOf(reason), start: line, end: this.#source.afterLineFeed(line) };
    }
    return undefined;
  }

  countDeferred(): void {
    this.lineCount += 1;
  }

  takeCounts(): ScanCounts {
    const noRecords = Object.fromEntries(NO_RECORDS.map((name) => [name, 0])) as Record<NoRecord, number>;
    const lines = { read: this.lineCount, outside: 0, untimed: 0, bytes: this.#bytes, ...noRecords };
    this.lineCount = 0;
    this.#bytes = 0;
    return { lines, examined: 0, jobs: [], sets: [], fields: [], hours: [] };
  }

  /** Adds lines from `readUpTo` on, a copy of some at a time. @returns the number of the reason to defer the line at `readUpTo`, or READ */
  #add(last: number, offset: number): number {
    const [source, kernel] = [this.#source, this.#kernel];
    const from = this.readUpTo;
    const end = last - from <= COPIED_BYTES ? last : source.afterLastLineFeed(from, from + COPIED_BYTES);
    if (end === from) return LONG;
    const at = kernel.linesStart(end - from);
    new Uint8Array(kernel.memory.buffer).set(new Uint8Array(source.memory.buffer, from, end - from), at);
    const rows = kernel.rowCount();
    const status = kernel.addLines(at, at + end - from, offset);
    const bytes = kernel.readUpTo() - at;
    this.lineCount += kernel.rowCount() - rows;
    this.#bytes += bytes;
    this.readUpTo += bytes;
    if (status !== COLUMNS_FULL) return status;
    // Only a long line has no room in an empty part.
    if (kernel.rowCount() === 0) return LONG;
    this.#makeRoom();
    return READ;
  }
}
