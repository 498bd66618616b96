// Counts in sentences: equal to the number format of Intl, with the noun in singular or plural.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printCount, printPlural } from '../../src/base/index.ts';

it('equals the English number format of Intl without loading it', () => {
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const count = fc.oneof(fc.maxSafeNat(), fc.nat(2000), fc.double({ min: 0, max: 1e15, noNaN: true }));
  fc.assert(
    fc.property(count, (one) => {
      expect(printCount(one)).toBe(format.format(one));
    }),
  );
});

it.each([
  [0, '0 lines'],
  [1, '1 line'],
  [999, '999 lines'],
  [3814, '3,814 lines'],
  [3_088_886, '3,088,886 lines'],
])('%i', (count, text) => {
  expect(printPlural(count, 'line')).toBe(text);
});
