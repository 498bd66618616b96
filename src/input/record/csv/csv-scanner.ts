// RFC 4180 over bytes: finds the end of a row and its cells. Continues where it stopped when a row arrives in several chunks.
// Our own, because no CSV package reports the bytes of a row, continues after a broken quote, and returns a row once it is whole.
import { isAscii } from 'node:buffer';
import { printPlural } from '../../../base/index.ts';

const LF = 10;
const CR = 13;
const QUOTE = 34;

const AT_START = 0;
const IN_BARE = 1;
const IN_QUOTES = 2;
const AFTER_QUOTES = 3;
const AFTER_QUOTES_AND_CR = 4;

/** The result of a scan: the row is whole, it needs more bytes, or its quotes are broken (or not closed within the limit). */
export type RowScan = 'row' | 'more' | 'broken';

/** Finds the cells of one row after another. Positions are relative to the start of the row. */
export class CsvScanner {
  /** Number of cells of the row, once it is whole. */
  count = 0;
  /** Bytes of the row with its line end, and of that line end: 2, 1, or 0 at the end of the object. */
  size = 0;
  lineEndBytes = 0;
  /** In a broken row: what was found, and what was expected in its place. */
  found = '';
  wanted = '';
  readonly #delimiter: Uint8Array;
  readonly #maxRowBytes: number;
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  /** By cell: 0 bare, 1 in quotes, 2 in quotes and with doubled quotes inside. */
  #forms = new Uint8Array(64);
  #at = 0;
  #state = AT_START;
  #cellStart = 0;
  #form = 0;

  /** @param delimiter one or more bytes, neither quote nor line end */
  constructor(delimiter: Uint8Array, maxRowBytes: number) {
    this.#delimiter = delimiter;
    this.#maxRowBytes = maxRowBytes;
  }

  /** Discards the row and begins the next one. */
  reset(): void {
    this.count = 0;
    this.#at = 0;
    this.#state = AT_START;
  }

  /** Continues the row that begins at `bytes[start]`, up to `end`. @param isEnd whether the object ends there */
  scan(bytes: Uint8Array, start: number, end: number, isEnd: boolean): RowScan {
    const first = this.#delimiter[0]!;
    // Two bytes above the limit: the line end may be CR LF.
    const limit = start + this.#maxRowBytes + 2;
    const stop = Math.min(end, limit);
    let i = start + this.#at;
    while (i < stop) {
      const byte = bytes[i]!;
      if (this.#state === IN_QUOTES) {
        if (byte === QUOTE) this.#state = AFTER_QUOTES;
        i += 1;
        continue;
      }
      if (byte === LF) {
        const isCrPart = this.#state === AFTER_QUOTES_AND_CR || (this.#state === IN_BARE && bytes[i - 1] === CR);
        return this.#endRow(i - start, isCrPart ? 2 : 1);
      }
      if (byte === first) {
        const matched = this.#matchDelimiter(bytes, i, end);
        if (matched < 0 && !isEnd) break;
        if (matched > 0 && this.#state !== AFTER_QUOTES_AND_CR) {
          this.#endCell(i - start);
          this.#state = AT_START;
          i += matched;
          continue;
        }
      }
      if (!this.#step(byte, i - start)) return 'broken';
      i += 1;
    }
    this.#at = i - start;
    if (i >= limit) return this.#break('no closing quote', `one within ${printPlural(this.#maxRowBytes, 'byte')}`);
    if (!isEnd) return 'more';
    if (this.#state === IN_QUOTES) return this.#break('no closing quote', 'one before the end');
    if (this.#state === AFTER_QUOTES_AND_CR)
      return this.#break('a CR after a closing quote', 'a delimiter or line end');
    return this.#endRow(end - start, 0);
  }

  /** Decodes the cells of the row at `bytes[start]`. */
  cells(bytes: Buffer, start: number): string[] {
    const isOneByteEach = isAscii(bytes.subarray(start, start + this.size));
    // One string per row with slices is twice as fast as decoding each cell.
    const row = isOneByteEach ? bytes.toString('latin1', start, start + this.size) : undefined;
    return Array.from({ length: this.count }, (_, index) => {
      const form = this.#forms[index]!;
      const from = this.#starts[index]! + (form === 0 ? 0 : 1);
      const to = this.#ends[index]! - (form === 0 ? 0 : 1);
      const text = row === undefined ? bytes.toString('utf8', start + from, start + to) : row.slice(from, to);
      return form === 2 ? text.replaceAll('""', '"') : text;
    });
  }

  /** Processes one byte of a cell. */
  #step(byte: number, at: number): boolean {
    switch (this.#state) {
      case AT_START:
        this.#cellStart = at;
        this.#form = byte === QUOTE ? 1 : 0;
        this.#state = byte === QUOTE ? IN_QUOTES : IN_BARE;
        return true;
      case IN_BARE:
        if (byte === QUOTE)
          this.#break(`a quote after ${printPlural(at, 'byte')}, in an unquoted cell`, 'quotes around the whole cell');
        return byte !== QUOTE;
      default:
        if (this.#state === AFTER_QUOTES && byte === QUOTE) {
          this.#form = 2;
          this.#state = IN_QUOTES;
          return true;
        }
        if (this.#state === AFTER_QUOTES && byte === CR) {
          this.#state = AFTER_QUOTES_AND_CR;
          return true;
        }
        this.#break(`text after a closing quote, after ${printPlural(at, 'byte')}`, 'a delimiter or line end');
        return false;
    }
  }

  /** @param at index of the LF, or of the end of the object */
  #endRow(at: number, lineEndBytes: 0 | 1 | 2): 'row' {
    this.#endCell(lineEndBytes === 2 ? at - 1 : at);
    this.size = lineEndBytes === 0 ? at : at + 1;
    this.lineEndBytes = lineEndBytes;
    return 'row';
  }

  #endCell(at: number): void {
    if (this.count === this.#starts.length) this.#grow();
    const isEmpty = this.#state === AT_START;
    this.#starts[this.count] = isEmpty ? at : this.#cellStart;
    this.#ends[this.count] = at;
    this.#forms[this.count] = isEmpty ? 0 : this.#form;
    this.count += 1;
  }

  /** Returns the length of the delimiter if it is at `at`, 0 if not, -1 if the bytes end inside it. */
  #matchDelimiter(bytes: Uint8Array, at: number, end: number): number {
    const { length } = this.#delimiter;
    for (let i = 1; i < length; i += 1) {
      if (at + i >= end) return -1;
      if (bytes[at + i] !== this.#delimiter[i]) return 0;
    }
    return length;
  }

  #break(found: string, wanted: string): 'broken' {
    this.found = found;
    this.wanted = wanted;
    return 'broken';
  }

  #grow(): void {
    const capacity = this.#starts.length * 2;
    const [starts, ends, forms] = [this.#starts, this.#ends, this.#forms];
    this.#starts = new Int32Array(capacity);
    this.#starts.set(starts);
    this.#ends = new Int32Array(capacity);
    this.#ends.set(ends);
    this.#forms = new Uint8Array(capacity);
    this.#forms.set(forms);
  }
}
