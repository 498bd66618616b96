// Counts where the kernel has them, as numbers. Its integers of 64 bits are read as two halves: a BigInt for each would cost more than
// the counting.

/** Bytes of a count of 64 bits. */
export const LONG_BYTES = 8;
/** Bytes of lines and bytes, one count each. */
export const TOTAL_BYTES: number = 2 * LONG_BYTES;
/** Bytes of the counts of a field: bytes in 64 bits, lines and empty lines in 32. */
export const FIELD_BYTES = 16;
const HALF = 2 ** 32;
const HALF_SHIFT = 2;
const HALF_BITS = 32;

/** Reads counts at addresses, which are multiples of 8. */
export class CountMemory {
  readonly #halves: Uint32Array;

  /** @param memory of the kernel, as long as it does not grow */
  constructor(memory: ArrayBuffer) {
    this.#halves = new Uint32Array(memory);
  }

  /** A count of 64 bits. Exact below 2^53. */
  longAt(address: number): number {
    const half = address >>> HALF_SHIFT;
    return this.#halves[half]! + this.#halves[half + 1]! * HALF;
  }

  /** Counts of 64 bits that follow each other. */
  longsAt(address: number, count: number): number[] {
    return Array.from({ length: count }, (_, index) => this.longAt(address + index * LONG_BYTES));
  }

  /** Lines and bytes. */
  totalAt(address: number): { lines: number; bytes: number } {
    return { lines: this.longAt(address), bytes: this.longAt(address + LONG_BYTES) };
  }

  /** The counts of a field. */
  fieldAt(address: number): { lines: number; empty: number; bytes: number } {
    const half = address >>> HALF_SHIFT;
    return { lines: this.#halves[half + 2]!, empty: this.#halves[half + 3]!, bytes: this.longAt(address) };
  }

  /** Which of so many bits are set, ascending. */
  bitsAt(address: number, count: number): number[] {
    const set: number[] = [];
    for (let first = 0; first < count; first += HALF_BITS) {
      let left = this.#halves[(address >>> HALF_SHIFT) + first / HALF_BITS]!;
      while (left !== 0) {
        const bit = HALF_BITS - 1 - Math.clz32(left & -left);
        set.push(first + bit);
        left &= left - 1;
      }
    }
    return set;
  }
}
