// Selects the reader for an object, by option or by its first bytes, and removes a BOM from its start.
import { HeadgateError } from '../../base/index.ts';
import { asBuffer, ByteBuffer } from './byte-buffer.ts';
import { type CsvOptions, csvOptionsFault, validateCsvOptions } from './csv/csv-columns.ts';
import { CsvReader } from './csv/csv-reader.ts';
import { DETECT_BYTES, ShapeDetector } from './detect.ts';
import type { EnvelopeOptions } from './envelope.ts';
import { type Halt, HaltingReader } from './halt.ts';
import { type PathStep, parsePath } from './json/json-path.ts';
import { JsonReader } from './json/json-reader.ts';
import { MAX_LINE_BYTES } from './line/lines.ts';
import { NdjsonReader } from './line/ndjson.ts';
import { NOT_LOGS, OtherFileCheck } from './other-file-check.ts';
import type { RecordReader, RecordSink, Shape, ShapeReader } from './record.ts';
import { unwrappingSink } from './unwrapping-sink.ts';

/** The format of an object; `auto`: detected from its first bytes. */
export type InputShape = 'auto' | 'ndjson' | 'csv' | 'json';

/** Options of {@link createRecordReader}. */
export interface RecordReaderOptions {
  /** @default 'auto' */
  input?: InputShape | undefined;
  /** Path of the records in a JSON document: `events[].info`. With a path, `auto` means `json`. @default the only array of objects */
  records?: string | undefined;
  csv?: CsvOptions | undefined;
  /** Whether a name is a field of the dataset; used by detection, and by CSV to guess a header. @default no name is */
  isKnownField?: ((name: string) => boolean) | undefined;
  /** Offset in the object of the first byte. If it is not 0, the bytes are lines of NDJSON, whatever `input` is. @default 0 */
  offset?: number | undefined;
  /**
   * Whether `push` and `end` report and throw `not-logs` (HeadgateError) when the object is not a log file but a HAR file, a job, a
   * ruleset, a filter or traffic. Ignored with `records`, with which NDJSON alone is rejected, always. @default false
   */
  rejectOther?: boolean | undefined;
  /** Keys that lead from a record to the object with its fields, one list per supported wrapper. @default the record has the fields */
  unwrap?: readonly (readonly string[])[] | undefined;
  /** How to find an envelope that another system has put around a record, before `unwrap`. @default none is searched */
  envelope?: EnvelopeOptions | undefined;
  /** Stops reading at a malformed line; for whole objects only, not with `offset`. @default never stops */
  halt?: Halt | undefined;
  /** Longer lines, rows and elements are malformed. Bytes without the line end. @default MAX_LINE_BYTES */
  maxLineBytes?: number | undefined;
}

const BOM = Buffer.from('\ufeff');
/** Larger chunks are split, to keep positions within 32 bits. Bytes. */
const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;

/**
 * Creates a reader for one object.
 * @throws HeadgateError `bad-records-path`, `bad-csv-options`
 */
export function createRecordReader(options: RecordReaderOptions, sink: RecordSink): RecordReader {
  const { halt } = options;
  if (halt === undefined) return new ObjectReader(options, sink);
  return new HaltingReader(halt, sink, (filtered, offset) => new ObjectReader({ ...options, offset }, filtered));
}

/** Whether a reader of NDJSON may skip lines: other components recognize those that may be in an envelope, but not those with an object at a path. */
export function canPassOver({ unwrap = [], envelope }: RecordReaderOptions): boolean {
  return unwrap.length === 0 && !(envelope !== undefined && 'paths' in envelope);
}

