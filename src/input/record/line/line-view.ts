// A view of single lines of NDJSON that were validated before: reads their fields without a reader of the object.
import type { LineRecord } from '../record.ts';
import { LineScanner } from './line-scanner.ts';
import { ScannedRecord } from './scanned-record.ts';

const LF = 10;
/** Bytes of UTF-8 for one UTF-16 unit, at most. */
const MAX_BYTES_OF_UNIT = 3;

/** The fields of one line after another. */
export class LineView {
  readonly #scanner = new LineScanner();
  readonly #record = new ScannedRecord(this.#scanner);
  /** Of {@link readText}. */
  #text: Buffer = Buffer.alloc(0);

  /**
   * Returns the record of a line. Valid until the next call.
   * @param bytes one line, with its LF @throws TypeError if it is not a record
   */
  read(bytes: Uint8Array): LineRecord {
    return this.#read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), bytes.length - 1);
  }

  /** Returns the record of a JSON object without a line end; its bytes count one. Likewise. */
  readText(json: string): LineRecord {
    if (this.#text.length <= json.length * MAX_BYTES_OF_UNIT)
      this.#text = Buffer.allocUnsafeSlow(2 * (json.length + 1) * MAX_BYTES_OF_UNIT);
    const end = this.#text.write(json, 'utf8');
    this.#text[end] = LF;
    return this.#read(this.#text, end);
  }

  #read(line: Buffer, end: number): LineRecord {
    if (!this.#scanner.scan(line, 0, end)) throw new TypeError('cannot view a line: found no JSON object');
    this.#record.moveTo(line, 0, end, 0, end + 1);
    return this.#record;
  }
}
