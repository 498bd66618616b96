// A bounded sample of lines, selected by the hash of their place: the same lines in any order and with any number of threads.
import { Smallest } from '../base/index.ts';
import { byPlace, lineHash, objectHash } from '../scan/index.ts';
import type { Sample, ValueLine } from './report.ts';

/** Above every hash of a place. */
const ALL_HASHES = 2 ** 32;

interface Candidate extends ValueLine {
  hash: number;
}

/** Keeps the `limit` lines with the smallest hash: a uniform sample of all lines offered. */
export class SampleTally {
  readonly #smallest: Smallest<Candidate>;

  constructor(limit: number) {
    this.#smallest = new Smallest(limit, byHashAndPlace);
  }

  /** Whether a line with that hash may still be chosen: cheap, and usually false once there are enough. */
  mayTake(hash: number): boolean {
    return hash < this.hashesBelow;
  }

  /** Lines with a hash below this may be chosen: 0 when none may, 2^32 when all may. */
  get hashesBelow(): number {
    if (!this.#smallest.isFull) return ALL_HASHES;
    return this.#smallest.largest === undefined ? 0 : this.#smallest.largest.hash + 1;
  }

  /**
   * Offers a line.
   * @param hash {@link lineHash} of its place
   * @param read returns the line as stored, decoded from UTF-8; called only when the line is chosen
   * @param bytes of the stored line, for {@link toValueLines}
   */
  offer(hash: number, object: string, offset: number, read: () => string, bytes = 0): void {
    if (!this.mayTake(hash)) return;
    const candidate = { hash, object, offset, bytes, line: '' };
    if (!this.#smallest.wants(candidate)) return;
    candidate.line = read();
    this.#smallest.add(candidate);
  }

  /** Adds samples of another report, with the hash of their place. */
  merge(samples: readonly (Sample & Partial<ValueLine>)[]): void {
    for (const sample of samples) {
      this.#smallest.add({ hash: lineHash(objectHash(sample.object), sample.offset), bytes: 0, ...sample });
    }
  }

  /** The chosen lines in the order of their places. */
  toSamples(): Sample[] {
    return this.#smallest
      .toArray()
      .map(({ object, offset, line }) => ({ object, offset, line }))
      .sort(byPlace);
  }

  /** Likewise, with their bytes. */
  toValueLines(): ValueLine[] {
    return this.#smallest
      .toArray()
      .map(({ object, offset, line, bytes }) => ({ object, offset, line, bytes }))
      .sort(byPlace);
  }
}

/** Returns a smaller sample of the same lines: the one that a tally with that limit has. */
export function fewerSamples(samples: readonly Sample[], limit: number): Sample[] {
  const tally = new SampleTally(limit);
  tally.merge(samples);
  return tally.toSamples();
}

function byHashAndPlace(a: Candidate, b: Candidate): number {
  return a.hash - b.hash || byPlace(a, b);
}
