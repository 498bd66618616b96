// The output of this folder: records, and findings in place of records. Types only.
import type { FieldSource, Value } from '../../base/index.ts';

/** The shape of an object. `record`: the whole object is one record over several lines. */
export type Shape = 'ndjson' | 'csv' | 'json' | 'record';

/** Why a line is malformed. The checks run in this order, and within JSON from left to right: the first failure counts. */
export type MalformedReason =
  /** Longer than `maxLineBytes`; also a JSON element or CSV row. */
  | 'too-long'
  /** A byte sequence that is not UTF-8, anywhere in the line. */
  | 'invalid-utf8'
  /** A CSV quote that is not closed, or in a place where quotes are not allowed. */
  | 'csv-quote'
  /** A CSV row with more or fewer cells than there are columns. */
  | 'csv-columns'
  /** Nested more deeply than `MAX_NESTING` levels. */
  | 'too-deep'
  /** Not JSON by RFC 8259. */
  | 'invalid-json'
  /** JSON, but not an object. */
  | 'not-object';

/** A finding about an object as a whole. */
export type RemarkCode =
  /** The object begins with a byte order mark, which is ignored. */
  | 'bom'
  /** The input ends inside a line; the incomplete line does not count. */
  | 'cut-line'
  /** The JSON document is not well formed; the elements before the error count. */
  | 'json-broken'
  /** The JSON document is incomplete; the complete elements count. */
  | 'json-cut'
  /** The JSON document has no array of objects, or nothing at the path in `records`. */
  | 'json-no-records'
  /** The JSON envelope has a second array of objects, which is not read. */
  | 'json-second-array'
  /** The first CSV row is used as a header, but its names differ from the given ones; or no names were given and it has no known one. */
  | 'csv-header'
  /** The CSV object does not begin with the job's batch prefix, or does not end with its batch suffix. */
  | 'csv-batch'
  /** The object is CSV, and the options for CSV are invalid or contradictory; no row is read. */
  | 'csv-rejected'
  /** The object is another kind of file, such as a HAR file; see `rejectOther`. */
  | 'not-logs';

/** One malformed line. */
export interface Malformed {
  /** Start of the line in the inflated bytes of the object. */
  offset: number;
  /** Size of the line with its line end, or of a JSON element in the document. */
  bytes: number;
  reason: MalformedReason;
  /** A sentence with what was found and what is expected. */
  message: string;
}

/** Something the user should know about the object. */
export interface Remark {
  code: RemarkCode;
  /** Byte offset in the inflated bytes. */
  offset: number;
  message: string;
  /** Whether lines may be missing: the object counts as damaged. */
  damaged: boolean;
}

/**
 * A parsed line. Valid only during the call that passes it: the reader reuses it for the next line.
 * Of duplicate keys the last one counts. Fields are numbered in their order in the line, duplicate keys separately.
 */
export interface LineRecord extends FieldSource {
  /** Start of the line, CSV row or JSON element in the object's inflated bytes. */
  readonly offset: number;
  /** Size of the line with its line end, of a CSV row as stored, or of a JSON element as compact JSON with one line end. Bytes. */
  readonly bytes: number;
  /** The JSON object that the job has written around the fields, when the reader has unwrapped it; valid as long as this record. */
  readonly wrapper?: LineRecord | undefined;
  /** Path of the record in its line, when the reader has removed an envelope: `event`. */
  readonly envelope?: string | undefined;
  /** Number of top-level fields, duplicate keys counted separately. */
  readonly fieldCount: number;
  /** Returns the exact value, decoded once per line and not to be modified; undefined when the line lacks the field. */
  get(field: string): Value | undefined;
  /** Returns a copy of the line as stored, without its line end; the compact JSON of a JSON element. */
  stored(): Uint8Array;
  /** Returns a copy of the line as its job has pushed it: as stored, without the envelope that another system has put around it. */
  pushed(): Uint8Array;
  /** The line as JSON, without its line end: as stored, or converted from a CSV row. A view of bytes that must not be modified. */
  readonly json: Buffer;
  /** Index of the last field with this key, -1 when the line lacks it. */
  indexOf(field: string): number;
  /** Start of a field's value in {@link json}. */
  valueStart(index: number): number;
  /** End of a field's value in {@link json}, exclusive. */
  valueEnd(index: number): number;
  /** Key of a field; duplicate keys return the same string. */
  fieldName(index: number): string;
  /** Size of the key, colon, value and one comma, without whitespace. Bytes. */
  fieldBytes(index: number): number;
  /** Whether the key's value is null, `""`, `[]` or `{}`; of duplicate keys, the last value decides for all. */
  isEmpty(index: number): boolean;
  /** Whether the key occurred earlier in the line. Count lines and emptiness only if this is false, and bytes always. */
  isRepeat(index: number): boolean;
  /** All fields; of duplicate keys the last value, at the position of the first. */
  toMap(): Map<string, Value>;
}

/** Receives the findings of a reader, in the order of the object. */
export interface RecordSink {
  record(record: LineRecord): void;
  /**
   * A line that contains only spaces and tabs.
   * @param bytes with its line end @param line without it, valid during the call; undefined for a row of CSV
   */
  blank(bytes: number, line?: Uint8Array): void;
  /** @param line as of {@link blank}; undefined too for one that is too long */
  malformed(found: Malformed, line?: Uint8Array): void;
  /**
   * Called for each malformed line before its description, which costs more than finding it. Returns true if the sink has counted the
   * line and needs no description. @param bytes as {@link Malformed.bytes} @default every line is described
   */
  countsMalformed?(reason: MalformedReason, bytes: number): boolean;
  remark(found: Remark): void;
}

/**
 * Reads the inflated bytes of one object in chunks of any size. Every finding in a chunk reaches the sink before `push` returns; the
 * caller may reuse the chunk afterwards. The findings do not depend on the chunks.
 */
export interface RecordReader extends ShapeReader {
  /** The shape of the object; undefined until it is known. */
  readonly shape: Shape | undefined;
  /** Whether {@link passOver} is allowed once the shape is `ndjson`: false when only this reader can read the lines. */
  readonly canPassOver: boolean;
  /** Offset of the malformed line at which reading stopped, until it resumes; nothing after it is reported. */
  readonly haltedAt: number | undefined;
  /** The offset in the object at which reading began; a new JavaScript object after each rewind. */
  readonly start: { readonly offset: number };
  /**
   * Skips bytes that another component has read: whole lines of NDJSON, between two lines.
   * @throws Error for any other shape, or inside a line
   */
  passOver(bytes: number): void;
}

/** Reads an object whose shape is known. */
export interface ShapeReader {
  push(chunk: Uint8Array): void;
  /**
   * Ends the object; no call may follow.
   * @param isTruncated whether bytes are missing at the end of the object: an unfinished last line then counts only if it is a whole
   * JSON object, and is reported as `cut-line` otherwise. @default false
   */
  end(isTruncated?: boolean): void;
  /** Skips bytes as {@link RecordReader.passOver} does, if the shape allows it. */
  passOver?(bytes: number): void;
}
