// Runs a reader over bytes in given chunks and returns all findings as plain, comparable values.
import { printJson } from '../../../src/base/index.ts';
import { createRecordReader, type RecordReaderOptions } from '../../../src/input/record/index.ts';

export interface FoundField {
  name: string;
  bytes: number;
  isEmpty: boolean;
  isRepeat: boolean;
}

export interface Found {
  kind: 'record' | 'blank' | 'malformed' | 'remark';
  offset?: number;
  bytes?: number;
  /** Reason or code. */
  code?: string;
  message?: string;
  damaged?: boolean;
  /** Of a record: all its values as compact JSON. */
  json?: string;
  stored?: string;
  fields?: FoundField[];
}

export interface CollectOptions extends RecordReaderOptions {
  isTruncated?: boolean;
}

/** @param cuts ascending positions of the chunk boundaries; if empty, one chunk */
export function collect(
  input: Uint8Array | string,
  options: CollectOptions = {},
  cuts: readonly number[] = [],
): Found[] {
  const bytes = typeof input === 'string' ? Buffer.from(input) : Buffer.from(input);
  const found: Found[] = [];
  const reader = createRecordReader(options, {
    record(record) {
      const fields = Array.from({ length: record.fieldCount }, (_, index) => ({
        name: record.fieldName(index),
        bytes: record.fieldBytes(index),
        isEmpty: record.isEmpty(index),
        isRepeat: record.isRepeat(index),
      }));
      const json = printJson(record.toMap());
      const stored = Buffer.from(record.stored()).toString('latin1');
      found.push({ kind: 'record', offset: record.offset, bytes: record.bytes, json, stored, fields });
    },
    blank(count) {
      found.push({ kind: 'blank', bytes: count });
    },
    malformed({ offset, bytes: size, reason, message }) {
      found.push({ kind: 'malformed', offset, bytes: size, code: reason, message });
    },
    remark({ code, offset, message, damaged }) {
      found.push({ kind: 'remark', code, offset, message, damaged });
    },
  });
  let start = 0;
  for (const cut of [...cuts, bytes.length]) {
    // Copies the chunk and overwrites it afterwards, to detect a reader that keeps a view of it.
    const chunk = Uint8Array.from(bytes.subarray(start, cut));
    reader.push(chunk);
    chunk.fill(0x78);
    start = cut;
  }
  reader.end(options.isTruncated ?? false);
  return found;
}

/** One word per finding: `record`, `blank`, or the reason or code. */
export function outline(found: readonly Found[]): string[] {
  return found.map((one) => one.code ?? one.kind);
}

/** The values of the records, as JSON. */
export function records(found: readonly Found[]): string[] {
  return found.flatMap((one) => (one.kind === 'record' ? [one.json!] : []));
}
