// What this folder hands over: records, and what was found in place of records. Types only.
import type { FieldSource, Value } from '../base/index.ts';

/** How an object is written. `record`: the whole object is one record over several lines. */
export type Shape = 'ndjson' | 'csv' | 'json' | 'record';

/** Why a line is no record. The checks run in this order, and within JSON from left to right: the first failure counts. */
export type MalformedReason =
  /** Longer than `maxLineBytes`; also a JSON element or CSV row. */
  | 'too-long'
  /** A byte sequence that is no UTF-8, anywhere in the line. */
  | 'invalid-utf8'
  /** A CSV quote that is not closed, or stands where none may. */
  | 'csv-quote'
  /** A CSV row with more or fewer cells than there are columns. */
  | 'csv-columns'
  /** Nested over `MAX_NESTING` levels. */
  | 'too-deep'
  /** No JSON by RFC 8259. */
  | 'invalid-json'
  /** JSON, but no object. */
  | 'not-object';

/** What is said about an object as a whole. */
export type RemarkCode =
  /** A byte order mark was taken off the start. */
  | 'bom'
  /** The input broke off inside a line; what stands of that line is not counted. */
  | 'cut-line'
  /** The JSON document is not well formed; the elements before count. */
  | 'json-broken'
  /** The JSON document breaks off; the elements before count. */
  | 'json-cut'
  /** The JSON document holds no array of objects, or nothing where `records` points. */
  | 'json-no-records'
  /** The JSON envelope holds a second array of objects, which is not read. */
  | 'json-second-array'
  /** The first CSV row was taken for a header, and its names are not those given; or none were given and it holds no known one. */
  | 'csv-header'
  /** The CSV object does not begin with the job's batch prefix, or does not end with its batch suffix. */
  | 'csv-batch'
  /** The object is CSV, and how it is to be read contradicts itself or cannot work; nothing of it is read. */
  | 'csv-refused'
  /** The object is another file of those around a job, such as a HAR file; see `refuseOther`. */
  | 'not-logs';

/** One line that is no record. */
export interface Malformed {
  /** Where the line begins in the inflated bytes of the object. */
  offset: number;
  /** Bytes of the line with its line end; of a JSON element, as it stands in the document. */
  bytes: number;
  reason: MalformedReason;
  /** A sentence: what was found, what is wanted. */
  message: string;
}

/** Something the user should know about the object. */
export interface Remark {
  code: RemarkCode;
  /** Byte offset in the inflated bytes. */
  offset: number;
  message: string;
  /** Whether lines may be lost: the object counts as damaged. */
  damaged: boolean;
}

/**
 * A line once read. Valid only during the call that hands it over: the reader uses it again for the next line.
 * Of equal keys the last one counts. Fields are numbered in their order in the line, equal keys each on its own.
 */
export interface LineRecord extends FieldSource {
  /** Where the line begins in the object's inflated bytes: its first byte, the row's, or that of the JSON element. */
  readonly offset: number;
  /** The line with its line end; a CSV row as stored; a JSON element as compact JSON and one line end. Bytes. */
  readonly bytes: number;
  /** The object around this one, where the reader has unwrapped it; valid as long as this record. */
  readonly wrapper?: LineRecord;
  /** Top-level fields, equal keys counted each. */
  readonly fieldCount: number;
  /** The exact value, not to be changed: decoded once per line; undefined when the line lacks the field. */
  get(field: string): Value | undefined;
  /** A copy of the line as stored, without its line end; of a JSON element its compact JSON. */
  stored(): Uint8Array;
  /** The line as JSON, without its line end: as stored, or what a CSV row was made into. A view of bytes that are not to be changed. */
  readonly json: Buffer;
  /** Index of the last field with this key, -1 when the line lacks it. */
  indexOf(field: string): number;
  /** Where the value of a field begins in {@link json}, as it is written there. */
  valueStart(index: number): number;
  /** Where it ends there: behind its last byte. */
  valueEnd(index: number): number;
  /** Key of a field; equal keys give the same string. */
  fieldName(index: number): string;
  /** Key, colon, value and one comma, without white space. Bytes. */
  fieldBytes(index: number): number;
  /** Whether the key's value is null, `""`, `[]` or `{}`; of equal keys the last one's, whichever of them is asked. */
  isEmpty(index: number): boolean;
  /** Whether the key stood earlier in the line. Count lines and emptiness where this is false, bytes always. */
  isRepeat(index: number): boolean;
  /** All fields; of equal keys the last value, in the place of the first. */
  toMap(): Map<string, Value>;
}

/** Receives what a reader finds, in the order of the object. */
export interface RecordSink {
  record(record: LineRecord): void;
  /** A line of nothing but spaces and tabs. @param bytes with its line end */
  blank(bytes: number): void;
  malformed(found: Malformed): void;
  /**
   * Asked of each malformed line before it is described, which takes longer than finding it: true where it is counted and need not be.
   * @param bytes as {@link Malformed.bytes} @default every line is described
   */
  countsMalformed?(reason: MalformedReason, bytes: number): boolean;
  remark(found: Remark): void;
}

/**
 * Reads the inflated bytes of one object, handed over in chunks of any size. Everything found in a chunk reaches the sink before
 * `push` returns; the chunk may be used for something else afterwards. What comes out does not depend on the chunks.
 */
export interface RecordReader extends ShapeReader {
  /** How the object is read; undefined until that is clear. */
  readonly shape: Shape | undefined;
  /** Whether {@link passOver} may be called once the shape is `ndjson`: false where this reader alone can read the lines. */
  readonly canPassOver: boolean;
  /** Offset of the malformed line at which reading has stopped, until it goes on; nothing behind it is reported. */
  readonly haltedAt: number | undefined;
  /** Where in the object it began to read; another object each time it was taken back to where it had stopped. */
  readonly start: { readonly offset: number };
  /**
   * Says that so many bytes, whole lines, were read by someone else: of NDJSON only, and only between two lines.
   * @throws Error anywhere else
   */
  passOver(bytes: number): void;
}

/** What reads an object once its shape is clear. */
export interface ShapeReader {
  push(chunk: Uint8Array): void;
  /**
   * Ends the object; nothing may follow.
   * @param isTruncated the bytes broke off before the object's end: an unfinished last line counts only if it is a whole JSON object,
   * else it is remarked as `cut-line`. @default false
   */
  end(isTruncated?: boolean): void;
  /** As {@link RecordReader.passOver}, where it can be done. */
  passOver?(bytes: number): void;
}
