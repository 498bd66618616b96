// The contract between the code that reads objects (src/input/objects) and the code that counts their lines: a replay, a sample, a validation.
// Types only.
import type { RowRun } from '../columns/index.ts';
import type { Inflated } from '../kernel/index.ts';
import type { LineRecord, RecordReaderOptions } from '../record/index.ts';

/** Receives objects and counts their lines. One instance serves one thread; the results of several instances add up. */
export interface Pass {
  /** Lines read so far, of every kind: for progress. */
  readonly lineCount: number;
  /**
   * Starts an object, or a part of one. Several may be open at the same time.
   * @param name as reports print it
   * @param reader how its records are read; with `offset` for a part of a file
   */
  openObject(name: string, reader: RecordReaderOptions): ObjectPass;
}

/** A pass that reports the lines that its filters keep: the only kind whose lines can be written. */
export interface KeepingPass extends Pass {
  /** Starts an object, or a part of one, like `openObject`. @param onKept called with each line that a filter keeps */
  openKeeping(name: string, reader: RecordReaderOptions, onKept: OnKept): ObjectPass;
}

/** Receives a line of an output of the query, as it is read: the record is valid during the call. @param output its index */
export type OnKept = (output: number, record: LineRecord) => void;

/** Receives one object: its inflated bytes in order, then `end`, and `close` in any case. */
export interface ObjectPass {
  push(chunk: Uint8Array): void;
  /** Reads bytes in the kernel's memory, instead of `push`. All bytes of an object must come by the same method and from one kernel. */
  readWindow(window: Inflated): void;
  /** Whether {@link readColumns} reads what `push` would read of the object. @default false */
  readonly canReadColumns?: boolean;
  /** Reads rows of the object in place of all of its bytes: whole lines, in order. */
  readColumns?(rows: RowRun): void;
  /** @param isTruncated the bytes broke off before the object's end @default false */
  end(isTruncated?: boolean): void;
  /** Takes the counts of the kernel. Only then may the kernel be used for another object. */
  close(): void;
  /** Reports something wrong with the object itself. */
  problem(found: ObjectDamage): void;
  /** Why a part of the object could not be read in its shape (a JSON document cut in the middle). */
  readonly damage: ObjectDamage | undefined;
  /** Lines of the object that were read; complete once it is closed. */
  readonly linesRead: number;
}

/** Something wrong with an object; `offset` in inflated bytes. */
export interface ObjectDamage {
  code: string;
  offset: number;
  message: string;
  /** Bytes from there on were unavailable, as opposed to invalid. @default false */
  isUnavailable?: boolean;
}
