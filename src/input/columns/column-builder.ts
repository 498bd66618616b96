// Lines → columns of a part, one line at a time. Defines the meaning: the builder of the kernel returns the same rows for the same lines, and
// is many times as fast.
import type { Instant } from '../../base/index.ts';
import type { LineRecord } from '../record/index.ts';
import { type Column, type ColumnRows, END_TIME, NO_TIME, VALUE_MARK } from './column-part.ts';
import { enlarged, TextTable } from './text-table.ts';

/** Rows at which a part is full. Ours: a query keeps some bytes for each row of the parts that it reads at a time. */
export const PART_LINES = 2 ** 18;
/** Memory of texts, tables and codes at which a part is full. Bytes; ours: two threads build in 400 MB. */
export const PART_MEMORY = 20 * 1024 * 1024;
/** Most columns of a part: lines with other fields are then stored whole. Ours, ten times those of the largest dataset. */
export const MAX_COLUMNS = 1024;
/** Most line forms of a part: other lines are then stored whole. Ours; a job writes one. */
export const MAX_TEMPLATES = 4096;
const BACKSLASH = 92;
/** Rows for which a column has memory at first. */
const FIRST_ROWS = 256;
/** By their bytes. */
export const LINE_ENDS: readonly Buffer[] = ['', '\n', '\r\n'].map((text) => Buffer.from(text));

/** Builds the parts of an index. Memory is bounded if the caller takes each full part. */
export class ColumnBuilder {
  #offsets: number[] = [];
  #bytes: number[] = [];
  #times: Instant[] = [];
  #templates = new ColumnTable();
  #lines = new ColumnTable();
  #fields = new Map<string, ColumnTable>();
  /** The number of the template of the last line that has one. */
  #newest = 0;
  readonly #hasWhole: boolean;

  /** @param hasWhole whether a record without columns is a row; else it is not added: it may have a value that must be left out @default true */
  constructor(hasWhole = true) {
    this.#hasWhole = hasWhole;
  }

  /** Rows since the last {@link take}. */
  get rows(): number {
    return this.#offsets.length;
  }

  /** Whether the part must be taken before the next line. */
  get isFull(): boolean {
    let memory = this.#templates.size + this.#lines.size;
    for (const column of this.#fields.values()) memory += column.size;
    return this.rows >= PART_LINES || memory >= PART_MEMORY;
  }

  /**
   * Adds a record that the reader has neither unwrapped nor converted.
   * @param time undefined without one that is readable
   * @returns whether it was added
   */
  add(record: LineRecord, time: Instant | undefined): boolean {
    const { json, bytes, offset } = record;
    const lineEnd = LINE_ENDS[bytes - json.length]!;
    const isOddTime = time !== undefined && (time <= NO_TIME || time >= END_TIME);
    const columns = isOddTime ? [] : this.#columnsOf(record);
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (const [index, { mark }] of columns.entries()) {
      pieces.push(json.subarray(from, record.valueStart(index)), mark);
      from = record.valueEnd(index);
    }
    const template = Buffer.concat([...pieces, json.subarray(from), lineEnd]);
    const { texts } = this.#templates;
    const isKnown = texts.count < MAX_TEMPLATES || texts.is(this.#newest, template, 0, template.length);
    // Only the record reader counts a key with escapes: it would lack the values that are left out.
    const isWhole = !this.#hasWhole && template.includes(BACKSLASH);
    if (columns.length < record.fieldCount || !isKnown || isWhole) {
      if (this.#hasWhole) this.addWhole(Buffer.concat([json, lineEnd]), offset);
      return this.#hasWhole;
    }
    const row = this.#begin(offset, bytes, time);
    this.#newest = this.#templates.set(row, template, 0, template.length);
    for (const [index, column] of columns.entries())
      column.set(row, json, record.valueStart(index), record.valueEnd(index));
    return true;
  }

  /** Adds a line without columns. @param line with its line end */
  addWhole(line: Uint8Array, offset: number): void {
    this.#lines.set(this.#begin(offset, line.length), line, 0, line.length);
  }

  /** Returns the rows since the last call, and begins a new part. */
  take(): ColumnRows {
    const { rows } = this;
    const taken: ColumnRows = {
      rows,
      offsets: Float64Array.from(this.#offsets),
      bytes: Uint32Array.from(this.#bytes),
      times: BigInt64Array.from(this.#times),
      templates: this.#templates.column(rows),
      lines: this.#lines.column(rows),
      fields: new Map([...this.#fields].map(([name, column]) => [name, column.column(rows)])),
      withheld: new Set(),
    };
    this.#offsets = [];
    this.#bytes = [];
    this.#times = [];
    this.#templates = new ColumnTable();
    this.#lines = new ColumnTable();
    this.#fields = new Map();
    this.#newest = 0;
    return taken;
  }

  #begin(offset: number, bytes: number, time = NO_TIME): number {
    this.#bytes.push(bytes);
    this.#times.push(time);
    return this.#offsets.push(offset) - 1;
  }

  /** The columns of the fields of a line; none for one that must be stored whole. */
  #columnsOf(record: LineRecord): ColumnTable[] {
    const names: string[] = [];
    let added = 0;
    for (let index = 0; index < record.fieldCount; index += 1) {
      if (record.isRepeat(index)) return [];
      const name = record.fieldName(index);
      names.push(name);
      if (!this.#fields.has(name)) added += 1;
    }
    const isLast = this.#templates.texts.count === MAX_TEMPLATES;
    if (added > 0 && (isLast || this.#fields.size + added > MAX_COLUMNS)) return [];
    return names.map((name) => {
      const column = this.#fields.get(name) ?? new ColumnTable(this.#fields.size);
      this.#fields.set(name, column);
      return column;
    });
  }
}

/** A column while it is built. */
class ColumnTable {
  /** The place of a value in templates. */
  readonly mark: Uint8Array;
  readonly texts = new TextTable();
  #codes: Uint32Array = new Uint32Array(FIRST_ROWS);

  /** @param number its number in templates */
  constructor(number = 0) {
    this.mark = Buffer.from([VALUE_MARK, ...Buffer.from(`${number};`)]);
  }

  /** Memory of texts and codes. Bytes. */
  get size(): number {
    return this.texts.size + this.#codes.byteLength;
  }

  /** Sets the text of a row. @returns its number */
  set(row: number, bytes: Uint8Array, start: number, end: number): number {
    if (row >= this.#codes.length) this.#codes = enlarged(this.#codes, row * 2);
    const number = this.texts.add(bytes, start, end);
    this.#codes[row] = number;
    return number;
  }

  column(rows: number): Column {
    return this.texts.column(this.#codes, rows);
  }
}
