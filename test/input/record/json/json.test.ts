// One JSON document: the positions and sizes of its records, and the records of a broken one.
import { describe, expect, test } from 'vitest';
import { createRecordReader } from '../../../../src/input/record/index.ts';
import { collect, type Found, outline, records } from '../../../helpers/record/collect.ts';

const JSON_INPUT = { input: 'json' } as const;

function places(found: readonly Found[], input: string): string[] {
  return found.flatMap((one) =>
    one.offset === undefined || one.kind === 'remark' ? [] : [input.slice(one.offset, one.offset + 8)],
  );
}

describe('records', () => {
  const rows: [name: string, input: string, records: string[]][] = [
    ['an array', '[{"a":1},{"b":[2,{"c":null}]}]', ['{"a":1}', '{"b":[2,{"c":null}]}']],
    ['empty objects', '[{},{ }]', ['{}', '{}']],
    [
      'names of prototypes',
      '{"constructor":1,"__proto__":[{"__proto__":1,"toString":{"__proto__":2}}]}',
      ['{"__proto__":1,"toString":{"__proto__":2}}'],
    ],
    [
      'exact numbers',
      '[{"a":18446744073709551615,"b":-0,"c":5e2,"d":1.50}]',
      ['{"a":18446744073709551615,"b":-0,"c":5e2,"d":1.50}'],
    ],
    ['an envelope', '{"n":1,"x":{"y":[{"z":1}]},"e":[],"events":[{"a":1},{"a":2}],"t":null}', ['{"a":1}', '{"a":2}']],
    ['arrays of other things before', '{"a":[1,{"b":2}],"b":[[{"c":3}]],"c":[{"d":4}]}', ['{"d":4}']],
    ['an empty array', ' [ ] ', []],
    ['no bytes', '', []],
    ['whitespace', ' \n ', []],
  ];
  test.each(rows)('%s', (_, input, wanted) => {
    const found = collect(input, JSON_INPUT);
    expect(records(found)).toEqual(wanted);
    expect(found.every((one) => one.kind === 'record')).toBe(true);
  });

  test('count the bytes of their compact JSON and a line end, and have the offset of their start', () => {
    const input = '[\n  { "a" : 1, "a": "\\u00e9" },\n  {"b":[ ]}\n]';
    const found = collect(input, JSON_INPUT);
    expect(found.map(({ bytes, stored }) => [bytes, Buffer.from(stored!, 'latin1').toString()])).toEqual([
      [17, '{"a":1,"a":"é"}'],
      [9, '{"b":[]}'],
    ]);
    expect(places(found, input)).toEqual(['{ "a" : ', '{"b":[ ]']);
    expect(found[0]?.fields?.map((field) => [field.bytes, field.isRepeat])).toEqual([
      [6, false],
      [9, true],
    ]);
  });

  test('do not come from a second array of objects, which is reported once', () => {
    const found = collect('{"a":[{"x":1}],"b":[{"x":2},{"x":3}],"c":[{"x":4}]}', JSON_INPUT);
    expect(outline(found)).toEqual(['record', 'json-second-array']);
  });

  test.each(['{}', '{"a":1}', '{"a":[1,2]}', '"x"', '12', 'null'])('no array of objects in %s', (input) => {
    expect(outline(collect(input, JSON_INPUT))).toEqual(['json-no-records']);
  });
});

describe('a records path', () => {
  const rows: [path: string, input: string, found: string[]][] = [
    ['events[].info', '{"events":[{"info":{"a":1}},{"info":{"a":2}}]}', ['{"a":1}', '{"a":2}']],
    ['[].info', '[{"info":{"a":1}},{"x":{"info":{"a":3}},"info":{"a":2}}]', ['{"a":1}', '{"a":2}']],
    ['Records', '{"x":[{"y":1}],"Records":[{"a":1},{"a":2}]}', ['{"a":1}', '{"a":2}']],
    ['Records[]', '{"Records":[{"a":1}]}', ['{"a":1}']],
    ['a.b[]', '{"b":[{"no":1}],"a":{"b":[{"a":1}],"c":[{"no":2}]}}', ['{"a":1}']],
    ['a.b', '{"a":{"b":{"c":1}}}', ['{"c":1}']],
    ['a[].b[].c', '{"a":[{"b":[{"c":{"x":1}},{"c":{"x":2}}]},{"b":[]},{}]}', ['{"x":1}', '{"x":2}']],
    ['$.events[]', '{"events":[{"a":1}]}', ['{"a":1}']],
    ['.[]', '[{"a":1}]', ['{"a":1}']],
    ['.', '{"a":[{"b":1}]}', ['{"a":[{"b":1}]}']],
    ['[][]', '[[{"a":1}],[{"a":2}]]', ['{"a":1}', '{"a":2}']],
    ['[]', '[[{"a":1}],{"b":1}]', ['not-object', '{"b":1}']],
    ['[].info', '[{"info":1},{"no":1},{"info":{"a":1}},7]', ['not-object', 'not-object', '{"a":1}', 'not-object']],
    ['nothing', '{"a":[{"b":1}]}', ['json-no-records']],
    ['a[]', '{"a":{"b":1}}', ['json-no-records']],
    ['a', '{"a":[]}', []],
  ];
  test.each(rows)('%s of %s', (path, input, wanted) => {
    expect(collect(input, { records: path }).map((one) => one.json ?? one.code)).toEqual(wanted);
  });

  test.each(['a..b', 'a[', 'a[0]', 'a.[]', '[]a', '', ' ', '..'])('rejects %j', (path) => {
    const sink = { record() {}, blank() {}, malformed() {}, remark() {} };
    expect(() => createRecordReader({ records: path }, sink)).toThrow(
      expect.objectContaining({ code: 'bad-records-path' }),
    );
  });
});

