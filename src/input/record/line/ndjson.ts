// NDJSON: one JSON object per line. Connects the line splitter to the line reader.
import { printPlural } from '../../../base/index.ts';
import type { RecordSink, ShapeReader } from '../record.ts';
import { LineReader } from './line-reader.ts';
import { LineSplitter, type LineTarget } from './lines.ts';
import { describeTooLong } from './malformed.ts';

/** Reads one object of NDJSON. */
export class NdjsonReader implements ShapeReader, LineTarget {
  readonly #sink: RecordSink;
  readonly #maxLineBytes: number;
  readonly #lines: LineSplitter;
  readonly #reader: LineReader;
  /** Whether the next line is the last one of a truncated object. */
  #isCut = false;

  /** @param offset of the first byte that will be pushed */
  constructor(sink: RecordSink, maxLineBytes: number, offset: number) {
    this.#sink = sink;
    this.#maxLineBytes = maxLineBytes;
    this.#lines = new LineSplitter(this, maxLineBytes, offset);
    this.#reader = new LineReader(sink);
  }

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  passOver(bytes: number): void {
    this.#lines.passOver(bytes);
  }

  end(isTruncated = false): void {
    this.#isCut = isTruncated;
    this.#lines.end();
    this.#reader.close();
  }

  line(bytes: Buffer, start: number, end: number, offset: number, size: number, isValidUtf8: boolean): void {
    if (!this.#isCut) this.#reader.read(bytes, start, end, offset, size, isValidUtf8);
    else if (!this.#reader.readWhole(bytes, start, end, offset, size)) this.#sink.remark(cutLine(offset, size));
  }

  tooLong(offset: number, size: number): void {
    if (this.#isCut) this.#sink.remark(cutLine(offset, size));
    else this.#sink.malformed({ offset, bytes: size, ...describeTooLong(size, this.#maxLineBytes, 'line') });
  }
}

/** Creates the remark about an input that ends inside a line. */
export function cutLine(offset: number, size: number): Parameters<RecordSink['remark']>[0] {
  return {
    code: 'cut-line',
    offset,
    message: `cannot parse the last line: found ${printPlural(size, 'byte')} of it, expected a whole line; the object ends there`,
    damaged: true,
  };
}
