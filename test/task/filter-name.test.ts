// Names of filters and jobs in a run.
import { expect, it } from 'vitest';
import { nameOfFile, uniqueNames } from '../../src/task/filter-name.ts';

it('equal names are told apart', () => {
  expect(uniqueNames(['a', 'b', 'a', 'a-2', 'a'])).toEqual(['a', 'b', 'a-2', 'a-2-2', 'a-3']);
});

it.each([
  ['dir/errors.json', 'errors'],
  ['errors', 'errors'],
  ['C:\\filters\\bots.expr', 'bots'],
  ['.json', '.json'],
  ['a.b.json', 'a.b'],
])('%s is called %s', (path, name) => expect(nameOfFile(path)).toBe(name));
