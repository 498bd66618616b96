// Copies a line of a sample as stored, with a line end.
import type { LineRecord, RecordReader } from '../record/index.ts';
import type { LineStore } from './line-store.ts';

/**
 * Copies a line with its line end, LF or CR LF. A last line without a line end gets LF, because lines must not run together; so
 * does an element of a JSON array.
 * @param shape of the object
 * @returns its number in the store
 */
export function holdStored(record: LineRecord, shape: RecordReader['shape'], store: LineStore): number {
  // Only a CSV row differs from the bytes that were read. Other lines need not be copied twice.
  const line = shape === 'csv' ? record.stored() : record.json;
  return store.hold(line, record.bytes === line.length + 2 ? '\r\n' : '\n');
}
