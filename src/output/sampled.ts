// Which lines a sample_rate lets through: by a hash of the line, so that the same line always gets the same answer, whatever
// the job, the object, the thread or the run. Others can compute it: see lineSampleHash.
import { mix32 } from '../base/index.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Hashes there are. */
const HASHES = 2 ** 32;

/**
 * FNV-1a of 32 bits over the bytes of the line as stored, without its line end, then the finalizer of MurmurHash3 (`fmix32`).
 * @returns an unsigned 32-bit integer; `{}` gives 1,073,329,004
 */
export function lineSampleHash(line: Uint8Array): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < line.length; index += 1) hash = Math.imul(hash ^ line[index]!, FNV_PRIME);
  return mix32(hash);
}

/**
 * Whether a job with that `sample_rate` writes the line: where its hash is below the rate's share of all hashes. What a rate lets
 * through, a higher one does too.
 * @param line as stored, without its line end. @param rate in (0, 1]
 */
export function isSampled(line: Uint8Array, rate: number): boolean {
  return rate >= 1 || lineSampleHash(line) < rate * HASHES;
}
