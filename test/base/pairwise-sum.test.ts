// Sums of parts: equal to those in order, with few additions of each part.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PairwiseSum } from '../../src/base/index.ts';

it('is the sum of all parts, each of which is added a few times', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (parts) => {
      let copied = 0;
      const sum = new PairwiseSum<number[]>((a, b) => {
        copied += a.length + b.length;
        return [...a, ...b].sort((x, y) => x - y);
      });
      for (const part of parts) sum.add([part]);
      expect(sum.total() ?? []).toEqual(parts.toSorted((a, b) => a - b));
      expect(copied).toBeLessThanOrEqual(2 * parts.length * Math.ceil(Math.log2(parts.length + 1)));
    }),
  );
});
