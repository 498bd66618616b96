// Scans one object, in the same manner for every pass. The kernel counts the lines that it can decide exactly; the record reader
// reads the others, or all of them if there is no kernel. The sink defines the meaning of a line.
import { ColumnLines, type ColumnRows, type RowRun } from '../columns/index.ts';
import {
  type DeferReason,
  type DeferredLine,
  type Inflated,
  type Kernel,
  type LineScanner,
  MAX_UNFINISHED_BYTES,
  type ScanCounts,
  type Scanner,
} from '../kernel/index.ts';
import {
  canPassOver,
  createRecordReader,
  type LineRecord,
  MAX_LINE_BYTES,
  type RecordReader,
  type RecordReaderOptions,
  type RecordSink,
} from '../record/index.ts';
import type { ColumnScanner } from './columns/column-scanner.ts';
import type { LineLimits } from './columns/part-facts.ts';
import type { KernelScanners } from './kernel-scanners.ts';
import type { ObjectDamage, ObjectPass } from './pass.ts';

/** Lines that a kernel counts until its counts are taken: some of them have 32 bits. */
const MAX_UNTAKEN_LINES = 2 ** 31;

/** Reads rows of columns. */
export type RowsScanner = Pick<ColumnScanner, 'read' | 'end'>;

/** The part of a pass that receives one object. Methods are called in the order of the lines; arguments are valid only during the call. */
export interface ObjectSink<S extends LineScanner = Scanner> extends Omit<RecordSink, 'record'> {
  /** Counts a record. @returns false if its time is outside the range of the pass */
  record(record: LineRecord): boolean;
  /** Adds what the kernel has counted since the last call. */
  counts(counts: ScanCounts): void;
  /**
   * Begins the object in the kernel, just before its first line there: calls `begin` of the scanner after any preparation.
   * @default the record reader reads all lines
   */
  begin?: ((scanner: S, limits: LineLimits) => void) | undefined;
  /**
   * The scanner of rows of columns, which hands over counts itself.
   * @default the object cannot be read from columns
   */
  columns?: RowsScanner | undefined;
  /** Begins the object in {@link columns}, just before its first row, as {@link begin} does in the kernel. */
  beginColumns?(limits: LineLimits): void;
  /**
   * Decides on a line that a scanner has deferred.
   * @param offset of the line in the object
   * @returns true if the sink needs nothing else of the line: the scanner then counts it; false: the record reader reads it @default false
   */
  deferred?(line: Deferral, offset: number): boolean;
  /** Called after each line that a scanner has deferred as `sampled`, and that was then read or counted. */
  sampled?(): void;
  /** Called where the record reader skipped lines that the kernel has counted. @param offset after them, in the object */
  passed?(offset: number): void;
  /** Called with each chunk before its lines are read. */
  bytes?: ((chunk: Uint8Array) => void) | undefined;
  /** Called after the last line. */
  end?(isTruncated: boolean): void;
  problem(damage: ObjectDamage): void;
}

/** A line that a scanner has deferred. */
export interface Deferral {
  reason: DeferReason;
  /** The line with its line end: LF if the object ends without one. Valid during the call. */
  readonly bytes: Uint8Array;
  /** Of the line in the object. Bytes. */
  readonly size: number;
}

/** One object on its way into a sink. */
export class ObjectScan<S extends LineScanner = Scanner> implements ObjectPass {
  readonly #scanners: KernelScanners<S>;
  readonly #options: RecordReaderOptions;
  readonly #sink: ObjectSink<S>;
  #records: RecordReader | undefined;
  /** Reads the rows of the object from columns, in place of its bytes. */
  #rows: RowReader | undefined;
  #windows: WindowReader | undefined;
  /** Set once the kernel has begun the object. */
  #scanner: LineScanner | undefined;
  #kernel: Kernel | undefined;
  damage: ObjectDamage | undefined;
  linesRead = 0;

  constructor(scanners: KernelScanners<S>, options: RecordReaderOptions, sink: ObjectSink<S>) {
    this.#scanners = scanners;
    this.#options = options;
    this.#sink = sink;
    if (!this.canReadColumns) this.#reader();
  }

  /** The shape of the object; undefined until it is known. */
  get shape(): RecordReader['shape'] {
    return this.#rows === undefined ? this.#records?.shape : 'ndjson';
  }

