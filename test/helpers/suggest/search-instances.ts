// Random instances of the search for terms, and the best set by trying all.
import { type Instance, sumOf, totalOf } from '../../../src/analysis/suggest/search.ts';
import { createRandom } from '../../../src/base/index.ts';

/** The size of an instance. */
export interface InstanceSize {
  terms: number;
  atoms: number;
  periods: number;
  /** Of the bytes of each period that is to be dropped. */
  share: number;
}

/** Terms of different sizes over atoms of different weights; some atoms are in no term. */
export function randomInstance(seed: number, { terms, atoms, periods, share }: InstanceSize): Instance {
  const random = createRandom(seed, terms, atoms);
  const words = Math.ceil(atoms / 32);
  const sets = Array.from({ length: terms }, () => {
    const density = 2 + random(14);
    const set = new Uint32Array(words);
    for (let atom = 0; atom < atoms; atom += 1) if (random(16) < density / 3) set[atom >>> 5]! |= 1 << (atom & 31);
    return set;
  });
  const period = Uint8Array.from({ length: atoms }, () => random(periods));
  const bytes = Float64Array.from({ length: atoms }, () => 1 + random(1000) * random(50));
  const worth = Float64Array.from({ length: atoms }, () => random(5000));
  const need = new Float64Array(periods);
  for (let atom = 0; atom < atoms; atom += 1) need[period[atom]!]! += bytes[atom]!;
  return {
    atoms: { periods, period, bytes, worth },
    terms: sets,
    need: need.map((all) => Math.ceil(all * share)),
    termCost: random(3) * 1000,
    excessCost: random(3) / 8,
    fits: () => true,
    allBytes: Number.POSITIVE_INFINITY,
  };
}

/** A set with what it drops. */
export interface TriedSet {
  terms: readonly number[];
  reached: number;
  cost: number;
}

/** The best set of at most so many terms, by trying all: reaching the goal at the least cost; else what reaches the most. */
export function bestSet(instance: Instance, most: number): TriedSet | undefined {
  const { atoms, terms, need, termCost, excessCost, fits } = instance;
  let best: TriedSet | undefined;
  const visit = (chosen: readonly number[], covered: Uint32Array, from: number): void => {
    if (chosen.length > 0 && fits(chosen)) {
      const { bytes, worth } = sumOf(covered, atoms);
      let reached = 1;
      for (const [period, of] of need.entries()) if (of > 0) reached = Math.min(reached, bytes[period]! / of);
      const excess = Math.max(0, totalOf(bytes) - totalOf(need));
      const found = { terms: chosen, reached, cost: worth + chosen.length * termCost + excess * excessCost };
      if (best === undefined || reached > best.reached || (reached === best.reached && found.cost < best.cost))
        best = found;
    }
    if (chosen.length === most) return;
    for (let term = from; term < terms.length; term += 1)
      visit(
        [...chosen, term],
        covered.map((word, index) => word | terms[term]![index]!),
        term + 1,
      );
  };
  visit([], new Uint32Array(terms[0]?.length ?? 0), 0);
  return best;
}
