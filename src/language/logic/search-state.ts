// The sets of truth values that a search has left, for each node and test. Shrinks them wherever a change allows it, and takes changes back.
// Visits only what a change concerns.
import { ANY, KNOWN, NEGATED, type Truths, UNKNOWN } from './truths.ts';
import type { TestedField, TreeNode, VerdictTrees } from './verdict-trees.ts';
import { VisitQueue } from './visit-queue.ts';

/** Reads of small arrays in the time of a visit. */
const READS_PER_STEP = 16;

/**
 * Steps left; several searches may share them. A step is one visit of a node, or {@link READS_PER_STEP} reads of children, tests or values.
 * The last visit may exceed the budget.
 */
export interface StepBudget {
  left: number;
}

/** `impossible`: a set is empty. `stopped`: the budget is used up, and sets may be larger than necessary. */
export type NarrowResult = 'possible' | 'impossible' | 'stopped';

/** What a search looks for. */
export interface Goal {
  /** The wanted truth values of each root. */
  readonly roots: readonly Truths[];
  /** Whether the tests of a field may be unknown. They then are unknown together. */
  readonly mayBeUnknown: boolean;
}

type GroupNode = TreeNode & { readonly kind: 'group' };

/** All sets in one array, with a log of every change. */
export class SearchState {
  readonly trees: VerdictTrees;
  readonly #budget: StepBudget;
  readonly #nodes: readonly TreeNode[];
  readonly #sets: Uint8Array;
  readonly #log: number[] = [];
  /** Where the sets of each kind start: of nodes as wanted, of nodes as the tests allow, and of tests. */
  readonly #possible: number;
  readonly #tests: number;
  readonly #scratch: Uint8Array;
  readonly #parents: readonly (readonly number[])[];
  /** The nodes of each test: one for it, and one for its negation. */
  readonly #uses: readonly (readonly number[])[];
  readonly #fieldOf: Int32Array;
  /** Nodes whose children or test have changed, from the tests to the roots. */
  readonly #raised: VisitQueue;
  /** Nodes whose wanted set is smaller than what their children or test allow, from the roots to the tests. */
  readonly #lowered: VisitQueue;
  /** Fields whose tests have changed. */
  readonly #changed: VisitQueue;

  constructor(trees: VerdictTrees, goal: Goal, budget: StepBudget) {
    const { nodes, roots, fields, testCount } = trees;
    this.trees = trees;
    this.#budget = budget;
    this.#nodes = nodes;
    this.#possible = nodes.length;
    this.#tests = 2 * nodes.length;
    this.#sets = new Uint8Array(this.#tests + testCount).fill(ANY);
    if (!goal.mayBeUnknown) this.#sets.fill(KNOWN, this.#tests);
    for (const [index, root] of roots.entries()) this.#sets[root]! &= goal.roots[index]!;
    const mostChildren = nodes.reduce(
      (most, node) => Math.max(most, node.kind === 'group' ? node.children.length : 0),
      0,
    );
    this.#scratch = new Uint8Array(Math.max(testCount, mostChildren) + 1);
    const parents = nodes.map((): number[] => []);
    const uses = Array.from({ length: testCount }, (): number[] => []);
    const heights = new Int32Array(nodes.length);
    for (const [at, node] of nodes.entries()) {
      if (node.kind === 'test') uses[node.test]!.push(at);
      if (node.kind !== 'group') continue;
      for (const child of node.children) {
        parents[child]!.push(at);
        heights[at] = Math.max(heights[at]!, heights[child]! + 1);
      }
    }
    this.#parents = parents;
    this.#uses = uses;
    this.#fieldOf = new Int32Array(testCount);
    for (const [index, { start, end }] of fields.entries()) this.#fieldOf.fill(index, start, end);
    this.#raised = new VisitQueue(heights);
    this.#lowered = new VisitQueue(heights.map((height) => -height));
    this.#changed = new VisitQueue(new Int32Array(fields.length));
    for (let at = 0; at < nodes.length; at += 1) this.#raised.add(at);
    for (let at = 0; at < fields.length; at += 1) this.#changed.add(at);
  }

  tests(): Uint8Array {
    return this.#sets.slice(this.#tests);
  }

  /** Returns the set of a test. */
  truthsOf(test: number): Truths {
    return this.#sets[this.#tests + test]!;
  }

  /** Returns the set of a node as wanted. */
  wantedOf(node: number): Truths {
    return this.#sets[node]!;
  }

  /** Returns the set of a node as the tests allow. */
  possibleOf(node: number): Truths {
    return this.#sets[this.#possible + node]!;
  }

  /** Whether the tests still allow several truth values. */
  isOpen(node: number): boolean {
    const truths = this.possibleOf(node);
    return (truths & (truths - 1)) !== 0;
  }

  /** Shrinks the set of a test. */
  restrict(test: number, truths: Truths): void {
    if (this.#set(this.#tests + test, truths)) {
      this.#changed.add(this.#fieldOf[test]!);
      this.#addUses(test);
    }
  }

  /** A place in the log of changes. */
  mark(): number {
    return this.#log.length;
  }

  /** Takes back all changes since a place in the log. */
  undo(mark: number): void {
    while (this.#log.length > mark) {
      const old = this.#log.pop()!;
      this.#sets[this.#log.pop()!] = old;
    }
  }

