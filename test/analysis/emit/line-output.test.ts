// The text that a job writes for a line: fields and order, unchanged bytes, timestamps, CSV, templates, the CVE
// rewrite.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineOutput } from '../../../src/analysis/emit/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import type { OutputOptions } from '../../../src/language/job/index.ts';
import { readRecords, valuesOf, written } from '../../helpers/output/read-records.ts';

/** Every kind of value, with whitespace and escapes that a different writer would lose. */
const ODD =
  '{ "RayID" : "a\\/b\\u00e9" ,"ClientASN":18446744073709551616,"EdgeResponseCompressionRatio":4.240,"BotTags":[ 1, 2 ],"Cookies":{ "a" : "\\u0022"},"ClientCountry":null}';

describe('NDJSON', () => {
  it.each<[string, OutputOptions | undefined, string, string]>([
    ['without a job, unchanged', undefined, ODD, `${ODD}\n`],
    ['without field_names, unchanged', {}, ODD, `${ODD}\n`],
    [
      'its own fields in their order, unchanged',
      { field_names: ['RayID', 'ClientASN'] },
      '{"RayID":1, "ClientASN":2}',
      '{"RayID":1, "ClientASN":2}\n',
    ],
    ['a CR before the line end is not part of the line', {}, '{"a":1}\r\n', '{"a":1}\n'],
    [
      'other fields, each value byte for byte',
      { field_names: ['BotTags', 'Cookies', 'ClientASN', 'RayID', 'EdgeResponseCompressionRatio'] },
      ODD,
      '{"BotTags":[ 1, 2 ],"Cookies":{ "a" : "\\u0022"},"ClientASN":18446744073709551616,"RayID":"a\\/b\\u00e9","EdgeResponseCompressionRatio":4.240}\n',
    ],
    [
      'a field that is not there is left out',
      { field_names: ['WAFAttackScore', 'RayID', 'BotScore'] },
      '{"RayID":"x"}',
      '{"RayID":"x"}\n',
    ],
    ['none of them there', { field_names: ['BotScore'] }, '{"RayID":"x"}', '{}\n'],
    [
      'of equal keys the last value',
      { field_names: ['RayID', 'a'] },
      '{"RayID":1,"a":2,"RayID":3}',
      '{"RayID":3,"a":2}\n',
    ],
    ['an empty list of fields counts as none', { field_names: [] }, '{"RayID":1}', '{"RayID":1}\n'],
    ['a field listed twice is written once', { field_names: ['a', 'b', 'a'] }, '{"a":1,"b":2}', '{"a":1,"b":2}\n'],
    ['around records', { record_prefix: '\n  {"info":{', record_suffix: '}}' }, '{"a": 1}', '\n  {"info":{"a": 1}}'],
    [
      'other delimiters',
      { field_delimiter: ';', record_prefix: '<', record_suffix: '>' },
      '{"a": 1 , "b":[2, 3]}',
      '<"a":1;"b":[2, 3]>',
    ],
    ['other delimiters, equal keys', { field_delimiter: ';' }, '{"a":1,"b":2,"a":3}', '{"a":3;"b":2}\n'],
  ])('%s', (_, options, line, expected) => {
    expect(written(options, line)).toBe(expected);
  });

  it('counts the lines that lack each field', () => {
    const output = createLineOutput({ field_names: ['RayID', 'BotScore', 'ClientIP'] }, getDataset('http_requests'));
    readRecords('{"RayID":1,"ClientIP":"::1"}\n{"RayID":1}\n{"BotScore":3}', (record) => output.print(record));
    expect(output.lacking()).toEqual([
      { name: 'BotScore', lines: 2 },
      { name: 'ClientIP', lines: 2 },
      { name: 'RayID', lines: 1 },
    ]);
  });

  it('writes any line unchanged, whatever its fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 8 }), fc.nat(3), (record, spaces) => {
        const line = JSON.stringify(record, undefined, spaces).replaceAll('\n', ' ');
        expect(written({}, line)).toBe(`${line}\n`);
        const names = Object.keys(record);
        if (names.length > 0) expect(written({ field_names: names }, line)).toBe(`${line}\n`);
        const reversed = written({ field_names: [...names].reverse() }, line);
        expect(valuesOf(reversed)[0]).toEqual(valuesOf(line)[0]);
      }),
    );
  });
});

