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
  /** Bytes of all lines: a set that drops every line is no filter. @default without a limit */
  allBytes?: number | undefined;
}

/** What some terms drop. */
interface Dropped {
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

/** Terms of a filter, at most. Ours: a longer list is hard to review. */
export const MAX_TERMS = 8;
/** Up to this number of terms the search is exact. */
export const EXACT_TERMS = 3;
/** Sets that a beam keeps, and terms that it adds to each. */
const WIDTH = 48;
const BRANCH = 48;
/** Bound of the exact search: words of sets that are summed. A word takes some nanoseconds, and 100 if most of its bits are set; ours. */
const MAX_WORDS = 1_000_000_000;

/** Searches the terms of an instance. */
export class TermSearch {
  readonly #atoms: Atoms;
  readonly #terms: readonly AtomSet[];
  readonly #need: Float64Array;
  readonly #periods: number;
  readonly #termCost: number;
  readonly #allBytes: number;
  readonly #fitsLimits: (terms: readonly number[]) => boolean;
  /** By pair, whether it is within the limits: a set with a pair that exceeds them exceeds them, too. Undefined until a set has exceeded them. */
  #pairFits: Map<number, boolean> | undefined;
  readonly #pause: () => Promise<boolean>;
  /** By pair of terms and period, and by pair: of the atoms in both. A pair of a term with itself has its own. */
  readonly #pairBytes: Float64Array;
  readonly #pairWorth: Float64Array;
  #best: Dropped | undefined;
  #words = 0;

  /** @param pause called often; the search ends with what it has found when it returns true */
  constructor(
    { atoms, terms, need, termCost = 0, fits = () => true, allBytes = Number.POSITIVE_INFINITY }: Instance,
    pause: () => Promise<boolean> = async () => false,
  ) {
    this.#atoms = atoms;
    this.#terms = terms;
    this.#need = need;
    this.#periods = need.length;
    this.#fitsLimits = fits;
    this.#allBytes = allBytes;
    this.#termCost = termCost;
    this.#pause = pause;
    const { length: count } = terms;
    this.#pairBytes = new Float64Array(count * count * this.#periods);
    this.#pairWorth = new Float64Array(count * count);
  }

