// Searches the terms to drop: of sets that reach the goal in every period, one that costs least: the worth that it loses, and an amount for each term. Exact
// up to three terms, by bounds from pairs; if those miss the goal, a beam and exchanges. Uses atoms in place of lines, and no filters.

/** Lines with the same terms, in one period: indexes of arrays. */
export interface Atoms {
  period: Uint8Array;
  bytes: Float64Array;
  /** Integers, so that sums do not depend on their order. */
  worth: Float64Array;
}

/** A set of atoms: bits in words. */
export type AtomSet = Uint32Array;

/** What is searched. */
export interface Instance {
  atoms: Atoms;
  /** By term: its atoms. */
  terms: readonly AtomSet[];
  /** Bytes to drop, by period; a period with 0 needs nothing. */
  need: Float64Array;
  /** Worth that a term must save to be in a set: it makes the filter longer. @default 0 */
  termCost?: number | undefined;
  /** Whether a filter with these terms is within the limits. @default it is */
  fits?: ((terms: readonly number[]) => boolean) | undefined;
}

/** What some terms drop. */
export interface Dropped {
  /** Indexes of terms, ascending. */
  terms: readonly number[];
  /** By period. */
  bytes: Float64Array;
  worth: number;
  /** The worth, and what the terms cost. */
  cost: number;
  /** Least share of the need that a period reaches, at most 1. */
  reached: number;
}

/** The answer of a search. */
export interface Found extends Dropped {
  /** Whether no other set of at most {@link EXACT_TERMS} terms within the limits is better. */
  isProved: boolean;
}

/** Terms of a filter, at most. Ours: a longer list is hard to review. */
export const MAX_TERMS = 8;
/** Up to this number of terms the search is exact. */
export const EXACT_TERMS = 3;
/** Sets that a beam keeps, and terms that it adds to each. */
const WIDTH = 48;
const BRANCH = 48;
/** Bound of the exact search: atoms that are tested one by one. A test takes about a nanosecond; ours. */
const MAX_TESTS = 1_000_000_000;
/** Sets between two pauses. */
const SETS_PER_PAUSE = 4096;

/**
 * Searches.
 * @param pause called often; the search ends with what it has found when it returns true
 * @returns undefined if no term fits
 */
export async function searchTerms(
  instance: Instance,
  pause: () => Promise<boolean> = async () => false,
  maxTerms: number = MAX_TERMS,
): Promise<Found | undefined> {
  const search = new Search(instance, pause);
  return await search.run(maxTerms);
}

class Search {
  readonly #atoms: Atoms;
  readonly #terms: readonly AtomSet[];
  readonly #need: Float64Array;
  readonly #periods: number;
  readonly #termCost: number;
  readonly #fitsLimits: (terms: readonly number[]) => boolean;
  /** Whether a set did not fit: sets that contain it fit neither. */
  #isTight = false;
  /** By pair, once sets do not fit: 1 if it fits, 2 if not. */
  #pairFits: Uint8Array = new Uint8Array();
  readonly #pause: () => Promise<boolean>;
  /** By atom: its terms. */
  readonly #members: readonly Uint16Array[];
  /** By term and period, and by term. */
  readonly #bytes: Float64Array;
  readonly #worth: Float64Array;
  /** By pair of terms and period, and by pair: of the atoms in both. */
  #pairBytes: Float64Array = new Float64Array();
  #pairWorth: Float64Array = new Float64Array();
  readonly #allNeed: number;
  readonly #allWorth: number;
  #tests = 0;
  #sets = 0;
  #isStopped = false;

  constructor({ atoms, terms, need, termCost = 0, fits = () => true }: Instance, pause: () => Promise<boolean>) {
    this.#atoms = atoms;
    this.#terms = terms;
    this.#need = need;
    this.#periods = need.length;
    this.#fitsLimits = fits;
    this.#termCost = termCost;
    this.#pause = pause;
    this.#allNeed = Math.max(1, totalOf(need));
    this.#allWorth = Math.max(1, totalOf(atoms.worth));
    this.#members = membersOf(terms, atoms.bytes.length);
    this.#bytes = new Float64Array(terms.length * this.#periods);
    this.#worth = new Float64Array(terms.length);
    for (const [atom, members] of this.#members.entries()) {
      for (const term of members) {
        this.#bytes[term * this.#periods + atoms.period[atom]!]! += atoms.bytes[atom]!;
        this.#worth[term]! += atoms.worth[atom]!;
      }
    }
  }

