// The columns of a part of an index: what a builder hands over, and what is read again. Types and constants only.
//
// A part contains the lines of NDJSON objects without loss. A line is a template, its bytes with every value of a top-level field cut out, and
// the JSON text of each value, exactly as the line contains it. Lines without such a form (malformed, blank, a repeated key) are stored whole.
import type { Instant } from '../../base/index.ts';

/** Distinct texts of a column, numbered from 1 in the order of their first row; 0: the row has none. */
export interface ColumnTexts {
  /** UTF-8, one after the other. */
  bytes: Uint8Array;
  /** For each text the offset of its end in {@link bytes}. */
  ends: Uint32Array;
}

/** One value for each row. */
export interface Column {
  /** By row: the number of a text. @default texts have the numbers of their rows plus 1, an empty text is none: a nearly unique column */
  codes?: Uint8Array | Uint16Array | Uint32Array | undefined;
  texts: ColumnTexts;
}

/** Rows in the order in which they were read; those of an object have its order, but may be in several runs. */
export interface ColumnRows {
  rows: number;
  /** By row: start of the line in its inflated object. Bytes, exact. */
  offsets: Float64Array;
  /** By row: bytes of the line, line end included. */
  bytes: Uint32Array;
  /** By row: event time; {@link NO_TIME} without one that is readable, and of whole lines. */
  times: BigInt64Array;
  /**
   * By row: the template. Its text is the line with its line end, with the byte 0xFF (which UTF-8 does not contain), the number of the column
   * (decimal, from 0) and `;` in place of each value. 0: the line is whole in {@link lines}.
   */
  templates: Column;
  /** The lines without a template, with their line ends; 0 for the others. */
  lines: Column;
  /** Numbered from 0, as the templates name them. */
  fields: FieldColumns;
  /** Fields without their values: each text of them that is not null, `""`, `[]` or `{}` is asterisks, as many as it has bytes. */
  withheld: ReadonlySet<string>;
  /** The same rows, whose columns are forgotten with the result. @default columns are in memory anyway */
  passing?(): ColumnRows;
}

/** Consecutive rows of one part. */
export interface RowRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** A run of rows of one object. Its runs in their order are the object. */
export interface RowRun extends RowRange {
  part: ColumnRows;
}

/** The JSON texts of the top-level fields, by name: a map, or columns that are read from a file when they are asked for. */
export interface FieldColumns {
  readonly size: number;
  /** The names in the order of the columns. */
  keys(): Iterable<string>;
  get(name: string): Column | undefined;
  /** Size of a column in its file. Bytes. @default it is in no file */
  storedBytes?(name: string): number;
}

/** In place of a time. Lines with a time that is not after this one and before {@link END_TIME} are stored whole. */
export const NO_TIME: Instant = -(2n ** 63n);
/** After the times of rows. */
export const END_TIME: Instant = 2n ** 63n - 1n;

/** In place of a value in a template: the byte before the number of its column. */
export const VALUE_MARK = 0xff;
/** In place of each byte of a value that was left out: an asterisk, which begins no JSON. */
export const WITHHELD = 42;
