// CSV: converts each row (RFC 4180) to one line of JSON and parses it like any other. A broken row loses its first line;
// reading continues with the next line.
import { isUtf8 } from 'node:buffer';
import { cutText, printCount, printPlural } from '../../../base/index.ts';
import { ByteBuffer } from '../byte-buffer.ts';
import { isBlank, LineReader } from '../line/line-reader.ts';
import { describeInvalidUtf8, describeTooLong } from '../line/malformed.ts';
import { cutLine } from '../line/ndjson.ts';
import type { Malformed, RecordSink, ShapeReader } from '../record.ts';
import { type CsvLayout, type LayoutOptions, planLayout } from './csv-columns.ts';
import { type Column, printRow } from './csv-line.ts';
import { CsvScanner } from './csv-scanner.ts';

const LF = 10;
const CR = 13;
/** Maximum length of a header row in a message. Characters. */
const MAX_QUOTED = 120;

/** Reads one object of CSV. */
export class CsvReader implements ShapeReader {
  readonly #sink: RecordSink;
  readonly #options: LayoutOptions;
  readonly #maxLineBytes: number;
  readonly #reader: LineReader;
  readonly #prefix: Buffer;
  readonly #suffix: Buffer;
  /** Unread bytes; {@link #offset} is the offset of the first one. */
  readonly #rest = new ByteBuffer();
  #offset: number;
  #isPrefixDone: boolean;
  #scanner: CsvScanner | undefined;
  #columns: readonly Column[] = [];
  /** Whether the first unread row has broken quotes and its line end has not arrived. */
  #isBroken = false;
  /** Bytes dropped so far from a row that is too long; 0 outside such a row. */
  #dropped = 0;
  /** Number of unread bytes known to contain no LF. */
  #searched = 0;

  /** @param offset of the first byte that will be pushed */
  constructor(sink: RecordSink, maxLineBytes: number, offset: number, options: LayoutOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#maxLineBytes = maxLineBytes;
    this.#reader = new LineReader(sink);
    this.#offset = offset;
    this.#prefix = Buffer.from(options.prefix ?? '');
    this.#suffix = Buffer.from(options.suffix ?? '');
    this.#isPrefixDone = this.#prefix.length === 0;
  }

  push(chunk: Uint8Array): void {
    this.#rest.append(chunk, 0, chunk.length);
    this.#read(Math.max(0, this.#rest.length - this.#suffix.length), false, false);
  }

  end(isTruncated = false): void {
    const rest = this.#rest.view();
    const isSuffixed = rest.subarray(Math.max(0, rest.length - this.#suffix.length)).equals(this.#suffix);
    this.#read(rest.length - (isTruncated || !isSuffixed ? 0 : this.#suffix.length), true, isTruncated);
    if (this.#dropped > 0) this.#endDropped(isTruncated);
    if (!isTruncated && !isSuffixed) this.#remarkBatch('end with the suffix', this.#offset);
  }

  /** Reads the unread bytes up to `end`. */
  #read(end: number, isEnd: boolean, isTruncated: boolean): void {
    const bytes = this.#rest.bytes;
    let start = this.#isPrefixDone ? 0 : this.#takePrefix(bytes, end, isEnd);
    while (start < end) {
      const size = this.#readRow(bytes, start, end, isEnd, isTruncated);
      if (size === 0) break;
      start += size;
      this.#offset += size;
    }
    this.#rest.dropFirst(start);
  }

  #takePrefix(bytes: Buffer, end: number, isEnd: boolean): number {
    const length = Math.min(end, this.#prefix.length);
    const isSame = this.#prefix.subarray(0, length).equals(bytes.subarray(0, length));
    if (isSame && length < this.#prefix.length && !isEnd) return 0;
    this.#isPrefixDone = true;
    if (isSame && length === this.#prefix.length) {
      this.#offset += length;
      return length;
    }
    if (end > 0) this.#remarkBatch('begin with the prefix', this.#offset);
    return 0;
  }

  /** Reads the row or line that begins at `start`. @returns its size in bytes; 0 when it needs more bytes */
  #readRow(bytes: Buffer, start: number, end: number, isEnd: boolean, isTruncated: boolean): number {
    const size =
      this.#dropped > 0
        ? this.#drop(bytes, start, end)
        : this.#scanner === undefined
          ? this.#readFirstLine(bytes, start, end, isEnd)
          : this.#scanRow(this.#scanner, bytes, start, end, isEnd, isTruncated);
    if (size > 0) this.#searched = 0;
    return size;
  }

  /** Decides the layout. A header row is not a log line, so it is not reported. */
  #readFirstLine(bytes: Buffer, start: number, end: number, isEnd: boolean): number {
    const lineEnd = this.#findLineEnd(bytes, start, end);
    if (lineEnd < 0 && !isEnd) return this.#dropIfTooLong(end - start);
    const next = lineEnd < 0 ? end : lineEnd + 1;
    const line = bytes.toString('utf8', start, lineEnd < 0 ? end : contentEnd(bytes, start, lineEnd));
    if (line.trim() === '') {
      this.#sink.blank(next - start);
      return next - start;
    }
    const layout = planLayout(line, this.#options);
    this.#scanner = new CsvScanner(Buffer.from(layout.delimiter), this.#maxLineBytes);
    const { typeOf = () => 'string' } = this.#options;
    this.#columns = layout.columns.map((name) => ({ key: `${JSON.stringify(name)}:`, type: typeOf(name) }));
    if (layout.doubt !== undefined) this.#remarkHeader(layout.doubt, line);
    // Reads the same bytes again as a row.
    return layout.hasHeader ? next - start : this.#scanRow(this.#scanner, bytes, start, end, isEnd, false);
  }

  #scanRow(
    scanner: CsvScanner,
    bytes: Buffer,
    start: number,
    end: number,
    isEnd: boolean,
    isTruncated: boolean,
  ): number {
    const scan = this.#isBroken ? 'broken' : scanner.scan(bytes, start, end, isEnd);
    if (scan === 'more') return 0;
    if (scan === 'broken') return this.#readBroken(scanner, bytes, start, end, isEnd, isTruncated);
    const { size, lineEndBytes } = scanner;
    if (isTruncated && lineEndBytes === 0) this.#sink.remark(cutLine(this.#offset, size));
    else this.#readCells(scanner, bytes, start, start + size - lineEndBytes, size);
    scanner.reset();
    return size;
  }

  #readCells(scanner: CsvScanner, bytes: Buffer, start: number, end: number, size: number): void {
    const wrong = this.#checkLine(bytes, start, end, size);
    if (wrong !== undefined) this.#report(size, wrong);
    else if (isBlank(bytes, start, end)) this.#sink.blank(size);
    else if (scanner.count !== this.#columns.length) {
      const message = `cannot parse the row: found ${printPlural(scanner.count, 'cell')}, expected ${printCount(this.#columns.length)}`;
      this.#report(size, { reason: 'csv-columns', message });
    } else {
      const json = Buffer.from(`${printRow(this.#columns, scanner.cells(bytes, start))}\n`);
      this.#reader.readMade(json, this.#offset, size, bytes.subarray(start, end));
    }
  }