  async run(maxTerms: number): Promise<Found | undefined> {
    let best: Dropped | undefined;
    for (const size of [1, 2, 3].slice(0, maxTerms)) {
      const found = size === 1 ? this.#single() : size === 2 ? await this.#pair() : await this.#triple(best);
      best = better(best, found);
      if (this.#isStopped) return best && { ...best, isProved: false };
    }
    if (best?.reached === 1) return { ...best, isProved: this.#tests < MAX_TESTS };
    if (maxTerms > EXACT_TERMS) best = better(best, await this.#beam(maxTerms));
    return best && { ...best, isProved: false };
  }

  #single(): Dropped | undefined {
    let best: Dropped | undefined;
    for (let term = 0; term < this.#terms.length; term += 1)
      if (this.#fits([term])) best = better(best, this.#dropped([term]));
    return best;
  }

  async #pair(): Promise<Dropped | undefined> {
    this.#countPairs();
    const { length: count } = this.#terms;
    let best: Dropped | undefined;
    const bytes = new Float64Array(this.#periods);
    for (let a = 0; a < count; a += 1) {
      for (let b = a + 1; b < count; b += 1) {
        if (this.#isDue(1) && (await this.#rest())) return best;
        const worth = this.#worth[a]! + this.#worth[b]! - this.#pairWorth[a * count + b]!;
        for (let period = 0; period < this.#periods; period += 1)
          bytes[period] = this.#ofPeriod(a, period) + this.#ofPeriod(b, period) - this.#ofPair(a, b, period);
        const found = this.#setOf([a, b], bytes, worth);
        if (isBetter(found, best) && this.#fits(found.terms)) best = { ...found, bytes: bytes.slice() };
      }
    }
    return best;
  }

  /** @param known the best of fewer terms */
  async #triple(known: Dropped | undefined): Promise<Dropped | undefined> {
    const { length: count } = this.#terms;
    const periods = this.#periods;
    let best = known;
    for (let a = 0; a < count; a += 1) {
      for (let b = a + 1; b < count; b += 1) {
        const worthOfPair = this.#worth[a]! + this.#worth[b]! - this.#pairWorth[a * count + b]!;
        let both: number[] | undefined;
        for (let c = b + 1; c < count; c += 1) {
          if (this.#isDue(1) && (await this.#rest())) return best;
          if (this.#isTight && !(this.#fitsPair(a, b) && this.#fitsPair(a, c) && this.#fitsPair(b, c))) continue;
          const [ac, bc] = [this.#pairWorth[a * count + c]!, this.#pairWorth[b * count + c]!];
          // A set is at least as large as each of its pairs, and at most as large as a pair and what one of it has not of the third.
          const least = Math.max(worthOfPair, this.#worth[c]! + Math.max(this.#worth[a]! - ac, this.#worth[b]! - bc));
          let most = 1;
          for (let period = 0; period < periods; period += 1) {
            const need = this.#need[period]!;
            if (need === 0) continue;
            const [inAb, inAc, inBc] = [
              this.#ofPair(a, b, period),
              this.#ofPair(a, c, period),
              this.#ofPair(b, c, period),
            ];
            const sum = this.#ofPeriod(a, period) + this.#ofPeriod(b, period) + this.#ofPeriod(c, period);
            const shared = Math.max(inAb + inAc, inAb + inBc, inAc + inBc);
            most = Math.min(most, (sum - shared) / need);
          }
          const leastCost = least + EXACT_TERMS * this.#termCost;
          if (best !== undefined && (most < best.reached || (best.reached === 1 && leastCost > best.cost))) continue;
          both ??= this.#inBoth(a, b);
          const found = this.#tripleOf([a, b, c], both);
          if (isBetter(found, best) && this.#fits(found.terms)) best = found;
          if (this.#tests >= MAX_TESTS) return best;
        }
      }
    }
    return best;
  }

  #fits(terms: readonly number[]): boolean {
    const isFitting = this.#fitsLimits(terms);
    this.#isTight ||= !isFitting;
    return isFitting;
  }

  #fitsPair(a: number, b: number): boolean {
    const { length: count } = this.#terms;
    if (this.#pairFits.length === 0) this.#pairFits = new Uint8Array(count * count);
    this.#pairFits[a * count + b] ||= this.#fitsLimits([a, b]) ? 1 : 2;
    return this.#pairFits[a * count + b] === 1;
  }

  #inBoth(a: number, b: number): number[] {
    const found: number[] = [];
    const [first, second] = [this.#terms[a]!, this.#terms[b]!];
    for (let word = 0; word < first.length; word += 1)
      forEachBit(first[word]! & second[word]!, (bit) => found.push(word * WORD + bit));
    this.#tests += first.length;
    return found;
  }

  #tripleOf(terms: readonly [number, number, number], both: readonly number[]): Dropped {
    const [a, b, c] = terms;
    const { length: count } = this.#terms;
    const third = this.#terms[c]!;
    const bytes = new Float64Array(this.#periods);
    let worth =
      this.#worth[a]! +
      this.#worth[b]! +
      this.#worth[c]! -
      this.#pairWorth[a * count + b]! -
      this.#pairWorth[a * count + c]! -
      this.#pairWorth[b * count + c]!;
    for (let period = 0; period < this.#periods; period += 1) {
      const sum = this.#ofPeriod(a, period) + this.#ofPeriod(b, period) + this.#ofPeriod(c, period);
      bytes[period] = sum - this.#ofPair(a, b, period) - this.#ofPair(a, c, period) - this.#ofPair(b, c, period);
    }
    this.#tests += both.length;
    for (const atom of both) {
      if ((third[atom >>> 5]! & (1 << (atom & 31))) === 0) continue;
      bytes[this.#atoms.period[atom]!]! += this.#atoms.bytes[atom]!;
      worth += this.#atoms.worth[atom]!;
    }
    return this.#setOf(terms, bytes, worth);
  }

  #setOf(terms: readonly number[], bytes: Float64Array, worth: number): Dropped {
    return { terms, bytes, worth, cost: worth + terms.length * this.#termCost, reached: this.#reachedBy(bytes) };
  }

  /** Grows sets term by term, each with the best of the sets before; then exchanges terms. */
  async #beam(maxTerms: number): Promise<Dropped | undefined> {
    let states: Dropped[] = [this.#setOf([], new Float64Array(this.#periods), 0)];
    let best: Dropped | undefined;
    for (let size = 1; size <= maxTerms && states.length > 0; size += 1) {
      const next = new Map<string, Dropped>();
      for (const state of states) {
        if (await this.#rest()) return best;
        const grown = this.#grown(state);
        for (const order of [this.#byScore, byReach]) {
          for (const one of grown.toSorted(order).slice(0, BRANCH)) {
            const key = one.terms.join();
            if (!next.has(key) && this.#fits(one.terms)) next.set(key, one);
          }
        }
      }
      for (const one of next.values()) best = better(best, one);
      // A larger set may still lose less worth; one that contains a set which reaches the goal does not.
      const all = [...next.values()].filter(({ reached }) => reached < 1);
      states = [...new Set([this.#byScore, byReach].flatMap((order) => all.toSorted(order).slice(0, WIDTH)))];
    }
    return best && (await this.#exchanged(best));
  }

  /** The sets with one term more. */
  #grown(state: Dropped): Dropped[] {
    const covered = this.#covered(state.terms);
    const { length: count } = this.#terms;
    const [bytes, worth] = [new Float64Array(count * this.#periods), new Float64Array(count)];
    for (const [atom, members] of this.#members.entries()) {
      if ((covered[atom >>> 5]! & (1 << (atom & 31))) !== 0) continue;
      const at = this.#atoms.period[atom]!;
      for (const term of members) {
        bytes[term * this.#periods + at]! += this.#atoms.bytes[atom]!;
        worth[term]! += this.#atoms.worth[atom]!;
      }
    }
    const found: Dropped[] = [];
    for (let term = 0; term < count; term += 1) {
      if (state.terms.includes(term)) continue;
      const sum = state.bytes.map((of, period) => of + bytes[term * this.#periods + period]!);
      const terms = [...state.terms, term].sort((a, b) => a - b);
      found.push(this.#setOf(terms, sum, state.worth + worth[term]!));
    }
    return found;
  }

  /** The most of the need for the least worth. */
  readonly #byScore = (a: Dropped, b: Dropped): number =>
    this.#scoreOf(b) - this.#scoreOf(a) || compareTerms(a.terms, b.terms);

  #scoreOf({ bytes, worth }: Dropped): number {
    const got = bytes.reduce((sum, of, period) => sum + Math.min(of, this.#need[period]!), 0);
    return got / this.#allNeed - worth / this.#allWorth;
  }

  /** Replaces one term by another, or leaves it out, as long as that is better. */
  async #exchanged(start: Dropped): Promise<Dropped> {
    let best = start;
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const leaving of best.terms) {
        if (await this.#rest()) return best;
        const rest = this.#dropped(best.terms.filter((term) => term !== leaving));
        const found = [...this.#grown(rest), rest]
          .filter((one) => isBetter(one, best))
          .sort((a, b) => (isBetter(a, b) ? -1 : 1))
          .find(({ terms }) => terms.length > 0 && this.#fits(terms));
        if (found === undefined) continue;
        best = found;
        isChanged = true;
        break;
      }
    }
    return best;
  }

  #covered(terms: readonly number[]): AtomSet {
    const covered = new Uint32Array(Math.ceil(this.#atoms.bytes.length / WORD));
    for (const term of terms) {
      const set = this.#terms[term]!;
      for (let word = 0; word < set.length; word += 1) covered[word]! |= set[word]!;
    }
    return covered;
  }

  #dropped(terms: readonly number[]): Dropped {
    const { bytes, worth } = sumOf(this.#covered(terms), this.#atoms, this.#periods);
    return this.#setOf(terms, bytes, worth);
  }

  #reachedBy(bytes: Float64Array): number {
    let reached = 1;
    for (let period = 0; period < this.#periods; period += 1) {
      const need = this.#need[period]!;
      if (need > 0) reached = Math.min(reached, bytes[period]! / need);
    }
    return reached;
  }

  #countPairs(): void {
    const { length: count } = this.#terms;
    this.#pairBytes = new Float64Array(count * count * this.#periods);
    this.#pairWorth = new Float64Array(count * count);
    for (const [atom, members] of this.#members.entries()) {
      const [bytes, worth, period] = [this.#atoms.bytes[atom]!, this.#atoms.worth[atom]!, this.#atoms.period[atom]!];
      for (let i = 0; i < members.length; i += 1) {
        const row = members[i]! * count;
        // Members ascend: only pairs in this order are read.
        for (let j = i + 1; j < members.length; j += 1) {
          const pair = row + members[j]!;
          this.#pairBytes[pair * this.#periods + period]! += bytes;
          this.#pairWorth[pair]! += worth;
        }
      }
    }
  }

  #ofPeriod(term: number, period: number): number {
    return this.#bytes[term * this.#periods + period]!;
  }

  /** @param a below `b` */
  #ofPair(a: number, b: number, period: number): number {
    return this.#pairBytes[(a * this.#terms.length + b) * this.#periods + period]!;
  }

  #isDue(sets: number): boolean {
    this.#sets += sets;
    return this.#sets >= SETS_PER_PAUSE;
  }

  /** @returns whether to end */
  async #rest(): Promise<boolean> {
    this.#sets = 0;
    this.#isStopped = await this.#pause();
    return this.#isStopped;
  }
}

const WORD = 32;

/** Sums what a set of atoms has. */
export function sumOf(
  set: AtomSet,
  { period, bytes, worth }: Atoms,
  periods: number,
): Pick<Dropped, 'bytes' | 'worth'> {
  const found = new Float64Array(periods);
  let lost = 0;
  for (let word = 0; word < set.length; word += 1)
    forEachBit(set[word]!, (bit) => {
      const atom = word * WORD + bit;
      found[period[atom]!]! += bytes[atom]!;
      lost += worth[atom]!;
    });
  return { bytes: found, worth: lost };
}

/** Visits the bits of a word that are set. */
export function forEachBit(word: number, visit: (bit: number) => void): void {
  for (let left = word; left !== 0; left &= left - 1) visit(31 - Math.clz32(left & -left));
}

/** By atom: the terms that contain it. */
export function membersOf(terms: readonly AtomSet[], atoms: number): Uint16Array[] {
  const found: number[][] = Array.from({ length: atoms }, () => []);
  for (const [term, set] of terms.entries())
    for (let word = 0; word < set.length; word += 1)
      forEachBit(set[word]!, (bit) => found[word * WORD + bit]!.push(term));
  return found.map((members) => Uint16Array.from(members));
}

function totalOf(bytes: Float64Array): number {
  return bytes.reduce((sum, one) => sum + one, 0);
}

/** Reaching the goal, then a low cost, few terms, little dropped beyond the goal; without reaching it, the most of it. */
export function isBetter(a: Dropped, b: Dropped | undefined): boolean {
  if (b === undefined) return true;
  if (a.reached !== b.reached) return a.reached > b.reached;
  if (a.cost !== b.cost) return a.cost < b.cost;
  if (a.terms.length !== b.terms.length) return a.terms.length < b.terms.length;
  const more = totalOf(a.bytes) - totalOf(b.bytes);
  if (more !== 0) return more < 0;
  return compareTerms(a.terms, b.terms) < 0;
}

function better(a: Dropped | undefined, b: Dropped | undefined): Dropped | undefined {
  if (b === undefined) return a;
  return isBetter(b, a) ? b : a;
}

function compareTerms(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((term, index) => term !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function byReach(a: Dropped, b: Dropped): number {
  return b.reached - a.reached || a.worth - b.worth || compareTerms(a.terms, b.terms);
}

/** Worth of one kind of lines in one period. */
export const WORTH_UNIT: number = 2 ** 30;
