// Reads one object from windows of the kernel's memory. The kernel counts every line that it can decide exactly; the record
// reader reads the others, and the head of the object until its shape is known. Counts nothing itself.
import {
  type DeferReason,
  type DeferredLine,
  type Inflated,
  MAX_UNFINISHED_BYTES,
  type Scanner,
} from '../kernel/index.ts';
import type { RecordReader } from '../record/index.ts';

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

/** Input of a window reader besides bytes. */
export interface WindowReaderOptions {
  /** Begins the object in the kernel; called once, before its first line there. */
  begin: () => Scanner;
  records: RecordReader;
  /** Offset in the object at which the bytes begin. If it is not 0, they begin with a line. */
  offset: number;
  /** Called with every line that the kernel has deferred. Returns true if it is counted; else the record reader reads it. */
  deferred?: ((line: DeferredLine, offset: number) => boolean) | undefined;
  /** Called after each line that the kernel has deferred because it may become a sample. */
  sampled?: (() => void) | undefined;
  /** Called where the record reader has skipped bytes, with the offset after them. */
  passed?: ((offset: number) => void) | undefined;
}

/** Reads the windows of one object, in order. */
export class WindowReader {
  readonly #options: WindowReaderOptions;
  /** Set once the kernel has begun the object. */
  #scanner: Scanner | undefined;
  #state: State;
  /** Offset in the object of the first unread byte. */
  #offset: number;
  /** The reason why the record reader reads instead of the kernel. */
  #reason: DeferReason = 'chunk-boundary';
  #headBytes = HEAD_BYTES;
  /** The newest window. */
  #window: Inflated | undefined;
  /** Of the record reader; replaced when it is rewound. */
  #start: RecordReader['start'];

  constructor(options: WindowReaderOptions) {
    this.#options = options;
    this.#offset = options.offset;
    this.#start = options.records.start;
    this.#state = this.#firstState(options.offset > 0);
  }

  /** Why the record reader, and not the kernel, reads the line that it is reporting. */
  get reason(): DeferReason {
    return this.#reason;
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
    if (this.#options.records.canPassOver) return isLines ? 'lines' : 'head';
    this.#reason = 'not-ndjson';
    return 'records';
  }

  #isHalted(): boolean {
    return this.#options.records.haltedAt !== undefined;
  }

  /** Continues at the line to which the record reader was rewound. */
  #followRewind(): void {
    const { start, shape } = this.#options.records;
    if (start === this.#start) return;
    this.#start = start;
    this.#state = this.#firstState(shape === 'ndjson');
    this.#offset = start.offset;
    this.#headBytes = HEAD_BYTES;
  }

  #readHead(window: Inflated, from: number): number {
    const { records } = this.#options;
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
      this.#reason = 'not-ndjson';
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
    const { begin, deferred, sampled } = this.#options;
    this.#scanner ??= begin();
    const scanner = this.#scanner;
    let at = from;
    for (;;) {
      const line = scanner.read(at, window.end, this.#offset, window.start);
      const to = line?.start ?? scanner.readUpTo;
      this.#passOver(to - at);
      if (line === undefined) return to;
      at = line.end;
      if (deferred?.(line, this.#offset) === true) this.#passOver(at - to);
      else {
        this.#reason = line.reason;
        this.#push(window, to, at);
        this.#reason = 'chunk-boundary';
        if (this.#isHalted()) return at;
      }
      if (line.reason === 'sampled') sampled?.();
    }
  }

  #passOver(bytes: number): void {
    if (bytes === 0) return;
    this.#options.records.passOver(bytes);
    this.#offset += bytes;
    this.#options.passed?.(this.#offset);
  }

  /** @returns `end` */
  #push(window: Inflated, start: number, end: number): number {
    if (end > start) this.#options.records.push(viewOf(window, start, end));
    this.#offset += end - start;
    return end;
  }
}

/** A new view each time: growing the memory invalidates all views. */
function viewOf(window: Inflated, start: number, end: number): Uint8Array {
  return new Uint8Array(window.kernel.memory.buffer, start, end - start);
}
