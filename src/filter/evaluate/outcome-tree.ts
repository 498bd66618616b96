// The tree of "and" and "or" over known outcomes: computes the verdict and the sole blockers.
// Does not know fields or values.
import type { Group } from '../node.ts';
import { DROP, KEEP, type Outcome, truthOf, UNDECIDED, type Verdict } from '../outcome.ts';

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
 * Visits the conditions of which each, if it alone were true, would make the tree true. The tree must be false.
 * Then every visited node is false: a false `and` has a false child, and a single condition can only fix it if no other child
 * is false or unknown; all children of a false `or` are false. The walk therefore never needs to handle an unknown node.
 */
export function forEachSoleBlocker(node: OutcomeTree, outcomes: Uint8Array, visit: (index: number) => void): void {
  if (node.kind === 'condition') {
    visit(node.index);
    return;
  }
  const { children } = node;
  if (node.kind === 'or') {
    for (let index = 0; index < children.length; index += 1) forEachSoleBlocker(children[index]!, outcomes, visit);
    return;
  }
  let blocked: OutcomeTree | undefined;
  for (let index = 0; index < children.length; index += 1) {
    if (verdictOfTree(children[index]!, outcomes) === KEEP) continue;
    if (blocked !== undefined) return;
    blocked = children[index];
  }
  if (blocked !== undefined) forEachSoleBlocker(blocked, outcomes, visit);
}
