// Stops the reading of an object at its first malformed line until it is known whether the bytes are damaged there: a
// corrupt compressed stream goes on for a while with other bytes than were written, and its checksum comes last.
import type { RecordReader, RecordSink, Shape } from './record.ts';

/** Where the reading of one object stops, and how it goes on. For one object; made by whoever feeds it. */
export class Halt {
  /** Whether a malformed line stops the reading. Set before the first bytes. @default false */
  isArmed = false;
  /** Malformed lines before this offset stop nothing: a checksum has confirmed their bytes. @default 0 */
  from = 0;
  /** Offset of the malformed line at which reading has stopped; it was not reported. Undefined while reading goes on. */
  at: number | undefined;
  #rewind: (() => number) | undefined;

  /** @param rewind see {@link resume} */
  attach(rewind: () => number): void {
    this.#rewind = rewind;
  }

  /**
   * Reads on from the line at which reading has stopped.
   * @param from malformed lines from here on stop the reading again
   * @returns offset of the first byte that must be pushed again
   * @throws Error where reading has not stopped
   */
  resume(from: number): number {
    if (this.at === undefined || this.#rewind === undefined) throw new Error('cannot go on: found no halt');
    this.from = from;
    return this.#rewind();
  }
}

/** Makes the reader that begins at an offset, where that is not 0 with a line of NDJSON. */
type OpenReader = (sink: RecordSink, offset: number) => RecordReader;

/** A reader of records that obeys a {@link Halt}. */
export class HaltingReader implements RecordReader {
  readonly #halt: Halt;
  readonly #sink: RecordSink;
  readonly #open: OpenReader;
  #reader: RecordReader;
  #start = { offset: 0 };
  /** Nothing is reported before the malformed line at this offset, which comes a second time. */
  #silentTo: number | undefined;

  constructor(halt: Halt, sink: RecordSink, open: OpenReader) {
    this.#halt = halt;
    this.#sink = sink;
    this.#open = open;
    this.#reader = open(this.#filter(), 0);
    halt.attach(() => this.#rewind());
  }

  get shape(): Shape | undefined {
    return this.#reader.shape;
  }

  get canPassOver(): boolean {
    return this.#reader.canPassOver;
  }

  get start(): { readonly offset: number } {
    return this.#start;
  }

  get haltedAt(): number | undefined {
    return this.#halt.at;
  }

  push(chunk: Uint8Array): void {
    if (this.#halt.at === undefined) this.#reader.push(chunk);
  }

  passOver(bytes: number): void {
    this.#reader.passOver(bytes);
  }

  end(isTruncated = false): void {
    if (this.#halt.at === undefined) this.#reader.end(isTruncated);
  }

  /** Lines can be read from any line on; everything else from the beginning of the object. */
  #rewind(): number {
    const offset = this.shape === 'ndjson' ? this.#halt.at! : 0;
    this.#silentTo = this.#halt.at;
    this.#halt.at = undefined;
    this.#reader = this.#open(this.#filter(), offset);
    this.#start = { offset };
    return offset;
  }

  #filter(): RecordSink {
    const isSilent = (): boolean => this.#silentTo !== undefined || this.#halt.at !== undefined;
    return {
      record: (record) => {
        if (!isSilent()) this.#sink.record(record);
      },
      blank: (bytes) => {
        if (!isSilent()) this.#sink.blank(bytes);
      },
      remark: (remark) => {
        if (!isSilent()) this.#sink.remark(remark);
      },
      // A line at which reading may stop is wanted with its offset.
      countsMalformed: (reason, bytes) => {
        const mayStop = this.#halt.isArmed && this.#halt.from !== Number.POSITIVE_INFINITY;
        return !isSilent() && !mayStop && this.#sink.countsMalformed?.(reason, bytes) === true;
      },
      malformed: (found) => {
        const halt = this.#halt;
        if (halt.at !== undefined) return;
        if (this.#silentTo === found.offset) this.#silentTo = undefined;
        else if (this.#silentTo !== undefined) return;
        else if (halt.isArmed && found.offset >= halt.from) {
          halt.at = found.offset;
          return;
        }
        this.#sink.malformed(found);
      },
    };
  }
}
