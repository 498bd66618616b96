// Prints a share that was counted on a sample. Computes no errors.

/** A printed share. */
export interface EstimatedShare {
  /** In percent, with one decimal: `1.1 %` */
  share: string;
  /** In percentage points: `0.5`. Undefined: the share is exact. */
  error: string | undefined;
}

/** Removes the binary rounding error before a figure is rounded up. */
const ROUNDING = 1e-9;

/** Prints a share and its error, both from 0 to 1. The error is rounded up, so that the printed interval contains the exact one. */
export function estimatedShare(share: number, error: number): EstimatedShare {
  const printed = (share * 100).toFixed(1);
  if (error === 0) return { share: `${printed} %`, error: undefined };
  const points = error * 100 + Math.abs(Number(printed) - share * 100);
  return { share: `${printed} %`, error: (Math.ceil(points * 10 - ROUNDING) / 10).toFixed(1) };
}
