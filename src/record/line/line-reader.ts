// One line of JSON → the sink: the checks of DESIGN 3.4 in their order. Every input shape ends here, so that a record
// means the same in all of them.
import { isUtf8 } from 'node:buffer';
import type { RecordSink } from '../record.ts';
import { LineScanner } from './line-scanner.ts';
import { describeFailure, describeInvalidUtf8 } from './malformed.ts';
import { ScannedRecord } from './scanned-record.ts';

const TAB = 9;
const SPACE = 32;
const FIRST_BEYOND_ASCII = 128;
/** Lines of at most so many bytes are looked at byte by byte before `isUtf8` is called, which costs more. Ours. */
const SHORT_BYTES = 48;

/** A scanner and the record that views its newest line. */
interface Scanning {
  scanner: LineScanner;
  record: ScannedRecord;
}

/** Those of objects read to their end, for the next ones: to make one takes as long as to read a line of 2,000 bytes. */
const idle: Scanning[] = [];
/** Most that are kept. Ours; as many objects as one thread reads at a time. */
const MAX_IDLE = 64;
const NOTHING = Buffer.alloc(1);

/** Reads lines for one object and reports them to its sink. */
export class LineReader {
  readonly #sink: RecordSink;
  readonly #scanning: Scanning;
  readonly #scanner: LineScanner;
  readonly #record: ScannedRecord;

  constructor(sink: RecordSink) {
    this.#sink = sink;
    this.#scanning = idle.pop() ?? newScanning();
    this.#scanner = this.#scanning.scanner;
    this.#record = this.#scanning.record;
  }

  /** Gives the scanner to the next reader. Nothing may be read afterwards, not even the newest record. */
  close(): void {
    if (idle.length >= MAX_IDLE) return;
    this.#record.moveTo(NOTHING, 0, 0, 0, 0);
    idle.push(this.#scanning);
  }

  /**
   * Reads `bytes[start, end)`, which is followed by LF or CR: blank, invalid UTF-8, then what the scanner says.
   * @param size of the line with its line end
   */
  read(bytes: Buffer, start: number, end: number, offset: number, size: number, isValidUtf8: boolean): void {
    if (isBlank(bytes, start, end)) this.#sink.blank(size);
    else if (!isValidUtf8 && !isShortAscii(bytes, start, end) && !isUtf8(bytes.subarray(start, end))) {
      if (this.#sink.countsMalformed?.('invalid-utf8', size) === true) return;
      this.#sink.malformed({ offset, bytes: size, ...describeInvalidUtf8(bytes, start, end, 'line') });
    } else this.#scan(bytes, start, end, offset, size);
  }

  /** Reads a last line that may be cut. @returns false, with nothing reported, when it is no whole record */
  readWhole(bytes: Buffer, start: number, end: number, offset: number, size: number): boolean {
    if (!isUtf8(bytes.subarray(start, end)) || !this.#scanner.scan(bytes, start, end)) return false;
    this.#record.moveTo(bytes, start, end, offset, size);
    this.#sink.record(this.#record);
    return true;
  }

  /**
   * Reads a JSON object made from something stored in another form.
   * @param json valid UTF-8, with one LF at its end
   * @param stored view of the stored form, without its line end; absent where it is `json` itself
   */
  readMade(json: Buffer, offset: number, size: number, stored?: Uint8Array): void {
    this.#scan(json, 0, json.length - 1, offset, size, stored);
  }

  /**
   * Scans a JSON object made from something stored in another form; {@link readScanned} then reads it.
   * @param json valid UTF-8, with one LF at its end
   */
  scanMade(json: Buffer): boolean {
    return this.#scanner.scan(json, 0, json.length - 1);
  }

  /** Reads the JSON object that {@link scanMade} has found just now. */
  readScanned(json: Buffer, offset: number): void {
    this.#record.moveTo(json, 0, json.length - 1, offset, json.length);
    this.#sink.record(this.#record);
  }

  #scan(bytes: Buffer, start: number, end: number, offset: number, size: number, stored?: Uint8Array): void {
    if (this.#scanner.scan(bytes, start, end)) {
      this.#record.moveTo(bytes, start, end, offset, size, stored);
      this.#sink.record(this.#record);
    } else if (this.#sink.countsMalformed?.(this.#scanner.failure, size) !== true) {
      this.#sink.malformed({ offset, bytes: size, ...describeFailure(this.#scanner, bytes, start, end) });
    }
  }
}

function newScanning(): Scanning {
  const scanner = new LineScanner();
  return { scanner, record: new ScannedRecord(scanner) };
}

/** Whether there is nothing but spaces and tabs. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let i = start;
  while (i < end && (bytes[i] === SPACE || bytes[i] === TAB)) i += 1;
  return i === end;
}

function isShortAscii(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > SHORT_BYTES) return false;
  for (let i = start; i < end; i += 1) if (bytes[i]! >= FIRST_BEYOND_ASCII) return false;
  return true;
}
