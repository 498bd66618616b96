// Picks how an object is read, by option or by its first bytes, and takes a BOM off its start.
import { asBuffer, ByteBuffer } from './byte-buffer.ts';
import { type CsvOptions, csvOptionsFault, validateCsvOptions } from './csv/csv-columns.ts';
import { CsvReader } from './csv/csv-reader.ts';
import { RefusedCsv } from './csv/refused-csv.ts';
import { DETECT_BYTES, ShapeDetector } from './detect.ts';
import { type Halt, HaltingReader } from './halt.ts';
import { type PathStep, parsePath } from './json/json-path.ts';
import { JsonReader } from './json/json-reader.ts';
import { MAX_LINE_BYTES } from './line/lines.ts';
import { NdjsonReader } from './line/ndjson.ts';
import { OtherFileCheck } from './other-file-check.ts';
import type { RecordReader, RecordSink, Shape, ShapeReader } from './record.ts';
import { UnwrappingSink } from './unwrapping-sink.ts';

/** How an object is said to be written; `auto`: told by its first bytes. */
export type InputShape = 'auto' | 'ndjson' | 'csv' | 'json';

/** How objects are read. */
export interface RecordReaderOptions {
  /** @default 'auto' */
  input?: InputShape;
  /** Where in a JSON document the records are: `events[].info`. With it, `auto` means `json`. @default the one array of objects */
  records?: string;
  csv?: CsvOptions;
  /** Whether a name is a field of the dataset; detection asks, and CSV where it has to guess a header. @default none is */
  isKnownField?: (name: string) => boolean;
  /** Where in the object the bytes begin: if not at its start, they are lines of NDJSON, whatever `input` says. @default 0 */
  offset?: number;
  /**
   * Whether `push` and `end` remark and throw `not-logs` (HeadgateError) where the object is no logs but a HAR file, a job, a ruleset, a
   * filter or traffic. Not with `records`, which say that it is known. @default false
   */
  refuseOther?: boolean;
  /** Keys from each record to the object with its fields, one list for each way that records may be wrapped. @default the record holds them */
  unwrap?: readonly (readonly string[])[] | undefined;
  /** Stops the reading at a malformed line; for whole objects, not with `offset`. @default never */
  halt?: Halt | undefined;
  /** Longer lines, rows and elements are malformed. Bytes without line end. @default MAX_LINE_BYTES */
  maxLineBytes?: number;
}

const BOM = Buffer.from('\ufeff');
/** A chunk is read in parts of this size, so that positions in it fit 32 bits. Bytes. */
const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;

/**
 * A reader for one object.
 * @throws HeadgateError `bad-records-path`, `bad-csv-options`
 */
export function createRecordReader(options: RecordReaderOptions, sink: RecordSink): RecordReader {
  const { halt } = options;
  if (halt === undefined) return new ObjectReader(options, sink);
  return new HaltingReader(halt, sink, (filtered, offset) => new ObjectReader({ ...options, offset }, filtered));
}

class ObjectReader implements RecordReader {
  readonly canPassOver: boolean;
  /** It reads on whatever it finds. */
  readonly haltedAt = undefined;
  readonly start: { readonly offset: number };
  readonly #sink: RecordSink;
  readonly #options: RecordReaderOptions;
  readonly #steps: readonly PathStep[] | undefined;
  readonly #detector: ShapeDetector;
  /** Of other files, where they are to be refused. */
  readonly #refusal: OtherFileCheck | undefined;
  /** The first bytes, until it is clear how to read them. */
  readonly #head = new ByteBuffer();
  #reader: ShapeReader | undefined;
  #shape: Shape | undefined;
  /** Bytes of the BOM taken off, or of what came before; undefined until the first bytes have come. */
  #bomBytes: number | undefined;