  /** Shrinks all sets until nothing changes, one is empty, or the budget is used up. */
  narrow(): NarrowResult {
    const result = this.#narrowAll();
    if (result !== 'possible') for (const queue of [this.#raised, this.#lowered, this.#changed]) queue.clear();
    return result;
  }

  /** Counts a step, and the reads of children, tests or values that it takes. */
  charge(reads: number): void {
    this.#budget.left -= 1 + reads / READS_PER_STEP;
  }

  /** In turns, each to its end: a wide group is then visited once for all changes of its children. */
  #narrowAll(): NarrowResult {
    const { fields } = this.trees;
    for (;;) {
      const raised = this.#visitAll(this.#raised, (at) => this.#raise(at));
      if (raised !== 'possible') return raised;
      const lowered = this.#visitAll(this.#lowered, (at) => this.#lower(at));
      if (lowered !== 'possible') return lowered;
      if (!this.#raised.isEmpty) continue;
      if (this.#changed.isEmpty) return 'possible';
      const changed = this.#visitAll(this.#changed, (at) => this.#narrowField(fields[at]!));
      if (changed !== 'possible') return changed;
    }
  }

  /** @param visit returns false when a set becomes empty */
  #visitAll(queue: VisitQueue, visit: (at: number) => boolean): NarrowResult {
    for (let at = queue.next(); at !== undefined; at = queue.next()) {
      if (this.#budget.left <= 0) return 'stopped';
      if (!visit(at)) return 'impossible';
    }
    return 'possible';
  }

  #set(index: number, truths: Truths): boolean {
    const old = this.#sets[index]!;
    if (old === truths) return false;
    this.#log.push(index, old);
    this.#sets[index] = truths;
    return true;
  }

  #addUses(test: number): void {
    for (const node of this.#uses[test]!) this.#raised.add(node);
  }

  /** From the tests towards the roots. */
  #raise(at: number): boolean {
    const sets = this.#sets;
    const node = this.#nodes[at]!;
    let possible: Truths;
    let allowed: Truths;
    if (node.kind === 'group') {
      const { results, empty } = node.combination;
      const { children } = node;
      const possibleAt = this.#possible;
      this.charge(children.length);
      possible = empty;
      allowed = empty;
      for (let index = 0; index < children.length; index += 1) {
        const child = children[index]!;
        possible = results[possible * 8 + sets[possibleAt + child]!]!;
        allowed = results[allowed * 8 + sets[child]!]!;
      }
    } else if (node.kind === 'test') {
      this.charge(0);
      const truths = sets[this.#tests + node.test]!;
      possible = node.isNegated ? NEGATED[truths]! : truths;
      allowed = possible;
    } else {
      this.charge(0);
      possible = node.truths;
      allowed = possible;
    }
    const wanted = allowed & sets[at]!;
    if (wanted === 0) return false;
    const isPossibleChanged = this.#set(this.#possible + at, possible);
    if (this.#set(at, wanted) || isPossibleChanged) for (const parent of this.#parents[at]!) this.#raised.add(parent);
    if (wanted !== allowed) this.#lowered.add(at);
    return true;
  }

  /** From the roots towards the tests. */
  #lower(at: number): boolean {
    const node = this.#nodes[at]!;
    if (node.kind === 'group') return this.#lowerGroup(at, node);
    if (node.kind === 'constant') return true;
    this.charge(0);
    const wanted = this.#sets[at]!;
    const truths = this.#sets[this.#tests + node.test]! & (node.isNegated ? NEGATED[wanted]! : wanted);
    if (truths === 0) return false;
    this.restrict(node.test, truths);
    return true;
  }

  #lowerGroup(at: number, { combination, children }: GroupNode): boolean {
    this.charge(2 * children.length);
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
      const old = sets[child]!;
      const truths = old & allowed[results[before * 8 + after[index + 1]!]! * 8 + wanted]!;
      if (truths === 0) return false;
      before = results[before * 8 + old]!;
      if (truths === old) continue;
      this.#set(child, truths);
      this.#lowered.add(child);
      for (const parent of this.#parents[child]!) this.#raised.add(parent);
    }
    return true;
  }

  /** The tests of a field are unknown together, or have the truth values of one of its values. */
  #narrowField({ start, end, values }: TestedField): boolean {
    const sets = this.#sets;
    let all = ANY;
    for (let test = start; test < end; test += 1) all &= sets[this.#tests + test]!;
    const mayBeUnknown = all & UNKNOWN;
    const wanted = this.#scratch.subarray(0, end - start);
    let mayBeKnown = true;
    for (let test = start; test < end; test += 1) {
      const truths = sets[this.#tests + test]! & (KNOWN | mayBeUnknown);
      wanted[test - start] = truths;
      mayBeKnown &&= (truths & KNOWN) !== 0;
    }
    this.charge(end - start);
    if (mayBeKnown && !('beyond' in values)) {
      this.charge(values.work);
      mayBeKnown = values.narrow(wanted);
    }
    if (!mayBeKnown && mayBeUnknown === 0) return false;
    for (let test = start; test < end; test += 1) {
      const truths = mayBeKnown ? wanted[test - start]! : UNKNOWN;
      if (this.#set(this.#tests + test, truths)) this.#addUses(test);
    }
    return true;
  }
}
