// Unwraps records inside other JSON objects: `{"info":{…}}` → the fields of `info`. Passes on records without such an object
// unchanged, because a source may mix both. Does not check the keys of records.
import { ByteBuffer } from './byte-buffer.ts';
import { LineScanner } from './line/line-scanner.ts';
import { ScannedRecord } from './line/scanned-record.ts';
import type { LineRecord, Malformed, MalformedReason, RecordSink, Remark } from './record.ts';

const LF = Uint8Array.of(10);
const OPEN_BRACE = 123;

/** Passes a reader's findings on, with every record unwrapped. */
export class UnwrappingSink implements RecordSink {
  readonly #sink: RecordSink;
  readonly #paths: readonly Unwrapper[][];

  /** @param paths keys that lead from the outermost object to the fields, one list per supported wrapper; the first match counts */
  constructor(sink: RecordSink, paths: readonly (readonly string[])[]) {
    this.#sink = sink;
    this.#paths = paths.map((path) => path.map((key) => new Unwrapper(key)));
  }

  record(record: LineRecord): void {
    this.#sink.record(this.#unwrap(record));
  }

  blank(bytes: number): void {
    this.#sink.blank(bytes);
  }

  malformed(found: Malformed): void {
    this.#sink.malformed(found);
  }

  countsMalformed(reason: MalformedReason, bytes: number): boolean {
    return this.#sink.countsMalformed?.(reason, bytes) ?? false;
  }

  remark(found: Remark): void {
    this.#sink.remark(found);
  }

  #unwrap(record: LineRecord): LineRecord {
    for (const path of this.#paths) {
      let inner: LineRecord | undefined = record;
      for (const unwrapper of path) inner = inner && unwrapper.unwrap(inner);
      if (inner !== undefined) return inner;
    }
    return record;
  }
}

/** Removes one level. The returned record is valid until the next call. */
class Unwrapper {
  readonly #key: string;
  readonly #scanner = new LineScanner();
  readonly #record = new UnwrappedRecord(this.#scanner);
  readonly #json = new ByteBuffer();

  constructor(key: string) {
    this.#key = key;
  }

  unwrap(outer: LineRecord): LineRecord | undefined {
    const index = outer.indexOf(this.#key);
    if (index < 0) return undefined;
    const { json } = outer;
    const [start, end] = [outer.valueStart(index), outer.valueEnd(index)];
    if (json[start] !== OPEN_BRACE) return undefined;
    // The scanner requires a line end after the value.
    this.#json.clear();
    this.#json.append(json, start, end);
    this.#json.append(LF, 0, 1);
    const bytes = this.#json.view();
    if (!this.#scanner.scan(bytes, 0, end - start)) return undefined;
    this.#record.unwrapFrom(outer, bytes, end - start);
    return this.#record;
  }
}

/** The fields of the inner JSON object, with the offset, size and stored bytes of the whole line. */
class UnwrappedRecord extends ScannedRecord {
  #outer: LineRecord | undefined;

  unwrapFrom(outer: LineRecord, bytes: Buffer, end: number): void {
    this.#outer = outer;
    this.moveTo(bytes, 0, end, outer.offset, outer.bytes);
  }

  get wrapper(): LineRecord {
    return this.#outer!;
  }

  override stored(): Uint8Array {
    return this.wrapper.stored();
  }
}
