// The finalizer of MurmurHash3 (`fmix32`), which every hash of 32 bits here ends with.

/**
 * Mixes 32 bits: every bit of the input changes half the bits of the output; no two inputs give the same.
 * @param value its lowest 32 bits count @returns an unsigned 32-bit integer
 */
export function mix32(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