  /**
   * Searches.
   * @param maxTerms {@link EXACT_TERMS} or more
   * @returns undefined if no term fits; proved: no other set of at most {@link EXACT_TERMS} terms within the limits is better
   */
  async run(maxTerms: number = MAX_TERMS): Promise<(Dropped & { isProved: boolean }) | undefined> {
    const isEnded = (await this.#searchPairs()) || (await this.#searchTriples());
    const isReached = this.#best?.reached === 1;
    if (!isEnded && !isReached && maxTerms > EXACT_TERMS) await this.#searchBeam(maxTerms);
    return this.#best && { ...this.#best, isProved: isReached && !isEnded && this.#words < MAX_WORDS };
  }

  /** Sums what is in both terms of each pair, and tries single terms, and pairs. @returns whether to end */
  async #searchPairs(): Promise<boolean> {
    const { length: count } = this.#terms;
    for (let b = 0; b < count; b += 1) {
      // The term itself first: its sums are a part of those of its pairs.
      for (let a = b; a >= 0; a -= 1) {
        const both = sumOf(this.#terms[a]!, this.#atoms, this.#periods, this.#terms[b]!);
        this.#pairBytes.set(both.bytes, (a * count + b) * this.#periods);
        this.#pairWorth[a * count + b] = both.worth;
        const bytes = this.#need.map(
          (_, period) => this.#ofPair(a, a, period) + this.#ofPair(b, b, period) - both.bytes[period]!,
        );
        this.#take(this.#setOf(a === b ? [a] : [a, b], bytes, this.#worthOfPair(a, b)));
      }
      if (await this.#pause()) return true;
    }
    return false;
  }

  /** Tries sets of three. @returns whether to end */
  async #searchTriples(): Promise<boolean> {
    const { length: count } = this.#terms;
    const worth = this.#pairWorth;
    for (let a = 0; a < count; a += 1) {
      for (let b = a + 1; b < count; b += 1) {
        if (await this.#pause()) return true;
        const worthOfPair = this.#worthOfPair(a, b);
        let both: AtomSet | undefined;
        for (let c = b + 1; c < count; c += 1) {
          if (this.#pairFits !== undefined && !(this.#fitsPair(a, b) && this.#fitsPair(a, c) && this.#fitsPair(b, c)))
            continue;
          // Three terms lose at least the worth of the first two, and that of the third with the part of one that the third lacks.
          const rest = Math.max(
            worth[a * count + a]! - worth[a * count + c]!,
            worth[b * count + b]! - worth[b * count + c]!,
          );
          const leastCost = Math.max(worthOfPair, worth[c * count + c]! + rest) + EXACT_TERMS * this.#termCost;
          const best = this.#best;
          if (best !== undefined) {
            const most = this.#mostReached(a, b, c);
            if (most < best.reached || (best.reached === 1 && leastCost > best.cost)) continue;
          }
          both ??= this.#terms[a]!.map((word, at) => word & this.#terms[b]![at]!);
          this.#take(this.#tripleOf(a, b, c, both));
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
    if (totalOf(bytes) >= this.#allBytes) return false;
    const isFitting = this.#fitsLimits(terms);
    if (!isFitting) this.#pairFits ??= new Map();
    return isFitting;
  }

  #fitsPair(a: number, b: number): boolean {
    const pair = a * this.#terms.length + b;
    const isFitting = this.#pairFits!.get(pair) ?? this.#fitsLimits([a, b]);
    this.#pairFits!.set(pair, isFitting);
    return isFitting;
  }

  #mostReached(a: number, b: number, c: number): number {
    let most = 1;
    for (let period = 0; period < this.#periods; period += 1) {
      const need = this.#need[period]!;
      if (need === 0) continue;
      const [ab, ac, bc] = [this.#ofPair(a, b, period), this.#ofPair(a, c, period), this.#ofPair(b, c, period)];
      const sum = this.#ofPair(a, a, period) + this.#ofPair(b, b, period) + this.#ofPair(c, c, period);
      most = Math.min(most, (sum - Math.max(ab + ac, ab + bc, ac + bc)) / need);
    }
    return most;
  }

  /** @param both atoms of the first two */
  #tripleOf(a: number, b: number, c: number, both: AtomSet): Dropped {
    const all = sumOf(this.#terms[c]!, this.#atoms, this.#periods, both);
    const bytes = all.bytes.map((of, period) => {
      const sum = this.#ofPair(a, a, period) + this.#ofPair(b, b, period) + this.#ofPair(c, c, period);
      return sum - this.#ofPair(a, b, period) - this.#ofPair(a, c, period) - this.#ofPair(b, c, period) + of;
    });
    const { length: count } = this.#terms;
    const shared = this.#pairWorth[a * count + c]! + this.#pairWorth[b * count + c]!;
    return this.#setOf(
      [a, b, c],
      bytes,
      this.#worthOfPair(a, b) + this.#pairWorth[c * count + c]! - shared + all.worth,
    );
  }

  #setOf(terms: readonly number[], bytes: Float64Array, worth: number): Dropped {
    let reached = 1;
    for (let period = 0; period < this.#periods; period += 1)
      if (this.#need[period]! > 0) reached = Math.min(reached, bytes[period]! / this.#need[period]!);
    return { terms, bytes, worth, cost: worth + terms.length * this.#termCost, reached };
  }

  /** Grows sets term by term, each with the best of the sets before; then exchanges terms. */
  async #searchBeam(maxTerms: number): Promise<void> {
    const [allNeed, allWorth] = [this.#need, this.#atoms.worth].map((figures) => Math.max(1, totalOf(figures)));
    // The most of the need for the least worth.
    const scoreOf = ({ bytes, worth }: Dropped): number => {
      const got = bytes.reduce((sum, of, period) => sum + Math.min(of, this.#need[period]!), 0);
      return got / allNeed! - worth / allWorth!;
    };
    const orders = [
      (a: Dropped, b: Dropped) => scoreOf(b) - scoreOf(a) || compareTerms(a.terms, b.terms),
      (a: Dropped, b: Dropped) => b.reached - a.reached || a.worth - b.worth || compareTerms(a.terms, b.terms),
    ];
    let states: Dropped[] = [this.#setOf([], new Float64Array(this.#periods), 0)];
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
    await this.#exchange();
  }

  /** The sets with one term more. */
  #grown(state: Dropped): Dropped[] {
    const left = this.#covered(state.terms).map((word) => ~word);
    const found: Dropped[] = [];
    for (const [term, set] of this.#terms.entries()) {
      if (state.terms.includes(term)) continue;
      const more = sumOf(set, this.#atoms, this.#periods, left);
      const bytes = more.bytes.map((of, period) => of + state.bytes[period]!);
      const terms = [...state.terms, term].sort((a, b) => a - b);
      found.push(this.#setOf(terms, bytes, state.worth + more.worth));
    }
    return found;
  }

  /** Replaces one term of the best set by another, or leaves it out, as long as that is better. */
  async #exchange(): Promise<void> {
    for (let before: Dropped | undefined; before !== this.#best; ) {
      before = this.#best;
      for (const leaving of before?.terms ?? []) {
        if (await this.#pause()) return;
        const terms = before!.terms.filter((term) => term !== leaving);
        const { bytes, worth } = sumOf(this.#covered(terms), this.#atoms, this.#periods);
        const rest = this.#setOf(terms, bytes, worth);
        for (const one of [...this.#grown(rest), ...(terms.length === 0 ? [] : [rest])]) this.#take(one);
        if (this.#best !== before) break;
      }
    }
  }

  #covered(terms: readonly number[]): AtomSet {
    return unionOfSets(
      this.#atoms,
      terms.map((term) => this.#terms[term]!),
    );
  }

  #worthOfPair(a: number, b: number): number {
    const { length: count } = this.#terms;
    return this.#pairWorth[a * count + a]! + this.#pairWorth[b * count + b]! - this.#pairWorth[a * count + b]!;
  }

  /** @param b at least `a` */
  #ofPair(a: number, b: number, period: number): number {
    return this.#pairBytes[(a * this.#terms.length + b) * this.#periods + period]!;
  }
}

/** The atoms that are in one of some sets. */
export function unionOfSets({ bytes }: Atoms, sets: readonly AtomSet[]): AtomSet {
  const found = new Uint32Array(Math.ceil(bytes.length / 32));
  for (const set of sets) for (let word = 0; word < found.length; word += 1) found[word]! |= set[word]!;
  return found;
}

/** Sums what a set of atoms has. @param within the atoms that count. @default all */
export function sumOf(
  set: AtomSet,
  { period, bytes, worth }: Atoms,
  periods: number,
  within: AtomSet = set,
): Pick<Dropped, 'bytes' | 'worth'> {
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