describe('timestamps', () => {
  const NANO = '1708214001123456789';
  it.each<[OutputOptions['timestamp_format'], string]>([
    [undefined, NANO],
    ['unixnano', NANO],
    ['unix', '1708214001'],
    ['rfc3339', '"2024-02-17T23:53:21Z"'],
    ['rfc3339ms', '"2024-02-17T23:53:21.123Z"'],
    ['rfc3339ns', '"2024-02-17T23:53:21.123456789Z"'],
  ])('%s', (format, value) => {
    const line = (time: string) => `{"RayID":1, "EdgeStartTimestamp": ${time},"EdgeEndTimestamp":${time}}`;
    const options = format === undefined ? {} : { timestamp_format: format };
    expect(written(options, line(NANO))).toBe(`${line(value)}\n`);
    expect(written(options, line('"2024-02-17T23:53:21.123456789Z"'))).toBe(`${line(value)}\n`);
    expect(written({ ...options, field_names: ['EdgeEndTimestamp'] }, line(NANO))).toBe(
      `{"EdgeEndTimestamp":${value}}\n`,
    );
  });

  it.each<[string, OutputOptions['timestamp_format'], string, string]>([
    ['what has the form is not touched', 'rfc3339', '"2024-02-30T23:53:21Z"', '"2024-02-30T23:53:21Z"'],
    ['of another form with the same instant', 'rfc3339', '"2024-02-17T23:53:21+00:00"', '"2024-02-17T23:53:21Z"'],
    ['another zone', 'rfc3339ms', '"2024-02-18T00:53:21.5+01:00"', '"2024-02-17T23:53:21.500Z"'],
    ['milliseconds', 'rfc3339ns', '1708214001123', '"2024-02-17T23:53:21.123000000Z"'],
    ['a number in a text', 'unixnano', '"1708214001"', '1708214001000000000'],
    ['truncated, not rounded', 'unix', '"2024-02-17T23:53:21.999999999Z"', '1708214001'],
    ['before 1970, cut towards the past', 'unix', '"1969-12-31T23:59:59.5Z"', '-1'],
    ['no time', 'rfc3339', '"soon"', '"soon"'],
    ['null', 'rfc3339', 'null', 'null'],
    ['a number with a fraction', 'rfc3339', '1708214001.5', '1708214001.5'],
    ['a number of no unit', 'rfc3339', '123456789012345678901234567890', '123456789012345678901234567890'],
    ['a year that the format cannot express', 'rfc3339ns', '999999999999999999999', '999999999999999999999'],
    ['nanoseconds that do not fit', 'unixnano', '"0001-01-01T00:00:00Z"', '"0001-01-01T00:00:00Z"'],
    ['the last one', 'rfc3339ns', '"9999-12-31T23:59:59.9Z"', '"9999-12-31T23:59:59.900000000Z"'],
    ['an array', 'unix', '[1708214001123]', '[1708214001123]'],
  ])('%s', (_, format, value, expected) => {
    const line = `{"EdgeStartTimestamp":${value}}`;
    expect(written({ timestamp_format: format }, line)).toBe(`{"EdgeStartTimestamp":${expected}}\n`);
  });

  it('stay unchanged without a job', () => {
    const line = '{"EdgeStartTimestamp":"2024-02-17T23:53:21Z"}\n';
    expect(written(undefined, line)).toBe(line);
  });

  it('stay unchanged in other fields, and in those that always count milliseconds', () => {
    const line = '{"EventTimestampMs":1708214001123,"ScriptName":1708214001123}\n';
    expect(written({ timestamp_format: 'rfc3339' }, line, 'workers_trace_events')).toBe(line);
  });
});

