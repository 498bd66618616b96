// JSON values of every kind and form, and text that only looks like one. Text, not bytes.
import fc from 'fast-check';
import { printJson } from '../../../src/base/index.ts';
import type { FieldType } from '../../../src/language/dataset/index.ts';
import { codePoint } from '../../helpers/code-point.ts';
import { typedValueArbitrary, valueArbitrary } from '../../helpers/filter/arbitraries.ts';
import { jsonValue } from '../json-text.ts';

/** Lengths around the size of a vector. */
export const LENGTHS: readonly number[] = [0, 1, 2, 14, 15, 16, 17, 18, 30, 31, 32, 33, 34, 47, 48, 49, 63, 64, 65];

/** Texts without escapes; many contain others. */
export const plainText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...'de a x ax xa é 😀 /api example.com 500 { } [ ] , :'.split(' '), ' '),
  // Other cases, some of them of another length or that of a letter in ASCII.
  fc.constantFrom(...'DE De A X XA É Example.com K k'.split(' '), '\u212a', ...'İ i̇ ΑΣ ας ẞ ſ S s'.split(' ')),
  fc.constantFrom(...LENGTHS).map((length) => 'x'.repeat(length)),
  fc.tuple(fc.constantFrom(...LENGTHS), fc.nat({ max: 64 })).map(([length, at]) => markedText(length, at)),
);

/** `xxxaxxx`: a mark in a text of a length. */
function markedText(length: number, at: number): string {
  const place = length === 0 ? 0 : at % length;
  return `${'x'.repeat(place)}a${'x'.repeat(Math.max(0, length - place - 1))}`;
}

const escapes = fc.constantFrom(
  ...String.raw`\" \\ \/ \n \u0041 \u00e9 \ud83d\ude00 \ud800 \udc00\ud800 \u0000 \",\"ClientCountry\":\"de`.split(' '),
);
const noText = fc.constantFrom('\t', '\u0000', '\u0001', '\u001f', '\\x', '\\u12', '\\u12G4', '\\', '"', '\r');
const rawString = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: plainText.map(quotedInside) },
      { weight: 3, arbitrary: escapes },
      { weight: 1, arbitrary: fc.constantFrom('\u2028', '\u007f', '\ufeff', 'ÿ', 'Ā', '߿', 'ࠀ', '\uffff', '𐀀', '􏿿') },
      { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 8 }).map(quotedInside) },
    ),
    { maxLength: 4 },
  )
  .map((pieces) => `"${pieces.join('')}"`);

function quotedInside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Numbers of every form, and text that only looks like one. */
export const NUMBERS: readonly string[] = [
  ...'0 -0 1 -1 7 29 30 200 404 499 500 501 1.0 -0.0 0.5 1e5 1E+5 5e2 500.0 1e-2 1e400 123456789012345'.split(' '),
  ...'999999999999999 1000000000000000 9007199254740993 999999999999999999 1000000000000000000'.split(' '),
  ...'1700000000002000001 9223372036854775806 9223372036854775807 9223372036854775808'.split(' '),
  ...'9999999999999999999 18446744073709551615 18446744073709551616 99999999999999999999'.split(' '),
  ...'-9223372036854775807 -9223372036854775808 -9223372036854775809 123456789012345678901234567890123'.split(' '),
  ...'12345678901234567890123456789012 1234567890123456 12345678901234567 -1234567890123456'.split(' '),
  `1${'0'.repeat(401)}`,
];
/** Not JSON. */
export const NO_NUMBERS: readonly string[] = '01 - -01 1. .5 +1 1e 1e+ 0x1 1_0 --1 NaN 1.e1'.split(' ');

/** Times as JSON writes them, readable and not. */
export const TIMES: readonly string[] = [
  ...'0 -1 1700000000 9223372036 9223372037 99999999999 100000000000 -99999999999 -100000000000'.split(' '),
  ...'9223372036854 9223372036855 99999999999999 100000000000000 -99999999999999 -100000000000000'.split(' '),
  ...'1700000000000 1700000000000000000 1700000000000000001 9223372036854775807 1.7e9 1700000000.5'.split(' '),
  ...['', '.', '.0', '.1', '.12', '.123', '.999999999', '.1234567899', '.000000000001', '.123456789012'].map(
    (fraction) => `"2023-11-14T22:13:20${fraction}Z"`,
  ),
  ...['z', '+00:00', '-00:00', '+01:00', '-23:59', '+24:00', '', ' ', 'Z ', 'ZZ', 'é'].map(
    (zone) => `"2023-11-14T22:13:20${zone}"`,
  ),
  '2023-11-14t22:13:20Z',
  '2023-11-14 22:13:20Z',
  ...'2023-11-14T24:00:00Z 2023-11-14T23:59:60Z 2023-11-14T22:60:00Z 2023-02-29T00:00:00Z'.split(' '),
  ...'2024-02-29T00:00:00Z 2100-02-29T00:00:00Z 2000-02-29T23:59:59Z 2023-02-30T00:00:00Z'.split(' '),
  ...'2023-00-10T00:00:00Z 2023-13-10T00:00:00Z 2023-04-31T00:00:00Z 2023-01-00T00:00:00Z'.split(' '),
  ...'1969-12-31T23:59:59Z 1970-01-01T00:00:00Z 2261-12-31T23:59:59.999999999Z'.split(' '),
  ...'2262-04-11T23:47:16.854775807Z 2262-04-11T23:47:17Z 0000-01-01T00:00:00Z 9999-12-31T23:59:59Z'.split(' '),
  ...'2023-11-14T22-13-20Z 2O23-11-14T22:13:20Z 2023-11-14 1700000000 1700000000000000000 01700000000'.split(' '),
  ...String.raw`1e9 now 2023-11-14T22:13:20\u005a`.split(' '),
  '',
].map((one, index) => (index < 21 || one.startsWith('"') ? one : `"${one}"`));

