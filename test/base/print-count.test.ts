// Counts in sentences: as the platform's own number format prints them, and the noun in its number.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printCount, printPlural } from '../../src/base/index.ts';

it('equals the number format of English, without loading it', () => {
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
