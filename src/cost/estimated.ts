// Arithmetic of estimates with intervals. Pure.
import type { Estimated } from './cost-report.ts';

/** Quantile of the normal distribution for a 95 % interval. */
export const Z_95 = 1.959963984540054;
/**
 * A sum of bytes varies more than a number of lines, because lines differ in size: by √(1 + v²), where v is the coefficient of variation
 * of their sizes. Lines of logs have v below 1.
 */
const VARIATION_OF_BYTES = Math.SQRT2;

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

/** Whether an estimate was measured exactly. */
export function isExact({ low, high }: Estimated): boolean {
  return low === high;
}

/**
 * Returns how many lines there were before a job sampled them: the number of kept lines divided by the rate.
 * @param lines number of lines that the job has kept
 * @param rate `sample_rate` of the job, above 0 and at most 1
 */
export function beforeSampling(lines: number, rate: number): Estimated {
  if (rate >= 1) return exactly(lines);
  const value = lines / rate;
  // One line more than were found: the interval of no line must not be empty.
  const deviation = (Z_95 * Math.sqrt((lines + 1) * (1 - rate))) / rate;
  return { value, low: Math.max(lines, value - deviation), high: value + deviation };
}

/** Returns how many of `lines` a job keeps that samples with `rate`. */
export function afterSampling(lines: number, rate: number): Estimated {
  if (rate >= 1) return exactly(lines);
  const deviation = Z_95 * Math.sqrt(lines * rate * (1 - rate));
  const value = lines * rate;
  return { value, low: Math.max(0, value - deviation), high: Math.min(lines, value + deviation) };
}

/** Multiplies bytes by the factor of a sampling of lines: its relative error, increased because lines differ in size. */
export function scaledLikeLines(bytes: Estimated, lines: number, sampled: Estimated): Estimated {
  if (lines === 0) return bytes;
  const [factor, low, high] = [sampled.value / lines, sampled.low / lines, sampled.high / lines];
  const wider = isExact(sampled) ? 1 : VARIATION_OF_BYTES;
  return {
    value: bytes.value * factor,
    low: bytes.low * Math.max(0, factor - (factor - low) * wider),
    high: bytes.high * (factor + (high - factor) * wider),
  };
}
