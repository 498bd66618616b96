// Selects the lines that a sample_rate keeps, by a hash of the line: the same line has the same result in every job,
// object, thread and run. Other programs can compute it: see lineSampleHash.
import { mix32 } from '../../base/index.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Number of hashes. */
const HASHES = 2 ** 32;

/**
 * Computes the 32-bit FNV-1a hash of the stored line, without its line end, then applies the finalizer of MurmurHash3
 * (`fmix32`).
 * @returns an unsigned 32-bit integer; `{}` gives 1,073,329,004
 */
export function lineSampleHash(line: Uint8Array): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < line.length; index += 1) hash = Math.imul(hash ^ line[index]!, FNV_PRIME);
  return mix32(hash);
}

/**
 * Whether a job with this `sample_rate` writes the line: its hash is below the rate's share of all hashes. A higher
 * rate keeps every line that a lower one keeps.
 * @param line as stored, without its line end
 * @param rate in (0, 1]
 */
export function isSampled(line: Uint8Array, rate: number): boolean {
  return rate >= 1 || lineSampleHash(line) < rate * HASHES;
}
