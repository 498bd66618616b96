// Searches the terms to drop: of sets that reach the goal in every period, one that costs least: the worth that it loses, and amounts for each term and for
// bytes beyond the goal. Exact up to three terms, by bounds from pairs; if those miss the goal or lose much, a beam. Uses atoms in place of lines, no filters.

/** Lines with the same terms, in one period: indexes of arrays. */
export interface Atoms {
  periods: number;
  period: Uint8Array;
  bytes: Float64Array;
  /** Integers, so that sums do not depend on their order. */
  worth: Float64Array;
}

/** A set of atoms: bits in words. */
export type AtomSet = Uint32Array;

/** What a set of atoms has. */
export interface Sums {
  /** By period. */
  bytes: Float64Array;
  worth: number;
}

/** What is searched. */
export interface Instance {
  atoms: Atoms;
  /** By term: its atoms. */
  terms: readonly AtomSet[];
  /** Bytes to drop, by period; a period with 0 needs nothing. */
  need: Float64Array;
  /** Worth that a term must save to be in a set: it makes the filter longer. */
  termCost: number;
  /** Worth of a byte that is dropped beyond the need. */
  excessCost: number;
  /** Whether a filter with these terms is within the limits. */
  fits: (terms: readonly number[]) => boolean;
  /** Bytes of all lines: a set that drops every line is no filter. */
  allBytes: number;
}

/** What some terms drop. */
interface Dropped extends Sums {
  /** Indexes of terms, ascending. */
  terms: readonly number[];
  /** The worth, and what the terms and the bytes beyond the need cost. */
  cost: number;
  /** Least share of the need that a period reaches, at most 1. */
  reached: number;
}

/** Terms of a filter, at most. Ours: a longer list is hard to review. */
export const MAX_TERMS = 8;
/** Up to this number of terms the search is exact. */
export const EXACT_TERMS = 3;
/** Sets that a beam keeps, and terms that it adds to each. */
const WIDTH = 48;
const BRANCH = 48;
/** If three terms lose more than this share of the worth, larger sets are searched, too. Ours: that search takes most of the time. */
const MAX_LOST_BY_EXACT = 0.2;
/** Bound of the exact search: words of sets that are summed. A word takes some nanoseconds, and 100 if most of its bits are set; ours. */
const MAX_WORDS = 1_000_000_000;

/** Searches the terms of an instance. */
export class TermSearch {
  readonly #instance: Instance;
  readonly #pause: () => Promise<boolean>;
  /** By pair of terms: of the atoms in both. A pair of a term with itself has its own. */
  readonly #pairs: Sums[] = [];
  /** By pair, whether it is within the limits: a set with a pair that exceeds them exceeds them, too. Undefined until a set has exceeded them. */
  #pairFits: Map<number, boolean> | undefined;
  #best: Dropped | undefined;
  #words = 0;

  /** @param pause called often; the search ends with what it has found when it returns true */
  constructor(instance: Instance, pause: () => Promise<boolean> = async () => false) {
    this.#instance = instance;
    this.#pause = pause;
  }

