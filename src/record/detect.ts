// `--input auto`: is an object NDJSON, CSV or one JSON document? Decided from its first bytes, as early as they allow.
import { isUtf8 } from 'node:buffer';
import { parseHeader } from './csv/csv-header.ts';
import { DocumentProbe } from './json/document-probe.ts';
import { LineScanner } from './line/line-scanner.ts';
import { skipSpace } from './line/value-scanner.ts';
import type { Shape } from './record.ts';

/** The decision falls within so many bytes of the object. Bytes; ours. */
export const DETECT_BYTES = 1024 * 1024;

/** What detection knows beside the bytes. */
export interface DetectOptions {
  /** Whether a name is a field of the dataset. */
  isKnownField: (name: string) => boolean;
  /** Column names were given: what does not begin like JSON is CSV. */
  hasColumns: boolean;
}

/** Serves all objects: a scan leaves nothing that the next one needs. */
const scanner = new LineScanner();

const LF = 10;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;

/** Looks at the growing head of one object until it knows its shape. Each byte is read a bounded number of times. */
export class ShapeDetector {
  readonly #options: DetectOptions;
  /** Made where it is needed: most objects are told by their first two lines. */
  #probe: DocumentProbe | undefined;
  /** Bytes the probe has read. */
  #probed = 0;
  /** No LF before this index. */
  #searched = 0;
  #lineEnd = -1;
  #isFirstLineRecord: boolean | undefined;
  /** Whether a field of that record is an array that begins with an object: the records may be in there. */
  #hasObjects = false;

  constructor(options: DetectOptions) {
    this.#options = options;
  }

  /**
   * @param head the object's bytes so far, without BOM, at most {@link DETECT_BYTES}
   * @param isEnd no more will come
   * @returns undefined when more bytes are needed; never so at the end or with a full head
   */
  look(head: Buffer, isEnd: boolean): Shape | undefined {
    const isLast = isEnd || head.length >= DETECT_BYTES;
    const start = skipSpace(head, 0, head.length);
    if (start === head.length) return isLast ? 'ndjson' : undefined;
    if (head[start] === OPEN_BRACKET) return 'json';
    if (this.#lineEnd < 0) {
      this.#lineEnd = head.indexOf(LF, Math.max(start, this.#searched));
      this.#searched = head.length;
      if (this.#lineEnd < 0 && !isLast) return undefined;
    }
    if (head[start] !== OPEN_BRACE) return this.#lookAtText(head, start);
    if (this.#lineEnd >= 0 && this.#isRecord(head, start)) {
      // The line stands alone, so far: NDJSON as soon as anything follows.
      if (skipSpace(head, this.#lineEnd + 1, head.length) < head.length) return 'ndjson';
      if (!isLast) return undefined;
      // The probe would take a quarter of the time of an object of one line, and find no array.
      if (!this.#hasObjects) return 'ndjson';
    }
    return this.#lookAtDocument(head, isLast, isEnd);
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

/** Whether a field of the record just scanned is an array whose first element is an object. */
function hasObjects(head: Buffer, { count, starts, ends }: LineScanner): boolean {
  for (let field = 0; field < count; field += 1) {
    const start = starts[field]!;
    if (head[start] === OPEN_BRACKET && head[skipSpace(head, start + 1, ends[field]!)] === OPEN_BRACE) return true;
  }
  return false;
}
