// Chunks → lines of NDJSON → parsed JSON. Passes a line that is not JSON to src/input/record, which reports the error; parses
// the others with `JSON.parse` directly: src/input/record also counts the bytes of each field, which made this 40 % slower.
import { isUtf8 } from 'node:buffer';
import { isPlainObject, type PlainObject, printCount, printPlural } from '../../base/index.ts';
import { createRecordReader, MAX_LINE_BYTES } from '../../input/record/index.ts';

const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
const BOM = [0xef, 0xbb, 0xbf] as const;

/** Receives lines in order. */
interface LineSink {
  /** @param text the source of `json` */
  line(json: PlainObject, text: string, offset: number): void;
  blank(): void;
  malformed(message: string, offset: number): void;
  /** The file ends inside a line, which does not count. */
  cut(offset: number): void;
}

/** Splits one file into lines. */
export class ExchangeLines {
  readonly #sink: LineSink;
  /** The unfinished line. */
  #carry: Buffer[] = [];
  #carried = 0;
  /** Offset of the next line in the file. */
  #offset = 0;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    if (this.#carried > 0) {
      const end = bytes.indexOf(LF);
      this.#keep(bytes.subarray(0, end < 0 ? bytes.length : end));
      if (end < 0) return;
      this.#endCarried(1);
      start = end + 1;
    }
    const last = bytes.lastIndexOf(LF);
    if (last >= start) {
      // One check for the whole run is many times cheaper than one per line.
      const isChecked = isUtf8(bytes.subarray(start, last));
      while (start <= last) {
        const end = bytes.indexOf(LF, start);
        this.#line(bytes, start, end, end + 1 - start, isChecked);
        start = end + 1;
      }
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
  }

  /** @param isTruncated whether bytes are missing: an incomplete last line is then cut, not malformed */
  end(isTruncated: boolean): void {
    if (this.#carried === 0) return;
    const rest = Buffer.concat(this.#carry);
    const isWhole = isBlank(rest, 0, rest.length) || parseLine(rest.toString()) !== undefined;
    if (isTruncated && !isWhole) this.#sink.cut(this.#offset);
    else this.#endCarried(0);
  }

  #keep(bytes: Uint8Array): void {
    this.#carried += bytes.length;
    // Only the beginning of a line that is too long is kept.
    if (this.#carried <= MAX_LINE_BYTES + 1) this.#carry.push(Buffer.from(bytes));
  }

  #endCarried(lineEnd: 0 | 1): void {
    const size = this.#carried + lineEnd;
    const bytes = Buffer.concat(this.#carry);
    this.#carry = [];
    this.#carried = 0;
    if (bytes.length + lineEnd === size) this.#line(bytes, 0, bytes.length, size, false);
    else {
      this.#sink.malformed(
        `found a line of ${printPlural(size, 'byte')}, expected at most ${printCount(MAX_LINE_BYTES)}`,
        this.#offset,
      );
      this.#offset += size;
    }
  }

  #line(bytes: Buffer, from: number, lineEnd: number, size: number, isChecked: boolean): void {
    const offset = this.#offset;
    this.#offset += size;
    const start = offset === 0 && BOM.every((byte, index) => bytes[index] === byte) ? from + BOM.length : from;
    const end = lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    if (isBlank(bytes, start, end)) {
      this.#sink.blank();
      return;
    }
    const isText = isChecked || isUtf8(bytes.subarray(start, end));
    const text = isText ? bytes.toString('utf8', start, end) : '';
    const json = isText ? parseLine(text) : undefined;
    if (json === undefined) this.#sink.malformed(describeLine(bytes.subarray(start, end)), offset);
    else this.#sink.line(json, text, offset);
  }
}

function parseLine(text: string): PlainObject | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isPlainObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the message of src/input/record about a line. */
function describeLine(line: Uint8Array): string {
  let description = 'cannot parse the line: found another JSON value, expected one JSON object';
  const ignore = (): void => {};
  const malformed = ({ message }: { message: string }): void => {
    description = message;
  };
  // An offset after the start of an object: a byte order mark is then an error and gets its message.
  const reader = createRecordReader(
    { input: 'ndjson', offset: 1 },
    { record: ignore, blank: ignore, remark: ignore, malformed },
  );
  reader.push(line);
  reader.end();
  return description;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let i = start;
  while (i < end && (bytes[i] === SPACE || bytes[i] === TAB)) i += 1;
  return i === end;
}
