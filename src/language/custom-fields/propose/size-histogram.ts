// Counts sizes in bounded memory, for their median. Exact up to 64 bytes; above that within 1/16.

/** Sizes below this are counted exactly. Bytes. */
const EXACT_BELOW = 64;
/** Steps between a size and its double: the precision of larger sizes. */
const STEPS = 16;

/** Counts sizes. */
export class SizeHistogram {
  readonly #counts = new Map<number, number>();
  #total = 0;
  max = 0;

  add(size: number): void {
    const step = stepOf(size);
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + 1);
    this.#total += 1;
    if (size > this.max) this.max = size;
  }

  /** Returns the median; of two middle sizes the smaller one. 0 without sizes. */
  median(): number {
    let left = Math.ceil(this.#total / 2);
    for (const [step, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return Math.min(step, this.max);
    }
    return 0;
  }
}

/** Returns the largest size that is counted together with a size. */
function stepOf(size: number): number {
  if (size < EXACT_BELOW) return size;
  const width = 2 ** Math.floor(Math.log2(size)) / STEPS;
  return (Math.floor(size / width) + 1) * width - 1;
}