describe('CSV', () => {
  const names = ['ClientIP', 'RayID', 'ClientASN', 'EdgeStartTimestamp', 'BotTags', 'CacheTieredFill', 'ClientCountry'];
  const line =
    '{"ClientIP":"::1","RayID":"a\\"b\\u00e9,\\n","ClientASN":1e2,"EdgeStartTimestamp":1708214001123456789,"BotTags":["x", 1],"CacheTieredFill":true,"ClientCountry":null}';

  it.each<[string, OutputOptions, string]>([
    [
      'strings in quotes, numbers bare, the rest as JSON in quotes, null empty',
      { field_names: names },
      '"::1","a""bé,\n",1e2,1708214001123456789,"[""x"", 1]","true",\n',
    ],
    ['tabs', { field_names: ['ClientIP', 'ClientASN'], field_delimiter: '\t' }, '"::1"\t1e2\n'],
    [
      'a text for a timestamp',
      { field_names: ['EdgeStartTimestamp'], timestamp_format: 'rfc3339' },
      '"2024-02-17T23:53:21Z"\n',
    ],
    ['a column that the line lacks is empty', { field_names: ['BotScore', 'ClientIP', 'WAFAttackScore'] }, ',"::1",\n'],
  ])('%s', (_, options, expected) => {
    expect(written({ output_type: 'csv', ...options }, line)).toBe(expected);
  });

  it.each<[string, OutputOptions, string]>([
    ['one column that is null', { field_names: ['ClientCountry'] }, '""\n'],
    ['one column that the line lacks', { field_names: ['BotScore'] }, '""\n'],
    ['tabs alone', { field_names: ['ClientCountry', 'BotScore'], field_delimiter: '\t' }, '""\t\n'],
    ['commas alone are not a blank line', { field_names: ['ClientCountry', 'BotScore'] }, ',\n'],
    ['tabs and a value', { field_names: ['BotScore', 'ClientASN'], field_delimiter: '\t' }, '\t1e2\n'],
  ])('can be parsed again line by line: %s', (_, options, expected) => {
    const csv = written({ output_type: 'csv', ...options }, line);
    expect(csv).toBe(expected);
    const columns = options.field_names!;
    const read = valuesOf(csv, {
      input: 'csv',
      csv: { columns, delimiter: options.field_delimiter ?? ',', header: false },
    });
    expect(read).toHaveLength(1);
    expect(read[0]!.get(columns[0]!)).toBeNull();
  });

  it('rejects a job without field_names', () => {
    expect(() => written({ output_type: 'csv' }, line)).toThrow(
      /cannot write CSV: found no field_names .*; add field_names/,
    );
  });

  it('gives equal values when parsed again', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    const record = fc.record({
      ClientIP: text,
      RayID: text,
      ClientASN: fc.maxSafeInteger(),
      CacheTieredFill: fc.boolean(),
      BotTags: fc.array(text),
      Cookies: fc.dictionary(fc.string(), fc.string()),
      ClientCountry: fc.option(text),
    });
    const columns = ['ClientCountry', 'Cookies', 'RayID', 'BotTags', 'ClientIP', 'CacheTieredFill', 'ClientASN'];
    const types = { ClientASN: 'int', CacheTieredFill: 'bool', BotTags: 'json', Cookies: 'json' } as const;
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t', '||'),
        (records, delimiter) => {
          const lines = records.map((one) => `${JSON.stringify(one)}\n`).join('');
          const csv = written({ output_type: 'csv', field_names: columns, field_delimiter: delimiter }, lines);
          const read = valuesOf(csv, {
            input: 'csv',
            csv: { columns, delimiter, header: false, typeOf: (name) => types[name as keyof typeof types] ?? 'string' },
          });
          const sorted = (found: ReturnType<typeof valuesOf>) => found.map((one) => new Map([...one].sort()));
          expect(sorted(read)).toEqual(sorted(valuesOf(lines)));
        },
      ),
    );
  });
});

describe('the option CVE-2021-44228', () => {
  it.each([
    ['in a value', '{"a":"\x24{jndi:x}"}', '{"a":"x{jndi:x}"}'],
    ['everywhere, also side by side', '{"\x24{":"$\x24{\x24{$"}', '{"x{":"$x{x{$"}'],
    ['an escaped dollar sign', '{"a":"\\u0024{b}"}', '{"a":"\\u0078{b}"}'],
    ['an escaped brace', '{"a":"$\\u007Bb}"}', '{"a":"x\\u007Bb}"}'],
    ['both', '{"a":"\\u0024\\u007bb}"}', '{"a":"\\u0078\\u007bb}"}'],
    ['after an escaped backslash', '{"a":"\\\\\\u0024{"}', '{"a":"\\\\\\u0078{"}'],
    ['no escape', '{"a":"\\\\u0024{"}', '{"a":"\\\\u0024{"}'],
    ['neither', '{"a":"$ {","b":"\\u0024"}', '{"a":"$ {","b":"\\u0024"}'],
  ])('%s', (_, line, expected) => {
    expect(written({ 'CVE-2021-44228': true }, line)).toBe(`${expected}\n`);
    expect(written({}, line)).toBe(`${line}\n`);
  });

  it('applies to CSV, including arrays and objects', () => {
    const line = '{"a":"\\u0024{","b":["\\u0024{"],"c":"\\\\u0024{"}';
    expect(written({ output_type: 'csv', field_names: ['a', 'b', 'c'], 'CVE-2021-44228': true }, line)).toBe(
      '"x{","[""\\u0078{""]","\\u0024{"\n',
    );
  });

  it('leaves no lookup in any value, and does not change other lines', () => {
    const piece = fc.constantFrom('$', '{', '\\', 'u0024', 'u007b', '\\u0024', '\\u007B', 'a');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const plain = pieces.join('');
        const line = JSON.stringify({ a: plain }).replaceAll('\\\\u', '\\u');
        let before: string;
        try {
          before = JSON.parse(line).a;
        } catch {
          return;
        }
        const after = JSON.parse(written({ 'CVE-2021-44228': true }, line)).a;
        expect(after).toBe(before.replaceAll('${', 'x{'));
      }),
    );
  });
});
