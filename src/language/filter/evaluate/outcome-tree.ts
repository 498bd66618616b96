// The tree of "and" and "or" over known outcomes: computes the verdict and the conditions that alone decide it.
// Does not know fields or values.
import type { Group } from '../node.ts';
import { type Decided, DROP, KEEP, type Outcome, truthOf, UNDECIDED, type Verdict } from '../outcome.ts';

/** A tree whose leaves are indexes into an array of outcomes. */
export type OutcomeTree =
  | { readonly kind: 'condition'; readonly index: number }
  | { readonly kind: Group['kind']; readonly children: readonly OutcomeTree[] };

/** Returns the verdict of a tree by Kleene logic: one false decides `and`, one true decides `or`; otherwise one unknown makes it unknown. */
export function verdictOfTree(node: OutcomeTree, outcomes: Uint8Array): Verdict {
  if (node.kind === 'condition') return truthOf(outcomes[node.index] as Outcome);
  const { children } = node;
  const decisive = node.kind === 'and' ? DROP : KEEP;
  let result: Verdict = node.kind === 'and' ? KEEP : DROP;
  for (let index = 0; index < children.length; index += 1) {
    const verdict = verdictOfTree(children[index]!, outcomes);
    if (verdict === decisive) return decisive;
    if (verdict === UNDECIDED) result = UNDECIDED;
  }
  return result;
}

/**
 * Visits the conditions of which each, if it alone were the opposite, would turn the tree into its opposite: the sole blockers of a false
 * tree, the sole keepers of a true one. Drop and keep are dual: what `and` is to the one, `or` is to the other. With drop, every visited
 * node is false: a false `and` has a false child, and a single condition can only fix it if no other child is false or unknown; all children
 * of a false `or` are false. The walk therefore never needs to handle an unknown node.
 * @param verdict of the tree
 */
export function forEachDecisive(
  node: OutcomeTree,
  verdict: Decided,
  outcomes: Uint8Array,
  visit: (index: number) => void,
): void {
  if (node.kind === 'condition') {
    visit(node.index);
    return;
  }
  const { children } = node;
  if (node.kind === (verdict === DROP ? 'or' : 'and')) {
    for (let index = 0; index < children.length; index += 1)
      forEachDecisive(children[index]!, verdict, outcomes, visit);
    return;
  }
  const opposite = verdict === DROP ? KEEP : DROP;
  let decisive: OutcomeTree | undefined;
  for (let index = 0; index < children.length; index += 1) {
    if (verdictOfTree(children[index]!, outcomes) === opposite) continue;
    if (decisive !== undefined) return;
    decisive = children[index];
  }
  if (decisive !== undefined) forEachDecisive(decisive, verdict, outcomes, visit);
}