  get canReadColumns(): boolean {
    const { input = 'auto', records, csv, offset } = this.#options;
    const isNdjson = input === 'ndjson' || (input === 'auto' && csv?.columns === undefined);
    const isWhole = records === undefined && offset === undefined && canPassOver(this.#options);
    return this.#sink.columns !== undefined && isNdjson && isWhole;
  }

  push(chunk: Uint8Array): void {
    this.#sink.bytes?.(chunk);
    this.#reader().push(chunk);
  }

  readWindow(window: Inflated): void {
    this.#sink.bytes?.(window.bytes);
    this.#windows ??= this.#openWindows(window.kernel);
    if (this.#windows === undefined) this.#reader().push(window.bytes);
    else this.#windows.read(window);
    if (this.#scanner !== undefined && this.#scanner.lineCount > MAX_UNTAKEN_LINES)
      this.#add(this.#scanner.takeCounts());
  }

  readColumns(rows: RowRun): void {
    this.#rows ??= this.#openRows();
    // Deferred lines are counted meanwhile.
    const lines = this.#rows.read(rows);
    this.linesRead += lines;
  }

  end(isTruncated = false): void {
    this.#windows?.flush();
    // No line of columns is split, and the record reader may have read none.
    if (this.#rows === undefined) this.#reader().end(isTruncated);
    else this.#records?.end();
    this.#sink.end?.(isTruncated);
  }

  close(): void {
    if (this.#rows !== undefined) this.#sink.columns!.end();
    if (this.#scanner === undefined) return;
    this.#add(this.#scanner.takeCounts());
    this.#scanner = undefined;
    this.#scanners.end(this.#kernel!);
  }

  problem(damage: ObjectDamage): void {
    this.#sink.problem(damage);
  }

  /** The record reader. Creating it takes as long as reading a line, and the rows of columns rarely need it. */
  #reader(options = this.#options): RecordReader {
    this.#records ??= createRecordReader(options, this.#recordSink());
    return this.#records;
  }

  #openRows(): RowReader {
    const { maxLineBytes = MAX_LINE_BYTES, envelope } = this.#options;
    this.#sink.beginColumns?.({ maxLineBytes, defersNoField: envelope !== undefined });
    // The rows are lines of NDJSON, whatever precedes them.
    return new RowReader(this.#sink, (offset) =>
      this.#reader({ ...this.#options, input: 'ndjson', rejectOther: false, halt: undefined, offset }),
    );
  }

  #recordSink(): RecordSink {
    const sink = this.#sink;
    return {
      record: (record) => {
        this.#countDeferred();
        if (sink.record(record)) this.linesRead += 1;
      },
      blank: (...line) => {
        this.#countDeferred();
        sink.blank(...line);
      },
      malformed: (...found) => {
        this.#countDeferred();
        sink.malformed(...found);
      },
      countsMalformed: (reason, bytes) => {
        const isCounted = sink.countsMalformed?.(reason, bytes) === true;
        if (isCounted) this.#countDeferred();
        return isCounted;
      },
      remark: (remark) => {
        const { code, offset, message, damaged } = remark;
        if (damaged) this.damage ??= { code, offset, message };
        sink.remark(remark);
      },
    };
  }

  #countDeferred(): void {
    if (this.#windows !== undefined) this.#scanners.countDeferred(this.#windows.reason);
  }

  #openWindows(kernel: Kernel): WindowReader | undefined {
    const sink = this.#sink;
    const scanner = sink.begin === undefined ? undefined : this.#scanners.scannerFor(kernel);
    if (scanner === undefined) return undefined;
    // Beginning an object in the kernel and taking its counts takes as long as reading a line, so it waits for a line.
    return new WindowReader(sink, this.#reader(), this.#options.offset ?? 0, () => this.#begin(kernel, scanner));
  }

  #begin(kernel: Kernel, scanner: S): LineScanner {
    const { maxLineBytes = MAX_LINE_BYTES, envelope } = this.#options;
    this.#kernel = kernel;
    this.#scanner = scanner;
    this.#sink.begin!(scanner, { maxLineBytes, defersNoField: envelope !== undefined });
    this.#scanners.begin(kernel, (counts) => this.#add(counts));
    return scanner;
  }

  #add(counts: ScanCounts): void {
    this.linesRead += counts.lines.read;
    this.#sink.counts(counts);
  }
}

/** A row that is deferred as a sample. Its bytes are put together only if they are needed. */
class DeferredRow implements Deferral {
  readonly reason = 'sampled';
  readonly size: number;
  readonly #lines: ColumnLines;
  readonly #row: number;
  #bytes: Uint8Array | undefined;

