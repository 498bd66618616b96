// Collects the field sizes of the lines over the limit, from which fields-to-remove.ts finds the fields to remove. Stores equal
// lines once. Memory is bounded, and the result does not depend on the order of the lines.

/** Maximum number of different lines stored. Beyond that, only the largest size of each field is stored. Our choice. */
const MAX_LINES = 2048;

/** Field sizes of the lines over the limit. */
export interface OversizeLineSizes {
  /** Sizes by field, of each different line; or of one line that has the largest size of each field. */
  lines: readonly (readonly number[])[];
  /** Whether `lines` contains every line; false: there were too many, and `lines` contains only the largest sizes. */
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

  sizes(): OversizeLineSizes {
    if (this.#lines === undefined) return { lines: [[...this.#largest]], isWhole: false };
    return { lines: [...this.#lines.values()], isWhole: true };
  }
}
