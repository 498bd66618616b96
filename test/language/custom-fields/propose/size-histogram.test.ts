// The median of sizes: exact below 64 bytes, within 1/16 above.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SizeHistogram } from '../../../../src/language/custom-fields/propose/size-histogram.ts';

function histogramOf(sizes: readonly number[]): SizeHistogram {
  const histogram = new SizeHistogram();
  for (const size of sizes) histogram.add(size);
  return histogram;
}

it.each([
  [[], 0],
  [[0], 0],
  [[3, 1, 2], 2],
  [[1, 2, 3, 4], 2],
  [[63, 63, 9000], 63],
  [[9000], 9000],
])('the median of %j is %d', (sizes, median) => {
  expect(histogramOf(sizes).median()).toBe(median);
});

it('the median of larger sizes is within 1/16', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (sizes) => {
      const sorted = sizes.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(sorted.length / 2) - 1]!;
      const found = histogramOf(sizes).median();
      expect(found).toBeGreaterThanOrEqual(exact);
      expect(found).toBeLessThanOrEqual(exact < 64 ? exact : exact * (1 + 1 / 16));
      expect(histogramOf(sizes).max).toBe(sorted.at(-1));
    }),
  );
});
