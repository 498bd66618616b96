// The finalizer of MurmurHash3 (`fmix32`), the last step of every 32-bit hash in this program, and pseudorandom numbers made with it.

/** 2^32 divided by the golden ratio: the increment of a Weyl sequence. */
const INCREMENT = 0x9e3779b9;

/**
 * Mixes 32 bits: every input bit affects half of the output bits, and no two inputs have the same output.
 * @param value only its lowest 32 bits count @returns an unsigned 32-bit integer
 */
export function mix32(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a generator of pseudorandom integers from 0 below a limit, the same ones for the same seeds. */
export function createRandom(...seeds: readonly number[]): (below: number) => number {
  let state = seeds.reduce((hash, seed) => mix32(hash ^ mix32(seed)), INCREMENT);
  return (below) => {
    state = mix32(state + INCREMENT);
    return state % below;
  };
}