  constructor(lines: ColumnLines, part: ColumnRows, row: number) {
    this.#lines = lines;
    this.#row = row;
    this.size = part.bytes[row]!;
  }

  get stored(): Uint8Array {
    return this.#lines.lines(this.#row, this.#row + 1);
  }

  get bytes(): Uint8Array {
    if (this.#bytes === undefined) {
      const { stored } = this;
      this.#bytes = stored.at(-1) === LF ? stored : Buffer.concat([stored, Buffer.of(LF)]);
    }
    return this.#bytes;
  }
}

/** What rows and windows need of a sink, whatever its scanner. */
type LineSink = Pick<ObjectSink, 'columns' | 'deferred' | 'sampled' | 'passed'>;

/** Reads the rows of one object: the scanner counts them, the record reader reads the lines that it defers. */
class RowReader {
  readonly #sink: LineSink;
  readonly #open: (offset: number) => RecordReader;
  /** Offset after the last row that the record reader has received; undefined until the first one. */
  #offset: number | undefined;
  #lines: ColumnLines | undefined;
  #part: ColumnRows | undefined;

  /** @param open returns the record reader of the object, given the offset of its first row there */
  constructor(sink: LineSink, open: (offset: number) => RecordReader) {
    this.#sink = sink;
    this.#open = open;
  }

  /** @returns the lines that count as read */
  read(rows: RowRun): number {
    const { part } = rows;
    if (part !== this.#part) {
      this.#part = part;
      this.#lines = new ColumnLines(part);
    }
    return this.#sink.columns!.read(rows, (row, isSampled) => {
      const offset = part.offsets[row]!;
      const line = new DeferredRow(this.#lines!, part, row);
      const isCounted = isSampled && this.#sink.deferred?.(line, offset) === true;
      if (!isCounted) this.#push(line.stored, offset);
      if (isSampled) this.#sink.sampled?.();
      return isCounted;
    });
  }

  #push(bytes: Uint8Array, offset: number): void {
    const records = this.#open(offset);
    if (this.#offset !== undefined && offset > this.#offset) records.passOver(offset - this.#offset);
    records.push(bytes);
    this.#offset = offset + bytes.length;
  }
}

/** First piece of the head that is pushed to the record reader to detect the shape of the object: a line or two. Bytes. */
const HEAD_BYTES = 4 * 1024;
const LF = 10;

/** The reader of the next bytes. */
type State =
  /** The record reader, until it has detected NDJSON. */
  | 'head'
  /** The kernel. */
  | 'lines'
  /** The record reader, up to the end of a line that has begun. */
  | 'line-end'
  /** The record reader, to the end of the object. */
  | 'records';

/**
 * Reads the windows of one object, in order: the record reader reads the lines that the kernel defers, and the head of the object until its
 * shape is known. Counts nothing itself.
 */
class WindowReader {
  readonly #sink: LineSink;
  readonly #records: RecordReader;
  readonly #begin: () => LineScanner;
  /** Set once the kernel has begun the object. */
  #scanner: LineScanner | undefined;
  #state: State;
  /** Offset in the object of the first unread byte. */
  #offset: number;
  /** Why the record reader, and not the kernel, reads the line that it is reporting. */
  reason: DeferReason = 'chunk-boundary';
  #headBytes = HEAD_BYTES;
  /** The newest window. */
  #window: Inflated | undefined;
  /** Of the record reader; replaced when it is rewound. */
  #start: RecordReader['start'];

  /**
   * @param offset in the object at which the bytes begin. If it is not 0, they begin with a line
   * @param begin begins the object in the kernel; called once, before its first line there
   */
  constructor(sink: LineSink, records: RecordReader, offset: number, begin: () => LineScanner) {
    this.#sink = sink;
    this.#records = records;
    this.#begin = begin;
    this.#offset = offset;
    this.#start = records.start;
    this.#state = this.#firstState(offset > 0);
  }

