// Arithmetic of estimates with intervals. Pure.
import type { Estimated } from './cost-report.ts';

/** Quantile of the normal distribution for a 95 % interval. */
export const Z_95 = 1.959963984540054;

/** Returns a measured value. */
export function exactly(value: number): Estimated {
  return { value, low: value, high: value };
}

/** Multiplies an estimate by a factor. @param factor at least 0 */
export function scaled({ value, low, high }: Estimated, factor: number): Estimated {
  return { value: value * factor, low: low * factor, high: high * factor };
}

/** Adds estimates. The interval is that of the worst case: both errors have the same direction. */
export function sumOf(estimates: readonly Estimated[]): Estimated {
  return estimates.reduce(
    (sum, one) => ({ value: sum.value + one.value, low: sum.low + one.low, high: sum.high + one.high }),
    exactly(0),
  );
}

/** Subtracts an estimate from another. The interval is that of the worst case: the errors have opposite directions. */
export function differenceOfEstimates(after: Estimated, before: Estimated): Estimated {
  return { value: after.value - before.value, low: after.low - before.high, high: after.high - before.low };
}

/** Returns the first value, and an interval that contains those of all. */
export function coverOf(estimates: readonly Estimated[]): Estimated {
  return {
    value: estimates[0]!.value,
    low: Math.min(...estimates.map(({ low }) => low)),
    high: Math.max(...estimates.map(({ high }) => high)),
  };
}

/** Whether an estimate was measured exactly. */
export function isExact({ low, high }: Estimated): boolean {
  return low === high;
}

/** Multiplies a size by what sampling makes of the bytes. @param base the bytes that became `sampled`; 0: only the upper limit is known */
export function scaledLike(size: Estimated, sampled: Estimated, base: number = size.value): Estimated {
  if (base === 0) return sampled;
  return {
    value: size.value * (sampled.value / base),
    low: size.low * (sampled.low / base),
    high: size.high * (sampled.high / base),
  };
}
