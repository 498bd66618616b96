// Seeded pseudo-random numbers: mulberry32 (Tommy Ettinger, public domain), 32 bits of state, period 2^32. Uses only
// exactly specified arithmetic (no Math.log, sin, exp), so that every machine and Node version produces the same
// numbers.

/** A stream of numbers that its seed determines. */
export class Random {
  #state: number;

  /** @param seed any integer; only its lower 32 bits are used */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns the next 32 bits as an unsigned integer. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** Returns a number in [0, 1). */
  fraction(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** Returns an integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** Returns an integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Returns one of the items, each with equal probability. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /**
   * Returns a long-tailed duration or size as an integer: half are below about `typical`, one in a hundred exceeds
   * seven times that.
   */
  longTail(typical: number): number {
    return Math.ceil((0.7 * typical) / Math.sqrt(1 - this.fraction() * 0.999));
  }

  /** Returns `length` lower-case hexadecimal digits. */
  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += this.bits().toString(16).padStart(8, '0');
    return digits.slice(0, length);
  }
}
