// "Did you mean", and bounded sets that do not hang on order.
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

it('nearest of nothing', () => expect(nearest('a', [])).toBeUndefined());

it('Smallest keeps the same items in whatever order they come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.nat(8), (items, limit) => {
      const smallest = new Smallest<number>(limit, (a, b) => a - b);
      for (const item of items) smallest.add(item);
      expect(smallest.toArray()).toEqual([...items].sort((a, b) => a - b).slice(0, limit));
    }),
  );
});
