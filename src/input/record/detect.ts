// `--input auto`: detects from its first bytes whether an object is NDJSON, CSV or one JSON document, as early as possible.
import { isUtf8 } from 'node:buffer';
import { parseHeader } from './csv/csv-header.ts';
import { DocumentProbe } from './json/document-probe.ts';
import { LineScanner } from './line/line-scanner.ts';
import { skipSpace } from './line/value-scanner.ts';
import type { Shape } from './record.ts';

/** Maximum number of bytes before the decision. Our own limit. */
export const DETECT_BYTES = 1024 * 1024;

/** Inputs of the detection other than the bytes. */
export interface DetectOptions {
  /** Whether a name is a field of the dataset. */
  isKnownField: (name: string) => boolean;
  /** The user passed column names: an object that does not begin like JSON is CSV. */
  hasColumns: boolean;
}

/** Shared by all objects: no scan depends on the previous one. */
const scanner = new LineScanner();

const LF = 10;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;

/** Inspects the growing head of one object until its shape is known. Reads each byte a bounded number of times. */
export class ShapeDetector {
  readonly #options: DetectOptions;
  /** Created on demand: two lines decide the shape of most objects. */
  #probe: DocumentProbe | undefined;
  /** Bytes that the probe has read. */
  #probed = 0;
  /** No LF before this index. */
  #searched = 0;
  #lineEnd = -1;
  #isFirstLineRecord: boolean | undefined;
  /** Whether a field of that record is an array that begins with an object: it may contain the records. */
  #hasObjects = false;

  constructor(options: DetectOptions) {
    this.#options = options;
  }

  /**
   * @param head the object's bytes so far, without BOM, at most {@link DETECT_BYTES}
   * @param isEnd whether these are all bytes
   * @returns undefined when more bytes are needed; never at the end or with a full head
   */
  look(head: Buffer, isEnd: boolean): Shape | undefined {
    const isLast = isEnd || head.length >= DETECT_BYTES;
    const start = skipSpace(head, 0, head.length);
    if (start === head.length) return isLast ? 'ndjson' : undefined;
    if (head[start] === OPEN_BRACKET) return 'json';
    this.#findLineEnd(head, start);
    if (this.#lineEnd < 0 && !isLast) return undefined;
    if (head[start] !== OPEN_BRACE) return this.#lookAtText(head, start);
    if (this.#lineEnd >= 0 && this.#isRecord(head, start)) {
      // So far this is the only line: the object is NDJSON as soon as anything follows.
      if (skipSpace(head, this.#lineEnd + 1, head.length) < head.length) return 'ndjson';
      if (!isLast) return undefined;
      // The probe would find no array, and takes a quarter of the time of an object of one line.
      if (!this.#hasObjects) return 'ndjson';
    }
    return this.#lookAtDocument(head, isLast, isEnd);
  }

  /** Whether the first line is a record, and other text follows. Arguments and result as for {@link look}. */
  hasLines(head: Buffer, isEnd: boolean): boolean | undefined {
    const isLast = isEnd || head.length >= DETECT_BYTES;
    const start = skipSpace(head, 0, head.length);
    if (start < head.length && head[start] !== OPEN_BRACE) return false;
    this.#findLineEnd(head, start);
    if (this.#lineEnd < 0) return isLast ? false : undefined;
    if (!this.#isRecord(head, start)) return false;
    if (skipSpace(head, this.#lineEnd + 1, head.length) < head.length) return true;
    return isLast ? false : undefined;
  }

  #findLineEnd(head: Buffer, start: number): void {
    if (this.#lineEnd >= 0) return;
    this.#lineEnd = head.indexOf(LF, Math.max(start, this.#searched));
    this.#searched = head.length;
  }

  #lookAtText(head: Buffer, start: number): Shape {
    if (this.#options.hasColumns) return 'csv';
    const line = head.toString('utf8', start, this.#lineEnd < 0 ? head.length : this.#lineEnd);
    return parseHeader(line, this.#options.isKnownField) === undefined ? 'ndjson' : 'csv';
  }

  #isRecord(head: Buffer, start: number): boolean {
    if (this.#isFirstLineRecord === undefined) {
      this.#isFirstLineRecord = isUtf8(head.subarray(start, this.#lineEnd)) && scanner.scan(head, start, this.#lineEnd);
      this.#hasObjects = this.#isFirstLineRecord && hasObjects(head, scanner);
    }
    return this.#isFirstLineRecord;
  }

  #lookAtDocument(head: Buffer, isLast: boolean, isEnd: boolean): Shape | undefined {
    this.#probe ??= new DocumentProbe();
    const probe = this.#probe;
    probe.push(head.subarray(this.#probed));
    this.#probed = head.length;
    if (isEnd) probe.end();
    if (probe.isBroken) return 'ndjson';
    if (!isLast) return undefined;
    const isMultiLine = this.#lineEnd >= 0 && !this.#isFirstLineRecord;
    const isUnknown = (name: string): boolean => !this.#options.isKnownField(name);
    if (probe.isWhole) {
      if (isMultiLine) return probe.arrays.some(isUnknown) ? 'json' : 'record';
      return probe.arrays.length === 1 && probe.arrays.every(isUnknown) ? 'json' : 'ndjson';
    }
    if (isMultiLine && !isEnd) return 'json';
    return probe.arrays.slice(0, 1).some(isUnknown) ? 'json' : 'ndjson';
  }
}

/** Whether a field of the newest record is an array whose first element is an object. */
function hasObjects(head: Buffer, { count, starts, ends }: LineScanner): boolean {
  for (let field = 0; field < count; field += 1) {
    const start = starts[field]!;
    if (head[start] === OPEN_BRACKET && head[skipSpace(head, start + 1, ends[field]!)] === OPEN_BRACE) return true;
  }
  return false;
}
