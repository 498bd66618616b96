// Names of filters and jobs in a run.
import { sep } from 'node:path';
import { expect, it } from 'vitest';
import { uniqueNames } from '../../../src/base/text/unique-names.ts';
import { nameOfFile } from '../../../src/verbs/request/argument-text.ts';
import { distinctNames } from '../../../src/verbs/request/distinct-names.ts';

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

// Names of filters from files with equal names.
it.each<[string, [string, string?][], string[]]>([
  ['one file', [['errors', 'filters/errors.txt']], ['errors']],
  [
    'different names',
    [
      ['a', 'f/a.txt'],
      ['b', 'f/b.txt'],
    ],
    ['a', 'b'],
  ],
  [
    'different folders',
    [
      ['errors', 'a/errors.txt'],
      ['errors', 'b/errors.txt'],
    ],
    ['a/errors', 'b/errors'],
  ],
  [
    'different folders above',
    [
      ['e', 'x/f/e.txt'],
      ['e', 'y/f/e.txt'],
    ],
    ['x/f/e', 'y/f/e'],
  ],
  [
    'different extensions',
    [
      ['errors', 'a/errors.txt'],
      ['errors', 'a/errors.json'],
    ],
    ['errors.txt', 'errors.json'],
  ],
  [
    'the same file',
    [
      ['errors', 'a/errors.txt'],
      ['errors', './a/../a/errors.txt'],
    ],
    ['errors', 'errors'],
  ],
  [
    'a file and a folder below',
    [
      ['e', '/e.txt'],
      ['e', '/f/e.txt'],
    ],
    ['/e', 'f/e'],
  ],
  [
    'a hidden file',
    [
      ['.txt', 'a/.txt'],
      ['.txt', 'b/.txt'],
    ],
    ['a/.txt', 'b/.txt'],
  ],
  [
    'a name that is a whole path',
    [
      ['a/.json', 'a/.json'],
      ['b/.json', 'b/.json'],
    ],
    ['a/.json', 'b/.json'],
  ],
  [
    'a name with a backslash',
    [
      ['errors', 'a/d\\errors.json'],
      ['errors', 'a/d/errors.json'],
    ],
    sep === '/' ? ['d\\errors', 'errors'] : ['errors', 'errors'],
  ],
  ['text and a job of the name', [['e'], ['e', 'a/e.txt'], ['e', 'b/e.txt'], ['e']], ['e', 'a/e', 'b/e', 'e']],
])('%s', (_, files, names) => {
  expect(distinctNames(files.map(([name, path]) => ({ name, path })))).toEqual(names);
});
