// Compares the scanner with JSON.parse: both accept the same texts and return the same values; and with the JSONTestSuite and
// other logs, when they are available.
import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HugeInteger, parseJson, printJson } from '../../../../src/base/index.ts';
import { createRecordReader, type LineRecord, MAX_NESTING } from '../../../../src/input/record/index.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';
import { collect, outline, records } from '../../../helpers/record/collect.ts';
import { compact, jsonObject, jsonValue, splitFields } from '../../../properties/json-text.ts';

const NDJSON = { input: 'ndjson' } as const;
const FIXTURES = '../shared/fixtures';

function judge(line: Buffer): string {
  if (!isUtf8(line)) return 'invalid-utf8';
  const text = line.toString('utf8');
  if (/^[ \t]*$/.test(text)) return 'blank';
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? 'record' : 'not-object';
  } catch {
    return 'invalid-json';
  }
}

describe('random lines', () => {
  test('every JSON object is a record with the same values', () => {
    fc.assert(
      fc.property(fc.array(jsonObject, { minLength: 1, maxLength: 4 }), (lines) => {
        const found = collect(`${lines.join('\n')}\n`, NDJSON);
        expect(records(found)).toEqual(lines.map((line) => printJson(parseJson(line))));
        // V8 13.6 can confuse an escaped key with another: after {"a":0,"":0,"\\":0} it parses {"a":0,"":0,"\u0061":0} incorrectly.
        if (lines.some((line) => line.includes('\\'))) return;
        expect(found.map((one) => JSON.parse(one.json!))).toEqual(lines.map((line) => JSON.parse(line)));
      }),
      { numRuns: randomRuns(1000) },
    );
  });

  test('values, cut or changed lines and random bytes are accepted exactly when JSON.parse accepts them', () => {
    const changed = fc
      .tuple(
        fc.oneof(jsonObject, jsonValue),
        fc.nat(),
        fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('{}[]",:\\ 0e-.u'))),
        fc.nat(3),
      )
      .map(([text, at, byte, kind]) => {
        const bytes = Buffer.from(text);
        const index = at % (bytes.length + 1);
        if (kind === 0) return bytes.subarray(0, index);
        const tail = bytes.subarray(kind === 1 ? index : index + 1);
        return Buffer.concat([bytes.subarray(0, index), Buffer.from(kind === 3 ? [] : [byte]), tail]);
      });
    const bytes = fc.uint8Array({ maxLength: 12 }).map((array) => Buffer.from(array));
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: changed }, bytes), (line) => {
        if (line.includes(10)) return;
        const found = collect(Buffer.concat([Buffer.from('{}\n'), line, Buffer.from(' \n{}\n')]), NDJSON);
        expect(outline(found)).toEqual(['record', judge(line), 'record']);
      }),
      { numRuns: randomRuns(4000) },
    );
  });

  test('every field has the right size, emptiness and repetition', () => {
    fc.assert(
      fc.property(fc.array(jsonObject, { minLength: 1, maxLength: 3 }), (lines) => {
        const found = collect(lines.join('\n'), NDJSON);
        const wanted = lines.map((line) => {
          const fields = splitFields(line).map(
            ([key, value]) => [JSON.parse(key) as string, compact(key), compact(value)] as const,
          );
          return fields.map(([name, key, value], index) => ({
            name,
            bytes: Buffer.byteLength(key) + 1 + Buffer.byteLength(value) + 1,
            isEmpty: /^(?:null|""|\[\]|\{\})$/.test(fields.findLast(([other]) => other === name)![2]),
            isRepeat: fields.findIndex(([other]) => other === name) < index,
          }));
        });
        expect(found.map((one) => one.fields)).toEqual(wanted);
      }),
      { numRuns: randomRuns(1000) },
    );
  });
});

describe('a record', () => {
  test('returns the last of duplicate keys, and undefined for a missing field that an earlier line had', () => {
    const asked: unknown[] = [];
    const reader = createRecordReader(NDJSON, {
      record: (record) => asked.push(['a', 'b', 'c', ''].map((name) => record.get(name))),
      blank: () => asked.push('blank'),
      malformed: () => asked.push('malformed'),
      remark: () => asked.push('remark'),
    });
    reader.push(Buffer.from('{"a":1,"b":2}\n{"b":3,"a":1,"b":4}\n{"a":\n{"c":null}\n{}\n{"b":5'));
    reader.push(Buffer.from('}\n'));
    reader.end();
    expect(asked).toEqual([
      [1, 2, undefined, undefined],
      [1, 4, undefined, undefined],
      'malformed',
      [undefined, undefined, null, undefined],
      [undefined, undefined, undefined, undefined],
      [undefined, 5, undefined, undefined],
    ]);
  });
});

