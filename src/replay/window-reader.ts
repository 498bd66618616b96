// Reads one object where the kernel has its bytes. The kernel takes every line that it can decide exactly; the others,
// and the head of the object until it is clear how it is written, go to the reader of records. Counts nothing itself.
import type { DeferReason, DeferredLine, Inflated, Scanner } from '../kernel/index.ts';
import type { RecordReader } from '../record/index.ts';

/** Bytes of the head that are handed to the reader of records first, until the shape of the object is clear: a line or two. */
const HEAD_BYTES = 4 * 1024;
/** An unfinished line that is longer goes to the reader of records at once: the kernel's memory need not grow for it, and what is kept
 * fits before each of its buffers (PLAIN_KEPT_BYTES). Bytes; ours. */
const MAX_UNFINISHED_BYTES = 1024 * 1024;
const LF = 10;

/** How lines are read just now. */
type State =
  /** By the reader of records, until it is clear that the object is NDJSON. */
  | 'head'
  /** By the kernel. */
  | 'lines'
  /** By the reader of records, up to the end of a line that has begun. */
  | 'line-end'
  /** By the reader of records, to the end of the object. */
  | 'records';

/** What a window reader needs beside bytes. */
export interface WindowReaderOptions {
  scanner: Scanner;
  /** Begins the scanner for the object; called before its first line. @default it is begun */
  begin?: () => void;
  records: RecordReader;
  /** Where in the object the bytes begin; if not at its start, they begin with a line. */
  offset: number;
  /** After each line that the kernel left because it may become a sample. */
  onSampled?: (scanner: Scanner) => void;
  /** Asked of every line that the kernel left: true where it is done with, else the reader of records gets it. */
  takes?: (line: DeferredLine, offset: number) => boolean;
  /** The reader of records was passed over, up to this offset. */
  onPassed?: (offset: number) => void;
}

/** Reads the windows of one object, in order. */
export class WindowReader {
  readonly #options: WindowReaderOptions;
  #state: State;
  /** Offset in the object of the first byte that nobody has read. */
  #offset: number;
  /** Why the reader of records has what it has just now. */
  #way: DeferReason = 'chunk-boundary';
  #headBytes = HEAD_BYTES;
  /** The newest window. */
  #window: Inflated | undefined;
  /** Of the reader of records: another one where it was taken back. */
  #start: RecordReader['start'];
  #isBegun = false;

  constructor(options: WindowReaderOptions) {
    this.#options = options;
    this.#offset = options.offset;
    this.#start = options.records.start;
    this.#state = this.#firstState(options.offset > 0);
  }

  /** How reading begins. Records that have to be unwrapped are not the kernel's. @param isLines the bytes begin with a line of NDJSON */
  #firstState(isLines: boolean): State {
    if (this.#options.records.canPassOver) return isLines ? 'lines' : 'head';
    this.#way = 'not-ndjson';
    return 'records';
  }

  /** Why the line that the reader of records is handing over is not the kernel's. */
  get way(): DeferReason {
    return this.#way;
  }

  /** Reads all lines that end in the window, and keeps the unfinished one there. */
  read(window: Inflated): void {
    let at = window.keptFrom;
    const { end } = window;
    this.#follow();
    if (this.#isHalted()) return;
    if (this.#state === 'head') at = this.#readHead(window, at);
    if (this.#state === 'line-end' && !this.#isHalted()) at = this.#readLineEnd(window, at);
    if (this.#state === 'lines' && !this.#isHalted()) at = this.#readLines(window, at);
    if (this.#state === 'lines' && end - at > MAX_UNFINISHED_BYTES && !this.#isHalted()) {
      this.#state = 'line-end';
      at = this.#readLineEnd(window, at);
    }
    if (this.#state === 'records') at = this.#push(window, at, end);
    // Nobody reads what follows: it need not be kept.
    window.keepFrom = this.#isHalted() ? end : at;
    this.#window = window;
  }

  /** Hands over what is left when no more comes. */
  flush(): void {
    const window = this.#window;
    if (window === undefined || window.keepFrom === window.end || this.#isHalted()) return;
    this.#push(window, window.keepFrom, window.end);
  }

  #isHalted(): boolean {
    return this.#options.records.haltedAt !== undefined;
  }

  /** Goes on where the reader of records was taken back to. */
  #follow(): void {
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
      // Each look at the head may begin at its start.
      this.#headBytes *= 2;
    }
    if (this.#isHalted()) return at;
    if (records.shape === 'ndjson') this.#state = 'line-end';
    else if (records.shape !== undefined) {
      this.#state = 'records';
      this.#way = 'not-ndjson';
    }
    return at;
  }

  /** Passes the rest of a line that the reader of records has begun. */
  #readLineEnd(window: Inflated, from: number): number {
    const lineEnd = from === window.end ? -1 : viewOf(window, from, window.end).indexOf(LF);
    if (lineEnd < 0) return this.#push(window, from, window.end);
    this.#state = 'lines';
    return this.#push(window, from, from + lineEnd + 1);
  }

  #readLines(window: Inflated, from: number): number {
    const { scanner, onSampled, takes } = this.#options;
    this.#begin();
    let at = from;
    for (;;) {
      const left = scanner.read(at, window.end, this.#offset, window.start);
      const to = left?.start ?? scanner.readUpTo;
      this.#passOver(to - at);
      if (left === undefined) return to;
      at = left.end;
      if (takes?.(left, this.#offset) === true) {
        this.#passOver(at - to);
        continue;
      }
      this.#way = left.way;
      this.#push(window, to, at);
      this.#way = 'chunk-boundary';
      if (this.#isHalted()) return at;
      if (left.way === 'sampled') onSampled?.(scanner);
    }
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#options.begin?.();
  }

  #passOver(bytes: number): void {
    if (bytes === 0) return;
    this.#options.records.passOver(bytes);
    this.#offset += bytes;
    this.#options.onPassed?.(this.#offset);
  }

  /** @returns `end` */
  #push(window: Inflated, start: number, end: number): number {
    if (end > start) this.#options.records.push(viewOf(window, start, end));
    this.#offset += end - start;
    return end;
  }
}

/** Made anew each time: growing the memory ends all views. */
function viewOf(window: Inflated, start: number, end: number): Uint8Array {
  return new Uint8Array(window.kernel.memory.buffer, start, end - start);
}
