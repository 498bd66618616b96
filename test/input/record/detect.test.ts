// --input auto: the shape of an object by its first bytes, and how early the decision is.
import { describe, expect, test } from 'vitest';
import { createRecordReader, DETECT_BYTES } from '../../../src/input/record/index.ts';
import { collect, outline, records } from '../../helpers/record/collect.ts';

const KNOWN = new Set(['ClientIP', 'RayID', 'Subrequests', 'EdgeStartTimestamp']);
const isKnownField = (name: string): boolean => KNOWN.has(name);
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const big = 'x'.repeat(DETECT_BYTES);

const rows: [name: string, input: string, found: string[]][] = [
  ['lines', '{"a":1}\n{"a":2}\n', ['record', 'record']],
  ['blank lines first', '\n  \n{"a":1}\n{"a":2}', ['blank', 'blank', 'record', 'record']],
  ['one line', '{"ClientIP":"x"}\n', ['record']],
  ['one line without LF', '{"ClientIP":"x"}', ['record']],
  ['one line of a record with an array of objects', '{"ClientIP":"x","Subrequests":[{"a":1},{"a":2}]}\n', ['record']],
  ['such a line and blanks', '{"Subrequests":[{"a":1}]}\n\n \n', ['record', 'blank', 'blank']],
  ['first line broken', '{"a":1,\n{"a":2}\n', ['invalid-json', 'record']],
  ['first line cut in a string', '{"a":"x\n{"a":2}\n', ['invalid-json', 'record']],
  ['first line cut before a value', '{"a":\n{"a":2}\n{"a":3}\n', ['invalid-json', 'record', 'record']],
  ['first line cut in an array', '{"events":[\n{"a":2}\n{"a":3}\n', ['invalid-json', 'record', 'record']],
  ['first line not JSON', 'hello\n{"a":2}\n', ['invalid-json', 'record']],
  ['first line alone and cut', '{"a":1,"b":\n', ['invalid-json']],
  ['an array', '[{"a":1},{"a":2}]', ['record', 'record']],
  ['an array after whitespace and a BOM', '\ufeff \n [\n{"a":1}\n]', ['bom', 'record']],
  ['an empty array', '[]\n', []],
  ['an envelope on one line', '{"events":[{"a":1},{"a":2}]}\n', ['record', 'record']],
  ['an envelope with more in it', '{"count":2,"ids":[1],"Records":[{"a":1},{"a":2}],"ok":true}', ['record', 'record']],
  ['an envelope with an empty array is a record', '{"events":[]}', ['record']],
  ['two arrays of objects: a record', '{"x":[{"a":1}],"y":[{"a":2}]}', ['record']],
  ['an envelope over lines', pretty({ events: [{ a: 1 }, { a: 2 }] }), ['record', 'record']],
  ['an envelope in lines', '{"events":[\n{"a":1},\n{"a":2}\n]}\n', ['record', 'record']],
  ['one record over lines', pretty({ ClientIP: 'x', Subrequests: [{ a: 1 }] }), ['record']],
  ['one record over lines, deep', pretty({ ClientIP: 'x', a: { b: [{ c: 1 }] } }), ['record']],
  ['a cut envelope', '{"events":[{"a":1},{"a":', ['record', 'json-cut']],
  ['a cut envelope over lines', '{"events":[\n{"a":1},\n{"a":', ['record', 'json-cut']],
  ['a cut line with a known array', '{"Subrequests":[{"a":1},{"a":', ['invalid-json']],
  ['an envelope larger than the head', `{"x":1,"events":[{"a":"${big}"},{"a":2}]}`, ['record', 'record']],
  ['an envelope over lines, larger than the head', `{"x":\n"${big}","events":[{"a":2}]}`, ['record']],
  ['a record larger than the head', `{"ClientIP":"${big}","Subrequests":[{"a":1}]}\n{}`, ['record', 'record']],
  [
    'a record larger than the head, its known array first',
    `{"Subrequests":[{"a":"${big}"}]}\n{}`,
    ['record', 'record'],
  ],
  ['a broken line larger than the head', `{x${big}\n{}`, ['invalid-json', 'record']],
  ['whitespace larger than the head', `${' '.repeat(DETECT_BYTES)}\n[]\n`, ['blank', 'not-object']],
  ['a header of known names', 'ClientIP,RayID\nx,y\n', ['record']],
  ['a header in quotes', '"ClientIP";"RayID"\r\nx;y', ['record']],
  ['a header with tabs', 'RayID\tClientIP\n1\t2\n3\t4\n', ['record', 'record']],
  ['a header with bars', 'RayID|ClientIP\n1|2\n', ['record']],
  ['a header alone', 'RayID,ClientIP', []],
  ['one name is not a header', 'RayID\nx\n', ['invalid-json', 'invalid-json']],
  ['an unknown name is not a header', 'RayID,Other\nx,y\n', ['invalid-json', 'invalid-json']],
];

test.each(rows)('%s', (_, input, wanted) => {
  expect(outline(collect(input, { isKnownField }))).toEqual(wanted);
  const middle = Math.floor(input.length / 2);
  expect(outline(collect(input, { isKnownField }, [1, middle, middle + 1]))).toEqual(wanted);
});

describe('decides as soon as it can', () => {
  const rows: [name: string, chunks: string[], recordsAfter: number[]][] = [
    ['NDJSON, with the first byte of the second line', ['{"a":1}', '\n', '{', '"a":2}\n'], [0, 0, 1, 2]],
    ['an array, at once', ['[', '{"a":1}', ',{"a":2}]'], [0, 1, 2]],
    ['CSV, with the header', ['ClientIP,RayID', '\n', '1,2\n'], [0, 0, 1]],
  ];

  test.each(rows)('%s', (_, chunks, recordsAfter) => {
    let count = 0;
    const fail = (): never => {
      throw new Error('nothing but records was expected');
    };
    const sink = { record: () => count++, blank: fail, malformed: fail, remark: fail };
    const reader = createRecordReader({ isKnownField }, sink);
    const seen = chunks.map((chunk) => {
      reader.push(Buffer.from(chunk));
      return count;
    });
    expect(seen).toEqual(recordsAfter);
  });
});

test('given column names, an object that does not begin like JSON is CSV', () => {
  const csv = { columns: ['A', 'B'] };
  expect(records(collect('1,2\n', { csv }))).toEqual(['{"A":"1","B":"2"}']);
  expect(records(collect('{"A":1}\n{"B":2}', { csv }))).toEqual(['{"A":1}', '{"B":2}']);
});