class ObjectReader implements RecordReader {
  readonly canPassOver: boolean;
  /** This reader never stops. */
  readonly haltedAt = undefined;
  readonly start: { readonly offset: number };
  readonly #sink: RecordSink;
  readonly #options: RecordReaderOptions;
  readonly #steps: readonly PathStep[] | undefined;
  readonly #detector: ShapeDetector;
  /** Present when files other than logs are rejected. */
  readonly #otherFileCheck: OtherFileCheck | undefined;
  /** The first bytes, until the shape is known. */
  readonly #head = new ByteBuffer();
  #reader: ShapeReader | undefined;
  #shape: Shape | undefined;
  /** Offset of the first byte after the BOM; undefined until the first bytes arrive. */
  #bomBytes: number | undefined;

  constructor(options: RecordReaderOptions, sink: RecordSink) {
    this.#options = options;
    const { unwrap = [], envelope } = options;
    this.canPassOver = canPassOver(options);
    this.#sink = envelope === undefined && unwrap.length === 0 ? sink : unwrappingSink(sink, envelope, unwrap);
    this.#steps = options.records === undefined ? undefined : parsePath(options.records);
    // With another input, invalid CSV options matter only if detection finds CSV.
    if (options.input === 'csv') validateCsvOptions(options.csv ?? {});
    const { offset = 0, isKnownField = () => false } = options;
    this.#detector = new ShapeDetector({ isKnownField, hasColumns: options.csv?.columns !== undefined });
    if (options.rejectOther === true && this.#steps === undefined) {
      this.#otherFileCheck = new OtherFileCheck(this.#sink, isKnownField);
    }
    this.start = { offset };
    if (offset > 0) this.#begin('ndjson', offset);
  }

  get shape(): Shape | undefined {
    return this.#shape;
  }

  passOver(bytes: number): void {
    if (this.#reader?.passOver === undefined) {
      throw new Error(`cannot skip bytes: found ${this.#shape ?? 'no shape yet'}, expected ndjson`);
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
    if (this.#steps !== undefined && shape === 'json') {
      const hasLines = this.#detector.hasLines(this.#head.view(), isEnd);
      if (hasLines === undefined) return;
      if (hasLines) this.#rejectLines(this.#steps);
    }
    if (this.#otherFileCheck?.look({ bytes: this.#head.view(), isEnd, shape }) === false) return;
    this.#begin(shape, this.#bomBytes!);
    this.#reader!.push(this.#head.view());
    this.#head.release();
  }

  /** @returns false while the first bytes may still become a BOM */
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
      // Then the BOM is a line without a record.
      const message = 'cannot parse the line: found only a byte order mark, expected one JSON object';
      this.#sink.malformed({ offset: 0, bytes: BOM.length, reason: 'invalid-json', message });
    } else {
      const message = 'found a byte order mark at the start, expected none; headgate ignores it';
      this.#sink.remark({ code: 'bom', offset: 0, message, damaged: false });
    }
    return true;
  }

  /** Rejects lines where the user expects a document: only the first line would be read. */
  #rejectLines(steps: readonly PathStep[]): never {
    const { records } = this.#options;
    const fix = steps.every(({ kind }) => kind === 'key')
      ? `use --unwrap ${records} in place of --input json:${records} to read the object in each line`
      : 'write one record on each line';
    const message = `found NDJSON, one JSON object on each line, expected one JSON document for --input json:${records}; ${fix}`;
    this.#sink.remark({ code: NOT_LOGS, offset: 0, message, damaged: false });
    throw new HeadgateError(NOT_LOGS, message);
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
        const rejection = csv.rejection ?? csvOptionsFault(csv);
        if (rejection !== undefined) {
          this.#sink.remark({ code: 'csv-rejected', offset: 0, message: rejection, damaged: true });
          return { push() {}, end() {} };
        }
        return new CsvReader(this.#sink, maxLineBytes, offset, { ...csv, isKnownField });
      }
      case 'json':
        return new JsonReader(this.#otherFileCheck?.sink() ?? this.#sink, maxLineBytes, offset, this.#steps);
      case 'record':
        return new JsonReader(this.#sink, maxLineBytes, offset, []);
    }
  }
}