  /**
   * Searches.
   * @param maxTerms {@link EXACT_TERMS} or more
   * @returns undefined if no term fits; proved: it has at most {@link EXACT_TERMS} terms, and no other set of so few within the limits is better
   */
  async run(maxTerms: number = MAX_TERMS): Promise<(Dropped & { isProved: boolean }) | undefined> {
    const isEnded = (await this.#searchPairs()) || (await this.#searchTriples());
    const exact = this.#best;
    const isGood = exact?.reached === 1 && exact.worth <= totalOf(this.#instance.atoms.worth) * MAX_LOST_BY_EXACT;
    if (!isEnded && !isGood && maxTerms > EXACT_TERMS) await this.#searchBeam(maxTerms);
    const isProved = exact?.reached === 1 && this.#best === exact && !isEnded && this.#words < MAX_WORDS;
    return this.#best && { ...this.#best, isProved };
  }

  /** Sums what is in both terms of each pair, and tries single terms, and pairs. @returns whether to end */
  async #searchPairs(): Promise<boolean> {
    const { atoms, terms } = this.#instance;
    for (const [b, set] of terms.entries()) {
      // The term itself first: its sums are a part of those of its pairs.
      for (let a = b; a >= 0; a -= 1) {
        this.#pairs[a * terms.length + b] = sumOf(terms[a]!, atoms, set);
        this.#take(this.#setOf(a === b ? [a] : [a, b], this.#inEither(a, b)));
      }
      if (await this.#pause()) return true;
    }
    return false;
  }

  /** Tries sets of three. @returns whether to end */
  async #searchTriples(): Promise<boolean> {
    const { atoms, terms } = this.#instance;
    for (let a = 0; a < terms.length; a += 1) {
      for (let b = a + 1; b < terms.length; b += 1) {
        if (await this.#pause()) return true;
        let both: AtomSet | undefined;
        for (let c = b + 1; c < terms.length; c += 1) {
          if (this.#pairFits !== undefined && !(this.#fitsPair(a, b) && this.#fitsPair(a, c) && this.#fitsPair(b, c)))
            continue;
          if (!this.#mayBeBest(a, b, c)) continue;
          both ??= intersectionOf(terms[a]!, terms[b]!);
          const sums = addedSums(
            [this.#inEither(a, b), this.#inBoth(c, c), sumOf(terms[c]!, atoms, both)],
            [this.#inBoth(a, c), this.#inBoth(b, c)],
          );
          this.#take(this.#setOf([a, b, c], sums));
          this.#words += both.length;
          if (this.#words >= MAX_WORDS) return false;
        }
      }
    }
    return false;
  }

  /** Keeps a set that is better, and may be a filter. */
  #take(found: Dropped): void {
    if (isBetter(found, this.#best) && this.#isFilter(found)) this.#best = found;
  }

  /** Whether a set leaves a line, and fits. */
  #isFilter({ terms, bytes }: Dropped): boolean {
    if (totalOf(bytes) >= this.#instance.allBytes) return false;
    const isFitting = this.#instance.fits(terms);
    if (!isFitting) this.#pairFits ??= new Map();
    return isFitting;
  }

  #fitsPair(a: number, b: number): boolean {
    const { terms, fits } = this.#instance;
    const pair = a * terms.length + b;
    const isFitting = this.#pairFits!.get(pair) ?? fits([a, b]);
    this.#pairFits!.set(pair, isFitting);
    return isFitting;
  }

  /** Whether three terms may be better than the best set, by what is in each pair of them. */
  #mayBeBest(a: number, b: number, c: number): boolean {
    const { need, termCost } = this.#instance;
    const best = this.#best;
    if (best === undefined) return true;
    const [ofA, ofB, ofC] = [this.#inBoth(a, a), this.#inBoth(b, b), this.#inBoth(c, c)];
    const [ab, ac, bc] = [this.#inBoth(a, b), this.#inBoth(a, c), this.#inBoth(b, c)];
    // At least the worth of two of them.
    const worth = Math.max(
      ofA.worth + ofB.worth - ab.worth,
      ofA.worth + ofC.worth - ac.worth,
      ofB.worth + ofC.worth - bc.worth,
    );
    if (best.reached === 1 && worth + EXACT_TERMS * termCost > best.cost) return false;
    for (let period = 0; period < need.length; period += 1) {
      const sum = ofA.bytes[period]! + ofB.bytes[period]! + ofC.bytes[period]!;
      const [inAB, inAC, inBC] = [ab.bytes[period]!, ac.bytes[period]!, bc.bytes[period]!];
      // What is in all three is in each pair.
      const most = sum - inAB - inAC - inBC + Math.min(inAB, inAC, inBC);
      if (most / need[period]! < best.reached) return false;
    }
    return true;
  }

  #setOf(terms: readonly number[], sums: Sums): Dropped {
    const { need, termCost, excessCost } = this.#instance;
    const reached = need.reduce((least, of, period) => (of > 0 ? Math.min(least, sums.bytes[period]! / of) : least), 1);
    const excess = Math.max(0, totalOf(sums.bytes) - totalOf(need));
    return { terms, ...sums, cost: sums.worth + terms.length * termCost + excess * excessCost, reached };
  }

  /** Grows sets term by term, each with the best of the sets before. */
  async #searchBeam(maxTerms: number): Promise<void> {
    const { atoms, need } = this.#instance;
    const [allNeed, allWorth] = [need, atoms.worth].map((figures) => Math.max(1, totalOf(figures)));
    // The most of the need for the least worth.
    const scoreOf = ({ bytes, worth }: Dropped): number => {
      const got = bytes.reduce((sum, of, period) => sum + Math.min(of, need[period]!), 0);
      return got / allNeed! - worth / allWorth!;
    };
    const orders = [
      (a: Dropped, b: Dropped) => scoreOf(b) - scoreOf(a) || compareTerms(a.terms, b.terms),
      (a: Dropped, b: Dropped) => b.reached - a.reached || a.worth - b.worth || compareTerms(a.terms, b.terms),
    ];
    let states: Dropped[] = [this.#dropped([])];
    for (let size = 1; size <= maxTerms && states.length > 0; size += 1) {
      const next = new Map<string, Dropped>();
      for (const state of states) {
        if (await this.#pause()) return;
        const grown = this.#grown(state);
        for (const one of orders.flatMap((order) => grown.toSorted(order).slice(0, BRANCH))) {
          const key = one.terms.join();
          if (!next.has(key) && this.#isFilter(one)) next.set(key, one);
        }
      }
      for (const one of next.values()) if (isBetter(one, this.#best)) this.#best = one;
      // A larger set may still lose less worth; one that contains a set which reaches the goal does not.
      const all = [...next.values()].filter(({ reached }) => reached < 1);
      states = [...new Set(orders.flatMap((order) => all.toSorted(order).slice(0, WIDTH)))];
    }
  }

  /** The sets with one term more. */
  #grown(state: Dropped): Dropped[] {
    const { atoms, terms } = this.#instance;
    const gains = gainsOf(terms, this.#setsOf(state.terms), atoms);
    return gains.flatMap((gain, term) => {
      if (state.terms.includes(term)) return [];
      return [
        this.#setOf(
          [...state.terms, term].sort((a, b) => a - b),
          addedSums([state, gain]),
        ),
      ];
    });
  }

  #dropped(terms: readonly number[]): Dropped {
    const { atoms } = this.#instance;
    return this.#setOf(terms, sumOf(unionOfSets(this.#setsOf(terms), atoms), atoms));
  }

  #setsOf(terms: readonly number[]): AtomSet[] {
    return terms.map((term) => this.#instance.terms[term]!);
  }

  /** @param b at least `a` */
  #inBoth(a: number, b: number): Sums {
    return this.#pairs[a * this.#instance.terms.length + b]!;
  }

  #inEither(a: number, b: number): Sums {
    return addedSums([this.#inBoth(a, a), this.#inBoth(b, b)], [this.#inBoth(a, b)]);
  }
}

/** The atoms that are in one of some sets. */
export function unionOfSets(sets: readonly AtomSet[], { bytes }: Atoms): AtomSet {
  const found = new Uint32Array(Math.ceil(bytes.length / 32));
  for (const set of sets) for (let word = 0; word < found.length; word += 1) found[word]! |= set[word]!;
  return found;
}

/** The atoms that are in both sets. */
export function intersectionOf(a: AtomSet, b: AtomSet): AtomSet {
  return a.map((word, at) => word & b[at]!);
}

/** Sums what a set of atoms has. @param within the atoms that count. @default all */
export function sumOf(set: AtomSet, { periods, period, bytes, worth }: Atoms, within: AtomSet = set): Sums {
  const found = new Float64Array(periods);
  let lost = 0;
  for (let word = 0; word < set.length; word += 1)
    for (let left = set[word]! & within[word]!; left !== 0; left &= left - 1) {
      const atom = word * 32 + 31 - Math.clz32(left & -left);
      found[period[atom]!]! += bytes[atom]!;
      lost += worth[atom]!;
    }
  return { bytes: found, worth: lost };
}

/** Sums what each set adds to some others. */
export function gainsOf(sets: readonly AtomSet[], others: readonly AtomSet[], atoms: Atoms): Sums[] {
  const rest = unionOfSets(others, atoms).map((word) => ~word);
  return sets.map((set) => sumOf(set, atoms, rest));
}

/** Adds sums. @param less those to subtract @default none */
export function addedSums(sums: readonly Sums[], less: readonly Sums[] = []): Sums {
  const bytes = new Float64Array(sums[0]!.bytes.length);
  let worth = 0;
  for (const [some, sign] of [[sums, 1] as const, [less, -1] as const])
    for (const one of some) {
      for (let period = 0; period < bytes.length; period += 1) bytes[period]! += sign * one.bytes[period]!;
      worth += sign * one.worth;
    }
  return { bytes, worth };
}

/** The sum of figures. */
export function totalOf(figures: Iterable<number>): number {
  let sum = 0;
  for (const one of figures) sum += one;
  return sum;
}

/** Reaching the goal, then a low cost, few terms, little dropped beyond the goal; without reaching it, the most of it. */
function isBetter(a: Dropped, b: Dropped | undefined): boolean {
  if (b === undefined) return true;
  if (a.reached !== b.reached) return a.reached > b.reached;
  if (a.cost !== b.cost) return a.cost < b.cost;
  if (a.terms.length !== b.terms.length) return a.terms.length < b.terms.length;
  const more = totalOf(a.bytes) - totalOf(b.bytes);
  if (more !== 0) return more < 0;
  return compareTerms(a.terms, b.terms) < 0;
}

function compareTerms(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((term, index) => term !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
