// Learns the terms to drop from the periods of a space: chooses conditions, merges lines, searches, and searches conjunctions where single conditions miss
// the goal. Judges nothing: the caller replays the filters.

import { sizeOf } from '../../language/filter/index.ts';
import { type MergedLines, mergeLines } from './atoms.ts';
import type { LineSpace } from './line-space.ts';
import {
  type AtomSet,
  type Atoms,
  type Found,
  forEachBit,
  type Instance,
  MAX_TERMS,
  membersOf,
  searchTerms,
  sumOf,
} from './search.ts';
import { distinctConditions, type TermCondition } from './term-conditions.ts';
import type { FilterBase, ListKind, Term } from './term-filter.ts';
import { filterOf, isWithinLimits } from './term-filter.ts';

/** Conditions that the exact search chooses from. */
export const MAX_POOL = 200;
/** Further conditions that conjunctions choose from: each divides the lines into more atoms. Ours. */
const MAX_DETAILS = 40;
/** Further conditions in a conjunction. */
const MAX_EXTRA = 2;
/** Conjunctions that are grown at a time. */
const CONJUNCTION_BEAM = 32;
/** Score that each condition costs. `suggest.md`: measured, so that a condition that drops half of a percent is left out. */
const CONDITION_COST = 0.005;
/** Share of the worth that a term must save to be added to a filter: a longer one is read less. Ours. */
const TERM_COST = 0.01;
/** A term that drops more than is needed, and this share of the bytes, is left out while others reach the goal. */
const OVERSHOOT = 0.05;

/** What terms are learnt for. */
export interface LearnRequest {
  space: LineSpace;
  base: FilterBase;
  /** By row. */
  worth: Uint32Array;
  /** By period, of all lines in force: the worth of all kinds. */
  allWorth: Float64Array;
  /** Selections of the periods to learn from. By period: whether it is in the selection. */
  selections: readonly (readonly boolean[])[];
  /** By selection: the conditions that its periods propose. */
  conditions: readonly (readonly TermCondition[])[];
  /** By period: share of the bytes in force to drop. */
  need: readonly number[];
  /** Whether each period has to reach its share. @default the periods together have to: each drops the same part of what it may drop */
  isStrict: boolean;
  /** Called often. Resolves to true to end the search with what it has found. */
  pause: () => Promise<boolean>;
}

/** What was learnt. */
export interface Learnt {
  /** In the order of a ladder: that with the largest gain first. */
  terms: Term[];
  /** Whether every learnt period reaches the goal. */
  isReached: boolean;
  /** Whether no better set of the pool exists. */
  isProved: boolean;
  /** By period, learnt from or not: bytes that the terms drop. */
  bytes: Float64Array;
  /** Terms that were searched. */
  searched: number;
  /** Whether terms with several conditions were searched, too. */
  withConjunctions: boolean;
}

/** The conditions of a selection, as indexes of those of all selections. */
interface Pool {
  isLearnt: readonly boolean[];
  /** Factor of the bytes to drop. */
  margin: number;
  /** Alone a term, each with other lines. */
  naming: readonly number[];
  /** Those and further ones of a term. */
  all: readonly number[];
}

/** Learns from several selections of periods: merges the lines once. */
export class Learner {
  readonly #request: LearnRequest;
  readonly #pools: readonly Pool[];
  readonly #naming: readonly TermCondition[];
  readonly #all: readonly TermCondition[];
  #merged: MergedLines | undefined;
  #mergedAll: MergedLines | undefined;