  constructor(options: RecordReaderOptions, sink: RecordSink) {
    this.#options = options;
    const { unwrap = [] } = options;
    this.canPassOver = unwrap.length === 0;
    this.#sink = this.canPassOver ? sink : new UnwrappingSink(sink, unwrap);
    this.#steps = options.records === undefined ? undefined : parsePath(options.records);
    // Where the shape is yet to be found, they matter only to an object that turns out to be CSV.
    if (options.input === 'csv') validateCsvOptions(options.csv ?? {});
    const { offset = 0, isKnownField = () => false } = options;
    this.#detector = new ShapeDetector({ isKnownField, hasColumns: options.csv?.columns !== undefined });
    if (options.refuseOther === true && this.#steps === undefined) {
      this.#refusal = new OtherFileCheck(this.#sink, isKnownField);
    }
    this.start = { offset };
    if (offset > 0) this.#begin('ndjson', offset);
  }

  get shape(): Shape | undefined {
    return this.#shape;
  }

  passOver(bytes: number): void {
    if (this.#reader?.passOver === undefined) {
      throw new Error(`cannot pass over bytes: found ${this.#shape ?? 'no shape yet'}, expected ndjson`);
    }
    this.#reader.passOver(bytes);
  }

  push(chunk: Uint8Array): void {
    const bytes = asBuffer(chunk);
    let start = 0;
    while (this.#reader === undefined && start < bytes.length) {
      const end = Math.min(bytes.length, start + DETECT_BYTES - this.#head.length);
      this.#head.append(bytes, start, end);
      start = end;
      this.#lookAtHead(false);
    }
    for (; start < bytes.length; start += MAX_CHUNK_BYTES) {
      this.#reader!.push(bytes.subarray(start, start + MAX_CHUNK_BYTES));
    }
  }

  end(isTruncated = false): void {
    this.#lookAtHead(true);
    this.#reader!.end(isTruncated);
  }

  #lookAtHead(isEnd: boolean): void {
    if (this.#reader !== undefined || !this.#takeBom(isEnd)) return;
    const shape = this.#knownShape() ?? this.#detector.look(this.#head.view(), isEnd);
    if (shape === undefined) return;
    if (this.#refusal?.look({ bytes: this.#head.view(), isEnd, shape }) === false) return;
    this.#begin(shape, this.#bomBytes!);
    this.#reader!.push(this.#head.view());
    this.#head.release();
  }

  /** @returns false when the first bytes may yet become a BOM */
  #takeBom(isEnd: boolean): boolean {
    if (this.#bomBytes !== undefined) return true;
    const first = this.#head.view().subarray(0, BOM.length);
    const isBom = first.equals(BOM);
    const isOnly = this.#head.length === BOM.length;
    if (!isEnd && (isBom ? isOnly : BOM.subarray(0, first.length).equals(first))) return false;
    this.#bomBytes = isBom ? BOM.length : 0;
    if (!isBom) return true;
    this.#head.dropFirst(BOM.length);
    if (isOnly) {
      // The mark is a line of its own then, and holds no record.
      const message = 'cannot read the line: found a byte order mark and nothing else, expected one JSON object';
      this.#sink.malformed({ offset: 0, bytes: BOM.length, reason: 'invalid-json', message });
    } else {
      const message = 'found a byte order mark at the start, expected none; it is taken off';
      this.#sink.remark({ code: 'bom', offset: 0, message, damaged: false });
    }
    return true;
  }

  #knownShape(): Shape | undefined {
    const { input = 'auto' } = this.#options;
    if (input === 'auto') return this.#steps === undefined ? undefined : 'json';
    return input;
  }

  #begin(shape: Shape, offset: number): void {
    this.#shape = shape;
    this.#bomBytes = offset;
    this.#reader = this.#open(shape, offset);
  }

  #open(shape: Shape, offset: number): ShapeReader {
    const { maxLineBytes = MAX_LINE_BYTES, isKnownField, csv = {} } = this.#options;
    switch (shape) {
      case 'ndjson':
        return new NdjsonReader(this.#sink, maxLineBytes, offset);
      case 'csv': {
        const refusal = csv.refusal ?? csvOptionsFault(csv);
        if (refusal !== undefined) return new RefusedCsv(this.#sink, refusal);
        return new CsvReader(this.#sink, maxLineBytes, offset, { ...csv, ...(isKnownField && { isKnownField }) });
      }
      case 'json':
        return new JsonReader(this.#refusal?.sink() ?? this.#sink, maxLineBytes, offset, this.#steps);
      case 'record':
        return new JsonReader(this.#sink, maxLineBytes, offset, []);
    }
  }
}
