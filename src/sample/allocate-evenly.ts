// Allocates the lines of a sample evenly to strata; small strata give all they have.

/** Of strata that hold more than `level`, `rest` give one more than `level`; all others give `level`, or all they have. */
export interface EvenAllocation {
  /** Infinity where all held lines are allocated. */
  level: number;
  rest: number;
}

/**
 * Allocates `wanted` lines evenly. The lines that a small stratum lacks are allocated to the others; since all have the same
 * claim, largest remainders are equal, and somebody else chooses who gives the `rest`.
 * @param sizes lines that each stratum holds
 */
export function allocateEvenly(sizes: readonly number[], wanted: number): EvenAllocation {
  const sorted = sizes.toSorted((a, b) => a - b);
  let left = wanted;
  for (const [index, size] of sorted.entries()) {
    const strata = sorted.length - index;
    const level = Math.floor(left / strata);
    if (size > level) return { level, rest: left - level * strata };
    left -= size;
  }
  return { level: Number.POSITIVE_INFINITY, rest: 0 };
}
