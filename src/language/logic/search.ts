// Searches for truth values of all tests with which each filter has a wanted verdict, and that values of the fields have. Sets of truth
// values only shrink: from the tests up to the roots, from the wanted verdicts down, and by what the values of a field allow together.
// Remaining sets are split at one test. Complete: without a result, there is none. Works on trees alone, without filters and records.
import { type Goal, SearchState, type StepBudget } from './search-state.ts';
import { NEGATED, TRUE, type Truths } from './truths.ts';
import type { TreeNode, VerdictTrees } from './verdict-trees.ts';

/** The sets of truth values of all tests: any value that fits them is a result. `stopped`: the budget is used up. */
export type SearchResult = Uint8Array | 'none' | 'stopped';

/** Searches the whole space, or until the budget is used up. */
export function search(trees: VerdictTrees, goal: Goal, budget: StepBudget): SearchResult {
  const state = new SearchState(trees, goal, budget);
  const open: { readonly mark: number; readonly test: number; readonly rest: Truths }[] = [];
  for (;;) {
    const narrowed = state.narrow();
    if (narrowed === 'stopped') return 'stopped';
    if (narrowed === 'possible') {
      const choice = nextChoice(trees, state);
      if (choice === undefined) return state.tests();
      const { test, first } = choice;
      open.push({ mark: state.mark(), test, rest: state.truthsOf(test) & ~first });
      state.restrict(test, first);
    } else {
      const last = open.pop();
      if (last === undefined) return 'none';
      state.undo(last.mark);
      state.restrict(last.test, last.rest);
    }
  }
}

/** A test to split at, and the truth value to try first. */
interface Choice {
  readonly test: number;
  readonly first: Truths;
}

/** Chooses a test whose truth value can still decide a wanted verdict; undefined when all verdicts are as wanted. */
function nextChoice({ nodes, roots }: VerdictTrees, state: SearchState): Choice | undefined {
  const root = roots.find((one) => (state.possibleOf(one) & ~state.wantedOf(one)) !== 0);
  if (root === undefined) return undefined;
  const all = state.wantedOf(root);
  const truth = all & TRUE || all & -all;
  let at = root;
  for (;;) {
    const node = nodes[at]!;
    if (node.kind === 'constant') throw new Error('cannot choose a test: found a constant that is not decided');
    if (node.kind === 'group') {
      at = openChild(nodes, state, node, truth);
      continue;
    }
    const wanted = node.isNegated ? NEGATED[truth]! : truth;
    const truths = state.truthsOf(node.test);
    return { test: node.test, first: truths & wanted ? wanted : truths & -truths };
  }
}

/** Prefers children that can have the truth value, and of these the one that leaves the fewest choices. */
function openChild(
  nodes: readonly TreeNode[],
  state: SearchState,
  { children }: TreeNode & { kind: 'group' },
  truth: Truths,
): number {
  let best = -1;
  let bestCost = Number.POSITIVE_INFINITY;
  state.charge(children.length);
  for (const child of children) {
    if (!state.isOpen(child)) continue;
    const cost = choices(nodes, state, child) + (state.wantedOf(child) & truth ? 0 : nodes.length);
    if (cost >= bestCost) continue;
    best = child;
    bestCost = cost;
  }
  if (best < 0) throw new Error('cannot choose a test: found no open child of an open group');
  return best;
}

function choices(nodes: readonly TreeNode[], state: SearchState, at: number): number {
  const node = nodes[at]!;
  if (node.kind !== 'group') return 1;
  let open = 0;
  state.charge(node.children.length);
  for (const child of node.children) if (state.isOpen(child)) open += 1;
  return open;
}
