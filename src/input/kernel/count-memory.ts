// Reads counts from the kernel's memory as numbers. An integer of 64 bits is read as two halves: a BigInt for each would cost more than
// the counting.
import { FIELD_EMPTY_AT, FIELD_LINES_AT, LONG_BYTES } from './abi.ts';

const HALF = 2 ** 32;
const HALF_SHIFT = 2;
const HALF_BITS = 32;

/** Reads counts at addresses that are multiples of 8. */
export class CountMemory {
  readonly #halves: Uint32Array;

  /** @param memory of the kernel; valid until it grows */
  constructor(memory: ArrayBuffer) {
    this.#halves = new Uint32Array(memory);
  }

  /** Returns a count of 64 bits. Exact below 2^53. */
  longAt(address: number): number {
    const half = address >>> HALF_SHIFT;
    return this.#halves[half]! + this.#halves[half + 1]! * HALF;
  }

  /** Returns consecutive counts of 64 bits. */
  longsAt(address: number, count: number): number[] {
    return Array.from({ length: count }, (_, index) => this.longAt(address + index * LONG_BYTES));
  }

  /** Returns a signed integer of 32 bits. */
  signedAt(address: number): number {
    return this.#halves[address >>> HALF_SHIFT]! | 0;
  }

  /** Returns lines and bytes. */
  totalAt(address: number): { lines: number; bytes: number } {
    return { lines: this.longAt(address), bytes: this.longAt(address + LONG_BYTES) };
  }

  /** Returns the counts of a field. */
  fieldAt(address: number): { lines: number; empty: number; bytes: number } {
    const lines = this.#halves[(address + FIELD_LINES_AT) >>> HALF_SHIFT]!;
    const empty = this.#halves[(address + FIELD_EMPTY_AT) >>> HALF_SHIFT]!;
    return { lines, empty, bytes: this.longAt(address) };
  }

  /** Returns the indexes of the set bits among `count` bits, ascending. */
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
