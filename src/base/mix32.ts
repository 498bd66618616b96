// The finalizer of MurmurHash3 (`fmix32`), the last step of every 32-bit hash in this program.

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
