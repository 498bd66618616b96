// A line as it is given out: as stored, and ended.
import type { LineRecord } from '../record/index.ts';

/**
 * A line with its line end, LF or CR LF. A last line that has none gets LF, so that lines never run into each other; so
 * does what is no line where it is stored (an element of a JSON array).
 */
export function storedLine(record: LineRecord): string {
  const { buffer, byteOffset, length } = record.stored();
  const line = Buffer.from(buffer, byteOffset, length).toString('utf8');
  return line + (record.bytes === length + 2 ? '\r\n' : '\n');
}
