// Checks once, at the start of an object, that it contains logs, and rejects other files. Reads no records itself.
import { HeadgateError, isPlainObject } from '../../base/index.ts';
import { DETECT_BYTES } from './detect.ts';
import { otherFileByStart, otherFileIn } from './other-file.ts';
import type { RecordSink, Shape } from './record.ts';
import { sinkTo } from './unwrapping-sink.ts';

const LF = 10;
/** The first line of JSON that is formatted over many lines. */
const FIRST_OF_MANY = /^\s*[{[]\s*$/;

/** The end of a complete document, and the number of bytes that it is searched in. */
const ENDS = /[}\]]\s*$/;
const TAIL_BYTES = 64;

/** The first key of an object, if it has no escapes. */
const FIRST_KEY = /^\s*\{\s*"([^"\\]*)"\s*:/;
/** Enough for {@link FIRST_KEY} of a log line. Bytes; our own choice. */
const FIRST_KEY_BYTES = 64;

/** The code of the remark and of the error. */
export const NOT_LOGS = 'not-logs';

/** First bytes of an object whose shape is known. */
export interface ObjectHead {
  /** Without BOM, at most {@link DETECT_BYTES}. */
  bytes: Buffer;
  /** Whether these are all bytes of the object. */
  isEnd: boolean;
  shape: Shape;
}

/** Rejects files other than logs: reports what it found to the sink, and throws HeadgateError `not-logs`. */
export class OtherFileCheck {
  readonly #sink: RecordSink;
  readonly #isKnownField: (name: string) => boolean;
  /** Whether the document itself has a field of a dataset, next to its elements. */
  #isLogs = false;

  /** @param isKnownField an object with such a field counts as logs */
  constructor(sink: RecordSink, isKnownField: (name: string) => boolean) {
    this.#sink = sink;
    this.#isKnownField = isKnownField;
  }

  /**
   * Checks the head of an object.
   * @returns false when more bytes are needed; never at the end or with a full head
   */
  look({ bytes, isEnd, shape }: ObjectHead): boolean {
    if (shape === 'csv') return true;
    const isLast = isEnd || bytes.length >= DETECT_BYTES;
    if (shape === 'json') {
      const hasKnownField = this.#hasKnownField(bytes);
      if (hasKnownField === undefined && !isLast) return false;
      this.#isLogs = hasKnownField === true;
      // Otherwise its first element decides.
      if (!this.#isLogs) this.#reject(otherFileByStart(bytes));
      return true;
    }
    // No other file has a field of a dataset. Parsing the line took a tenth of the time of an object of one line.
    const firstKey = FIRST_KEY.exec(bytes.toString('latin1', 0, FIRST_KEY_BYTES))?.[1];
    if (firstKey !== undefined && this.#isKnownField(firstKey)) return true;
    const lineEnd = shape === 'record' ? -1 : bytes.indexOf(LF, firstOf(bytes));
    if (lineEnd < 0 && !isLast) return false;
    const line = bytes.toString('utf8', 0, lineEnd < 0 ? bytes.length : lineEnd).trimStart();
    const isOfMany = FIRST_OF_MANY.test(line);
    if (isOfMany && !isLast) return false;
    if (!this.#rejectText(isOfMany ? bytes.toString() : line)) this.#reject(otherFileByStart(bytes));
    return true;
  }

  /** Returns a sink for the elements of a document that checks the first one. */
  sink(): RecordSink {
    const sink = sinkTo(this.#sink);
    let isFirst = true;
    return {
      ...sink,
      record: (record) => {
        if (isFirst && !this.#isLogs) this.#rejectText(record.json.toString());
        isFirst = false;
        sink.record(record);
      },
    };
  }

  /** Whether a document has a field of a dataset next to its elements; undefined when the document is incomplete. */
  #hasKnownField(bytes: Buffer): boolean | undefined {
    if (!ENDS.test(bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES)))) return undefined;
    try {
      const found: unknown = JSON.parse(bytes.toString());
      return isPlainObject(found) && Object.keys(found).some(this.#isKnownField);
    } catch {
      return undefined;
    }
  }

  /** @returns false when the text is not JSON */
  #rejectText(text: string): boolean {
    let found: unknown;
    try {
      found = JSON.parse(text);
    } catch {
      return false;
    }
    this.#reject(otherFileIn(found, this.#isKnownField));
    return true;
  }

  #reject(message: string | undefined): void {
    if (message === undefined) return;
    this.#sink.remark({ code: NOT_LOGS, offset: 0, message, damaged: false });
    throw new HeadgateError(NOT_LOGS, message);
  }
}

/** Index of the first byte that is not whitespace: a batch may begin with line ends. */
function firstOf(bytes: Buffer): number {
  const index = bytes.findIndex((byte) => byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13);
  return Math.max(0, index);
}
