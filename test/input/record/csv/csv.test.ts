// CSV: rows → records by column type, byte positions, broken rows; compared with csv-parse on random rows.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnType, type CsvOptions, createRecordReader } from '../../../../src/input/record/index.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';
import { collect, outline, records } from '../../../helpers/record/collect.ts';

function read(input: string, csv: CsvOptions = {}): ReturnType<typeof collect> {
  return collect(input, { input: 'csv', csv });
}

describe('cells by column type', () => {
  const rows: [type: ColumnType, cell: string, json: string][] = [
    ['string', 'x', '"x"'],
    ['string', '12', '"12"'],
    ['string', '"say ""hi"" é\n"', '"say \\"hi\\" é\\n"'],
    ['string', '', 'null'],
    ['string', '""', 'null'],
    ['string', ' ', '" "'],
    ['int', '500', '500'],
    ['int', '"500"', '500'],
    ['int', '18446744073709551615', '18446744073709551615'],
    ['int', '0500', '"0500"'],
    ['int', '+5', '"+5"'],
    ['int', 'x', '"x"'],
    ['int', '', 'null'],
    ['float', '-1.50e3', '-1.50e3'],
    ['float', '1.', '"1."'],
    ['timestamp', '1700000000002000001', '1700000000002000001'],
    ['timestamp', '"2026-11-01T10:00:00Z"', '"2026-11-01T10:00:00Z"'],
    ['bool', 'true', 'true'],
    ['bool', '"false"', 'false'],
    ['bool', 'TRUE', '"TRUE"'],
    ['json', '"[""a"",1]"', '["a",1]'],
    ['json', '"{""a"": {""b"":\n12345678901234567890}}"', '{"a":{"b":12345678901234567890}}'],
    ['json', '[a', '"[a"'],
    ['json', '[]', '[]'],
  ];
  test.each(rows)('%s %j', (type, cell, json) => {
    const found = read(`A,B\n${cell},z\n`, { typeOf: (column) => (column === 'A' ? type : 'string') });
    expect(records(found)).toEqual([`{"A":${json},"B":"z"}`]);
  });

  test('a field counts its bytes as JSON, the row its bytes as stored', () => {
    const [found] = read('A,B\r\n"é",""\r\n');
    expect(found).toMatchObject({ offset: 5, bytes: 9, stored: Buffer.from('"é",""').toString('latin1') });
    expect(found?.fields).toEqual([
      { name: 'A', bytes: 9, isEmpty: false, isRepeat: false },
      { name: 'B', bytes: 9, isEmpty: true, isRepeat: false },
    ]);
  });
});

describe('rows', () => {
  const rows: [name: string, input: string, csv: CsvOptions, found: string[]][] = [
    ['header and rows', 'A,B\n1,2\n3,4', {}, ['{"A":"1","B":"2"}', '{"A":"3","B":"4"}']],
    ['blank rows', '\nA,B\n\n \t\n1,2\n', {}, ['blank', 'blank', 'blank', '{"A":"1","B":"2"}']],
    ['names given', '1,2\n', { columns: ['A', 'B'] }, ['{"A":"1","B":"2"}']],
    ['names given, and a header of them', 'B,A\n1,2\n', { columns: ['A', 'B'] }, ['{"B":"1","A":"2"}']],
    [
      'names given, and another header',
      'X,Y\n1,2\n',
      { columns: ['A', 'B'], header: true },
      ['csv-header', '{"X":"1","Y":"2"}'],
    ],
    ['given names, not a header', 'A,B\n', { columns: ['A', 'B'], header: false }, ['{"A":"A","B":"B"}']],
    ['semicolons', 'A;B\n1,0;2\n', {}, ['{"A":"1,0","B":"2"}']],
    ['tabs', 'A\tB\n1,0\t\n', {}, ['{"A":"1,0","B":null}']],
    ['the delimiter that matches the names', '1;0,2;0\n', { columns: ['A', 'B'] }, ['{"A":"1;0","B":"2;0"}']],
    ['a delimiter given', 'A,B:C\n1:2\n', { delimiter: ':' }, ['{"A,B":"1","C":"2"}']],
    ['a long delimiter', 'A::B\n1:::\n', { delimiter: '::' }, ['{"A":"1","B":":"}']],
    ['one column', 'A\n1\n', {}, ['{"A":"1"}']],
    ['names in quotes', '"A","B ""x"""\n1,2\n', {}, ['{"A":"1","B \\"x\\"":"2"}']],
    ['equal names', 'A,A\n1,2\n', {}, ['{"A":"2"}']],
    ['names of prototypes', '__proto__,constructor\n1,2\n', {}, ['{"__proto__":"1","constructor":"2"}']],
    [
      'names of prototypes given',
      '1,2\n',
      { columns: ['__proto__', 'toString'] },
      ['{"__proto__":"1","toString":"2"}'],
    ],
    ['a lone CR is part of a cell', 'A,B\n1\r,2\r\r\n', {}, ['{"A":"1\\r","B":"2\\r"}']],
    ['too few and too many cells', 'A,B\n1\n1,2,3\n1,2\n', {}, ['csv-columns', 'csv-columns', '{"A":"1","B":"2"}']],
    [
      'quotes broken',
      'A,B\n"x"y,1\nx"y,1\n"x"\ry,1\n1,2\n',
      {},
      ['csv-quote', 'csv-quote', 'csv-quote', '{"A":"1","B":"2"}'],
    ],
    ['a quote never closed', 'A,B\n"x,1\n1,2\n3,4\n', {}, ['csv-quote', '{"A":"1","B":"2"}', '{"A":"3","B":"4"}']],
    ['the last quote not closed', 'A,B\n1,"x', {}, ['csv-quote']],
    ['a batch prefix', '#fields\nA,B\n1,2\n', { prefix: '#fields\n' }, ['{"A":"1","B":"2"}']],
    ['a prefix that is the header', 'A,B\n1,2\n', { prefix: 'A,B\n', columns: ['A', 'B'] }, ['{"A":"1","B":"2"}']],
    ['no such prefix', 'A,B\n1,2\n', { prefix: '#' }, ['csv-batch', '{"A":"1","B":"2"}']],
    ['a batch suffix', 'A,B\n1,2\n# end\n', { suffix: '# end\n' }, ['{"A":"1","B":"2"}']],
    ['no such suffix', 'A,B\n1,2\n', { suffix: '#' }, ['{"A":"1","B":"2"}', 'csv-batch']],
    ['nothing', '', {}, []],
    ['an empty object in place of a prefix', '', { prefix: '#' }, []],
  ];
  test.each(rows)('%s', (_, input, csv, wanted) => {
    const found = read(input, csv);
    expect(found.map((one) => one.json ?? one.code ?? one.kind)).toEqual(wanted);
  });

  test('a truncated last row is cut, and the rows before a stray quote are read', () => {
    expect(outline(collect('A,B\n1,2\n3,4', { input: 'csv', isTruncated: true }))).toEqual(['record', 'cut-line']);
    expect(outline(collect('A,B\n1,2\n', { input: 'csv', isTruncated: true }))).toEqual(['record']);
    expect(outline(collect('A,B\n"1,2\n3,4\n5', { input: 'csv', isTruncated: true }))).toEqual([
      'csv-quote',
      'record',
      'cut-line',
    ]);
  });

  const invalid: [string, CsvOptions][] = [
    ['a quote as delimiter', { delimiter: '"' }],
    ['no names at all', { header: false }],
    ['an empty list of names', { columns: [] }],
    ['an empty name', { columns: ['A', ''] }],
    ['a name of blanks', { columns: [' ', 'B'] }],
  ];
  test.each(invalid)('rejects %s', (_, csv) => {
    const sink = { record() {}, blank() {}, malformed() {}, remark() {} };
    expect(() => createRecordReader({ input: 'csv', csv }, sink)).toThrow(
      expect.objectContaining({ code: 'bad-csv-options' }),
    );
  });
});