describe('elements that are not records', () => {
  test('are reported with their position and type', () => {
    const input = '[ {"a":1}, [1, 2] ,"x",-1.5 , true,null,{"b":2} ]';
    const found = collect(input, JSON_INPUT);
    expect(outline(found)).toEqual(['record', ...Array.from({ length: 5 }, () => 'not-object'), 'record']);
    expect(found.slice(1, 6).map((one) => input.slice(one.offset, one.offset! + one.bytes!))).toEqual([
      '[1, 2]',
      '"x"',
      '-1.5',
      'true',
      'null',
    ]);
    expect(found[1]?.message).toBe('cannot parse the element: found an array, expected an object');
  });

  test('too deep, too long, not UTF-8', () => {
    const deep = `{"a":${'['.repeat(512)}${']'.repeat(512)}}`;
    const input = Buffer.concat([
      Buffer.from(`[${deep},{"a":"${'x'.repeat(2000)}"},{"a":"`),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"},{"a":1}]'),
    ]);
    expect(outline(collect(input, { ...JSON_INPUT, maxLineBytes: 1500 }))).toEqual([
      'too-deep',
      'too-long',
      'invalid-utf8',
      'record',
    ]);
  });
});

describe('broken documents', () => {
  const rows: [name: string, input: string, found: string[]][] = [
    ['breaks off between', '[{"a":1},{"a":2},', ['record', 'record', 'json-cut']],
    ['breaks off in an element', '[{"a":1},{"a":', ['record', 'json-cut']],
    ['breaks off in a string', '{"e":[{"a":1},{"a":"x', ['record', 'json-cut']],
    ['a control character near the end', '[{"a":1},{"a":"\u0000"}]', ['record', 'json-broken']],
    ['an invalid word near the end', '[{"a":1},{"a":tr}]', ['record', 'json-broken']],
    ['an element that is not JSON', '[{"a":1},{"a":tru},{"a":3}]', ['record', 'json-broken']],
    ['a comma too many', '[{"a":1},]', ['record', 'json-broken']],
    ['text after the document', '[{"a":1}]\n[{"a":2}]', ['record', 'json-broken']],
    ['a bracket that does not match', '{"e":[{"a":1}}', ['record', 'json-broken']],
    ['no JSON', 'hello', ['json-broken']],
    ['cut before anything', '[', ['json-cut']],
    ['nesting without end', '['.repeat(1_200_000), ['json-broken']],
  ];
  test.each(rows)('%s', (_, input, wanted) => {
    const found = collect(input, JSON_INPUT);
    expect(outline(found)).toEqual(wanted);
    expect(found.at(-1)).toMatchObject({ kind: 'remark', damaged: true });
    expect(found.at(-1)?.message).toMatch(
      /^cannot parse the JSON document after byte \d+: found .*, expected .*; the elements before it are counted$/,
    );
  });
});

test('skips a huge string in a huge element with little memory', () => {
  const found: string[] = [];
  const reader = createRecordReader(
    { input: 'json' },
    {
      record: () => found.push('record'),
      blank: () => found.push('blank'),
      malformed: ({ reason, bytes }) => found.push(`${reason} ${bytes}`),
      remark: ({ code }) => found.push(code),
    },
  );
  const part = Buffer.alloc(1024 * 1024, 'x');
  // Other tests of this process leave buffers that V8 frees when it likes.
  const before = process.memoryUsage().arrayBuffers;
  reader.push(Buffer.from('[{"a":1},{"key'));
  for (let i = 0; i < 20; i += 1) reader.push(part);
  reader.push(Buffer.from('":"'));
  for (let i = 0; i < 80; i += 1) reader.push(part);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(75 * 1024 * 1024);
  reader.push(Buffer.from('"},{"a":2}]'));
  reader.end();
  expect(found).toEqual(['record', `too-long ${100 * 1024 * 1024 + 10}`, 'record']);
});
