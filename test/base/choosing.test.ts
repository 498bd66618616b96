// "Did you mean", and bounded sets that do not depend on order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest, Smallest } from '../../src/base/index.ts';

it.each([
  ['edgeresponsestatus', 'EdgeResponseStatus'],
  ['EdgeResponsStatus', 'EdgeResponseStatus'],
  ['ClientRequestHots', 'ClientRequestHost'],
  ['Nothing', undefined],
])('nearest(%s)', (written, expected) => {
  expect(nearest(written, ['EdgeResponseStatus', 'ClientRequestHost', 'RayID'])).toBe(expected);
});

it('nearest of an empty list', () => expect(nearest('a', [])).toBeUndefined());

it('Smallest reports when it is full, and its largest item', () => {
  const smallest = new Smallest<number>(3, (a, b) => a - b);
  for (const item of [5, 1, 9]) {
    expect(smallest.isFull).toBe(false);
    smallest.add(item);
  }
  expect([smallest.isFull, smallest.largest, smallest.wants(9), smallest.wants(8)]).toEqual([true, 9, false, true]);
  smallest.add(2);
  expect([smallest.largest, smallest.toArray()]).toEqual([5, [1, 2, 5]]);
  const nothing = new Smallest<number>(0, (a, b) => a - b);
  nothing.add(1);
  expect([nothing.isFull, nothing.largest, nothing.toArray()]).toEqual([true, undefined, []]);
});

it('Smallest keeps the same items in any order of insertion', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 })), fc.nat(12), (items, limit) => {
      const smallest = new Smallest<number>(limit, (a, b) => a - b);
      for (const item of items) smallest.add(item);
      expect(smallest.toArray()).toEqual([...items].sort((a, b) => a - b).slice(0, limit));
    }),
  );
});
