// Names of filters and jobs in a run.
import { expect, it } from 'vitest';
import { nameOfFile } from '../../src/run/argument-text.ts';
import { uniqueNames } from '../../src/run/unique-names.ts';

it('equal names receive numbers', () => {
  expect(uniqueNames(['a', 'b', 'a', 'a-2', 'a'])).toEqual(['a', 'b', 'a-2', 'a-2-2', 'a-3']);
});

it.each([
  ['dir/errors.json', 'errors'],
  ['errors', 'errors'],
  ['C:\\filters\\bots.expr', 'bots'],
  ['.json', '.json'],
  ['a.b.json', 'a.b'],
])('%s is called %s', (path, name) => expect(nameOfFile(path)).toBe(name));

it('numbers 100,000 equal names in linear time', () => {
  const count = 100_000;
  // Another name is already `a-3`.
  const names = uniqueNames(['a-3', ...Array<string>(count).fill('a')]);
  expect(new Set(names).size).toBe(count + 1);
  expect(names.slice(0, 4)).toEqual(['a-3', 'a', 'a-2', 'a-4']);
  expect(names.at(-1)).toBe(`a-${count + 1}`);
});
