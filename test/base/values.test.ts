// Exact values: integers of any size, decimals, JSON in and out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareNumbers,
  Decimal,
  integerOf,
  JsonSyntaxError,
  numberOf,
  parseJson,
  printJson,
  valueFrom,
} from '../../src/base/index.ts';

describe('integerOf', () => {
  it.each([
    ['0', 0],
    ['-1', -1],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['18446744073709551615', 18446744073709551615n],
    ['-9007199254740993', -9007199254740993n],
    ['-0', undefined],
    ['0500', undefined],
    ['+5', undefined],
    ['5.0', undefined],
    ['5e2', undefined],
    ['', undefined],
    [' 5', undefined],
  ])('%s', (text, expected) => expect(integerOf(text)).toBe(expected));
});

describe('compareNumbers', () => {
  it.each([
    ['500', '500.0', 0],
    ['5e2', '500', 0],
    ['0.1', '0.10', 0],
    ['-0', '0', 0],
    ['1e-1', '0.1', 0],
    ['1e400', '1e399', 1],
    ['-1e400', '1e-400', -1],
    ['1700000000002000001', '1700000000002000002', -1],
    ['1e99999999999999999999', '2', 1],
    ['0.30000000000000004', '0.3', 1],
    ['12', '9.99', 1],
  ])('%s and %s', (a, b, expected) => {
    expect(Math.sign(compareNumbers(numberOf(a), numberOf(b)))).toBe(expected);
    expect(Math.sign(compareNumbers(numberOf(b), numberOf(a)))).toBe(0 - expected);
  });

  it('agrees with doubles where these are exact', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer({ min: 0, max: 9 }), (a, b, digit) => {
        const left = new Decimal(`${a}.${digit}`);
        expect(Math.sign(compareNumbers(left, b))).toBe(Math.sign(Number(left.text) - b));
      }),
    );
  });
});

describe('parseJson', () => {
  it('agrees with JSON.parse on whatever JSON.stringify gives, integers apart', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(printJson(parseJson(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps numbers as written', () => {
    const text = '[18446744073709551615,-0,5e2,500.0,0.1,1E+2,9007199254740993]';
    expect(printJson(parseJson(text))).toBe(text);
  });

  it('tells keys that stand twice', () => {
    const found: string[] = [];
    parseJson('{"a":1,"b":[{"c":1,"c":2}],"a":3}', { onDuplicateKey: (path) => found.push(path) });
    expect(found).toEqual(['b[0].c', 'a']);
  });

  it.each([
    ['', 1, 1, 'the end of the text'],
    ['{"a":1', 1, 7, 'the end of the text'],
    ['{"a":1,}', 1, 8, '"}"'],
    ['{\n  "a": tru\n}', 2, 8, '"tru"'],
    ["{'a':1}", 1, 2, `"'"`],
    ['[1 2]', 1, 4, '"2"'],
    ['01', 1, 2, '"1"'],
    ['"a\\x"', 1, 1, 'a string with a wrong escape or control character'],
    ['"abc', 1, 1, 'a string without its closing quote'],
    ['{"a":1} x', 1, 9, '"x"'],
  ])('%j is refused at line %i, column %i', (text, line, column, found) => {
    try {
      parseJson(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(JsonSyntaxError);
      expect(error).toMatchObject({ line, column, code: 'json-syntax' });
      expect((error as Error).message).toContain(`found ${found}`);
    }
  });

  it('refuses hostile nesting without overflowing the stack', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow('deeper nesting');
    expect(() => parseJson('{"a":'.repeat(1_000_000))).toThrow('deeper nesting');
  });

  it('reads a string of a megabyte with many escapes', () => {
    const long = '\\n"'.repeat(350_000);
    expect(parseJson(JSON.stringify(long))).toBe(long);
  });
});

describe('valueFrom', () => {
  it.each([2 ** 53, -(2 ** 60), 1e21, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d, which is rounded or no number',
    (number) => {
      expect(() => valueFrom({ where: [number] })).toThrow(/cannot take where\[0\]/);
    },
  );

  it('takes bigints, decimals and nested values', () => {
    const value = valueFrom({ a: 2n ** 64n, b: [0.5, 3n, null], c: undefined });
    expect(printJson(value)).toBe('{"a":18446744073709551616,"b":[0.5,3,null]}');
  });
});
