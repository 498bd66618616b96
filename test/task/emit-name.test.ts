// Names of folders and objects of --emit: safe on any disk, told apart, and in the form the platform gives.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseObjectKey } from '../../src/destination/index.ts';
import { emittedName, jobFolders, timesInName } from '../../src/task/emit-name.ts';

describe('folders of jobs', () => {
  it.each([
    [
      ['errors', 'all-requests'],
      ['errors', 'all-requests'],
    ],
    [
      ['a/b', 'a\\b', 'a b'],
      ['a_b', 'a_b-2', 'a_b-3'],
    ],
    [
      ['Errors', 'errors'],
      ['Errors', 'errors-2'],
    ],
    [
      ['..', '.hidden', 'dot.'],
      ['_', 'hidden', 'dot'],
    ],
    [
      ['', 'CON', 'nul.txt'],
      ['_', '_CON', '_nul.txt'],
    ],
    [
      ['日志', 'x'.repeat(300)],
      ['_', 'x'.repeat(100)],
    ],
  ])('%j', (names, folders) => {
    expect(jobFolders(names)).toEqual(folders);
  });

  it('are names that any disk takes, each another', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }), (names) => {
        const folders = jobFolders(names);
        expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const folder of folders) expect(folder).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,110}$/);
      }),
    );
  });
});

describe('objects', () => {
  it('have the times of their source', () => {
    const key = 'logs/20261101/20261101T235900Z_20261102T000100Z_9af500e2.log.gz';
    const name = emittedName(key, timesInName(key));
    expect(name).toMatch(/^20261101\/20261101T235900Z_20261102T000100Z_[0-9a-f]{8}\.log\.gz$/);
    expect(parseObjectKey(name)).toEqual(timesInName(key));
  });

  it('of other sources have other names, though the times are equal', () => {
    const times = { start: 0n, end: 1n };
    expect(emittedName('a', times)).toBe('19700101/19700101T000000Z_19700101T000001Z_ca978112.log.gz');
    expect(emittedName('b', times)).not.toBe(emittedName('a', times));
  });

  it('of one time or none take the times of their lines', () => {
    expect(timesInName('20261101T235900Z.log')).toBeUndefined();
    expect(emittedName('a', undefined)).toBe('untimed_ca978112.log.gz');
    expect(emittedName('a', { start: 0n, end: 10n ** 30n })).toBe('untimed_ca978112.log.gz');
  });
});
