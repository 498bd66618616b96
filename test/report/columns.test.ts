// How much of a terminal a text takes, and where it is cut.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../src/base/text/cut-text.ts';
import { padded, partsIn, shorten, startIn, wrap, wrapWhole } from '../../src/report/columns.ts';
import { printTable } from '../../src/report/text/table.ts';
import { randomRuns } from '../helpers/random-runs.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const FLAG = '🇩🇪';
const ACCENT = 'e\u0301';
const MARKS = `a${'\u0301'.repeat(200)}`;

it.each([
  ['', 0],
  ['abc', 3],
  ['日本', 4],
  ['ｶﾅ', 2],
  ['한국', 4],
  [FAMILY, 2],
  [FLAG, 2],
  [`${ACCENT}${ACCENT}`, 2],
  ['…█▏→×', 5],
  ['\u001b[31mred\u001b[39m', 3],
  ['\ud83d', 1],
])('%j has the width %d', (text, width) => {
  expect(columnsOf(text)).toBe(width);
});

describe('shortened', () => {
  it.each([
    ['abcdefghij', 5, 'abc…j'],
    ['日本語日本語', 12, '日本語日本語'],
    ['日本語日本語', 11, '日本語…本語'],
    [FAMILY.repeat(3), 5, `${FAMILY}…`],
    [FLAG.repeat(4), 7, `${FLAG}${FLAG}…${FLAG}`],
    [ACCENT.repeat(9), 4, `${ACCENT}${ACCENT}…${ACCENT}`],
    ['abc', 1, '…'],
    ['日本', 0, '…'],
  ])('%j to %d columns is %j', (text, columns, shown) => {
    expect(shorten(text, columns)).toBe(shown);
  });

  it('a text of many marks takes bounded space', () => {
    expect(shorten(MARKS.repeat(3), 20).length).toBeLessThan(20 * 32 + 2);
    expect(startIn(`${MARKS}b`, 3)).not.toContain('b');
  });
});

/** Texts with characters of every width, and of several code points. */
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', ' ', '日', 'ｶ', 'ﾞ', FAMILY, FLAG, ACCENT, '👍🏽', '\u200d', '\ufe0f', 'क्षि'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});
it('the width is that of an independent measure', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(columnsOf(text)).toBe(stringWidth(text));
    }),
    { numRuns: randomRuns(2000) },
  );
});

const units = new Intl.Segmenter();
const boundaries = (text: string): Set<number> =>
  new Set([...[...units.segment(text)].map(({ index }) => index), text.length]);

it('a cut text fits, ends between characters, and keeps its start and end', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const start = startIn(text, columns);
      expect(columnsOf(start)).toBeLessThanOrEqual(columns);
      expect(text.startsWith(start)).toBe(true);
      expect(boundaries(text)).toContain(start.length);
      const shown = shorten(text, columns);
      if (columnsOf(text) <= columns) expect(shown).toBe(text);
      else {
        expect(columnsOf(shown)).toBeLessThanOrEqual(columns);
        expect(shown.isWellFormed()).toBe(true);
      }
      expect(columnsOf(padded(text, columns))).toBe(Math.max(columns, columnsOf(text)));
    }),
  );
});

it('parts and wrapped lines lose nothing, and are no wider than asked', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const parts = partsIn(text, columns);
      expect(parts.join('')).toBe(text);
      for (const part of parts) {
        if (columnsOf(part) > columns) expect([...units.segment(part)]).toHaveLength(1);
        expect(part.isWellFormed()).toBe(true);
      }
      expect(wrap(text, columns).join(' ')).toBe(text);
      expect(wrapWhole(text, columns).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

it('the columns of a table are aligned for characters of any width', () => {
  const rows = ['ascii', '日本語', FAMILY, `${ACCENT}!`, '\u001b[31mred\u001b[39m'].map((name) => [name, '1', 'x']);
  const lines = printTable([{ title: 'name' }, { title: '#', align: 'right' }, { title: '' }], rows);
  expect(new Set(lines.slice(1).map(columnsOf))).toEqual(new Set([12]));
});
