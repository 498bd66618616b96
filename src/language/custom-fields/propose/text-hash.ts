// Hashes of 53 bits, of texts and of sequences: equal hashes count as equal, so that no value of the traffic has to be stored.
import { mix32 } from '../../../base/index.ts';

/** Odd factors of two independent hashes of 32 bits: the prime of FNV-1a, and a prime near 2^32 divided by the golden ratio. */
const FACTORS = [0x01000193, 0x9e3779b1] as const;
/** A number has 53 exact bits: 32 of the first hash, and these of the second. */
const LOW_BITS = 53 - 32;

/** Returns the hash of a text: an integer below 2^53. */
export function textHash(text: string): number {
  let [a, b] = [text.length, ~text.length];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, FACTORS[0]);
    b = Math.imul(b ^ unit, FACTORS[1]);
  }
  return joined(a, b);
}

function joined(high: number, low: number): number {
  return mix32(high) * 2 ** LOW_BITS + (mix32(low) >>> (32 - LOW_BITS));
}

/** Hashes a sequence of pairs. */
export class PairHash {
  #high = 0;
  #low = 0;

  /** @param hash of a text @param count below 2^32 */
  add(hash: number, count: number): void {
    this.#high = mix32(Math.imul(this.#high, FACTORS[0]) ^ Math.floor(hash / 2 ** LOW_BITS) ^ mix32(count));
    this.#low = mix32(Math.imul(this.#low, FACTORS[1]) ^ (hash % 2 ** 32) ^ mix32(~count));
  }

  /** An integer below 2^53. */
  get value(): number {
    return joined(this.#high, this.#low);
  }
}
