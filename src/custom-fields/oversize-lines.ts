// The lines over the limit, as the sizes of their fields: what has to be known to say which fields to leave out. Equal
// lines are kept once; memory is bounded, and the outcome does not depend on the order in which lines come.

/** Most different lines kept. Beyond, only the largest size of each field is known. Ours. */
const MAX_LINES = 2048;

/** What is known of the lines over the limit. */
export interface OversizeSizes {
  /** Sizes by field, of each different line; or of one line as large as all of them together. */
  lines: readonly (readonly number[])[];
  /** Whether the lines are all there; false: the one line stands for more than could be kept. */
  isWhole: boolean;
}

/** Collects lines over the limit. */
export class OversizeLines {
  #lines: Map<string, readonly number[]> | undefined = new Map();
  #largest: number[] = [];

  add(sizes: readonly number[]): void {
    for (let i = 0; i < sizes.length; i += 1) this.#largest[i] = Math.max(this.#largest[i] ?? 0, sizes[i]!);
    this.#lines?.set(sizes.join(' '), sizes);
    if (this.#lines !== undefined && this.#lines.size > MAX_LINES) this.#lines = undefined;
  }

  sizes(): OversizeSizes {
    if (this.#lines === undefined) return { lines: [[...this.#largest]], isWhole: false };
    return { lines: [...this.#lines.values()], isWhole: true };
  }
}
