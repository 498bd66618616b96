// Scans one object, in the same manner for every pass. The kernel counts the lines that it can decide exactly; the record reader
// reads the others, or all of them if there is no kernel. The sink defines the meaning of a line.
import type { DeferredLine, Inflated, Kernel, ScanCounts, Scanner } from '../kernel/index.ts';
import {
  createRecordReader,
  type LineRecord,
  MAX_LINE_BYTES,
  type RecordReader,
  type RecordReaderOptions,
  type RecordSink,
} from '../record/index.ts';
import type { KernelScanners } from './kernel-scanners.ts';
import type { ObjectDamage, ObjectPass } from './pass.ts';
import { WindowReader } from './window-reader.ts';

/** Lines that a kernel counts until its counts are taken: some of them have 32 bits. */
const MAX_UNTAKEN_LINES = 2 ** 31;

/** Input of a sink that begins an object in the kernel. */
export interface KernelStart {
  kernel: Kernel;
  /** Bytes, line end included. */
  maxLineBytes: number;
  /** Whether lines without a field of the dataset may be in an envelope, which only the record reader can remove. */
  defersNoField: boolean;
}

/** The part of a pass that receives one object. Methods are called in the order of the lines; arguments are valid only during the call. */
export interface ObjectSink<S extends Scanner = Scanner> extends Omit<RecordSink, 'record'> {
  /** Counts a record. @returns false if its time is outside the range of the pass */
  record(record: LineRecord): boolean;
  /** Adds what the kernel has counted since the last call. */
  counts(counts: ScanCounts): void;
  /**
   * Begins the object in the kernel, just before its first line there: calls `begin` of the scanner after any preparation.
   * @default the record reader reads all lines
   */
  begin?: ((scanner: S, start: KernelStart) => void) | undefined;
  /**
   * Decides on a line that the kernel has deferred.
   * @param offset of the line in the object
   * @returns true if the sink needs nothing else of the line: the kernel then counts it; false: the record reader reads it @default false
   */
  deferred?(line: DeferredLine, offset: number): boolean;
  /** Called after each line that the kernel has deferred as `sampled`, and that was then read or counted. */
  sampled?(): void;
  /** Called where the record reader skipped lines that the kernel has counted. @param offset after them, in the object */
  passed?(offset: number): void;
  /** Called with each chunk before its lines are read. */
  bytes?(chunk: Uint8Array): void;
  /** Called after the last line. */
  end?(isTruncated: boolean): void;
  problem(found: ObjectDamage): void;
}

/** One object on its way into a sink. */
export class ObjectScan<S extends Scanner = Scanner> implements ObjectPass {
  readonly #scanners: KernelScanners<S>;
  readonly #options: RecordReaderOptions;
  readonly #sink: ObjectSink<S>;
  readonly #records: RecordReader;
  #windows: WindowReader | undefined;
  /** Set once the kernel has begun the object. */
  #scanner: Scanner | undefined;
  #kernel: Kernel | undefined;
  #damage: ObjectDamage | undefined;
  #linesRead = 0;

  constructor(scanners: KernelScanners<S>, options: RecordReaderOptions, sink: ObjectSink<S>) {
    this.#scanners = scanners;
    this.#options = options;
    this.#sink = sink;
    this.#records = createRecordReader(options, this.#recordSink());
  }

  /** The shape of the object; undefined until it is known. */
  get shape(): RecordReader['shape'] {
    return this.#records.shape;
  }

  get damage(): ObjectDamage | undefined {
    return this.#damage;
  }

  get linesRead(): number {
    return this.#linesRead;
  }

  push(chunk: Uint8Array): void {
    this.#sink.bytes?.(chunk);
    this.#records.push(chunk);
  }

  readWindow(window: Inflated): void {
    this.#sink.bytes?.(window.bytes);
    this.#windows ??= this.#openWindows(window.kernel);
    if (this.#windows === undefined) this.#records.push(window.bytes);
    else this.#windows.read(window);
    if (this.#scanner !== undefined && this.#scanner.lineCount > MAX_UNTAKEN_LINES) this.#takeCounts(this.#scanner);
  }

  end(isTruncated = false): void {
    this.#windows?.flush();
    this.#records.end(isTruncated);
    this.#sink.end?.(isTruncated);
  }

  close(): void {
    if (this.#scanner === undefined) return;
    this.#takeCounts(this.#scanner);
    this.#scanner = undefined;
    this.#scanners.end(this.#kernel!);
  }

  problem(found: ObjectDamage): void {
    this.#sink.problem(found);
  }

  #recordSink(): RecordSink {
    const sink = this.#sink;
    return {
      record: (record) => {
        this.#countDeferred();
        if (sink.record(record)) this.#linesRead += 1;
      },
      blank: (bytes) => {
        this.#countDeferred();
        sink.blank(bytes);
      },
      malformed: (found) => {
        this.#countDeferred();
        sink.malformed(found);
      },
      countsMalformed: (reason, bytes) => {
        const isCounted = sink.countsMalformed?.(reason, bytes) === true;
        if (isCounted) this.#countDeferred();
        return isCounted;
      },
      remark: (remark) => {
        const { code, offset, message, damaged } = remark;
        if (damaged) this.#damage ??= { code, offset, message };
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
    return new WindowReader({
      records: this.#records,
      offset: this.#options.offset ?? 0,
      // Beginning an object in the kernel and taking its counts takes as long as reading a line, so it waits for a line.
      begin: () => this.#begin(kernel, scanner),
      deferred: sink.deferred && ((line, offset) => this.#isCounted(line, offset)),
      sampled: sink.sampled && (() => sink.sampled!()),
      passed: sink.passed && ((offset) => sink.passed!(offset)),
    });
  }

  #begin(kernel: Kernel, scanner: S): Scanner {
    const { maxLineBytes = MAX_LINE_BYTES, envelope } = this.#options;
    this.#kernel = kernel;
    this.#scanner = scanner;
    this.#sink.begin!(scanner, { kernel, maxLineBytes, defersNoField: envelope !== undefined });
    this.#scanners.begin(kernel, scanner, (counts) => this.#add(counts));
    return scanner;
  }

  #isCounted(line: DeferredLine, offset: number): boolean {
    const isCounted = this.#sink.deferred!(line, offset);
    if (isCounted) this.#scanner!.countDeferred();
    return isCounted;
  }

  #takeCounts(scanner: Scanner): void {
    this.#add(scanner.takeCounts());
  }

  #add(counts: ScanCounts): void {
    this.#linesRead += counts.lines.read;
    this.#sink.counts(counts);
  }
}
