// Unwraps records: first from an envelope that another system has put around a line, then from the objects that a job writes around the
// fields, `{"info":{…}}` → the fields of `info`. Passes on records without such an object unchanged, because a source may mix both.
// Does not check the keys of records.
import { type EnvelopeOptions, Envelopes } from './envelope.ts';
import { InnerReader } from './inner-reader.ts';
import type { LineRecord, RecordSink } from './record.ts';

/** Returns a sink that passes everything on to another one. */
export function sinkTo(sink: RecordSink): RecordSink {
  return {
    record: (record) => sink.record(record),
    blank: (...line) => sink.blank(...line),
    malformed: (...found) => sink.malformed(...found),
    countsMalformed: (reason, bytes) => sink.countsMalformed?.(reason, bytes) ?? false,
    remark: (remark) => sink.remark(remark),
  };
}

/**
 * Passes a reader's findings on, with every record unwrapped.
 * @param envelope undefined: none is searched
 * @param paths keys that lead from the job's outermost object to the fields, one list per supported wrapper; the first match counts
 */
export function unwrappingSink(
  sink: RecordSink,
  envelope: EnvelopeOptions | undefined,
  paths: readonly (readonly string[])[],
): RecordSink {
  const envelopes = envelope && new Envelopes(envelope);
  const readers = paths.map((path) => path.map((key) => ({ key, reader: new InnerReader() })));
  const unwrap = (record: LineRecord): LineRecord => {
    for (const path of readers) {
      let inner: LineRecord | undefined = record;
      for (const { key, reader } of path) {
        const index: number = inner?.indexOf(key) ?? -1;
        inner = index < 0 ? undefined : reader.object(inner!, index);
      }
      if (inner !== undefined) return inner;
    }
    return record;
  };
  return { ...sinkTo(sink), record: (record) => sink.record(unwrap(envelopes?.unwrap(record) ?? record)) };
}
