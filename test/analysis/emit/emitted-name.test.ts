// Names of folders and objects of --emit: valid on any file system, unique, and in the platform's form.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emittedName, emittedPath, jobFolders, timesInName } from '../../../src/analysis/emit/emitted-name.ts';
import { parseObjectKey } from '../../../src/input/destination/index.ts';

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

  it('have unique names that any file system accepts', () => {
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
    const name = emittedName('0123abcd', timesInName(key));
    expect(name).toEqual({ day: '20261101', file: '20261101T235900Z_20261102T000100Z_0123abcd.log.gz' });
    expect(parseObjectKey(name.file)).toEqual(timesInName(key));
  });

  it('of a source with one time or none take the times of their lines', () => {
    expect(timesInName('20261101T235900Z.log')).toBeUndefined();
    const untimed = { day: undefined, file: 'untimed_ca978112.log.gz' };
    expect(emittedName('ca978112', undefined)).toEqual(untimed);
    expect(emittedName('ca978112', { start: 0n, end: 10n ** 30n })).toEqual(untimed);
  });

  it.each([
    ['out', '', { day: '20261101', file: 'x' }, 'out', '20261101/x'],
    ['out', 'job', { day: '20261101', file: 'x' }, 'out', 'job/20261101/x'],
    ['out', '', { day: undefined, file: 'x' }, 'out', 'x'],
    ['out/{DATE}', '', { day: '20261101', file: 'x' }, 'out/20261101', 'x'],
    ['{DATE}/a/{DATE}', 'job', { day: '20261101', file: 'x' }, '20261101/a/20261101', 'job/x'],
    ['out/date={DATE}/', '', { day: undefined, file: 'x' }, 'out/date=untimed/', 'x'],
  ])('have the path of %s and the job %j', (place, job, name, root, below) => {
    expect(emittedPath(place, job, name)).toEqual({ root, below });
  });
});
