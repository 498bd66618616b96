// Searches for truth values of all tests with which each filter has a wanted verdict, and that values of the fields have. Sets of truth
// values only shrink: from the tests up to the roots, from the wanted verdicts down, and by what the values of a field allow together.
// Remaining sets are split at one test. Complete: without a result, there is none. Works on trees alone, without filters and records.
import { ANY, KNOWN, NEGATED, TRUE, type Truths, UNKNOWN } from './truths.ts';
import type { TestedField, TreeNode, VerdictTrees } from './verdict-trees.ts';

/** Steps left; several searches may share them. A step is one visit of a node; the last steps may exceed the budget a little. */
export interface StepBudget {
  left: number;
}

/** What a search looks for. */
export interface Goal {
  /** The wanted truth values of each root. */
  readonly roots: readonly Truths[];
  /** Whether the tests of a field may be unknown. They then are unknown together. */
  readonly mayBeUnknown: boolean;
}

/** The sets of truth values of all tests: any value that fits them is a result. `stopped`: the budget is used up. */
export type SearchResult = Uint8Array | 'none' | 'stopped';

/** Searches the whole space, or until the budget is used up. */
export function search(trees: VerdictTrees, goal: Goal, budget: StepBudget): SearchResult {
  const state = new SearchState(trees, goal, budget);
  const open: { readonly mark: number; readonly test: number; readonly rest: Truths }[] = [];
  let isPossible = state.narrow();
  for (;;) {
    if (isPossible) {
      const test = state.nextTest();
      if (test === undefined) return state.tests();
      if (budget.left <= 0) return 'stopped';
      const first = state.firstTruth(test);
      open.push({ mark: state.mark(), test, rest: state.truthsOf(test) & ~first });
      state.restrict(test, first);
    } else {
      const last = open.pop();
      if (last === undefined) return 'none';
      if (budget.left <= 0) return 'stopped';
      state.undo(last.mark);
      state.restrict(last.test, last.rest);
    }
    isPossible = state.narrow();
  }
}

/** All sets in one array, with a log of every change. */
class SearchState {
  readonly #budget: StepBudget;
  readonly #nodes: readonly TreeNode[];
  readonly #roots: readonly number[];
  readonly #fields: readonly TestedField[];
  readonly #sets: Uint8Array;
  readonly #log: number[] = [];
  /**
   * Where the sets of each kind start: of nodes as wanted, of nodes as the tests allow, of tests, and of tests when their field was last
   * narrowed.
   */
  readonly #possible: number;
  readonly #tests: number;
  readonly #narrowed: number;
  readonly #scratch: Uint8Array;
  #wantedTruth: Truths = TRUE;

  constructor({ nodes, roots, fields, testCount }: VerdictTrees, goal: Goal, budget: StepBudget) {
    this.#budget = budget;
    this.#nodes = nodes;
    this.#roots = roots;
    this.#fields = fields;
    this.#possible = nodes.length;
    this.#tests = 2 * nodes.length;
    this.#narrowed = this.#tests + testCount;
    this.#sets = new Uint8Array(this.#narrowed + testCount).fill(ANY, 0, this.#narrowed);
    if (!goal.mayBeUnknown) this.#sets.fill(KNOWN, this.#tests, this.#narrowed);
    for (const [index, root] of roots.entries()) this.#sets[root] = goal.roots[index]!;
    const mostChildren = nodes.reduce(
      (most, node) => Math.max(most, node.kind === 'group' ? node.children.length : 0),
      0,
    );
    this.#scratch = new Uint8Array(Math.max(testCount, mostChildren) + 1);
  }

  tests(): Uint8Array {
    return this.#sets.slice(this.#tests, this.#narrowed);
  }

  truthsOf(test: number): Truths {
    return this.#sets[this.#tests + test]!;
  }

  restrict(test: number, truths: Truths): void {
    this.#set(this.#tests + test, truths);
  }

  mark(): number {
    return this.#log.length;
  }

  undo(mark: number): void {
    while (this.#log.length > mark) {
      const old = this.#log.pop()!;
      this.#sets[this.#log.pop()!] = old;
    }
  }

