// An object that turned out to be CSV where CSV cannot be read: it is remarked once, and none of it is read.
import type { RecordSink, ShapeReader } from '../record.ts';

/** Reads nothing. */
export class RefusedCsv implements ShapeReader {
  /** @param message why CSV cannot be read here */
  constructor(sink: RecordSink, message: string) {
    sink.remark({ code: 'csv-refused', offset: 0, message, damaged: true });
  }

  push(): void {}

  end(): void {}
}
