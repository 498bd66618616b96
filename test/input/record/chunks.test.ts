// The findings do not depend on the chunks: cuts at every position, and one byte at a time.
import { expect, test } from 'vitest';
import { type CollectOptions, collect } from '../../helpers/record/collect.ts';

const ndjson = Buffer.concat([
  Buffer.from('\ufeff{"a":1,"b":"é😀","c":[1,{"d":" "}]}\r\n\n \t\n{"a":2,"x":"\\u00e9\\ud800"}\n[1]\n{"a":\n'),
  Buffer.from([0x7b, 0x22, 0xc3, 0x0a, 0xff, 0x0a]),
  Buffer.from(`{"long":"${'x'.repeat(60)}"}\r\n\r\r\n{"a":1,"a":"","k":[ ]}\n\ufeff{}\n{"z":18446744073709551615}`),
]);
const csv = Buffer.concat([
  Buffer.from('A,B,C\r\n1,"x ""y"" é",\n\n2,"two\r\nlines",3\r\n4,5\n6,"bad"x,7\n8,ba"d,9\n"open,1\n1,2,3\n'),
  Buffer.from([0x31, 0x2c, 0xff, 0x2c, 0x32, 0x0a]),
  Buffer.from(`${'y'.repeat(70)}\n1,"${'z'.repeat(70)}"\n5,6,7\r\n"never closed,\n1,2,3`),
]);
const json = Buffer.concat([
  Buffer.from(
    '\ufeff {"n" : 1, "none":[], "events": [ {"a":1 , "b":"é😀\\ud83d\\ude00"}, true , 12, "x]", [ 1,{} ], nul',
  ),
  Buffer.from('l, {"s":"'),
  Buffer.from([0xff]),
  Buffer.from(`"},{"l":"${'x'.repeat(70)}"},{"a":[{"b":{"c":[]}}]}], "more":[{"a":1},{"b":2}], "t":true }\n`),
]);
const path = Buffer.from(
  '[ {"info":{"a":1}}, {"x":[{"info":2}]}, {"info":7 , "y":1}, 5, {"info":[{"b":2},3]},{"info":{"c":3}}  ]',
);

const rows: [name: string, bytes: Buffer, options: CollectOptions][] = [
  ['ndjson', ndjson, { input: 'ndjson', maxLineBytes: 50 }],
  ['ndjson, detected', ndjson, { maxLineBytes: 50 }],
  ['ndjson, truncated', ndjson, { isTruncated: true }],
  ['csv', csv, { input: 'csv', maxLineBytes: 50 }],
  ['csv, detected', csv, { isKnownField: (name) => 'ABC'.includes(name), maxLineBytes: 50 }],
  ['csv, truncated', csv, { input: 'csv', maxLineBytes: 50, isTruncated: true }],
  ['csv with prefix and suffix', csv, { input: 'csv', csv: { prefix: '\ufeffA,', suffix: '2,3' } }],
  ['csv, long delimiter', Buffer.from('A||B\n1||2\n|||\n'), { input: 'csv', csv: { delimiter: '||' } }],
  ['json', json, { input: 'json', maxLineBytes: 50 }],
  ['json, detected', json, { maxLineBytes: 50 }],
  ['json, broken', json.subarray(0, 130), { input: 'json' }],
  ['json, with garbage after it', Buffer.concat([json, Buffer.from('x')]), { input: 'json' }],
  ['json, broken element', Buffer.from('[{"a":1},{"a":tru}, {"a":3},{"a":4},{"a":5}]'), { input: 'json' }],
  ['json, broken between', Buffer.from('[{"a":1} 7 x, {"a":3},{"a":4},{"a":5}]'), { input: 'json' }],
  ['json, path', path, { records: '[].info' }],
  ['json, one record', Buffer.from('{\n "a": [1, 2],\n "b": {"c": "x y"}\n}\n'), {}],
];

test.each(rows)('%s', (_, bytes, options) => {
  const whole = collect(bytes, options);
  expect(whole.length).toBeGreaterThan(1 - Number(bytes.length < 50));
  for (let cut = 0; cut <= bytes.length; cut += 1) expect(collect(bytes, options, [cut])).toEqual(whole);
  for (const size of [1, 2, 3, 5]) {
    const cuts = Array.from({ length: Math.floor((bytes.length - 1) / size) }, (_one, index) => (index + 1) * size);
    expect(collect(bytes, options, cuts)).toEqual(whole);
  }
});
