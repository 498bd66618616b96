// JSON results: the same text as that of JSON.stringify, in pieces, with invisible characters escaped.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, printJson } from '../../src/base/index.ts';
import * as json from '../../src/report/json/render-json.ts';

/** Of any value, not only of reports. */
const renderJson = json.renderJson as (value: unknown) => Generator<string>;
const renderExactJson = json.renderExactJson as (value: unknown) => Generator<string>;
const textOf = (pieces: Iterable<string>): string => [...pieces].join('');
const stringified = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

describe('is what JSON.stringify prints', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'a "b" \\ \n\t\u0001'],
    ['a lone surrogate', '\ud800'],
    ['empty', { a: [], b: {}, c: '', d: [[]], e: [{}] }],
    ['nested', { a: [1, [2, { b: [3] }]], 'odd "key"\n': { c: { d: null } } }],
    ['undefined', { a: undefined, b: [undefined, () => 1, Symbol('x')], c: () => 1, d: 1 }],
    ['only undefined', { a: undefined }],
    ['numbers', [0, -0, 1e21, 1.5, Number.NaN, Number.POSITIVE_INFINITY]],
    ['a form of its own', { a: new Date(0), b: [new URL('http://a/')] }],
    ['classes', Object.assign(Object.create({ inherited: 1 }), { own: 1 })],
    ['a key named __proto__', JSON.parse('{"__proto__": 1, "constructor": {"a": 2}}')],
  ])('%s', (_, value) => expect(textOf(renderJson(value))).toBe(stringified(value)));

  it('of any JSON', () => {
    const plain = fc.stringMatching(/^[ -~äß\n\t€😀]*$/u);
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('any')), fc.dictionary(plain, tie('any'))),
      leaf: fc.oneof(plain, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
    })).any;
    fc.assert(
      fc.property(value, (one) => {
        expect(textOf(renderJson({ one }))).toBe(stringified({ one }));
      }),
    );
  });
});

it.each<[string, Iterable<unknown>, unknown[]]>([
  ['empty', new Set(), []],
  ['of parts', new Set([1, undefined, { a: [] }]), [1, undefined, { a: [] }]],
])('an iterable is an array: %s', (_, items, array) => {
  expect(textOf(renderJson({ items }))).toBe(stringified({ items: array }));
});

it('exact values are printed as elsewhere', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (one) => {
      const value = parseJson(JSON.stringify({ one }));
      const text = textOf(renderExactJson(value));
      expect(JSON.parse(text)).toEqual(JSON.parse(printJson(value)));
    }),
  );
  const exact = '{"a":[],"b":{},"c":18446744073709551615,"d":1.50,"e":[1,{"f":null}]}';
  expect(textOf(renderExactJson(parseJson(exact)))).toBe(`${exact}\n`);
});

/** Of all code points, lone surrogates too, every second one below U+2070. Not `unit: 'binary'`: to list all takes a second. */
const codePoint = fc.oneof(fc.nat(0x10ffff), fc.nat(0x2070));
const anyText = fc.array(codePoint).map((points) => String.fromCodePoint(...points));

it('is the same value, whatever the text holds, and nothing in it steers a terminal', () => {
  fc.assert(
    fc.property(fc.array(anyText), anyText, (texts, key) => {
      const value = { [key]: texts };
      for (const text of [textOf(renderJson(value)), textOf(renderExactJson(value))]) {
        expect(JSON.parse(text)).toEqual(value);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]/u);
      }
    }),
  );
});

it('no piece is longer than its longest text needs', () => {
  const texts = Array.from({ length: 1000 }, (_, index) => String(index).repeat(300));
  const pieces = [...renderJson({ texts })];
  expect(pieces.join('')).toBe(stringified({ texts }));
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000);
  expect(pieces.length).toBeLessThan(20);
});
