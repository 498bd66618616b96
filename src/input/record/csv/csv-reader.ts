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
  /** The bytes that are being read, up to `end`. */
  #unread = { bytes: this.#rest.bytes, end: 0, isEnd: false, isTruncated: false };
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
    this.#unread = { bytes: this.#rest.bytes, end, isEnd, isTruncated };
    let start = this.#isPrefixDone ? 0 : this.#takePrefix();
    while (start < end) {
      const size = this.#readRow(start);
      if (size === 0) break;
      this.#searched = 0;
      start += size;
      this.#offset += size;
    }
    this.#rest.dropFirst(start);
  }

  #takePrefix(): number {
    const { bytes, end, isEnd } = this.#unread;
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
  #readRow(start: number): number {
    if (this.#dropped > 0) return this.#drop(start);
    return this.#scanner === undefined ? this.#readFirstLine(start) : this.#scanRow(this.#scanner, start);
  }

  /** Decides the layout. A header row is not a log line, so it is not reported. */
  #readFirstLine(start: number): number {
    const found = this.#findLine(start);
    if (found === undefined) return this.#dropIfTooLong(start);
    const line = this.#unread.bytes.toString('utf8', start, found.contentEnd);
    if (line.trim() === '') {
      this.#sink.blank(found.size);
      return found.size;
    }
    const layout = planLayout(line, this.#options);
    this.#scanner = new CsvScanner(Buffer.from(layout.delimiter), this.#maxLineBytes);
    const { typeOf = () => 'string' } = this.#options;
    this.#columns = layout.columns.map((name) => ({ key: `${JSON.stringify(name)}:`, type: typeOf(name) }));
    if (layout.doubt !== undefined) this.#remarkHeader(layout.doubt, line);
    // Reads the same bytes again as a row.
    return layout.hasHeader ? found.size : this.#scanRow(this.#scanner, start);
  }

  #scanRow(scanner: CsvScanner, start: number): number {
    const { bytes, end, isEnd } = this.#unread;
    const scan = this.#isBroken ? 'broken' : scanner.scan(bytes, start, end, isEnd);
    if (scan === 'more') return 0;
    if (scan === 'broken') return this.#readBroken(scanner, start);
    const { size, lineEndBytes } = scanner;
    if (this.#unread.isTruncated && lineEndBytes === 0) this.#sink.remark(cutLine(this.#offset, size));
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
  #readBroken(scanner: CsvScanner, start: number): number {
    this.#isBroken = true;
    const found = this.#findLine(start);
    if (found === undefined) return this.#dropIfTooLong(start);
    const { size, contentEnd, isCut } = found;
    const wrong = this.#checkLine(this.#unread.bytes, start, contentEnd, size);
    const message = `cannot parse the row: found ${scanner.found}, expected ${scanner.wanted}`;
    if (isCut) this.#sink.remark(cutLine(this.#offset, size));
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

  /** Drops a line whose end has not arrived. */
  #dropIfTooLong(start: number): number {
    const size = this.#unread.end - start;
    if (size <= this.#maxLineBytes + 1) return 0;
    this.#isBroken = false;
    this.#scanner?.reset();
    this.#dropped = size;
    return size;
  }

  #drop(start: number): number {
    const lineEnd = this.#findLineEnd(start);
    const size = (lineEnd < 0 ? this.#unread.end : lineEnd + 1) - start;
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

  /** Finds the end of a line. @returns undefined when it has not arrived */
  #findLine(start: number): { size: number; contentEnd: number; isCut: boolean } | undefined {
    const { bytes, end, isEnd, isTruncated } = this.#unread;
    const lineEnd = this.#findLineEnd(start);
    if (lineEnd < 0) return isEnd ? { size: end - start, contentEnd: end, isCut: isTruncated } : undefined;
    const hasCr = lineEnd > start && bytes[lineEnd - 1] === CR;
    return { size: lineEnd + 1 - start, contentEnd: hasCr ? lineEnd - 1 : lineEnd, isCut: false };
  }

  #findLineEnd(start: number): number {
    const { bytes, end } = this.#unread;
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
        : `cannot recognize the columns: found the first row ${row}, expected names of fields; headgate uses it as a header, ${line.startsWith('{') ? 'set --input ndjson if the lines are JSON' : 'pass the names with --input csv:NAME,NAME if it is a record'}`;
    this.#sink.remark({ code: 'csv-header', offset: this.#offset, message, damaged: false });
  }

  #remarkBatch(expected: string, offset: number): void {
    const message = `cannot remove the batch prefix and suffix: found an object that does not ${expected}, expected the prefix and suffix of the job; headgate reads the object unchanged`;
    this.#sink.remark({ code: 'csv-batch', offset, message, damaged: false });
  }
}
