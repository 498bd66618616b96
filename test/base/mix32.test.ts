// The finalizer of MurmurHash3 by values of its reference implementation, and that no two inputs fall together.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mix32 } from '../../src/base/index.ts';

it.each([
  [0, 0],
  [1, 0x514e28b7],
  [-1, 0x81f16f39],
  [2 ** 32 + 1, 0x514e28b7],
])('%i', (value, expected) => {
  expect(mix32(value)).toBe(expected);
});

it('tells any two values of 32 bits apart', () => {
  const value = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(mix32(a) === mix32(b)).toBe(a === b);
    }),
  );
});