  /** Shrinks all sets as far as it can. @returns false when one is empty */
  narrow(): boolean {
    for (;;) {
      this.#budget.left -= 2 * this.#nodes.length;
      if (!this.#raise()) return false;
      if (!this.#lower()) return false;
      const before = this.#log.length;
      for (const field of this.#fields) if (!this.#narrowField(field)) return false;
      if (this.#log.length === before) return true;
    }
  }

  /** Returns a test whose truth value can still decide a wanted verdict; undefined when all verdicts are as wanted. */
  nextTest(): number | undefined {
    for (const root of this.#roots) {
      if (!this.#isSettled(root)) return this.#testBelow(root);
    }
    return undefined;
  }

  /** The truth value to try first for the test that {@link nextTest} returned. */
  firstTruth(test: number): Truths {
    const truths = this.truthsOf(test);
    if (truths & this.#wantedTruth) return this.#wantedTruth;
    return truths & -truths;
  }

  #set(index: number, truths: Truths): void {
    const old = this.#sets[index]!;
    if (old === truths) return;
    this.#log.push(index, old);
    this.#sets[index] = truths;
  }

  #isSettled(node: number): boolean {
    return (this.#sets[this.#possible + node]! & ~this.#sets[node]!) === 0;
  }

  /** From the tests to the roots. */
  #raise(): boolean {
    const sets = this.#sets;
    for (let at = 0; at < this.#nodes.length; at += 1) {
      const node = this.#nodes[at]!;
      let possible: Truths;
      let wanted: Truths;
      if (node.kind === 'group') {
        const { results, empty } = node.combination;
        possible = empty;
        wanted = empty;
        for (const child of node.children) {
          possible = results[possible * 8 + sets[this.#possible + child]!]!;
          wanted = results[wanted * 8 + sets[child]!]!;
        }
      } else if (node.kind === 'test') {
        const truths = sets[this.#tests + node.test]!;
        possible = node.isNegated ? NEGATED[truths]! : truths;
        wanted = possible;
      } else {
        possible = node.truths;
        wanted = possible;
      }
      this.#set(this.#possible + at, possible);
      wanted &= sets[at]!;
      if (wanted === 0) return false;
      this.#set(at, wanted);
    }
    return true;
  }

  /** From the roots to the tests. */
  #lower(): boolean {
    const sets = this.#sets;
    for (let at = this.#nodes.length - 1; at >= 0; at -= 1) {
      const node = this.#nodes[at]!;
      if (node.kind === 'group') {
        if (!this.#lowerGroup(at, node)) return false;
      } else if (node.kind === 'test') {
        const wanted = node.isNegated ? NEGATED[sets[at]!]! : sets[at]!;
        const truths = sets[this.#tests + node.test]! & wanted;
        if (truths === 0) return false;
        this.#set(this.#tests + node.test, truths);
      }
    }
    return true;
  }

  #lowerGroup(at: number, { combination, children }: TreeNode & { kind: 'group' }): boolean {
    const sets = this.#sets;
    const { results, allowed, empty } = combination;
    const after = this.#scratch;
    const wanted = sets[at]!;
    after[children.length] = empty;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      after[index] = results[after[index + 1]! * 8 + sets[children[index]!]!]!;
    }
    if (after[0] === wanted) return true;
    let before = empty;
    for (let index = 0; index < children.length; index += 1) {
      const child = children[index]!;
      const truths = sets[child]! & allowed[results[before * 8 + after[index + 1]!]! * 8 + wanted]!;
      if (truths === 0) return false;
      before = results[before * 8 + sets[child]!]!;
      this.#set(child, truths);
    }
    return true;
  }

  /** The tests of a field are unknown together, or have the truth values of one of its values. */
  #narrowField({ start, end, values }: TestedField): boolean {
    const sets = this.#sets;
    let isChanged = false;
    let all = ANY;
    for (let test = start; test < end; test += 1) {
      const truths = sets[this.#tests + test]!;
      all &= truths;
      isChanged ||= truths !== sets[this.#narrowed + test];
    }
    if (!isChanged) return true;
    const mayBeUnknown = all & UNKNOWN;
    const wanted = this.#scratch.subarray(0, end - start);
    let mayBeKnown = true;
    for (let test = start; test < end; test += 1) {
      const truths = sets[this.#tests + test]! & (KNOWN | mayBeUnknown);
      wanted[test - start] = truths;
      mayBeKnown &&= (truths & KNOWN) !== 0;
    }
    if (mayBeKnown && !('beyond' in values)) mayBeKnown = values.narrow(wanted);
    if (!mayBeKnown && mayBeUnknown === 0) return false;
    for (let test = start; test < end; test += 1) {
      const truths = mayBeKnown ? wanted[test - start]! : UNKNOWN;
      this.#set(this.#tests + test, truths);
      this.#set(this.#narrowed + test, truths);
    }
    return true;
  }

  /** Descends to a test, and stores the truth value that it should have for the root to have a wanted one. */
  #testBelow(root: number): number {
    const all = this.#sets[root]!;
    const truth = all & TRUE || all & -all;
    let at = root;
    for (;;) {
      const node = this.#nodes[at]!;
      if (node.kind === 'test') {
        this.#wantedTruth = node.isNegated ? NEGATED[truth]! : truth;
        return node.test;
      }
      if (node.kind === 'constant') throw new Error('cannot choose a test: found a constant that is not settled');
      at = this.#openChild(node, truth);
    }
  }

  /** Prefers children that can have the truth value, and of these the one that leaves the fewest choices. */
  #openChild({ children }: TreeNode & { kind: 'group' }, truth: Truths): number {
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const child of children) {
      if (!this.#isOpen(child)) continue;
      const cost = this.#choices(child) + (this.#sets[child]! & truth ? 0 : this.#nodes.length);
      if (cost >= bestCost) continue;
      best = child;
      bestCost = cost;
    }
    if (best < 0) throw new Error('cannot choose a test: found no open child of an open group');
    return best;
  }

  /** Whether the tests still allow several truth values. */
  #isOpen(node: number): boolean {
    const truths = this.#sets[this.#possible + node]!;
    return (truths & (truths - 1)) !== 0;
  }

  #choices(at: number): number {
    const node = this.#nodes[at]!;
    if (node.kind !== 'group') return 1;
    let open = 0;
    for (const child of node.children) if (this.#isOpen(child)) open += 1;
    return open;
  }
}
