// Types by the catalog, timestamps by the format of the job: rows of values.
import { describe, expect, it } from 'vitest';
import { checkValue } from '../../../../src/analysis/validate/line/value-type.ts';
import { parseJson } from '../../../../src/base/index.ts';
import type { FieldType } from '../../../../src/language/dataset/index.ts';
import type { TimestampFormat } from '../../../../src/language/output/index.ts';

describe('types', () => {
  it.each<[FieldType, string[], string[]]>([
    ['string', ['""', '"503"', 'null'], ['503', 'true', '[]']],
    ['int', ['0', '-7', '18446744073709551615', 'null'], ['"503"', '5e2', '500.0', '-0', 'true', '{}']],
    ['float', ['0', '4.24', '1e3', 'null'], ['"4.24"', 'false']],
    ['bool', ['true', 'false', 'null'], ['"true"', '0']],
    ['array[string]', ['[]', '["a"]', 'null'], ['"a"', '[1]', '["a",null]', '{}']],
    ['array[int]', ['[]', '[1,2]'], ['["1"]', '[1.5]']],
    ['array[object]', ['[]', '[{}]'], ['[1]', '{}']],
    ['object', ['{}', '{"a":[1]}', 'null'], ['[]', '""']],
    ['unknown', ['1', '[]', '""'], []],
  ])('%s', (type, good, bad) => {
    const codes = (texts: string[]) => texts.map((text) => checkValue(parseJson(text), type, 'unixnano', false)?.code);
    expect(codes(good)).toEqual(good.map(() => undefined));
    expect(codes(bad)).toEqual(bad.map(() => 'type'));
  });
});

const TIMES: Readonly<Record<TimestampFormat, string>> = {
  unixnano: '1708214001123456789',
  unix: '1708214001',
  rfc3339: '"2024-02-17T23:53:21Z"',
  rfc3339ms: '"2024-02-17T23:53:21.123Z"',
  rfc3339ns: '"2024-02-17T23:53:21.123456789Z"',
};
const FORMATS = Object.keys(TIMES) as TimestampFormat[];

describe('timestamps', () => {
  it.each(FORMATS)('%s takes its own form alone', (format) => {
    const codes = FORMATS.map((other) => checkValue(parseJson(TIMES[other]), 'timestamp', format, false)?.code);
    // Coarser texts may be nanoseconds without their zeros.
    const other = (name: string) =>
      format === 'rfc3339ns' && name.startsWith('rfc3339') ? 'timestamp-digits' : 'timestamp-format';
    expect(codes).toEqual(FORMATS.map((name) => (name === format ? undefined : other(name))));
  });

  it.each(FORMATS)('%s takes null, and no other type', (format) => {
    expect(checkValue(null, 'timestamp', format, false)).toBeUndefined();
    for (const text of ['true', '"yesterday"', '1.5', '[]']) {
      expect(checkValue(parseJson(text), 'timestamp', format, false)?.code).toBe('type');
    }
  });
});

describe('times that mean none', () => {
  const NONE = ['0', '-62135596800', '-6795364578871345152', '"0001-01-01T00:00:00Z"'];
  it.each(FORMATS)('any of them will do for %s', (format) => {
    expect(NONE.map((text) => checkValue(parseJson(text), 'timestamp', format, false))).toEqual(
      NONE.map(() => undefined),
    );
  });

  it.each<[TimestampFormat, string, string | undefined]>([
    ['unix', '-86400', undefined],
    ['unix', '-86400000000000', 'timestamp-format'],
    ['unixnano', '-86400000000000000', undefined],
    ['unixnano', '-86400', 'timestamp-format'],
    ['rfc3339', '-86400', 'timestamp-format'],
  ])('before 1970, %s: %s', (format, text, code) => {
    expect(checkValue(parseJson(text), 'timestamp', format, false)?.code).toBe(code);
  });
});

describe('nanoseconds without zeros at their end', () => {
  it.each<[string, string | undefined]>([
    ['.123456789', undefined],
    ['.123456780', undefined],
    ['.12345678', undefined],
    ['.1234', undefined],
    ['.12345670', 'timestamp-format'],
    ['.1230', 'timestamp-format'],
    ['.120', 'timestamp-format'],
    ['.1234567891', 'timestamp-format'],
    ['.123', 'timestamp-digits'],
    ['.1', 'timestamp-digits'],
    ['', 'timestamp-digits'],
  ])('%s', (fraction, code) => {
    const value = `2024-02-17T23:53:20${fraction}Z`;
    expect(checkValue(value, 'timestamp', 'rfc3339ns', false)?.code).toBe(code);
  });
});

it('the form of arrays and objects in CSV is not documented: a text will do there', () => {
  expect(checkValue('a|b', 'array[string]', 'unixnano', true)).toBeUndefined();
  expect(checkValue('a|b', 'array[string]', 'unixnano', false)?.code).toBe('type');
});