/** Levels around the limits of the kernel and of a line. */
export const DEPTHS: readonly number[] = [1, 2, 31, 32, 58, 59, 60, 61, 62, 63, 64, 65, 510, 511, 512, 513];

const deep = fc
  .tuple(fc.constantFrom(...DEPTHS), fc.boolean())
  .map(([levels, isObject]) =>
    isObject ? `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}` : `${'['.repeat(levels)}${']'.repeat(levels)}`,
  );
export const space = fc.oneof(
  { weight: 24, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.constantFrom(' ', '\t', '  ', ' \t ') },
  { weight: 1, arbitrary: fc.constantFrom('\r', '\f', '\u00a0', '\u0000') },
);
const element = fc.oneof(
  rawString,
  fc.constantFrom(...NUMBERS, 'true', 'false', 'null', '"a"', '"google-bot"', '1', '2', '"1"'),
  fc.constantFrom('[]', '["a"]', '[1]', '{"a":["a",1]}', '{}', '"],[\\"a\\""', '"],["', '","'),
);
const rawArray = fc
  .array(fc.tuple(space, element, space), { maxLength: 4 })
  .map((items) => `[${items.map((item) => item.join('')).join(',')}]`);
const nested = fc.oneof(
  jsonValue,
  deep,
  fc.constantFrom(
    '{"ClientCountry":"de","EdgeResponseStatus":500}',
    '[{"ClientCountry":"de"}]',
    '{"a":"\\",\\"b\\":1"}',
  ),
  fc.constantFrom(
    '[ ]',
    '{ }',
    '[\t]',
    '[ [ ] ]',
    '{ "" : [ ] }',
    '[,]',
    '{,}',
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    '{"a" 1}',
    '[}',
  ),
);
const word = fc.constantFrom('true', 'false', 'null', 'tru', 'nul', 'falsy', 'True', 'nullx', 'truefalse', '');
export const anyValue = fc.oneof(
  { weight: 2, arbitrary: rawString },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 2, arbitrary: rawArray },
  { weight: 2, arbitrary: nested },
  { weight: 2, arbitrary: fc.constantFrom('true', 'false', 'null', '"500"', '"0500"', '""', '"-1"', '[]', '{}') },
  { weight: 1, arbitrary: valueArbitrary.map(printJson) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      word,
      fc.constantFrom(...NO_NUMBERS),
      noText.map((text) => `"${text}"`),
    ),
  },
);

/** Few values: lines and filters often match. */
const USUAL: Readonly<Partial<Record<FieldType, readonly string[]>>> = {
  string: ['"de"', '"a"', '"xa"', '""', '"DE"', '"xA"'],
  int: ['29', '30', '500', '501'],
  bool: ['true', 'false'],
  float: ['0.5', '1', '"1"'],
  timestamp: ['1700000000', '"2023-11-14T22:13:20Z"', '"2023-11-14T22:13:20.123Z"', '1700000000000000001'],
  'array[string]': ['["a"]', '["de","a"]', '["A"]', '["xax"]', '[]'],
  'array[int]': ['[30]', '[1,30]', '[]'],
};

/** A value for a field: of its type in a usual or unusual form, or any other value. */
export function fieldValue(type: FieldType): fc.Arbitrary<string> {
  const own = typedValueArbitrary(type).map(printJson);
  const usual = fc.constantFrom(...(USUAL[type] ?? ['"a"']));
  const odd =
    type === 'string'
      ? rawString
      : type === 'timestamp'
        ? fc.constantFrom(...TIMES)
        : type === 'int' || type === 'float'
          ? fc.constantFrom(...NUMBERS)
          : type === 'bool'
            ? fc.constantFrom('true', 'false')
            : rawArray;
  return fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: 4, arbitrary: own },
    { weight: 6, arbitrary: odd },
    { weight: 2, arbitrary: anyValue },
    { weight: 1, arbitrary: fc.constant('null') },
  );
}
