// Divides a number of lines evenly among strata. A stratum with fewer lines than its share contributes all of them.

/** Each stratum contributes `level` lines, or all that it has; of the larger strata, `rest` contribute one more. */
export interface EvenAllocation {
  /** Infinity if all lines are allocated. */
  level: number;
  rest: number;
}

/**
 * Allocates `wanted` lines evenly. The lines that a small stratum lacks are allocated to the others. All strata have the same
 * claim to the `rest`, so the caller chooses which of them contribute it.
 * @param sizes lines in each stratum
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
