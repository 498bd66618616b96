// Unwraps records: first from an envelope that another system has put around a line, then from the objects that a job writes around the
// fields, `{"info":{…}}` → the fields of `info`. Passes on records without such an object unchanged, because a source may mix both.
// Does not check the keys of records.
import { type EnvelopeOptions, Envelopes } from './envelope.ts';
import { InnerReader } from './inner-reader.ts';
import type { LineRecord, Malformed, MalformedReason, RecordSink, Remark } from './record.ts';

/** Passes a reader's findings on, with every record unwrapped. */
export class UnwrappingSink implements RecordSink {
  readonly #sink: RecordSink;
  readonly #envelopes: Envelopes | undefined;
  readonly #paths: readonly { key: string; reader: InnerReader }[][];

  /**
   * @param envelope undefined: none is searched
   * @param paths keys that lead from the job's outermost object to the fields, one list per supported wrapper; the first match counts
   */
  constructor(sink: RecordSink, envelope: EnvelopeOptions | undefined, paths: readonly (readonly string[])[]) {
    this.#sink = sink;
    this.#envelopes = envelope && new Envelopes(envelope);
    this.#paths = paths.map((path) => path.map((key) => ({ key, reader: new InnerReader() })));
  }

  record(record: LineRecord): void {
    this.#sink.record(this.#unwrap(this.#envelopes?.unwrap(record) ?? record));
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
      for (const { key, reader } of path) {
        const index: number = inner?.indexOf(key) ?? -1;
        inner = index < 0 ? undefined : reader.object(inner!, index);
      }
      if (inner !== undefined) return inner;
    }
    return record;
  }
}