  /** Reports the first line of a row with broken quotes. */
  #readBroken(
    scanner: CsvScanner,
    bytes: Buffer,
    start: number,
    end: number,
    isEnd: boolean,
    isTruncated: boolean,
  ): number {
    this.#isBroken = true;
    const lineEnd = this.#findLineEnd(bytes, start, end);
    if (lineEnd < 0 && !isEnd) return this.#dropIfTooLong(end - start);
    const size = (lineEnd < 0 ? end : lineEnd + 1) - start;
    const wrong = this.#checkLine(bytes, start, lineEnd < 0 ? end : contentEnd(bytes, start, lineEnd), size);
    const message = `cannot parse the row: found ${scanner.found}, expected ${scanner.wanted}`;
    if (isTruncated && lineEnd < 0) this.#sink.remark(cutLine(this.#offset, size));
    else this.#report(size, wrong ?? { reason: 'csv-quote', message });
    this.#isBroken = false;
    scanner.reset();
    return size;
  }

  /** Checks a line or row for problems that do not depend on its cells. */
  #checkLine(
    bytes: Buffer,
    start: number,
    end: number,
    size: number,
  ): Pick<Malformed, 'reason' | 'message'> | undefined {
    if (end - start > this.#maxLineBytes) return describeTooLong(size, this.#maxLineBytes, 'row');
    return isUtf8(bytes.subarray(start, end)) ? undefined : describeInvalidUtf8(bytes, start, end, 'row');
  }

  /** @param size bytes of a line whose end has not arrived */
  #dropIfTooLong(size: number): number {
    if (size <= this.#maxLineBytes + 1) return 0;
    this.#isBroken = false;
    this.#scanner?.reset();
    this.#dropped = size;
    return size;
  }

  #drop(bytes: Buffer, start: number, end: number): number {
    const lineEnd = this.#findLineEnd(bytes, start, end);
    const size = (lineEnd < 0 ? end : lineEnd + 1) - start;
    this.#dropped += size;
    this.#offset += size;
    if (lineEnd >= 0) this.#endDropped(false);
    this.#offset -= size;
    return size;
  }

  /** Call when {@link #offset} is after the dropped row. */
  #endDropped(isTruncated: boolean): void {
    const bytes = this.#dropped;
    const offset = this.#offset - bytes;
    this.#dropped = 0;
    if (isTruncated) this.#sink.remark(cutLine(offset, bytes));
    else this.#sink.malformed({ offset, bytes, ...describeTooLong(bytes, this.#maxLineBytes, 'row') });
  }

  #findLineEnd(bytes: Buffer, start: number, end: number): number {
    const found = bytes.indexOf(LF, start + this.#searched);
    if (found >= 0 && found < end) return found;
    this.#searched = end - start;
    return -1;
  }

  #report(size: number, wrong: Pick<Malformed, 'reason' | 'message'>): void {
    this.#sink.malformed({ offset: this.#offset, bytes: size, ...wrong });
  }

  #remarkHeader(doubt: NonNullable<CsvLayout['doubt']>, line: string): void {
    const row = JSON.stringify(cutText(line, MAX_QUOTED));
    const message =
      doubt === 'other-names'
        ? `cannot use the given columns: found a header row with ${row}, expected the same names; headgate uses the header row`
        : `cannot recognize the columns: found the first row ${row}, expected names of fields; headgate uses it as a header, pass the names with --fields if it is a record`;
    this.#sink.remark({ code: 'csv-header', offset: this.#offset, message, damaged: false });
  }

  #remarkBatch(expected: string, offset: number): void {
    const message = `cannot remove the batch prefix and suffix: found an object that does not ${expected}, expected the prefix and suffix of the job; headgate reads the object unchanged`;
    this.#sink.remark({ code: 'csv-batch', offset, message, damaged: false });
  }
}

/** End of the content of a line whose LF is at `lineEnd`. */
function contentEnd(bytes: Buffer, start: number, lineEnd: number): number {
  return lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
}
