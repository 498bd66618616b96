// The tree of and, or over outcomes that were found already: the verdict, and which conditions alone stand in the way.
// Knows nothing of fields and values.
import type { Group } from '../node.ts';
import { DROP, KEEP, type Outcome, truthOf, UNDECIDED, type Verdict } from '../outcome.ts';

/** A tree whose leaves are indexes into an array of outcomes. */
export type OutcomeTree =
  | { readonly kind: 'condition'; readonly index: number }
  | { readonly kind: Group['kind']; readonly children: readonly OutcomeTree[] };

/** What a tree comes to. Kleene: one false decides `and`, one true decides `or`, otherwise one unknown makes it unknown. */
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
 * Visits the conditions that are false and would, were one alone true, make the tree true.
 * The tree must be false. Then so is every node visited: of an `and` exactly one child may be not true, and a false `and`
 * has a false child; all children of a false `or` are false. Hence no unknown is ever in the way unnoticed.
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