  /** Reads all lines that end in the window, and keeps the unfinished one there. */
  read(window: Inflated): void {
    let at = window.keptFrom;
    const { end } = window;
    this.#followRewind();
    if (this.#isHalted()) return;
    if (this.#state === 'head') at = this.#readHead(window, at);
    if (this.#state === 'line-end' && !this.#isHalted()) at = this.#readLineEnd(window, at);
    if (this.#state === 'lines' && !this.#isHalted()) at = this.#readLines(window, at);
    if (this.#state === 'lines' && end - at > MAX_UNFINISHED_BYTES && !this.#isHalted()) {
      this.#state = 'line-end';
      at = this.#readLineEnd(window, at);
    }
    if (this.#state === 'records') at = this.#push(window, at, end);
    // Once reading has stopped, no byte need be kept.
    window.keepFrom = this.#isHalted() ? end : at;
    this.#window = window;
  }

  /** Pushes the unfinished last line to the record reader. */
  flush(): void {
    const window = this.#window;
    if (window === undefined || window.keepFrom === window.end || this.#isHalted()) return;
    this.#push(window, window.keepFrom, window.end);
  }

  /** The first state. Only the record reader can unwrap records. @param isLines the bytes begin with a line of NDJSON */
  #firstState(isLines: boolean): State {
    if (this.#records.canPassOver) return isLines ? 'lines' : 'head';
    this.reason = 'not-ndjson';
    return 'records';
  }

  #isHalted(): boolean {
    return this.#records.haltedAt !== undefined;
  }

  /** Continues at the line to which the record reader was rewound. */
  #followRewind(): void {
    const { start, shape } = this.#records;
    if (start === this.#start) return;
    this.#start = start;
    this.#state = this.#firstState(shape === 'ndjson');
    this.#offset = start.offset;
    this.#headBytes = HEAD_BYTES;
  }

  #readHead(window: Inflated, from: number): number {
    const records = this.#records;
    let at = from;
    while (records.shape === undefined && at < window.end && !this.#isHalted()) {
      at = this.#push(window, at, Math.min(window.end, at + this.#headBytes));
      // Each detection may begin at the start of the head again.
      this.#headBytes *= 2;
    }
    if (this.#isHalted()) return at;
    if (records.shape === 'ndjson') this.#state = 'line-end';
    else if (records.shape !== undefined) {
      this.#state = 'records';
      this.reason = 'not-ndjson';
    }
    return at;
  }

  /** Pushes the rest of a line of which the record reader has the beginning. */
  #readLineEnd(window: Inflated, from: number): number {
    const lineEnd = from === window.end ? -1 : viewOf(window, from, window.end).indexOf(LF);
    if (lineEnd < 0) return this.#push(window, from, window.end);
    this.#state = 'lines';
    return this.#push(window, from, from + lineEnd + 1);
  }

  #readLines(window: Inflated, from: number): number {
    this.#scanner ??= this.#begin();
    const scanner = this.#scanner;
    let at = from;
    for (;;) {
      const line = scanner.read(at, window.end, this.#offset, window.start);
      const to = line?.start ?? scanner.readUpTo;
      this.#passOver(to - at);
      if (line === undefined) return to;
      at = line.end;
      if (this.#isCounted(line, window.kernel)) this.#passOver(at - to);
      else {
        this.reason = line.reason;
        this.#push(window, to, at);
        this.reason = 'chunk-boundary';
        if (this.#isHalted()) return at;
      }
      if (line.reason === 'sampled') this.#sink.sampled?.();
    }
  }

  #isCounted({ reason, start, end }: DeferredLine, kernel: Kernel): boolean {
    const line = {
      ...{ reason, size: end - start },
      get bytes() {
        return new Uint8Array(kernel.memory.buffer, start, end - start);
      },
    };
    const isCounted = this.#sink.deferred?.(line, this.#offset) === true;
    if (isCounted) this.#scanner!.countDeferred();
    return isCounted;
  }

  #passOver(bytes: number): void {
    if (bytes === 0) return;
    this.#records.passOver(bytes);
    this.#offset += bytes;
    this.#sink.passed?.(this.#offset);
  }

  /** @returns `end` */
  #push(window: Inflated, start: number, end: number): number {
    if (end > start) this.#records.push(viewOf(window, start, end));
    this.#offset += end - start;
    return end;
  }
}

/** A new view each time: growing the memory invalidates all views. */
function viewOf(window: Inflated, start: number, end: number): Uint8Array {
  return new Uint8Array(window.kernel.memory.buffer, start, end - start);
}
