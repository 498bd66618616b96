// Names of objects: their times, and whether they are logs.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printInstant } from '../../../../src/base/index.ts';
import { mayBeLog, parseObjectKey } from '../../../../src/input/destination/listing/object-key.ts';

function times(key: string): readonly (string | undefined)[] | undefined {
  const parsed = parseObjectKey(key);
  if (parsed === undefined) return undefined;
  return [parsed.start, parsed.end].map((time) => (time === undefined ? undefined : printInstant(time)));
}

const A = '2021-08-12T22:30:00Z';
const B = '2021-08-12T22:40:00Z';

describe('parseObjectKey', () => {
  it.each([
    ['20210812/20210812T223000Z_20210812T224000Z_9af500e2.log.gz', [A, B]],
    ['20210812T223000Z_20210812T224000Z_9af500e2.log.gz', [A, B]],
    ['logs/date=20210812/20210812T223000Z-20210812T224000Z-9af5.log', [A, B]],
    ['x/20210812T223000Z_20210812T224000Z.log.gz', [A, B]],
    ['x/20210812T223000Z_20210812T224000Z_0123456789abcdef0123.json.gz', [A, B]],
    ['x/7_20210812_7_20210812T223000Z_20210812T224000Z_ab.log.gz', [A, B]],
    ['x/20210812T223000.250Z_20210812T224000.5Z_ab.log.gz', ['2021-08-12T22:30:00.25Z', '2021-08-12T22:40:00.5Z']],
    ['20210812T223000Z_x_20210812T224000Z.log.gz', [A, undefined]],
    ['http_requests/20210812T223000Z_20210812T224000Z_<hash>.log.gz', [A, B]],
    ['20210812T223000Z_20210812T223000Z_a.log.gz', [A, A]],
    ['20210812T223000Z.log.gz', [A, undefined]],
    ['20210812T223000Z_9af500e2.log.gz', [A, undefined]],
    ['20210812T223000Z_20210812T220000Z_a.log.gz', undefined],
    ['20210832T223000Z_20210832T224000Z_a.log.gz', undefined],
    ['20210812T223000Z_20210812T224000Z/part.log', undefined],
    ['120210812T223000Z_a.log', undefined],
    ['20210812/part-0001.log.gz', undefined],
    ['', undefined],
  ])('%s', (key, wanted) => {
    expect(times(key)).toEqual(wanted);
  });
});

describe('mayBeLog', () => {
  it.each([
    ['20210812/20210812T223000Z_20210812T224000Z_9af500e2.log.gz', 'log', 'log'],
    ['anything-at-all', 'log', 'log'],
    ['part.json', 'log', 'log'],
    ['part.csv.gz', 'log', 'log'],
    ['notes.txt', 'log', 'log'],
    ['logs/ownership-challenge.txt', 'skipped', 'skipped'],
    ['ownership-challenge-9883874ecac311ec8475433579a6bf5f.txt', 'skipped', 'skipped'],
    ['logs/challenge-filename.txt', 'skipped', 'skipped'],
    ['20210812/test.txt.gz', 'skipped', 'skipped'],
    ['latest.txt.gz', 'log', 'log'],
    ['.DS_Store', 'skipped', 'skipped'],
    ['.git/config', 'skipped', 'skipped'],
    ['logs/', 'skipped', 'skipped'],
    ['README.md', 'log', 'skipped'],
    ['script.PY', 'log', 'skipped'],
    ['x.tar.gz', 'log', 'skipped'],
    ['index/part-0123456789abcdef.arrow', 'log', 'skipped'],
    ['md', 'log', 'log'],
  ] as const)('%s', (key, inBucket, inFolder) => {
    expect(mayBeLog(key, 'bucket')).toBe(inBucket === 'log');
    expect(mayBeLog(key, 'folder')).toBe(inFolder === 'log');
  });
});

const SEEN = resolve(import.meta.dirname, '../../../../../shared/fixtures/keys.tsv');

describe.skipIf(!existsSync(SEEN))('keys seen in public', () => {
  const rows = existsSync(SEEN) ? readFileSync(SEEN, 'utf8').trim().split('\n') : [];
  it.each(rows.map((row) => row.split('\t')))('%s is a %s', (key = '', kind) => {
    expect(mayBeLog(key, 'bucket')).toBe(kind !== 'not-log');
    if (kind === 'real-shape') expect(parseObjectKey(key)?.end).toBeDefined();
  });
});