  constructor(request: LearnRequest) {
    this.#request = request;
    const ranked = request.conditions.map((own) =>
      distinctConditions(own).sort((a, b) => scoreOf(b, request) - scoreOf(a, request) || (a.text < b.text ? -1 : 1)),
    );
    const [naming, details] = (
      [
        ['naming', MAX_POOL],
        ['detail', MAX_DETAILS],
      ] as const
    ).map(([wanted, most]) => ranked.map((own) => own.filter(({ role }) => role === wanted).slice(0, most)));
    this.#naming = distinctTexts(naming!.flat());
    this.#all = distinctTexts([...this.#naming, ...details!.flat()]);
    const numbers = new Map(this.#all.map(({ text }, number) => [text, number]));
    const numbersOf = (some: readonly TermCondition[]): number[] => some.map(({ text }) => numbers.get(text)!);
    this.#pools = request.selections.map((isLearnt, index) => ({
      ...{
        isLearnt,
        margin: 1,
        naming: numbersOf(naming![index]!),
        all: numbersOf([...naming![index]!, ...details![index]!]),
      },
    }));
  }

  /** Conditions that alone may be a term of the first selection. */
  get conditions(): number {
    return this.#pools[0]!.naming.length;
  }

  /** Learns from some periods. @param selection index of the selection @param margin factor of the bytes to drop */
  async learn(selection: number, margin = 1): Promise<Learnt | undefined> {
    const { space, worth, pause } = this.#request;
    const pool = { ...this.#pools[selection]!, margin };
    this.#merged ??= mergeLines(space, this.#naming, worth);
    const merged = this.#merged;
    const terms = pool.naming.map((index) => ({ term: this.#termOf([index]), set: merged.sets[index]! }));
    const single = await this.#searchTerms(merged, terms, pool, true);
    if (single?.isReached === true || (await pause())) return single;
    this.#mergedAll ??= mergeLines(space, this.#all, worth);
    const conjunctions = await this.#conjunctions(this.#mergedAll, pool);
    const both = await this.#searchTerms(this.#mergedAll, conjunctions, pool, true);
    if (both?.isReached === true) return both;
    // Nothing within the size that is needed: larger terms.
    const large = await this.#searchTerms(this.#mergedAll, conjunctions, pool, false);
    const found = [single, both, large].filter((one) => one !== undefined);
    return found.find((one) => one.isReached) ?? found.sort((a, b) => b.reached - a.reached)[0];
  }

  #termOf(conditions: readonly number[]): Term {
    return conditions.map((index) => this.#all[index]!.condition);
  }

  /** Learns a list of terms to keep from the first selection: within the bytes that may remain, the most worth. */
  learnKept(margin: number): Term[] {
    const { space, worth } = this.#request;
    const { isLearnt, naming } = this.#pools[0]!;
    this.#merged ??= mergeLines(space, this.#naming, worth);
    const merged = this.#merged;
    const { atoms, sets } = ofPeriods({ ...merged, sets: naming.map((index) => merged.sets[index]!) }, isLearnt);
    const need = this.#needOf({ isLearnt, margin });
    const allowed = space.periods.map(({ droppableBytes }, period) =>
      isLearnt[period] ? Math.max(0, droppableBytes - need[period]!) : 0,
    );
    const kept = chooseKept({ atoms, sets, allowed }, (terms) =>
      this.#fits(
        terms.map((term) => this.#termOf([naming[term]!])),
        'keep',
      ),
    );
    return kept.map((term) => this.#termOf([naming[term]!]));
  }

  async #searchTerms(
    merged: MergedLines,
    terms: readonly { term: Term; set: AtomSet }[],
    target: Pool,
    isBounded: boolean,
  ): Promise<(Learnt & { reached: number }) | undefined> {
    const { isLearnt } = target;
    const need = this.#needOf(target);
    const { atoms, sets } = ofPeriods({ atoms: merged.atoms, sets: terms.map(({ set }) => set) }, isLearnt);
    const most = this.#mostOf(need, isLearnt);
    const all = this.#bytesOf(isLearnt);
    const pool = sets
      .map((set, index) => ({
        set,
        term: terms[index]!.term,
        whole: terms[index]!.set,
        ...this.#scored(set, atoms, terms[index]!.term),
      }))
      // A term that drops every line is no filter.
      .filter(({ bytes }) => bytes > 0 && bytes < all && (!isBounded || bytes <= most))
      .filter(({ term }) => this.#fits([term], 'drop'))
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_POOL);
    const instance: Instance = {
      ...{ atoms, terms: pool.map(({ set }) => set), need },
      termCost: Math.floor(this.#worthOf(isLearnt) * TERM_COST),
      fits: (chosen) =>
        this.#fits(
          chosen.map((index) => pool[index]!.term),
          'drop',
        ),
    };
    const found = pool.length === 0 ? undefined : await searchTerms(instance, this.#request.pause);
    if (found === undefined) return undefined;
    const dropped = found.terms.map((index) => pool[index]!.whole).reduce(union);
    const { bytes } = sumOf(dropped, merged.atoms, this.#request.space.periods.length);
    return { ...this.#learntOf(found, instance, pool), bytes };
  }

  #learntOf(
    found: Found,
    { atoms, terms, need }: Instance,
    pool: readonly { term: Term }[],
  ): Omit<Learnt, 'bytes'> & { reached: number } {
    return {
      terms: inOrderOfGain(found.terms, terms, atoms, need.length).map((index) => pool[index]!.term),
      ...{ isReached: found.reached === 1, reached: found.reached, isProved: found.isProved, searched: pool.length },
      withConjunctions: pool.some(({ term }) => term.length > 1),
    };
  }

  /** By period: bytes to drop. */
  #needOf({ isLearnt, margin }: Pick<Pool, 'isLearnt' | 'margin'>): Float64Array {
    return needOf(this.#request, isLearnt).map((bytes) => Math.ceil(bytes * margin));
  }

  /** Bytes of the largest term that is not more than is needed. */
  #mostOf(need: Float64Array, isLearnt: readonly boolean[]): number {
    return need.reduce((sum, one) => sum + one, 0) + this.#bytesOf(isLearnt) * OVERSHOOT;
  }

  /** Bytes in force. */
  #bytesOf(isLearnt: readonly boolean[]): number {
    return this.#request.space.periods.reduce((sum, { bytes }, period) => sum + (isLearnt[period] ? bytes : 0), 0);
  }

  /** The worth of all kinds of lines in force. */
  #worthOf(isLearnt: readonly boolean[]): number {
    return this.#request.allWorth.reduce((sum, one, period) => sum + (isLearnt[period] ? one : 0), 0);
  }

  #scored(set: AtomSet, atoms: Atoms, term: Term): { bytes: number; score: number } {
    const { space } = this.#request;
    const { bytes, worth } = sumOf(set, atoms, space.periods.length);
    return this.#scoreOf(sum(bytes), worth, term.length);
  }

  #scoreOf(bytes: number, worth: number, conditions: number): { bytes: number; score: number } {
    const { space, allWorth } = this.#request;
    return { bytes, score: bytes / space.totalBytes - worth / sum(allWorth) - CONDITION_COST * conditions };
  }

  #fits(terms: readonly Term[], kind: ListKind): boolean {
    return isWithinLimits(sizeOf(filterOf(terms, kind, this.#request.base)));
  }

  /** Terms of up to three conditions, the best of a beam. Each begins with a condition that names a thing. */
  async #conjunctions(merged: MergedLines, pool: Pool): Promise<{ term: Term; set: AtomSet }[]> {
    const { isLearnt } = pool;
    const { atoms, sets } = ofPeriods({ ...merged, sets: pool.all.map((index) => merged.sets[index]!) }, isLearnt);
    const most = this.#mostOf(this.#needOf(pool), isLearnt);
    const all = this.#termOf(pool.all);
    const members = membersOf(sets, atoms.bytes.length);
    const named = (terms: readonly number[]): Term => terms.map((index) => all[index]!);
    // Half of the beam is small enough to be a term, half becomes so with another condition.
    const bestOf = <One extends { bytes: number; score: number }>(some: readonly One[]): One[] =>
      [true, false].flatMap((isSmall) =>
        some
          .filter(({ bytes }) => bytes <= most === isSmall)
          .sort((a, b) => b.score - a.score)
          .slice(0, CONJUNCTION_BEAM / 2),
      );
    const found = sets.slice(0, pool.naming.length).map((set, index) => {
      const terms: readonly number[] = [index];
      return { terms, ...this.#scored(set, atoms, named(terms)) };
    });
    let beam = bestOf(found);
    for (let extra = 0; extra < MAX_EXTRA; extra += 1) {
      const next = new Map<string, (typeof beam)[number]>();
      for (const one of beam) {
        if (await this.#request.pause()) break;
        const [bytes, worth] = [new Float64Array(all.length), new Float64Array(all.length)];
        const set = one.terms.map((term) => sets[term]!).reduce(intersection);
        for (let word = 0; word < set.length; word += 1)
          forEachBit(set[word]!, (bit) => {
            const atom = word * 32 + bit;
            for (const member of members[atom]!) {
              bytes[member]! += atoms.bytes[atom]!;
              worth[member]! += atoms.worth[atom]!;
            }
          });
        for (const [index, condition] of all.entries()) {
          if (one.terms.some((term) => all[term]!.key === condition.key)) continue;
          const terms = [...one.terms, index];
          const grown = { terms, ...this.#scoreOf(bytes[index]!, worth[index]!, terms.length) };
          if (grown.bytes === 0 || grown.bytes === one.bytes) continue;
          const key = `${grown.bytes} ${grown.score}`;
          if (!next.has(key)) next.set(key, grown);
        }
      }
      beam = bestOf([...next.values()]);
      found.push(...beam);
    }
    // Atoms of all periods again: the search takes those that it needs.
    return found.map(({ terms }) => ({
      term: named(terms),
      set: terms.map((index) => merged.sets[pool.all[index]!]!).reduce(intersection),
    }));
  }
}

/**
 * Returns the bytes to drop, by period; more than a period may drop if the promises forbid the goal. A day of an attack, with many promised lines, would
 * decide alone if each had to reach the goal: so the periods reach it together, and each drops the same part of what it may.
 */
export function needOf(
  { space: { periods }, need, isStrict }: Pick<LearnRequest, 'space' | 'need' | 'isStrict'>,
  isLearnt: readonly boolean[],
): Float64Array {
  const own = Float64Array.from(periods, ({ bytes }, period) => (isLearnt[period] ? bytes * need[period]! : 0));
  const droppable = periods.map(({ droppableBytes }, period) => (isLearnt[period] ? droppableBytes : 0));
  if (isStrict || sum(droppable) === 0) return own.map(Math.ceil);
  const part = sum(own) / sum(droppable);
  return Float64Array.from(droppable, (bytes) => Math.ceil(bytes * part));
}

function intersection(a: AtomSet, b: AtomSet): AtomSet {
  return a.map((word, index) => word & b[index]!);
}

function union(a: AtomSet, b: AtomSet): AtomSet {
  return a.map((word, index) => word | b[index]!);
}

function sum(figures: Iterable<number>): number {
  let all = 0;
  for (const one of figures) all += one;
  return all;
}

function distinctTexts(conditions: readonly TermCondition[]): TermCondition[] {
  return [...new Map(conditions.map((one) => [one.text, one])).values()];
}

function scoreOf({ bytes, worth }: TermCondition, { space, allWorth }: LearnRequest): number {
  return bytes / space.totalBytes - worth / allWorth.reduce((sum, one) => sum + one, 0);
}

/** Leaves the atoms of some periods. */
function ofPeriods({ atoms, sets }: MergedLines, isLearnt: readonly boolean[]): MergedLines {
  if (isLearnt.every(Boolean)) return { atoms, sets };
  const kept = [...atoms.period.keys()].filter((atom) => isLearnt[atoms.period[atom]!]);
  const pick = (figures: Float64Array): Float64Array => Float64Array.from(kept, (atom) => figures[atom]!);
  return {
    atoms: {
      period: Uint8Array.from(kept, (atom) => atoms.period[atom]!),
      bytes: pick(atoms.bytes),
      worth: pick(atoms.worth),
    },
    sets: sets.map((set) => {
      const own = new Uint32Array(Math.ceil(kept.length / 32));
      for (const [index, atom] of kept.entries())
        if ((set[atom >>> 5]! & (1 << (atom & 31))) !== 0) own[index >>> 5]! |= 1 << (index & 31);
      return own;
    }),
  };
}

/** Orders terms so that each drops the most of what the terms before it leave. */
function inOrderOfGain(chosen: readonly number[], terms: readonly AtomSet[], atoms: Atoms, periods: number): number[] {
  const rest = new Set(chosen);
  const covered = new Uint32Array(terms[0]!.length);
  const order: number[] = [];
  while (rest.size > 0) {
    let best: { term: number; bytes: number } | undefined;
    for (const term of rest) {
      const gained = terms[term]!.map((word, index) => word & ~covered[index]!);
      const bytes = sumOf(gained, atoms, periods).bytes.reduce((sum, one) => sum + one, 0);
      if (best === undefined || bytes > best.bytes) best = { term, bytes };
    }
    const { term } = best!;
    for (let word = 0; word < covered.length; word += 1) covered[word]! |= terms[term]![word]!;
    order.push(term);
    rest.delete(term);
  }
  return order;
}

/** What may be kept. */
interface KeptInstance {
  atoms: Atoms;
  sets: readonly AtomSet[];
  /** Bytes that may be kept, by period. */
  allowed: readonly number[];
}

/** Chooses terms to keep: the most worth for the bytes, term by term, then by exchanges. */
function chooseKept({ atoms, sets, allowed }: KeptInstance, fits: (terms: readonly number[]) => boolean): number[] {
  const periods = allowed.length;
  const keptBy = (terms: readonly number[]) => {
    const covered = new Uint32Array(sets[0]?.length ?? 0);
    for (const term of terms) for (let word = 0; word < covered.length; word += 1) covered[word]! |= sets[term]![word]!;
    const { bytes, worth } = sumOf(covered, atoms, periods);
    return { bytes, worth, isAllowed: bytes.every((of, period) => of <= allowed[period]! || of === 0) };
  };
  let chosen: number[] = [];
  let kept = keptBy(chosen);
  // Less worth is not worth a condition.
  const least = Math.max(1, atoms.worth.reduce((sum, one) => sum + one, 0) * CONDITION_COST);
  const alone = sets.map((_, term) => keptBy([term]));
  const possible = [...sets.keys()].filter((term) => alone[term]!.isAllowed && alone[term]!.worth > 0);
  while (chosen.length < MAX_TERMS) {
    let best: { terms: number[]; kept: typeof kept; score: number } | undefined;
    for (const term of possible) {
      if (chosen.includes(term)) continue;
      const terms = [...chosen, term];
      const found = keptBy(terms);
      const gain = found.worth - kept.worth;
      const cost = found.bytes.reduce((sum, of, period) => sum + of - kept.bytes[period]!, 0);
      if (!found.isAllowed || gain < least) continue;
      // Worth for its bytes: the root lets a large gain outweigh its bytes.
      const score = gain / Math.sqrt(Math.max(1, cost));
      if ((best === undefined || score > best.score) && fits(terms)) best = { terms, kept: found, score };
    }
    if (best === undefined) break;
    chosen = best.terms;
    kept = best.kept;
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const leaving of chosen) {
      for (const term of possible) {
        if (chosen.includes(term)) continue;
        const terms = chosen.map((one) => (one === leaving ? term : one));
        const found = keptBy(terms);
        if (!found.isAllowed || found.worth <= kept.worth || !fits(terms)) continue;
        [chosen, kept, isChanged] = [terms, found, true];
        break;
      }
      if (isChanged) break;
    }
  }
  return chosen;
}
