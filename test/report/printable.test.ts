// Which characters of logs are shown as escapes, in text, in lines for a terminal, and in JSON.
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines } from '../../src/base/index.ts';
import { printableAll } from '../../src/report/printable.ts';

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

const HIDDEN: readonly [name: string, characters: string[]][] = [
  ['DEL and C1 controls', range(0x7f, 0x9f)],
  ['the Arabic letter mark', ['\u061c']],
  ['marks of direction', ['\u200e', '\u200f']],
  ['embeddings and overrides', range(0x202a, 0x202e)],
  ['isolates', range(0x2066, 0x2069)],
  ['separators', ['\u2028', '\u2029']],
  ['invisible characters', ['\u200b', '\u2060', '\ufeff']],
  ['noncharacters', ['\ufffe', '\uffff']],
  ['tags', range(0xe0000, 0xe007f)],
];
const C0 = range(0, 0x1f);
const SEEN = ['a', 'é', 'ß', '€', '\u00a0', 'क्\u200dष', '👩\u200d💻', '\u{e0100}', '\u{10ffff}', '\ud800', '\udb40x'];

/** As JSON writes it. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

describe.each(HIDDEN)('%s', (_, characters) => {
  it.each([
    ['text', printable],
    ['lines', printableLines],
    ['JSON', printableJson],
  ])('are escaped in %s', (_, print) => {
    for (const one of characters) expect(print(`a${one}b`)).toBe(`a${escaped(one)}b`);
  });
});

it('C0 controls are escaped in text, all but line ends and tabs in lines, and left to JSON.stringify', () => {
  for (const one of C0) {
    expect(printable(`a${one}b`)).toBe(`a${escaped(one)}b`);
    expect(printableLines(`a${one}b`)).toBe(one === '\n' || one === '\t' ? `a${one}b` : `a${escaped(one)}b`);
    expect(printableJson(`a${one}b`)).toBe(`a${one}b`);
  }
  expect(printableLines('a\r\nb\rc\r\r\n')).toBe('a\r\nb\\u000dc\\u000d\r\n');
});

it.each(SEEN)('%j is shown as it is', (text) => {
  for (const print of [printable, printableLines, printableJson]) expect(print(text)).toBe(text);
});

it('names and values of a result are escaped at any depth', () => {
  expect(printableAll({ 'a\u202e': [{ name: '\u2028' }], n: 1 })).toEqual({ 'a\\u202e': [{ name: '\\u2028' }], n: 1 });
});