describe('a first row without known names', () => {
  const isKnownField = (name: string): boolean => name === 'RayID';
  const rows: [name: string, input: string, csv: CsvOptions, found: string[]][] = [
    ['no cell is a field', '1.2.3.4,500\n1.2.3.5,200\n', {}, ['csv-header', 'record']],
    ['one cell is', 'RayID,x\n1,2\n', {}, ['record']],
    ['a header is promised', 'a,b\n1,2\n', { header: true }, ['record']],
    ['names are given', '1,2\n', { columns: ['a', 'b'] }, ['record']],
    ['it contains the given names', 'a,b\n1,2\n', { columns: ['a', 'b'] }, ['record']],
  ];
  test.each(rows)('%s', (_, input, csv, wanted) => {
    expect(outline(collect(input, { input: 'csv', csv, isKnownField }))).toEqual(wanted);
    expect(outline(collect(input, { input: 'csv', csv }))).toEqual(['record']);
  });

  test('is shown, shortened, in a remark that names the flag', () => {
    const found = collect(`1.2.3.4,${'5'.repeat(100_000)}\n1,2\n`, { input: 'csv', isKnownField });
    expect(found[0]).toMatchObject({ kind: 'remark', code: 'csv-header', offset: 0, damaged: false });
    expect(found[0]?.message).toMatch(
      /found the first row "1\.2\.3\.4,5+…", expected names of fields; .*--input csv:NAME,NAME/,
    );
    expect(found[0]?.message?.length).toBeLessThan(400);
  });
});

test('random rows equal the results of csv-parse', () => {
  const bare = fc.stringMatching(/^[a-z0-9 ;é]{0,4}$/);
  const quoted = fc.stringMatching(/^[a-z ",\n;é\r]{0,6}$/).map((text) => `"${text.replaceAll('"', '""')}"`);
  const row = fc.tuple(fc.array(fc.oneof(bare, quoted), { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\r\n'));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), fc.nat(), (lines, at) => {
      const rows = lines.map(([cells, end]) => `${cells.join(',')}${end}`);
      const input = `A,B\n${rows.join('')}`;
      const parsed = parse(input, { relax_column_count: true, record_delimiter: ['\r\n', '\n'], delimiter: ',' }).slice(
        1,
      );
      const offsets = rows.map((_, index) => Buffer.byteLength(`A,B\n${rows.slice(0, index).join('')}`));
      const wanted = parsed.map((cells, index) => {
        if (/^[ \t]*\r?\n$/.test(rows[index]!)) return 'blank';
        if (cells.length !== 2) return `csv-columns ${offsets[index]}`;
        return `${JSON.stringify({ A: cells[0] || null, B: cells[1] || null })} ${offsets[index]}`;
      });
      const cut = at % Buffer.byteLength(input);
      const found = collect(input, { input: 'csv', csv: { delimiter: ',' } }, [cut]);
      expect(found.map((one) => (one.kind === 'blank' ? 'blank' : `${one.json ?? one.code} ${one.offset}`))).toEqual(
        wanted,
      );
    }),
    { numRuns: randomRuns(2000) },
  );
});
