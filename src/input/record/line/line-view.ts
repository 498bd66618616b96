// A view of single lines of NDJSON that were validated before: reads their fields without a reader of the object.
import type { LineRecord } from '../record.ts';
import { LineScanner } from './line-scanner.ts';
import { ScannedRecord } from './scanned-record.ts';

/** The fields of one line after another. */
export class LineView {
  readonly #scanner = new LineScanner();
  readonly #record = new ScannedRecord(this.#scanner);

  /**
   * Returns the record of a line. Valid until the next call.
   * @param bytes one line, with its LF @throws TypeError if it is not a record
   */
  read(bytes: Uint8Array): LineRecord {
    const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (!this.#scanner.scan(line, 0, line.length - 1)) throw new TypeError('cannot view a line: found no JSON object');
    this.#record.moveTo(line, 0, line.length - 1, 0, line.length);
    return this.#record;
  }
}
