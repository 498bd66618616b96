// Learns the terms to drop from the periods of a space: chooses conditions, merges lines, searches, and searches conjunctions where single conditions miss
// the goal or lose much. Judges nothing: the caller replays the filters.
import { setImmediate } from 'node:timers/promises';
import { type Filter, MAX_FILTER_BYTES, MAX_FILTER_OPERATORS, sizeOf } from '../../language/filter/index.ts';
import { numberRows } from './field-dictionary.ts';
import type { LineSpace } from './line-space.ts';
import type { Vocabulary } from './read-vocabulary.ts';
import {
  type AtomSet,
  type Atoms,
  addedSums,
  EXACT_TERMS,
  gainsOf,
  type Instance,
  intersectionOf,
  MAX_TERMS,
  sumOf,
  TermSearch,
  totalOf,
  unionOfSets,
} from './search.ts';
import { distinctConditions, type TermCondition } from './term-conditions.ts';
import { type FilterBase, filterOf, type ListKind, type Term } from './term-filter.ts';

/** Conditions that the exact search chooses from. */
const MAX_POOL = 200;
/** Further conditions that conjunctions choose from: each divides the lines into more atoms. Ours. */
const MAX_DETAILS = 40;
/** Further conditions in a conjunction. */
const MAX_EXTRA = 2;
/** Conjunctions that are grown at a time. */
const CONJUNCTION_BEAM = 32;
/** Score that each condition costs: the least share of the bytes that a condition drops. Ours. */
const CONDITION_COST = 0.005;
/** Share of the worth that a term must save to be added to a filter: a longer one is read less. Ours. */
const TERM_COST = 0.01;
/** If single conditions lose more than this share of the worth, conjunctions are searched, too. Ours. */
const MAX_LOST_BY_SINGLES = 0.1;
/** Share of the worth that conjunctions must save beside single conditions, because they make a longer filter. Ours. */
const CONJUNCTIONS_COST = 0.03;
/** Shares by which a margin rises at least, in turn: by the miss alone at first, but a narrow miss may stay one. Ours: each takes a search. */
const LEAST_RISES = [0, 0, 0, 0, 0.01, 0.02, 0.04, 0.08];
/** Maximum factor by which a search raises the margin. Without it, a filter that saves nothing, as prices by steps allow, would raise it without end. */
const MOST_RISE = 2;
/** A filter that drops 1 % of the bytes more than the goal needs must save this percentage of the worth. Ours. */
const EXCESS_COST = 0.2;

/** What is to be dropped. */
export interface Goals {
  space: LineSpace;
  /** By period: of what the lines in force weigh, the share to drop. */
  need: readonly number[];
  /** Whether each period has to reach its share; otherwise all together have to, and each drops the same part of what it may drop. */
  isStrict: boolean;
}

/** What terms are learnt for. */
export interface LearnRequest extends Goals {
  base: FilterBase;
  vocabulary: Vocabulary;
  /** Replays terms, and returns the factor by which they miss the goal: at most 1 if they reach it. @default computed from bytes, as {@link missOf} */
  missInReplay?: ((terms: readonly Term[]) => Promise<number>) | undefined;
  /** Ends the search with what it has found. */
  signal: AbortSignal;
}

/** What terms are searched for. */
interface Target extends Pick<Instance, 'atoms' | 'need' | 'termCost' | 'excessCost' | 'allBytes'> {
  /** The terms of one condition: those that name a thing, and those that only add to them, if they are asked for. */
  singles: readonly Candidate[];
  /** The atoms with the lines of the period that is left out, which weigh nothing in those that are searched. */
  whole: Atoms;
}

/** A term, and its lines. */
interface Candidate {
  conditions: readonly TermCondition[];
  set: AtomSet;
  bytes: number;
  score: number;
}

type Learnt = NonNullable<Awaited<ReturnType<Learner['learn']>>>;

