// The reader for an object that is CSV when CSV cannot be read: reports that once, and reads nothing.
import type { RecordSink, ShapeReader } from '../record.ts';

/** Reports why CSV cannot be read, and ignores the bytes. */
export class RefusedCsv implements ShapeReader {
  /** @param message why CSV cannot be read */
  constructor(sink: RecordSink, message: string) {
    sink.remark({ code: 'csv-refused', offset: 0, message, damaged: true });
  }

  push(): void {}

  end(): void {}
}
