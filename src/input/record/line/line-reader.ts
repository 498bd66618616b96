// Parses one line of JSON and reports it to the sink, with the checks of `docs/semantics.md`, "Lines", in their order. Every
// input shape ends here, so a record has the same meaning in all of them.
import { isUtf8 } from 'node:buffer';
import type { RecordSink } from '../record.ts';
import { LineScanner } from './line-scanner.ts';
import { describeFailure, describeInvalidUtf8 } from './malformed.ts';
import { ScannedRecord } from './scanned-record.ts';

const TAB = 9;
const SPACE = 32;
const FIRST_BEYOND_ASCII = 128;
/** Maximum size of a line that is first checked for ASCII byte by byte, which is cheaper than `isUtf8`. Our own choice. */
const SHORT_BYTES = 48;

/** A scanner, and the record that is a view of its newest line. */
interface Scanning {
  scanner: LineScanner;
  record: ScannedRecord;
}

/** Scanners of finished objects for reuse: creating one takes as long as reading a line of 2,000 bytes. */
const idle: Scanning[] = [];
/** Maximum length of {@link idle}. Our own choice: as many as the objects that one thread reads at a time. */
const MAX_IDLE = 64;
const NOTHING = Buffer.alloc(1);

/** Parses lines of one object and reports them to its sink. */
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

  /** Releases the scanner to the next reader. Afterwards neither this reader nor its newest record may be used. */
  close(): void {
    if (idle.length >= MAX_IDLE) return;
    this.#record.moveTo(NOTHING, 0, 0, 0, 0);
    idle.push(this.#scanning);
  }

  /**
   * Parses `bytes[start, end)`, which LF or CR must follow. Checks for a blank line, then for invalid UTF-8, then scans.
   * @param size size of the line with its line end
   */
  read(bytes: Buffer, start: number, end: number, offset: number, size: number, isValidUtf8: boolean): void {
    if (isBlank(bytes, start, end)) this.#sink.blank(size, bytes.subarray(start, end));
    else if (!isValidUtf8 && !isShortAscii(bytes, start, end) && !isUtf8(bytes.subarray(start, end))) {
      if (this.#sink.countsMalformed?.('invalid-utf8', size) === true) return;
      this.#sink.malformed(
        { offset, bytes: size, ...describeInvalidUtf8(bytes, start, end, 'line') },
        bytes.subarray(start, end),
      );
    } else this.#scan(bytes, start, end, offset, size);
  }

  /** Parses a last line that may be cut. @returns false, and reports nothing, when it is not a whole record */
  readWhole(bytes: Buffer, start: number, end: number, offset: number, size: number): boolean {
    if (!isUtf8(bytes.subarray(start, end)) || !this.#scanner.scan(bytes, start, end)) return false;
    this.#record.moveTo(bytes, start, end, offset, size);
    this.#sink.record(this.#record);
    return true;
  }

  /**
   * Parses a JSON object that was converted from another stored form.
   * @param json valid UTF-8, with one LF at its end
   * @param stored view of the stored form without its line end; absent if `json` is the stored form
   */
  readMade(json: Buffer, offset: number, size: number, stored?: Uint8Array): void {
    this.#scan(json, 0, json.length - 1, offset, size, stored);
  }

  /**
   * Scans a JSON object that was converted from another stored form; {@link readScanned} then reports it.
   * @param json valid UTF-8, with one LF at its end
   */
  scanMade(json: Buffer): boolean {
    return this.#scanner.scan(json, 0, json.length - 1);
  }

  /** Reports the JSON object that the last call of {@link scanMade} scanned. */
  readScanned(json: Buffer, offset: number): void {
    this.#record.moveTo(json, 0, json.length - 1, offset, json.length);
    this.#sink.record(this.#record);
  }

  #scan(bytes: Buffer, start: number, end: number, offset: number, size: number, stored?: Uint8Array): void {
    if (this.#scanner.scan(bytes, start, end)) {
      this.#record.moveTo(bytes, start, end, offset, size, stored);
      this.#sink.record(this.#record);
    } else if (this.#sink.countsMalformed?.(this.#scanner.failure, size) !== true) {
      this.#sink.malformed(
        { offset, bytes: size, ...describeFailure(this.#scanner, bytes, start, end) },
        bytes.subarray(start, end),
      );
    }
  }
}

function newScanning(): Scanning {
  const scanner = new LineScanner();
  return { scanner, record: new ScannedRecord(scanner) };
}

/** Whether the bytes are only spaces and tabs. */
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