/** Learns without each of several periods: merges the lines once. */
export class Learner {
  readonly #request: LearnRequest;
  /** By period that is left out: conditions with different lines, the best first; those that alone are a term before the others. */
  readonly #pools: ReadonlyMap<number, readonly TermCondition[]>;
  /** By whether details are among the conditions: what {@link #mergedBy} returns. */
  readonly #merged = new Map<boolean, { atoms: Atoms; sets: ReadonlyMap<string, AtomSet> }>();

  constructor(request: LearnRequest) {
    this.#request = request;
    const scoreOf = ({ bytes, worth }: TermCondition): number => this.#scoreOf(bytes, worth, 0);
    const pools = [...request.vocabulary.conditions].map(([leftOut, conditions]) => {
      const ranked = distinctConditions(conditions).sort(
        (a, b) => scoreOf(b) - scoreOf(a) || (a.text < b.text ? -1 : 1),
      );
      const details = ranked.filter(({ role }) => role === 'detail').slice(0, MAX_DETAILS);
      return [leftOut, [...ranked.filter(isNaming).slice(0, MAX_POOL), ...details]] as const;
    });
    this.#pools = new Map(pools);
  }

  /** Learns the terms to drop, those to keep, and what the terms to drop would be without each period that is left out in turn. */
  async run() {
    const { space, base, signal } = this.#request;
    const first = await this.learn(space.heldOut);
    const { found, margin } = await this.#withMargin(first);
    const folds: { period: number; filter: Filter }[] = [];
    for (const period of first?.reached === 1 ? space.leftOut : []) {
      if (signal.aborted) break;
      // Without a margin: the suggestion itself is not learnt from this period.
      const other = period === space.heldOut ? first : await this.learn(period);
      if (other !== undefined) folds.push({ period, filter: filterOf(other.terms, 'drop', base) });
    }
    /** Conditions that alone may be a term. */
    const conditions = this.#pools.get(space.heldOut)!.filter(isNaming).length;
    return { found, margin, folds, conditions, keptTerms: (await this.#chooseKept(margin)).map(termOf) };
  }

  /** Raises the margin until all periods together reach the goal. Only the margin depends on the period that is left out. */
  async #withMargin(first: Learnt | undefined) {
    const { space, signal, missInReplay } = this.#request;
    const missIn = async (found: Learnt): Promise<number> =>
      missInReplay === undefined ? missOf(found.bytes, this.#request) : await missInReplay(found.terms);
    let [found, margin] = [first, 1];
    let miss = first === undefined ? 0 : await missIn(first);
    for (const rise of LEAST_RISES) {
      if (miss <= 1 || found?.reached !== 1 || signal.aborted) break;
      const next = margin * Math.min(Math.max(miss, 1 + rise), MOST_RISE);
      const wider = await this.learn(space.heldOut, next);
      if (wider === undefined) break;
      // The learnt periods may miss the margin, and all of them reach the goal.
      const its = await missIn(wider);
      if (wider.reached !== 1 && its > 1) break;
      [found, margin, miss] = [wider, next, its];
    }
    return { found, margin };
  }

  /** Learns without a period. @param margin factor of what has to be dropped */
  async learn(leftOut: number, margin = 1) {
    const first = await this.#targetOf(leftOut, margin, false);
    const single = first && (await this.#search(first, first.singles));
    if (single?.reached === 1 && single.lost <= MAX_LOST_BY_SINGLES) return single;
    const target = await this.#targetOf(leftOut, margin, true);
    if (target === undefined) return single;
    const conjunctions = await this.#conjunctions(target);
    const isReached = single?.reached === 1;
    const both = await this.#search(target, conjunctions, isReached ? EXACT_TERMS : MAX_TERMS);
    if (single === undefined || both === undefined) return single ?? both;
    const isBetter =
      both.reached > single.reached || (isReached && both.reached === 1 && both.lost < single.lost - CONJUNCTIONS_COST);
    return isBetter ? both : single;
  }

  /** Lets the event loop turn. @returns whether the search ends */
  readonly #pause = async (): Promise<boolean> => {
    await setImmediate();
    return this.#request.signal.aborted;
  };

  /**
   * Merges the lines that no promise protects: lines in the same conditions of all pools, in the same period, are an atom. The search has thousands in place
   * of millions. @returns the atoms of each condition by its text, too; undefined if the search ends
   */
  async #mergedBy(withDetails: boolean) {
    const known = this.#merged.get(withDetails);
    if (known !== undefined) return known;
    const { space, vocabulary } = this.#request;
    const { bytes, droppable, periodOf, periods } = space;
    const conditions = [...this.#pools.values()].flat().filter((one) => withDetails || isNaming(one));
    const distinct = [...new Map(conditions.map((one) => [one.text, one])).values()];
    const byField = [...Map.groupBy(distinct, ({ dictionary }) => dictionary)];
    const fields = byField.map(([dictionary, own]) => [dictionary, classesOf(dictionary.distinct + 1, own)] as const);
    const byPeriod = [{ numbers: () => Uint32Array.from(periodOf) }, Uint32Array.from(periods.keys())] as const;
    const { of, first } = numberRows([...fields, byPeriod], droppable);
    const atoms: Atoms = {
      periods: periods.length,
      period: Uint8Array.from(first, (row) => periodOf[row]!),
      bytes: new Float64Array(first.length),
      worth: new Float64Array(first.length),
    };
    for (let row = 0; row < droppable.length; row += 1) {
      if (droppable[row] === 0) continue;
      atoms.bytes[of[row]!]! += bytes[row]!;
      atoms.worth[of[row]!]! += vocabulary.kinds.worth[row]!;
    }
    const sets = new Map<string, AtomSet>();
    for (const [dictionary, own] of byField) {
      if (await this.#pause()) return undefined;
      const numbers = dictionary.numbers();
      for (const { text, matches } of own) {
        const set = new Uint32Array(Math.ceil(first.length / 32));
        for (const [atom, row] of first.entries())
          if (matches[numbers[row]!] === 1) set[atom >>> 5]! |= 1 << (atom & 31);
        sets.set(text, set);
      }
    }
    this.#merged.set(withDetails, { atoms, sets });
    return { atoms, sets };
  }

  async #targetOf(leftOut: number, margin: number, withDetails: boolean): Promise<Target | undefined> {
    const merged = (await this.#pause()) ? undefined : await this.#mergedBy(withDetails);
    if (merged === undefined) return undefined;
    const { atoms: whole, sets } = merged;
    const own = (figures: Float64Array) => figures.map((figure, atom) => (whole.period[atom] === leftOut ? 0 : figure));
    const atoms: Atoms = { ...whole, bytes: own(whole.bytes), worth: own(whole.worth) };
    const need = needOf(this.#request, leftOut).map((one) => Math.ceil(one * margin));
    const { space, vocabulary } = this.#request;
    const allBytes = space.totalBytes - (space.periods[leftOut]?.bytes ?? 0);
    const worth = totalOf(vocabulary.kinds.allWorth.filter((_, period) => period !== leftOut));
    const singles = this.#pools
      .get(leftOut)!
      .filter((one) => withDetails || isNaming(one))
      .map((one) => this.#candidateOf([one], sets.get(one.text)!, atoms));
    const excessCost = (EXCESS_COST * worth) / allBytes;
    return { singles, whole, atoms, need, allBytes, termCost: Math.floor(worth * TERM_COST), excessCost };
  }

  async #search(target: Target, candidates: readonly Candidate[], maxTerms = MAX_TERMS) {
    const { atoms, whole, allBytes } = target;
    const pool = candidates
      // A term that drops every line is no filter.
      .filter(({ bytes }) => bytes > 0 && bytes < allBytes)
      .filter((one) => this.#fits([one], 'drop'))
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_POOL);
    const of = (chosen: readonly number[]): Candidate[] => chosen.map((index) => pool[index]!);
    const fits = (chosen: readonly number[]): boolean => this.#fits(of(chosen), 'drop');
    const found = await new TermSearch({ ...target, terms: setsOf(pool), fits }, this.#pause).run(maxTerms);
    if (found === undefined) return undefined;
    const chosen = of(found.terms);
    return {
      /** In the order of a ladder: that with the largest gain first. */
      terms: inOrderOfGain(chosen, atoms).map(termOf),
      /** Least share of its goal that a learnt period reaches, at most 1. */
      reached: found.reached,
      /** Share of the worth. */
      lost: found.worth / totalOf(atoms.worth),
      /** By period, learnt from or not: bytes that the terms drop. */
      bytes: sumOf(unionOfSets(setsOf(chosen), whole), whole).bytes,
      /** Terms that were searched; whether no better set of them exists; whether terms with several conditions were among them. */
      search: {
        ...{ terms: pool.length, isProved: found.isProved },
        withConjunctions: pool.some(({ conditions }) => conditions.length > 1),
      },
    };
  }

  #candidateOf(conditions: readonly TermCondition[], set: AtomSet, atoms: Atoms): Candidate {
    const sums = sumOf(set, atoms);
    const bytes = totalOf(sums.bytes);
    return { conditions, set, bytes, score: this.#scoreOf(bytes, sums.worth, conditions.length) };
  }

  #scoreOf(bytes: number, worth: number, conditions: number): number {
    const { space, vocabulary } = this.#request;
    return bytes / space.totalBytes - worth / totalOf(vocabulary.kinds.allWorth) - CONDITION_COST * conditions;
  }

  #fits(terms: readonly Candidate[], kind: ListKind): boolean {
    const { operators, bytes } = sizeOf(filterOf(terms.map(termOf), kind, this.#request.base));
    return operators <= MAX_FILTER_OPERATORS && bytes <= MAX_FILTER_BYTES;
  }

  /** Terms of up to three conditions, the best of a beam. Each begins with a condition that names a thing. */
  async #conjunctions({ singles, atoms }: Target): Promise<Candidate[]> {
    const bestOf = (some: readonly Candidate[]): Candidate[] =>
      some.toSorted((a, b) => b.score - a.score).slice(0, CONJUNCTION_BEAM);
    const found = singles.filter(({ conditions: [one] }) => isNaming(one!));
    let beam = bestOf(found);
    for (let extra = 0; extra < MAX_EXTRA; extra += 1) {
      const next = new Map<string, Candidate>();
      for (const one of beam) {
        if (await this.#pause()) break;
        for (const further of singles) {
          if (one.conditions.some(({ dictionary }) => dictionary === further.conditions[0]!.dictionary)) continue;
          const conditions = [...one.conditions, ...further.conditions];
          const both = this.#candidateOf(conditions, intersectionOf(one.set, further.set), atoms);
          if (both.bytes === 0 || both.bytes === one.bytes) continue;
          const key = `${both.bytes} ${both.score}`;
          if (!next.has(key)) next.set(key, both);
        }
      }
      beam = bestOf([...next.values()]);
      found.push(...beam);
    }
    return found;
  }

  /** Chooses terms to keep: within the bytes that may remain, the most worth for the bytes, term by term, then by exchanges. */
  async #chooseKept(margin: number): Promise<readonly Candidate[]> {
    const target = await this.#targetOf(this.#request.space.heldOut, margin, false);
    if (target === undefined) return [];
    const { singles, atoms, need } = target;
    const allowed = this.#request.space.periods.map(({ isLearnt, droppableBytes }, period) =>
      isLearnt ? Math.max(0, droppableBytes - need[period]!) : 0,
    );
    /** What some terms keep with each other one. */
    const grown = (terms: readonly Candidate[], others: readonly Candidate[]) => {
      const kept = sumOf(unionOfSets(setsOf(terms), atoms), atoms);
      return gainsOf(setsOf(others), setsOf(terms), atoms).flatMap((gain, index) => {
        const { bytes, worth } = addedSums([kept, gain]);
        const isAllowed = bytes.every((of, period) => of <= allowed[period]!);
        return isAllowed ? [{ terms: [...terms, others[index]!], bytes: totalOf(bytes), worth }] : [];
      });
    };
    // Less worth is not worth a condition.
    const least = Math.max(1, totalOf(atoms.worth) * CONDITION_COST);
    type Kept = ReturnType<typeof grown>[number];
    let best: Kept = { terms: [], bytes: 0, worth: 0 };
    const possible = grown([], singles)
      .filter(({ worth }) => worth > 0)
      .map(({ terms: [one] }) => one!);
    const others = () => possible.filter((one) => !best.terms.includes(one));
    // Worth for its bytes: the root lets a large gain outweigh its bytes.
    const scoreOf = ({ worth, bytes }: Kept): number =>
      (worth - best.worth) / Math.sqrt(Math.max(1, bytes - best.bytes));
    while (best.terms.length < MAX_TERMS) {
      if (await this.#pause()) return best.terms;
      const next = grown(best.terms, others())
        .filter(({ worth }) => worth - best.worth >= least)
        .sort((a, b) => scoreOf(b) - scoreOf(a))
        .find(({ terms }) => this.#fits(terms, 'keep'));
      if (next === undefined) break;
      best = next;
    }
    for (let before: Kept | undefined; before !== best; ) {
      before = best;
      for (const leaving of best.terms) {
        if (await this.#pause()) return best.terms;
        const stay = best.terms.filter((one) => one !== leaving);
        const better = grown(stay, others()).find(
          ({ terms, worth }) => worth > best.worth && this.#fits(terms, 'keep'),
        );
        best = better ?? best;
        if (better !== undefined) break;
      }
    }
    return best.terms;
  }
}

function isNaming({ role }: TermCondition): boolean {
  return role === 'naming';
}

/** By number of a text: its class. Texts in the same conditions have the same. */
function classesOf(texts: number, conditions: readonly TermCondition[]): Uint32Array {
  const classOf = new Uint32Array(texts);
  let classes = 1;
  for (const { matches } of conditions) {
    const known = new Int32Array(2 * classes).fill(-1);
    let count = 0;
    for (const [number, match] of matches.entries()) {
      const pair = classOf[number]! * 2 + match;
      if (known[pair] === -1) known[pair] = count++;
      classOf[number] = known[pair]!;
    }
    classes = count;
  }
  return classOf;
}

function termOf({ conditions }: Candidate): Term {
  return conditions.map(({ condition }) => condition);
}

/**
 * Returns the bytes to drop, by period; more than a period may drop if the promises forbid the goal. A day of an attack, with many promised lines, would
 * decide alone if each had to reach the goal: so the periods reach it together, and each drops the same part of what it may.
 */
function needOf({ space: { periods }, need, isStrict }: Goals, leftOut: number): Float64Array {
  const own = Float64Array.from(periods, ({ bytes }, period) => (period === leftOut ? 0 : bytes * need[period]!));
  const droppable = Float64Array.from(periods, (one, period) => (period === leftOut ? 0 : one.droppableBytes));
  const part = totalOf(own) / totalOf(droppable);
  return (isStrict || !Number.isFinite(part) ? own : droppable.map((bytes) => bytes * part)).map(Math.ceil);
}

/** By which factor all periods together miss a share of the bytes: at most 1 if they reach it. @param dropped bytes by period */
function missOf(dropped: Float64Array, { space: { periods }, need }: Goals): number {
  const wanted = totalOf(periods.map(({ bytes }, index) => bytes * need[index]!));
  return wanted / Math.max(totalOf(dropped), 1);
}

/** Orders terms so that each drops the most of what the terms before it leave. */
function inOrderOfGain(chosen: readonly Candidate[], atoms: Atoms): Candidate[] {
  const order: Candidate[] = [];
  while (order.length < chosen.length) {
    const left = chosen.filter((one) => !order.includes(one));
    const gains = gainsOf(setsOf(left), setsOf(order), atoms).map(({ bytes }) => totalOf(bytes));
    order.push(left[gains.indexOf(Math.max(...gains))]!);
  }
  return order;
}

function setsOf(candidates: readonly Candidate[]): AtomSet[] {
  return candidates.map(({ set }) => set);
}
