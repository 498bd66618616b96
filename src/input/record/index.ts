// Inflated bytes of one object → records, through a push interface: NDJSON, CSV, or one JSON document. Depends only on base.
export { canPassOver, createRecordReader, type InputShape, type RecordReaderOptions } from './create-record-reader.ts';
export type { CsvOptions } from './csv/csv-columns.ts';
export type { ColumnType } from './csv/csv-line.ts';
export { DETECT_BYTES } from './detect.ts';
export type { EnvelopeOptions, FieldMatch } from './envelope.ts';
export { Halt } from './halt.ts';
export { LineView } from './line/line-view.ts';
export { MAX_LINE_BYTES } from './line/lines.ts';
export { decodeValue } from './line/scanned-record.ts';
export { MAX_NESTING } from './line/value-scanner.ts';
export { NOT_LOGS } from './other-file-check.ts';
export { type LineReading, readLine } from './read-line.ts';
export type { LineRecord, Malformed, MalformedReason, RecordReader, RecordSink, Remark, RemarkCode } from './record.ts';
