// Differences of SQL as lines.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSqlLines } from '../../../src/cloud/transformers/compare-sql.ts';

const SIGNS = { same: ' ', add: '+', remove: '-' } as const;
const printed = (from: string, to: string) => compareSqlLines(from, to).map(({ kind, text }) => SIGNS[kind] + text);

it.each<[string, string, string[]]>([
  ['a', 'a', [' a']],
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\r\nb\n\n', 'a\nb', [' a', ' b']],
  ['a\nb\nc\nd', 'b\nc\ne\nd', ['-a', ' b', ' c', '+e', ' d']],
  ['a', '', ['-a', '+']],
])('%j to %j', (from, to, lines) => {
  expect(printed(from, to)).toEqual(lines);
});

it('the lines of a difference are those of both texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 })
    .map((all) => all.join('\n'));
  fc.assert(
    fc.property(text, text, (from, to) => {
      const lines = compareSqlLines(from, to);
      const textOf = (other: string) =>
        lines
          .filter(({ kind }) => kind !== other)
          .map(({ text }) => text)
          .join('\n');
      expect([textOf('add'), textOf('remove')]).toEqual([from, to]);
    }),
  );
});

it('compares large texts in bounded time', () => {
  const [from, to] = ['a', 'b'].map((one) => Array.from({ length: 16_000 }, (_, index) => `${one}${index}`).join('\n'));
  expect(compareSqlLines(from!, to!)).toHaveLength(32_000);
});
