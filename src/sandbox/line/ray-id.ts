// Ray IDs for exchanges without one.
import { mix32 } from '../../base/index.ts';

/** Number of 32-bit values. */
const WORDS = 2 ** 32;

/** Returns 16 hexadecimal digits, different for each sequence number of a seed. @param sequence from 0, at most 2^53 */
export function rayIdOf(seed: number, sequence: number): string {
  // mix32 maps different numbers to different numbers, so the lower half alone differs for 2^32 exchanges.
  const low = mix32(sequence ^ seed);
  const high = mix32(mix32(seed) + Math.floor(sequence / WORDS));
  return hex(high) + hex(low);
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
