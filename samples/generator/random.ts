// Seeded pseudo-random numbers: mulberry32 (Tommy Ettinger, public domain), 32 bits of state, period 2^32.
// Only exactly specified arithmetic (no Math.log, sin, exp), so that each machine and Node version gives the same numbers.

/** A stream of numbers fixed by its seed. */
export class Random {
  #state: number;

  /** @param seed any integer; its lower 32 bits count */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** The next 32 bits, as an unsigned integer. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A number in [0, 1). */
  fraction(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** An integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of the items, each equally likely. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** A duration or size with a long tail, as an integer: half are below about `typical`, one in a hundred is above seven times it. */
  longTail(typical: number): number {
    return Math.ceil((0.7 * typical) / Math.sqrt(1 - this.fraction() * 0.999));
  }

  /** `length` lower-case hex digits. */
  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += this.bits().toString(16).padStart(8, '0');
    return digits.slice(0, length);
  }
}

/** FNV-1a over the UTF-16 units of a text: a stable 32-bit seed or name for it. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
