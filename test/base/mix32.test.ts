// The finalizer of MurmurHash3: values of its reference implementation, and no collisions.
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

it('maps distinct 32-bit values to distinct results', () => {
  const value = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(mix32(a) === mix32(b)).toBe(a === b);
    }),
  );
});
