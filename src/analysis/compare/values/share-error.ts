// The error of a share that was counted on a uniform sample. Pure.
import { Z_95 } from '../../cost/index.ts';

/** A sample without replacement of some lines. */
export interface SampleSize {
  /** Lines in the sample. */
  sampled: number;
  /** Lines that it was drawn from. */
  all: number;
}

/**
 * Returns the 95 % error of a share; 0 if every line was counted. The share ± the error contains Wilson's interval with the correction for a
 * finite population, which has another centre, and one line of the sample more on each side: counts are whole. Never covers less than 95 %.
 */
export function shareError(share: number, { sampled, all }: SampleSize): number {
  if (sampled >= all) return 0;
  if (sampled === 0) return 1;
  // The lines of an infinite population that would have the same error.
  const n = (sampled * (all - 1)) / (all - sampled);
  const center = (share + Z_95 ** 2 / (2 * n)) / (1 + Z_95 ** 2 / n);
  const half = (Z_95 / (1 + Z_95 ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z_95 ** 2 / (4 * n ** 2));
  return Math.min(1, half + Math.abs(center - share) + 1 / sampled);
}
