// Stops reading an object at its first malformed line until a checksum decides whether the bytes are damaged: a corrupt
// compressed stream continues for a while with wrong bytes, and its checksum comes last.
import type { RecordReader, RecordSink, Shape } from './record.ts';

/** Controls where reading of one object stops and resumes. For one object; created by the caller that pushes its bytes. */
export class Halt {
  /** Whether a malformed line stops reading. Set before the first bytes. @default false */
  isArmed = false;
  /** Malformed lines before this offset do not stop reading: a checksum has confirmed their bytes. @default 0 */
  from = 0;
  /** Offset of the malformed line at which reading stopped, which was not reported; undefined while reading continues. */
  at: number | undefined;
  #rewind: (() => number) | undefined;

  /** @param rewind see {@link resume} */
  attach(rewind: () => number): void {
    this.#rewind = rewind;
  }

  /**
   * Resumes reading at the line where it stopped.
   * @param from malformed lines at or after this offset stop reading again
   * @returns offset of the first byte to push again
   * @throws Error when reading has not stopped
   */
  resume(from: number): number {
    if (this.at === undefined || this.#rewind === undefined)
      throw new Error('cannot resume: found a reader that has not stopped');
    this.from = from;
    return this.#rewind();
  }
}

/** Creates a reader that begins at an offset; an offset other than 0 is the start of an NDJSON line. */
type OpenReader = (sink: RecordSink, offset: number) => RecordReader;

/** A reader of records that obeys a {@link Halt}. */
export class HaltingReader implements RecordReader {
  readonly #halt: Halt;
  readonly #sink: RecordSink;
  readonly #open: OpenReader;
  #reader: RecordReader;
  #start = { offset: 0 };
  /** Offset of the malformed line where reading stopped: after a rewind, findings before it were already reported. */
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

  /** NDJSON can be read again from any line; every other shape from the start of the object. */
  #rewind(): number {
    const offset = this.shape === 'ndjson' ? this.#halt.at! : 0;
    this.#silentTo = this.#halt.at;
    this.#halt.at = undefined;
    this.#reader = this.#open(this.#filter(), offset);
    this.#start = { offset };
    return offset;
  }

  #filter(): RecordSink {
    const sink = this.#sink;
    const halt = this.#halt;
    const isSilent = (): boolean => this.#silentTo !== undefined || halt.at !== undefined;
    return {
      record: (record) => {
        if (!isSilent()) sink.record(record);
      },
      blank: (...line) => {
        if (!isSilent()) sink.blank(...line);
      },
      remark: (remark) => {
        if (!isSilent()) sink.remark(remark);
      },
      // A line at which reading may stop is needed with its offset.
      countsMalformed: (reason, bytes) => {
        const mayStop = halt.isArmed && halt.from !== Number.POSITIVE_INFINITY;
        return !isSilent() && !mayStop && sink.countsMalformed?.(reason, bytes) === true;
      },
      malformed: (malformed, line) => {
        if (halt.at !== undefined) return;
        const { offset } = malformed;
        if (this.#silentTo === undefined && halt.isArmed && offset >= halt.from) halt.at = offset;
        else if (this.#silentTo === undefined || this.#silentTo === offset) {
          this.#silentTo = undefined;
          sink.malformed(malformed, line);
        }
      },
    };
  }
}