describe('hostile lines', () => {
  // About 30,000 of these: the table is emptied twice.
  test('more distinct keys than the table holds', () => {
    const lines = Array.from({ length: 70 }, (_, line) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 1000 }, (_key, index) => [`key-${line}-${index}`, index])),
      ),
    );
    const found = collect(`${lines.join('\n')}\n{"key-0-1":2,"a":1}\n`, NDJSON);
    expect(records(found)).toEqual([...lines, '{"key-0-1":2,"a":1}']);
  });

  // More keys than a call can have arguments, and far too many for a quadratic search.
  test('150,000 keys in one line, then a short one', () => {
    const keys = Array.from({ length: 150_000 }, (_, index) => `"${index % 149_999}":0`);
    const found = collect(`{${keys.join(',')}}\n{"0":1}\n`, NDJSON);
    expect(found[0]?.fields?.length).toBe(150_000);
    expect(found[0]?.fields?.at(-1)).toEqual({ name: '0', bytes: 6, isEmpty: false, isRepeat: true });
    expect(found[1]?.json).toBe('{"0":1}');
  });

  test.each(['[', '{"a":', '"', '\\', '{"a":"', ' ', '9', '{"a":[', '-', 'x'])('16 MiB of %j', (part) => {
    const line = Buffer.alloc(16 * 1024 * 1024, part);
    const found = outline(collect(Buffer.concat([line, Buffer.from('\n{}\n')]), NDJSON));
    const first =
      part === ' '
        ? 'blank'
        : part === '9'
          ? 'not-object'
          : /^(?:\[|\{"a":|\{"a":\[)$/.test(part)
            ? 'too-deep'
            : 'invalid-json';
    expect(found).toEqual([first, 'record']);
  });
});

describe.skipIf(!existsSync(FIXTURES))('files from elsewhere', () => {
  const suite = existsSync(FIXTURES)
    ? readdirSync(`${FIXTURES}/jsontestsuite`).filter((name) => name.endsWith('.json'))
    : [];
  const oneLine = suite.filter((name) => {
    const bytes = readFileSync(`${FIXTURES}/jsontestsuite/${name}`);
    return bytes.length > 0 && !bytes.subarray(0, -1).includes(10);
  });

  test.each(oneLine)('JSONTestSuite %s', (name) => {
    const bytes = readFileSync(`${FIXTURES}/jsontestsuite/${name}`);
    const found = collect(bytes, NDJSON).filter((one) => one.code !== 'bom');
    if (name.startsWith('y_object')) expect(outline(found)).toEqual(['record']);
    else if (name.startsWith('y_'))
      expect(outline(found)).toEqual([bytes.toString().trim() === '{}' ? 'record' : 'not-object']);
    else expect(found.map((one) => one.kind)).toEqual(['malformed']);
  });

  const logs = existsSync(FIXTURES) ? readdirSync(`${FIXTURES}/logs`) : [];
  test.each(logs.filter((name) => !name.endsWith('.csv') && !name.endsWith('.batch.json')))(
    'every line of %s',
    (name) => {
      const text = readFileSync(`${FIXTURES}/logs/${name}`);
      const lines = text.toString('utf8').replace(/\n$/, '').split('\n');
      const found = collect(text, { input: 'auto' });
      expect(outline(found)).toEqual(lines.map((line) => judge(Buffer.from(line))));
      expect(records(found).map((json) => JSON.parse(json))).toEqual(
        lines.filter((line) => judge(Buffer.from(line)) === 'record').map((line) => JSON.parse(line)),
      );
    },
  );

  test('the same records as CSV, as NDJSON and as one JSON document', () => {
    const read = (name: string, options: object): string[] =>
      records(collect(readFileSync(`${FIXTURES}/logs/cloudflare-docs-output-options.${name}`), options));
    const names = ['ClientIP', 'EdgeStartTimestamp', 'RayID'];
    const isKnownField = (name: string): boolean => names.includes(name);
    const typeOf = (name: string): 'timestamp' | 'string' => (name === 'EdgeStartTimestamp' ? 'timestamp' : 'string');
    const ndjson = read('ndjson', { isKnownField });
    expect(ndjson).toHaveLength(3);
    expect(read('csv', { isKnownField, csv: { typeOf } })).toEqual(ndjson);
    expect(read('batch.json', { isKnownField, records: 'events[].info' })).toEqual(ndjson);
    expect(read('batch.json', { isKnownField })).toEqual(ndjson.map((json) => `{"info":${json}}`));
  });
});

test('the nesting limit is 512', () => {
  expect(MAX_NESTING).toBe(512);
});

describe('values of a line', () => {
  const read = (line: string, look: (record: LineRecord) => void): void => {
    const reader = createRecordReader(NDJSON, {
      record: look,
      blank() {},
      malformed: ({ message }) => expect.unreachable(message),
      remark() {},
    });
    reader.push(Buffer.from(line));
    reader.end();
  };

  test('are decoded once per line, and not kept for the next line', () => {
    const seen: unknown[] = [];
    read('{"a":[1],"b":"x"}\n{"b":"y","a":[2]}\n{"a":[3],"a":[4]}\n{"b":null}\n', (record) => {
      expect(record.get('a')).toBe(record.get('a'));
      seen.push(record.get('a'), record.get('b'), record.toMap().get('a'));
    });
    expect(seen).toEqual([[1], 'x', [1], [2], 'y', [2], [4], undefined, [4], undefined, null, undefined]);
  });

  test('are read at the maximum nesting', () => {
    const levels = MAX_NESTING - 1;
    read(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`, (record) => {
      expect(printJson(record.get('a')!)).toHaveLength(2 * levels);
    });
  });

  test('may be strings with millions of escapes, inside arrays too', () => {
    const escapes = '\\n'.repeat(4_000_000);
    read(`{"a":["${escapes}"],"b":"${escapes}"}`, (record) => {
      const [inner] = record.get('a') as [string];
      expect(inner === '\n'.repeat(4_000_000)).toBe(true);
      expect(record.get('b') === inner).toBe(true);
    });
  });

  test('may be integers of several megabytes', () => {
    const digits = '9'.repeat(8_000_000);
    read(`{"a":${digits},"b":"${digits}"}`, (record) => {
      const value = record.get('a');
      expect(value).toBeInstanceOf(HugeInteger);
      expect(printJson(value!) === digits).toBe(true);
      expect(record.get('b') === digits).toBe(true);
    });
  });
});
