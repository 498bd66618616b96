// Exact values: integers of any size, decimals, parsing and printing JSON.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareNumbers,
  Decimal,
  HugeInteger,
  integerOf,
  JsonSyntaxError,
  MAX_BIGINT_DIGITS,
  numberOf,
  parseJson,
  printJson,
  typeName,
  valueFrom,
} from '../../src/base/index.ts';
import { codePoint } from '../helpers/code-point.ts';

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

const DIGITS = '123456789'.repeat(100);

describe('integers too long for a bigint', () => {
  it('begin directly above the limit, and still count as integers', () => {
    const longest = '9'.repeat(MAX_BIGINT_DIGITS);
    expect(integerOf(longest)).toBe(BigInt(longest));
    expect(integerOf(`${longest}9`)).toEqual(new HugeInteger(`${longest}9`));
    expect(integerOf(`0${longest}`)).toBeUndefined();
    expect(numberOf(`${longest}9.0`)).not.toBeInstanceOf(HugeInteger);
    expect([integerOf(`-${DIGITS}`), integerOf(DIGITS)].map((one) => (one as HugeInteger).isNegative)).toEqual([
      true,
      false,
    ]);
    expect(typeName(parseJson(DIGITS))).toBe('integer');
    expect(printJson(parseJson(DIGITS))).toBe(DIGITS);
    expect(valueFrom(BigInt(DIGITS))).toEqual(parseJson(DIGITS));
  });

  it('compare like bigints', () => {
    const long = fc
      .tuple(fc.integer({ min: 1, max: 2 }), fc.nat({ max: 3 }), fc.bigInt({ min: -5n, max: 5n }))
      .map(([sign, power, more]) => (sign === 1 ? 1n : -1n) * 10n ** BigInt(MAX_BIGINT_DIGITS + power - 1) + more);
    const any = fc.oneof(long, fc.bigInt({ min: -20n, max: 20n }));
    fc.assert(
      fc.property(any, any, (a, b) => {
        const order = compareNumbers(numberOf(a.toString()), numberOf(b.toString()));
        expect(Math.sign(order)).toBe(a < b ? -1 : a > b ? 1 : 0);
        const asDecimal = compareNumbers(new Decimal(`${a}.0`), numberOf(b.toString()));
        expect(Math.sign(asDecimal)).toBe(Math.sign(order));
      }),
    );
  });
});

describe('compareNumbers', () => {
  it.each([
    ['a digit after a million zeros', `1.${'0'.repeat(1_000_000)}1`, '1', 1],
    ['a million zeros after the decimal point', `1.${'0'.repeat(1_000_000)}`, '1', 0],
    ['integers of megabytes', '9'.repeat(5_000_000), `${'9'.repeat(4_999_999)}8`, 1],
    ['an exponent of megabytes', `1e${'9'.repeat(5_000_000)}`, '1e400', 1],
    ['a negative one', `1e-${'9'.repeat(5_000_000)}`, '1e-400', -1],
    ['a negative number with one', `-1e${'9'.repeat(5_000_000)}`, '0', -1],
    ['an exponent with megabytes of zeros', `1e${'0'.repeat(5_000_000)}2`, '100', 0],
    ['equal exponents without end', `2e${'9'.repeat(500)}`, `1e${'9'.repeat(500)}`, 1],
  ])('%s', (_, a, b, expected) => {
    expect(Math.sign(compareNumbers(numberOf(a), numberOf(b)))).toBe(expected);
    expect(Math.sign(compareNumbers(numberOf(b), numberOf(a)))).toBe(0 - expected);
  });

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

  it('agrees with doubles that are exact', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer({ min: 0, max: 9 }), (a, b, digit) => {
        const left = new Decimal(`${a}.${digit}`);
        expect(Math.sign(compareNumbers(left, b))).toBe(Math.sign(Number(left.text) - b));
      }),
    );
  });
});

describe('parseJson', () => {
  it('agrees with JSON.parse on the output of JSON.stringify, except for integers', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: codePoint }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(printJson(parseJson(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps numbers as written', () => {
    const text = '[18446744073709551615,-0,5e2,500.0,0.1,1E+2,9007199254740993]';
    expect(printJson(parseJson(text))).toBe(text);
  });

  it('reports duplicate keys', () => {
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
    ['"a\\x"', 1, 1, 'a string with an invalid escape or a control character'],
    ['"abc', 1, 1, 'a string without its closing quote'],
    ['"abc\\"', 1, 1, 'a string without its closing quote'],
    ['"abc\\', 1, 1, 'a string without its closing quote'],
    ['"a\nb"', 1, 1, 'a string without its closing quote'],
    ['"a\tb"', 1, 1, 'a string with an invalid escape or a control character'],
    ['"\\u12g4"', 1, 1, 'a string with an invalid escape or a control character'],
    ['{"a":1} x', 1, 9, '"x"'],
  ])('rejects %j at line %i, column %i', (text, line, column, found) => {
    try {
      parseJson(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(JsonSyntaxError);
      expect(error).toMatchObject({ line, column, code: 'json-syntax' });
      expect((error as Error).message).toContain(`found ${found}`);
      expect((error as JsonSyntaxError).found.startsWith(found)).toBe(true);
      expect((error as Error).message.endsWith(`, expected ${(error as JsonSyntaxError).wanted}`)).toBe(true);
    }
  });

  it('rejects hostile nesting without a stack overflow', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow('deeper nesting');
    expect(() => parseJson('{"a":'.repeat(1_000_000))).toThrow('deeper nesting');
  });

  it('parses a string of megabytes with millions of escapes', () => {
    const long = '\\n"'.repeat(2_000_000);
    expect(parseJson(JSON.stringify(long)) === long).toBe(true);
  });

  it('parses every string that JSON.stringify prints, and continues after it', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(parseJson(`[${JSON.stringify(text)},1]`)).toEqual([text, 1]);
      }),
    );
  });

  it('shortens a word of a megabyte in its message', () => {
    expect(() => parseJson('x'.repeat(1e6))).toThrow(/found "x{80}", expected/);
  });
});

describe('valueFrom', () => {
  it.each([2 ** 53, -(2 ** 60), 1e21, Number.NaN, Number.POSITIVE_INFINITY])(
    'rejects %d, which is rounded or not a number',
    (number) => {
      expect(() => valueFrom({ where: [number] })).toThrow(/cannot convert where\[0\]/);
    },
  );

  it('accepts bigints, decimals and nested values', () => {
    const value = valueFrom({ a: 2n ** 64n, b: [0.5, 3n, null], c: undefined });
    expect(printJson(value)).toBe('{"a":18446744073709551616,"b":[0.5,3,null]}');
  });
});
