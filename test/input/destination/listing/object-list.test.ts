// The list of objects: accepts any order, returns code unit order, with all data of each object.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ObjectList } from '../../../../src/input/destination/listing/object-list.ts';
import type { ListedObject } from '../../../../src/input/destination/listing/object-tree.ts';
import { codePoint } from '../../../helpers/code-point.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

const key = fc.oneof(
  // The order of a key with \0 is not promised.
  fc.string({ unit: codePoint, maxLength: 40 }).filter((text) => !text.includes('\0')),
  fc
    .tuple(
      fc.constantFrom('logs/20261101/', 'logs/20261101/2026', '😀', '\ud7ff\ue000'),
      fc.string({ unit: 'grapheme' }),
    )
    .map((parts) => parts.join('')),
  fc.string({ minLength: 3000, maxLength: 5000 }),
);
const object: fc.Arbitrary<ListedObject> = fc.record(
  {
    key,
    bytes: fc.oneof(fc.nat(), fc.constant(5 * 2 ** 40)),
    etag: fc.oneof(fc.stringMatching(/^[0-9a-f]{32}$/), fc.string({ minLength: 1 })),
  },
  { requiredKeys: ['key'] },
);

function sorted(objects: readonly ListedObject[]): ListedObject[] {
  return [...objects].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function listOf(objects: readonly ListedObject[]) {
  const list = new ObjectList();
  for (const object of objects) list.add(object);
  expect(list.length).toBe(objects.length);
  return list.sorted((key) => `s3://b/${key}`);
}

it('returns the objects sorted', () => {
  fc.assert(
    fc.property(fc.uniqueArray(object, { selector: (one) => one.key, maxLength: 80 }), (objects) => {
      const list = listOf(objects);
      const stored = sorted(objects).map((one) => ({ name: `s3://b/${one.key}`, ...one }));
      expect([...list]).toEqual(stored);
      expect(stored.map((_, index) => list.at(index))).toEqual(stored);
      expect([0, 1, 16, 160].map((more) => list.at(objects.length + more))).toEqual(Array(4).fill(undefined));
    }),
    { numRuns: randomRuns(60) },
  );
});

it.each<ListedObject>([
  { key: 'a\0b', bytes: 0 },
  { key: 'a\0b\0', etag: 'e' },
])('returns a key with the character that separates the parts of an entry: $key', (object) => {
  expect([...listOf([object])]).toEqual([{ name: `s3://b/${object.key}`, ...object }]);
});

it.each([
  ['next to each other', ['a', 'b', 'b', 'c']],
  ['apart', ['b', 'a', 'c', 'b']],
])('keeps a key once that is listed twice, %s', (_, keys) => {
  expect(Array.from(listOf(keys.map((key) => ({ key }))), ({ key }) => key)).toEqual(['a', 'b', 'c']);
});

it.each([
  ['in order', (index: number) => index],
  ['backwards', (index: number) => 9000 - index],
  ['mixed', (index: number) => (index * 7919) % 9001],
])('sorts thousands of objects, %s', (_, place) => {
  const objects = Array.from({ length: 9001 }, (_, index) => ({ key: `a/${place(index)}.log`, bytes: index }));
  const list = listOf(objects);
  expect(Array.from(list, ({ key, bytes }) => ({ key, bytes }))).toEqual(sorted(objects));
});
