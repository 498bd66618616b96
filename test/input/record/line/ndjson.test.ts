// NDJSON: which lines are records, their positions, and that chunk boundaries change nothing.
import { describe, expect, test } from 'vitest';
import { LINE_CASES } from '../../../cases/record/lines.ts';
import { collect, outline } from '../../../helpers/record/collect.ts';

const NDJSON = { input: 'ndjson' } as const;

function bytesOf(line: string | Uint8Array): Buffer {
  return Buffer.from(line as string);
}

describe('a line', () => {
  const rows = LINE_CASES.map((row) => [bytesOf(row.line).toString('latin1').slice(0, 60), row] as const);

  test.each(rows)('%j', (_, { line, is, json, says }) => {
    const bytes = bytesOf(line);
    // Between two other lines, to check both of its ends; with LF.
    const around = Buffer.concat([Buffer.from('{"first":1}\n'), bytes, Buffer.from('\n{"last":1}\n')]);
    const [first, found, last, ...more] = collect(around, NDJSON);
    expect(outline([first!, found!, last!])).toEqual(['record', is, 'record']);
    expect(more).toEqual([]);
    expect(found?.bytes).toBe(bytes.length + 1);
    expect(last?.offset).toBe(12 + bytes.length + 1);
    if (json !== undefined) expect(found?.json).toBe(json);
    if (says !== undefined) expect(found?.message).toContain(says);
    if (found?.kind === 'malformed')
      expect(found.message).toMatch(/^cannot parse the line: found .*, expected [^.]*$/s);
  });

  test.each(rows)('as the last line without LF: %j', (_, { line, is }) => {
    const bytes = bytesOf(line);
    // Without LF a CR belongs to the line; an empty last line does not exist.
    if (bytes.length === 0 || bytes.at(-1) === 13) return;
    const found = collect(bytes[0] === 0xef ? Buffer.concat([Buffer.from('\n'), bytes]) : bytes, NDJSON);
    expect(found.at(-1)?.code ?? found.at(-1)?.kind).toBe(is);
  });
});

describe('lines', () => {
  test('offset, bytes and stored line, with CR, blank lines and no LF at the end', () => {
    const found = collect('{"a":1}\r\n \n\n{"b":"é"}\r', NDJSON);
    expect(found.map(({ kind, offset, bytes, stored }) => [kind, offset, bytes, stored])).toEqual([
      ['record', 0, 9, '{"a":1}'],
      ['blank', undefined, 2, undefined],
      ['blank', undefined, 1, undefined],
      ['record', 12, 11, Buffer.from('{"b":"é"}\r').toString('latin1')],
    ]);
  });

  test('an empty object has no lines', () => {
    expect(collect('', NDJSON)).toEqual([]);
    expect(collect('', { input: 'auto' })).toEqual([]);
  });

  test('only one BOM at the start is ignored', () => {
    const found = collect('\ufeff{"a":1}\n\ufeff{"a":1}\n', NDJSON);
    expect(outline(found)).toEqual(['bom', 'record', 'invalid-json']);
    expect(found[1]).toMatchObject({ offset: 3, bytes: 8 });
    expect(outline(collect('\ufeff\ufeff{}', NDJSON))).toEqual(['bom', 'invalid-json']);
    expect(outline(collect('\ufeff', NDJSON))).toEqual(['invalid-json']);
    expect(outline(collect(Uint8Array.of(0xef, 0xbb), NDJSON))).toEqual(['invalid-utf8']);
  });

  test('a malformed line does not affect valid lines of the same chunk', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":"é"}\n{"a":"'),
      Buffer.from([0xc3]),
      Buffer.from('"}\n{"a":"é"}\n'),
    ]);
    expect(outline(collect(bytes, NDJSON))).toEqual(['record', 'invalid-utf8', 'record']);
  });
});

describe('lines over the limit', () => {
  const limit = 20;
  const line = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;
  const rows: [name: string, input: string, found: [string, number | undefined, number | undefined][]][] = [
    ['exactly the limit', `${line(20)}\n`, [['record', 0, 21]]],
    ['exactly the limit, CR LF', `${line(20)}\r\n`, [['record', 0, 22]]],
    [
      'one more',
      `${line(21)}\n{}\n`,
      [
        ['too-long', 0, 22],
        ['record', 22, 3],
      ],
    ],
    [
      'one more, CR LF',
      `${line(21)}\r\n{}\n`,
      [
        ['too-long', 0, 23],
        ['record', 23, 3],
      ],
    ],
    [
      'a CR that is no line end',
      `${line(20)}\rx\n{}`,
      [
        ['too-long', 0, 23],
        ['record', 23, 2],
      ],
    ],
    ['a CR at the end of the object', `${line(20)}\r`, [['too-long', 0, 21]]],
    [
      'no line end',
      `{}\n${line(90)}`,
      [
        ['record', 0, 3],
        ['too-long', 3, 90],
      ],
    ],
    ['blanks', `${' '.repeat(21)}\n`, [['too-long', 0, 22]]],
    [
      'two in a row',
      `${line(50)}\n${line(40)}\n{}\n`,
      [
        ['too-long', 0, 51],
        ['too-long', 51, 41],
        ['record', 92, 3],
      ],
    ],
  ];

  test.each(rows)('%s', (_, input, wanted) => {
    const options = { ...NDJSON, maxLineBytes: limit };
    for (const size of [1, 2, 3, 7, 19, 20, 21, 22, 23, 1000]) {
      const cuts = Array.from({ length: Math.floor((input.length - 1) / size) }, (_one, index) => (index + 1) * size);
      const found = collect(input, options, cuts);
      expect(found.map((one) => [one.code ?? one.kind, one.offset, one.bytes])).toEqual(wanted);
    }
  });
});

describe('a truncated object', () => {
  const rows: [input: string, found: string[]][] = [
    ['{"a":1}\n{"a":', ['record', 'cut-line']],
    ['{"a":1}\n{"a":2}', ['record', 'record']],
    ['{"a":1}\n', ['record']],
    ['{"a":1}\n  ', ['record', 'cut-line']],
    ['{"a":1}\nxx\n[1]', ['record', 'invalid-json', 'cut-line']],
    ['', []],
  ];

  test.each(rows)('%j', (input, wanted) => {
    const found = collect(input, { ...NDJSON, isTruncated: true });
    expect(outline(found)).toEqual(wanted);
    for (const one of found) if (one.kind === 'remark') expect(one.damaged).toBe(true);
  });

  test('a cut line over the limit is cut, not malformed', () => {
    const found = collect(`{}\n${'x'.repeat(30)}`, { ...NDJSON, isTruncated: true, maxLineBytes: 20 });
    expect(outline(found)).toEqual(['record', 'cut-line']);
  });
});
