// One line → its kind: `record` with its values, `blank`, or the reason why it is malformed.

export interface LineCase {
  line: string | Uint8Array;
  is: string;
  /** Of a record: its values as compact JSON. */
  json?: string;
  /** Of a malformed line: a part of the message. */
  says?: string;
}

const deep = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

export const LINE_CASES: readonly LineCase[] = [
  { line: '{}', is: 'record', json: '{}' },
  { line: ' \t{ \t} \r', is: 'record', json: '{}' },
  { line: '{"a":1}\r', is: 'record', json: '{"a":1}' },
  { line: '{"a":1}\r\r', is: 'record', json: '{"a":1}' },
  { line: '{"a" : 1 , "b" :\t"x" }', is: 'record', json: '{"a":1,"b":"x"}' },
  { line: '{"a":1,"a":2}', is: 'record', json: '{"a":2}' },
  { line: '{"a":1,"b":0,"a":2}', is: 'record', json: '{"a":2,"b":0}' },
  { line: '{"a":1,"\\u0061":2}', is: 'record', json: '{"a":2}' },
  { line: '{"":1}', is: 'record', json: '{"":1}' },
  { line: '{"__proto__":1,"constructor":2}', is: 'record', json: '{"__proto__":1,"constructor":2}' },
  {
    line: '{"toString":1,"hasOwnProperty":2,"__proto__":{"__proto__":3},"__proto__":{"constructor":4}}',
    is: 'record',
    json: '{"toString":1,"hasOwnProperty":2,"__proto__":{"constructor":4}}',
  },
  { line: '{"a":18446744073709551615}', is: 'record', json: '{"a":18446744073709551615}' },
  { line: '{"a":1700000000002000001}', is: 'record', json: '{"a":1700000000002000001}' },
  {
    line: '{"a":999999999999999,"b":1000000000000000}',
    is: 'record',
    json: '{"a":999999999999999,"b":1000000000000000}',
  },
  { line: '{"a":-0,"b":-7,"c":0}', is: 'record', json: '{"a":-0,"b":-7,"c":0}' },
  { line: '{"a":500.0,"b":5e2,"c":-1.5E+10}', is: 'record', json: '{"a":500.0,"b":5e2,"c":-1.5E+10}' },
  { line: '{"a":"\\ud800"}', is: 'record', json: '{"a":"\\ud800"}' },
  { line: '{"\\ud800":1}', is: 'record', json: '{"\\ud800":1}' },
  { line: '{"a":"é😀\\u00e9\\n\\/"}', is: 'record', json: '{"a":"é😀é\\n/"}' },
  { line: '{"a":"\u2028\u007f"}', is: 'record', json: '{"a":"\u2028\u007f"}' },
  {
    line: '{"a":[1,[],{}, {"b" : [null,true,false]} ]}',
    is: 'record',
    json: '{"a":[1,[],{},{"b":[null,true,false]}]}',
  },
  { line: '{"a":{"b":1,"b":2}}', is: 'record', json: '{"a":{"b":2}}' },
  { line: deep(512), is: 'record' },

  { line: '', is: 'blank' },
  { line: ' \t ', is: 'blank' },
  { line: '\t\r', is: 'blank' },

  { line: '\r\r', is: 'invalid-json', says: 'the end of the line after 1 byte, expected a value' },
  { line: '\f', is: 'invalid-json' },
  { line: '\u00a0', is: 'invalid-json' },
  { line: '\ufeff{}', is: 'invalid-json' },
  { line: '{"a":1', is: 'invalid-json', says: 'found the end of the line after 6 bytes, expected "," or "}"' },
  { line: '{"a":"x', is: 'invalid-json', says: 'closing quote' },
  { line: '{"a":"x\\', is: 'invalid-json' },
  { line: '{"a":"\\u12', is: 'invalid-json', says: 'four hexadecimal digits' },
  { line: '{"a":"\\u12g4"}', is: 'invalid-json', says: 'found "g" after 10 bytes' },
  { line: '{"a":"\\x"}', is: 'invalid-json' },
  { line: '{"\\x":1}', is: 'invalid-json' },
  { line: '{"a":"\t"}', is: 'invalid-json', says: 'found "\\t"' },
  { line: '{"a\u0000":1}', is: 'invalid-json' },
  { line: '{"a":01}', is: 'invalid-json' },
  { line: '{"a":-}', is: 'invalid-json', says: 'a digit' },
  { line: '{"a":1.}', is: 'invalid-json', says: 'after the decimal point' },
  { line: '{"a":1e}', is: 'invalid-json', says: 'in the exponent' },
  { line: '{"a":.5}', is: 'invalid-json' },
  { line: '{"a":+1}', is: 'invalid-json' },
  { line: '{"a":NaN}', is: 'invalid-json' },
  { line: '{"a":tru}', is: 'invalid-json' },
  { line: '{"a":True}', is: 'invalid-json' },
  { line: '{"a":nullx}', is: 'invalid-json' },
  { line: '{"a":1,}', is: 'invalid-json', says: 'a key in double quotes' },
  { line: '{,}', is: 'invalid-json' },
  { line: '{"a"}', is: 'invalid-json', says: '":"' },
  { line: '{"a":}', is: 'invalid-json', says: 'a value' },
  { line: "{'a':1}", is: 'invalid-json' },
  { line: '{a:1}', is: 'invalid-json' },
  { line: '{"a":1}}', is: 'invalid-json', says: 'the end of the line' },
  { line: '{"a":1}{"b":2}', is: 'invalid-json' },
  { line: '{"a":1} x', is: 'invalid-json' },
  { line: '{"a":[1,]}', is: 'invalid-json' },
  { line: '{"a":[1 2]}', is: 'invalid-json', says: '"," or "]"' },
  { line: '{"a":[1}', is: 'invalid-json' },
  { line: '{"a":{"b" 1}}', is: 'invalid-json' },
  { line: '{"a":{"b":1,}}', is: 'invalid-json' },
  { line: '{"a":{1:1}}', is: 'invalid-json' },
  { line: '{"a":é}', is: 'invalid-json', says: 'found "é"' },
  { line: '[1,2', is: 'invalid-json' },
  { line: 'hello', is: 'invalid-json' },

  { line: '[1,2]', is: 'not-object', says: 'found an array, expected one JSON object' },
  { line: ' "x" ', is: 'not-object', says: 'a string' },
  { line: '-1.5e3', is: 'not-object', says: 'a number' },
  { line: 'true', is: 'not-object', says: 'a boolean' },
  { line: 'null', is: 'not-object', says: 'null' },
  { line: '[{"a":1}]', is: 'not-object' },

  { line: deep(513), is: 'too-deep', says: 'expected at most 512' },
  { line: '['.repeat(100_000), is: 'too-deep' },
  { line: '{"a":'.repeat(100_000), is: 'too-deep' },
  { line: '['.repeat(512) + ']'.repeat(512), is: 'not-object' },

  {
    line: Uint8Array.of(0x7b, 0x22, 0xff, 0x22),
    is: 'invalid-utf8',
    says: 'found the byte 0xff after 2 bytes, expected UTF-8',
  },
  { line: Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), is: 'invalid-utf8', says: '0xed after 1 byte' },
  { line: Uint8Array.of(0x22, 0xc3, 0xa9, 0xc0, 0x80, 0x22), is: 'invalid-utf8', says: '0xc0 after 3 bytes' },
  { line: Uint8Array.of(0x78, 0xe2, 0x82), is: 'invalid-utf8', says: '0xe2 after 1 byte' },
];
