// Lines → columns of a part, one line at a time. Defines the meaning: the builder of the kernel returns the same rows for the same lines.
import type { Instant } from '../../base/index.ts';
import type { LineRecord } from '../record/index.ts';
import { type Column, type ColumnRows, type ColumnTexts, FIRST_TIME, LAST_TIME, NO_TIME } from './column-part.ts';
import { enlarged, TextTable } from './text-table.ts';

/** Rows at which a part is full. Ours: a query keeps some bytes for each row of the parts that it reads at a time. */
export const PART_LINES = 2 ** 18;
/** Memory of texts and codes at which a part is full. Bytes; ours: two threads build in 400 MB. */
export const PART_BYTES = 64 * 1024 * 1024;
/** Most columns of a part: lines with other fields are then stored whole. Ours, ten times those of the largest dataset. */
export const MAX_COLUMNS = 1024;
/** Most line forms of a part: other lines are then stored whole. Ours; a job writes one. */
export const MAX_TEMPLATES = 4096;
/** Bytes of lines after which the memory of a part is added up again. Ours. */
const ADDED_BYTES = 1024 * 1024;
/** Least share of distinct texts among the rows of a column without codes. Ours. */
const NEARLY_UNIQUE = 0.9;
const FIRST_ROWS = 256;
/** Number of the texts that a code of 8 and of 16 bits can have. */
const LAST_BYTE_CODE = 0xff;
const LAST_SHORT_CODE = 0xff_ff;
const LINE_ENDS: readonly Uint8Array[] = ['', '\n', '\r\n'].map((text) => Buffer.from(text));
/** In place of a value in a template. */
const VALUE_MARK = 0xff;

/** One line form that was seen: its bytes between the values, and the column of each value. */
interface Template {
  number: number;
  /** Bytes of the lines without their values: before the first, between two, after the last. */
  between: Uint8Array;
  /** For each value, the end of the piece before it in {@link between}. */
  ends: readonly number[];
  columns: readonly ColumnTable[];
}

/** Builds the parts of an index. Memory is bounded if the caller takes each full part. */
export class ColumnBuilder {
  #rows = 0;
  #offsets = new Float64Array(FIRST_ROWS);
  #bytes = new Uint32Array(FIRST_ROWS);
  #times = new BigInt64Array(FIRST_ROWS);
  #templates = new ColumnTable(FIRST_ROWS);
  #lines = new ColumnTable(FIRST_ROWS);
  #fields = new Map<string, ColumnTable>();
  /** By number. */
  #known: Template[] = [];
  /** Memory of texts and codes, without those of the newest lines. Bytes. */
  #memory = 0;
  /** Bytes of the newest lines. */
  #added = 0;
  #newest: Template | undefined;

  /** Rows since the last {@link take}. */
  get rows(): number {
    return this.#rows;
  }

