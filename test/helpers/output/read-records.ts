// Parses lines and batches into records, for the tests of written output.
import { createLineOutput } from '../../../src/analysis/emit/index.ts';
import { type JsonObject, parseJson } from '../../../src/base/index.ts';
import { createRecordReader, type LineRecord, type RecordReaderOptions } from '../../../src/input/record/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import type { OutputOptions } from '../../../src/language/job/index.ts';

/** Calls `onRecord` for each record of a text; fails on anything else. */
export function readRecords(
  text: string | Uint8Array,
  onRecord: (record: LineRecord) => void,
  options: RecordReaderOptions = { input: 'ndjson' },
): void {
  const fail = (found: object): never => {
    throw new Error(JSON.stringify(found));
  };
  const reader = createRecordReader(options, {
    record: onRecord,
    blank: () => {},
    malformed: fail,
    remark: fail,
  });
  reader.push(Buffer.from(text as string));
  reader.end();
}

/** Returns the text that a job of this dataset writes for lines of JSON. */
export function written(options: OutputOptions | undefined, lines: string, dataset = 'http_requests'): string {
  const output = createLineOutput(options, getDataset(dataset));
  let text = '';
  readRecords(lines, (record) => {
    text += output.print(record).toString();
  });
  return text;
}

/** Returns the records of a text as exact values. */
export function valuesOf(text: string, options?: RecordReaderOptions): JsonObject[] {
  const found: JsonObject[] = [];
  readRecords(text, (record) => found.push(parseJson(record.json.toString()) as JsonObject), options);
  return found;
}
