// Compares quantiles with the values of published tables, and with their definition.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaBelow, betaQuantile, tQuantile } from '../../../src/analysis/sample/beta.ts';

// Two-sided 5 % and 1 % points of Student's t, as in every table.
it.each([
  [0.05, 1, 12.7062],
  [0.05, 2, 4.3027],
  [0.05, 10, 2.2281],
  [0.05, 60, 2.0003],
  [0.01, 5, 4.0321],
  [0.05, 1_000_000, 1.96],
])('t beyond %d with %i degrees of freedom', (beyond, degrees, t) => {
  expect(tQuantile(beyond, degrees)).toBeCloseTo(t, 3);
});

describe('beta', () => {
  // The exact binomial interval for 5 of 20: 8.66 to 49.10 %; for 0 of 60: up to 5.96 %.
  it.each([
    [0.025, 5, 16, 0.0866],
    [0.975, 6, 15, 0.491],
    [0.975, 1, 60, 0.0596],
  ])('%d of B(%d, %d)', (below, a, b, x) => {
    expect(betaQuantile(below, a, b)).toBeCloseTo(x, 4);
  });

  it('a quantile has so much below it', () => {
    const shape = fc.double({ min: 0.5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (below, a, b) => {
        expect(betaBelow(betaQuantile(below, a, b), a, b)).toBeCloseTo(below, 6);
      }),
    );
  });

  it('a sum of binomial probabilities is the same', () => {
    // P(X ≥ 3), X binomial of 7 with 0.3, is 0.3529305.
    expect(betaBelow(0.3, 3, 5)).toBeCloseTo(0.3529305, 7);
  });
});
