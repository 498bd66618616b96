// Records in envelopes: which lines are unwrapped, from where, and what the record then is.
import { describe, expect, it } from 'vitest';
import { readerOptionsOf } from '../../../src/input/objects/reader-options.ts';
import { createRecordReader, type LineRecord } from '../../../src/input/record/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { resolveForm } from '../../../src/verbs/request/logs-request.ts';
import { ENVELOPE_CASES, ENVELOPES } from '../../cases/record/envelopes.ts';

const DATASET = getDataset('http_requests');

function read<Result>(line: string, unwrap: string | undefined, of: (record: LineRecord) => Result): Result[] {
  const found: Result[] = [];
  const reader = createRecordReader(
    readerOptionsOf({ outputOptions: undefined }, DATASET, resolveForm({ unwrap, input: 'ndjson' })),
    {
      record: (record) => found.push(of(record)),
      blank: () => {},
      malformed: ({ message }) => expect.unreachable(message),
      remark: ({ message }) => expect.unreachable(message),
    },
  );
  reader.push(Buffer.from(`${line}\n`));
  reader.end();
  return found;
}

describe('an envelope', () => {
  it.each(ENVELOPE_CASES)('$what: $line', ({ line, path, json = line, unwrap }) => {
    const of = (record: LineRecord) => ({
      ...{ path: record.envelope, json: record.json.toString(), pushed: Buffer.from(record.pushed()).toString() },
      ...{ stored: Buffer.from(record.stored()).toString(), bytes: record.bytes, wrapper: record.wrapper },
    });
    const bytes = Buffer.byteLength(line) + 1;
    expect(read(line, unwrap, of)).toEqual([{ path, json, pushed: json, stored: line, bytes, wrapper: undefined }]);
  });

  it('the values are those of the record, whatever other values are tried', () => {
    const record = '{"RayID":"a\\"b","BotScore":12345678901234567890,"BotTags":["x"],"ClientIP":null}';
    const map = (line: LineRecord) => line.toMap();
    const [wanted] = read(record, undefined, map);
    const other = '"z":{"RayID":"no","b":"{\\"BotScore\\":1}"}';
    for (const { wrap } of ENVELOPES) {
      const line = wrap(record);
      for (const more of [line, `{${other},${line.slice(1)}`, `${line.slice(0, -1)},${other}}`])
        expect(read(more, undefined, map), more).toEqual([wanted]);
    }
  });

  it('a plain line among wrapped ones keeps its meaning', () => {
    const lines = ENVELOPE_CASES.filter(({ unwrap }) => unwrap === undefined);
    const of = (record: LineRecord) => record.json.toString();
    expect(read(lines.map(({ line }) => line).join('\n'), undefined, of)).toEqual(
      lines.map(({ line, json = line }) => json),
    );
  });

  it.each(['', 'a..b', 'a.', 'a[]', '[0]', '..a'])('the path %j is an error', (unwrap) => {
    expect(() => resolveForm({ unwrap })).toThrow(
      `cannot use the envelope's path: found ${JSON.stringify(unwrap)}, expected keys`,
    );
  });
});

describe('records in a document', () => {
  const path = (bytes: string) => () => {
    const reader = createRecordReader(
      { records: 'event' },
      { record: () => {}, blank: () => {}, malformed: () => {}, remark: () => {} },
    );
    for (const byte of bytes) reader.push(Buffer.from(byte));
    reader.end();
  };
  it.each([
    ['{"event":{"a":1}}\n{"event":{"a":1}}\n', true],
    ['\n {"event":{"a":1}}\r\n\r\n{', true],
    ['{"event":{"a":1}}', false],
    ['{"event":{"a":1}}\n\n ', false],
    ['{"event":\n{"a":1}}\n', false],
    ['{"event":[\n{"a":1}\n]}\n', false],
  ])('%j', (bytes, isLines) => {
    if (!isLines) expect(path(bytes)).not.toThrow();
    else
      expect(path(bytes)).toThrow(
        /^found NDJSON, .*; use --unwrap event in place of --input json:event to read the object in each line$/,
      );
  });
});