  /** Whether the part must be taken before the next line. */
  get isFull(): boolean {
    if (this.#added > ADDED_BYTES) {
      this.#added = 0;
      this.#memory = this.#templates.size + this.#lines.size;
      for (const column of this.#fields.values()) this.#memory += column.size;
    }
    return this.#rows >= PART_LINES || this.#memory >= PART_BYTES;
  }

  /**
   * Adds a record that the reader has neither unwrapped nor converted.
   * @param time {@link NO_TIME} without one that is readable
   */
  add(record: LineRecord, time: Instant): void {
    const { json, fieldCount, bytes, offset } = record;
    const lineEnd = LINE_ENDS[bytes - json.length]!;
    const template = this.#isOfTemplate(record, lineEnd) ? this.#newest : this.#templateOf(record, lineEnd);
    if (template === undefined) {
      this.addWhole(Buffer.concat([json, lineEnd]), offset);
      return;
    }
    this.#newest = template;
    const row = this.#begin(offset, bytes, time);
    this.#templates.set(row, template.number);
    for (let index = 0; index < fieldCount; index += 1)
      template.columns[index]!.add(row, json, record.valueStart(index), record.valueEnd(index));
  }

  /** Adds a line without columns. @param line with its line end */
  addWhole(line: Uint8Array, offset: number): void {
    this.#lines.add(this.#begin(offset, line.length, NO_TIME), line, 0, line.length);
  }

  /** Returns the rows since the last call, and begins a new part. */
  take(): ColumnRows {
    const rows = this.#rows;
    const taken: ColumnRows = {
      rows,
      offsets: this.#offsets.slice(0, rows),
      bytes: this.#bytes.slice(0, rows),
      times: this.#times.slice(0, rows),
      templates: this.#templates.column(rows),
      lines: this.#lines.column(rows),
      fields: new Map([...this.#fields].map(([name, column]) => [name, column.column(rows)])),
      withheld: new Set(),
    };
    this.#rows = 0;
    this.#templates = new ColumnTable(this.#offsets.length);
    this.#lines = new ColumnTable(this.#offsets.length);
    this.#fields = new Map();
    this.#known = [];
    this.#memory = 0;
    this.#newest = undefined;
    return taken;
  }

  #begin(offset: number, bytes: number, time: Instant): number {
    const row = this.#rows;
    if (row === this.#offsets.length) this.#grow(row * 2);
    this.#offsets[row] = offset;
    this.#bytes[row] = bytes;
    this.#times[row] = rowTime(time);
    this.#rows += 1;
    this.#added += bytes;
    return row;
  }

  #grow(rows: number): void {
    this.#offsets = enlarged(this.#offsets, rows);
    this.#bytes = enlarged(this.#bytes, rows);
    this.#times = enlarged(this.#times, rows);
    for (const column of [this.#templates, this.#lines, ...this.#fields.values()]) column.grow(rows);
  }

  /** Whether the line has the form of the line before. */
  #isOfTemplate(record: LineRecord, lineEnd: Uint8Array): boolean {
    const template = this.#newest;
    if (template === undefined || template.columns.length !== record.fieldCount) return false;
    const { between, ends } = template;
    const { json } = record;
    let at = 0;
    let from = 0;
    for (let index = 0; index < ends.length; index += 1) {
      const to = record.valueStart(index);
      const start = at;
      at = ends[index]!;
      if (to - from !== at - start || !isSame(between, start, json, from, to)) return false;
      from = record.valueEnd(index);
    }
    const rest = json.length - from;
    return (
      between.length - at === rest + lineEnd.length &&
      isSame(between, at, json, from, json.length) &&
      isSame(between, at + rest, lineEnd, 0, lineEnd.length)
    );
  }

  /** @returns undefined for a line that must be stored whole */
  #templateOf(record: LineRecord, lineEnd: Uint8Array): Template | undefined {
    const { json, fieldCount } = record;
    const names: string[] = [];
    for (let index = 0; index < fieldCount; index += 1) {
      if (record.isRepeat(index)) return undefined;
      names.push(record.fieldName(index));
    }
    const added = names.filter((name) => !this.#fields.has(name)).length;
    if (this.#fields.size + added > MAX_COLUMNS || this.#known.length > MAX_TEMPLATES) return undefined;
    for (const name of names)
      if (!this.#fields.has(name)) this.#fields.set(name, new ColumnTable(this.#offsets.length, this.#fields.size));
    const columns = names.map((name) => this.#fields.get(name)!);
    const between: Uint8Array[] = [];
    const text: Uint8Array[] = [];
    const ends: number[] = [];
    let from = 0;
    let end = 0;
    for (const [index, { number }] of columns.entries()) {
      const piece = json.subarray(from, record.valueStart(index));
      end += piece.length;
      ends.push(end);
      between.push(piece);
      text.push(piece, Uint8Array.of(VALUE_MARK), Buffer.from(`${number};`));
      from = record.valueEnd(index);
    }
    for (const pieces of [between, text]) pieces.push(json.subarray(from), lineEnd);
    const bytes = Buffer.concat(text);
    const number = this.#templates.numberOf(bytes, 0, bytes.length);
    this.#known[number] ??= { number, between: Buffer.concat(between), ends, columns };
    return this.#known[number];
  }
}

/** A column while it is built. Codes have as few bytes as their texts need. */
class ColumnTable {
  readonly number: number;
  readonly #texts = new TextTable();
  #codes: Uint8Array | Uint16Array | Uint32Array;
  /** The largest code that fits. */
  #last = LAST_BYTE_CODE;

  /** @param number its number in templates */
  constructor(rows: number, number = 0) {
    this.number = number;
    this.#codes = new Uint8Array(rows);
  }

  /** Memory of texts and codes. Bytes. */
  get size(): number {
    return this.#texts.size + this.#codes.byteLength;
  }

  numberOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#texts.add(bytes, start, end);
  }

  add(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.set(row, this.#texts.add(bytes, start, end));
  }

  set(row: number, code: number): void {
    if (code > this.#last) this.#widen(code);
    this.#codes[row] = code;
  }

  grow(rows: number): void {
    this.#codes = enlarged(this.#codes, rows);
  }

  column(rows: number): Column {
    return leanColumn(this.#codes.slice(0, rows), this.#texts.texts());
  }

  #widen(code: number): void {
    const { length } = this.#codes;
    const wider = code <= LAST_SHORT_CODE ? new Uint16Array(length) : new Uint32Array(length);
    wider.set(this.#codes);
    this.#codes = wider;
    this.#last = code <= LAST_SHORT_CODE ? LAST_SHORT_CODE : Number.POSITIVE_INFINITY;
  }
}

/** Returns a time as rows contain it. {@link ColumnRows.times} */
export function rowTime(time: Instant): Instant {
  return time === NO_TIME || (time >= FIRST_TIME && time <= LAST_TIME)
    ? time
    : time < FIRST_TIME
      ? FIRST_TIME
      : LAST_TIME;
}

/** Returns the column without codes if its texts are nearly unique. */
export function leanColumn(codes: NonNullable<Column['codes']>, texts: ColumnTexts): Column {
  return texts.ends.length < codes.length * NEARLY_UNIQUE ? { codes, texts } : { texts: textsOfRows(codes, texts) };
}

/** A text for each row, empty where there is none. */
function textsOfRows(codes: NonNullable<Column['codes']>, { bytes, ends }: ColumnTexts): ColumnTexts {
  const startOf = (code: number): number => (code === 1 ? 0 : ends[code - 2]!);
  const rowEnds = new Uint32Array(codes.length);
  let end = 0;
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row]!;
    if (code > 0) end += ends[code - 1]! - startOf(code);
    rowEnds[row] = end;
  }
  const rowBytes = new Uint8Array(end);
  let at = 0;
  // Most texts follow that of the row before: a run of them is copied at once.
  let first = 0;
  let last = 0;
  const copyRun = (): void => {
    if (first === 0) return;
    const run = bytes.subarray(startOf(first), ends[last - 1]!);
    rowBytes.set(run, at);
    at += run.length;
  };
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row]!;
    if (code === 0) continue;
    if (code !== last + 1 || first === 0) {
      copyRun();
      first = code;
    }
    last = code;
  }
  copyRun();
  return { bytes: rowBytes, ends: rowEnds };
}

function isSame(known: Uint8Array, at: number, bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (known[at + i - start] !== bytes[i]) return false;
  return true;
}
