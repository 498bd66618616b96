// Reads the text of one line with the reader of objects: a text that it rejects in an object is rejected alone, too.
import type { JsonObject } from '../../base/index.ts';
import { createRecordReader } from './create-record-reader.ts';

/** A record, or why the text is not exactly one: `found X, expected Y`. */
export type LineReading = { record: JsonObject } | { problem: string };

/** Reads one line of NDJSON, with or without a line end. Removes no envelope. Never throws. */
export function readLine(text: string): LineReading {
  if (!text.isWellFormed()) {
    return {
      problem: 'found half of a surrogate pair, expected text that UTF-8 can encode; write \\\\ud800 for \\ud800',
    };
  }
  const records: JsonObject[] = [];
  const faults: string[] = [];
  const bytes = Buffer.from(text, 'utf8');
  const reader = createRecordReader(
    { input: 'ndjson' },
    {
      record: (record) => records.push(record.toMap()),
      blank: () => {},
      malformed: ({ message }) => faults.push(message),
      remark: () => {},
    },
  );
  reader.push(bytes);
  reader.end();
  const [record] = records;
  if (faults.length === 0 && records.length === 1) return { record: record! };
  const [fault] = faults;
  if (fault !== undefined && records.length === 0 && faults.length === 1) return { problem: `not a record: ${fault}` };
  const count = records.length + faults.length;
  return {
    problem: `found ${count === 0 ? 'a blank line' : `${count} lines`}, expected one line that contains a JSON object`,
  };
}
