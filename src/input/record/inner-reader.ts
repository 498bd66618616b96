// Reads a value of a record as a record: a JSON object, or JSON text with one. Defines nothing about which values are records.
import { ByteBuffer } from './byte-buffer.ts';
import { LineScanner } from './line/line-scanner.ts';
import { ScannedRecord } from './line/scanned-record.ts';
import { skipSpace } from './line/value-scanner.ts';
import type { LineRecord } from './record.ts';

const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const LINE_END = Uint8Array.of(LF);
/** A surrogate without its partner, which UTF-8 cannot encode. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Reads one value after another. The newest record is valid until the next call. */
export class InnerReader {
  readonly #scanner = new LineScanner();
  readonly #record = new InnerRecord(this.#scanner);
  readonly #json = new ByteBuffer();

  /**
   * Reads a JSON object.
   * @param index of the field in `outer`
   * @returns undefined for any other value
   */
  object(outer: LineRecord, index: number): InnerRecord | undefined {
    const { json } = outer;
    const [start, end] = [outer.valueStart(index), outer.valueEnd(index)];
    return json[start] === OPEN_BRACE ? this.#read(outer, json, start, end) : undefined;
  }

  /** Reads a JSON object, or a string that contains one. @returns undefined for any other value */
  objectOrText(outer: LineRecord, index: number): InnerRecord | undefined {
    const { json } = outer;
    const start = outer.valueStart(index);
    if (json[start] !== QUOTE) return this.object(outer, index);
    // Decoding every string would cost more than reading the line.
    const first = json[start + 1]!;
    if (first !== OPEN_BRACE && first !== BACKSLASH && first > SPACE) return undefined;
    const text = outer.get(outer.fieldName(index));
    if (typeof text !== 'string') return undefined;
    const bytes = Buffer.from(text.replace(LONE_SURROGATE, escaped));
    return this.#read(outer, bytes, skipSpace(bytes, 0, bytes.length), endOfText(bytes));
  }

  #read(outer: LineRecord, from: Buffer, start: number, end: number): InnerRecord | undefined {
    if (from[start] !== OPEN_BRACE) return undefined;
    // The scanner requires a line end after the value.
    this.#json.clear();
    this.#json.append(from, start, end);
    this.#json.append(LINE_END, 0, 1);
    const bytes = this.#json.view();
    const length = end - start;
    if (!this.#scanner.scan(bytes, 0, length)) return undefined;
    // In valid JSON text they are whitespace; a record is one line.
    for (let at = 0; at < length; at += 1) if (bytes[at] === LF || bytes[at] === CR) bytes[at] = SPACE;
    this.#record.moveInto(outer, bytes, length);
    return this.#record;
  }
}

/** The fields of an inner JSON object, with the offset, size and stored bytes of the whole line. */
export class InnerRecord extends ScannedRecord {
  #outer!: LineRecord;
  #envelope: string | undefined;

  moveInto(outer: LineRecord, bytes: Buffer, end: number): void {
    this.#outer = outer;
    this.#envelope = undefined;
    this.moveTo(bytes, 0, end, outer.offset, outer.bytes);
  }

  /** Declares the outer record an envelope. @param path of this record in the line */
  markUnwrapped(path: string): this {
    this.#envelope = path;
    return this;
  }

  override get wrapper(): LineRecord | undefined {
    return this.#envelope === undefined ? this.#outer : undefined;
  }

  override get envelope(): string | undefined {
    return this.#envelope ?? this.#outer.envelope;
  }

  override stored(): Uint8Array {
    return this.#outer.stored();
  }

  override pushed(): Uint8Array {
    return this.#envelope === undefined ? this.#outer.pushed() : new Uint8Array(this.json);
  }
}

function escaped(surrogate: string): string {
  return `\\u${surrogate.charCodeAt(0).toString(16)}`;
}

function endOfText(bytes: Buffer): number {
  let end = bytes.length;
  while (
    end > 0 &&
    (bytes[end - 1] === LF || bytes[end - 1] === CR || bytes[end - 1] === SPACE || bytes[end - 1] === 9)
  )
    end -= 1;
  return end;
}
