// A bounded map against a map without a bound: the smallest keys, with exact counts, whatever the order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedMap } from '../../../../src/language/custom-fields/propose/bounded-map.ts';

it('stores the smallest keys with exact counts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40)), fc.integer({ min: 1, max: 12 }), (keys, limit) => {
      const map = new BoundedMap<number, { count: number }>(limit, (a, b) => a - b);
      const counts = new Map<number, number>();
      for (const key of keys) {
        const entry = map.find(key, () => ({ count: 0 }));
        if (entry !== undefined) entry.count += 1;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const expected = [...counts].sort(([a], [b]) => a - b).slice(0, limit);
      expect(map.sorted().map(([key, { count }]) => [key, count])).toEqual(expected);
      expect(map.isOver).toBe(counts.size > limit);
    }),
  );
});
