// Explains the verdict of a filter on one record: the tree with the truth value of every part. Uses the compiled conditions
// (compile.ts), and has no evaluation logic itself.
import type { FieldSource, Value } from '../../../base/index.ts';
import { childPath, type Group, type Node, ROOT_PATH } from '../node.ts';
import {
  ABSENT,
  DROP,
  KEEP,
  MISMATCH,
  NULL,
  type Outcome,
  truthOf,
  type Verdict,
  type VerdictName,
} from '../outcome.ts';
import { printNode } from '../print-expression.ts';
import type { CompiledCondition, CompiledFilter } from './compile.ts';
import { type Hint, hintOf } from './hint.ts';
import { type OutcomeTree, verdictOfTree } from './outcome-tree.ts';

/** Kleene's three values, by name. */
export type Truth = 'true' | 'false' | 'unknown';

/** Why a condition is unknown: the key is absent, its value is null, or the value does not have the type of the field. */
export type UnknownReason = 'absent' | 'null' | 'mismatch';

/** The result of a condition on one record. */
export interface ConditionExplanation {
  readonly kind: 'condition';
  readonly path: string;
  /** As an expression. */
  readonly text: string;
  readonly truth: Truth;
  readonly field: string;
  /** The value in the record; undefined when the key is absent. */
  readonly found: Value | undefined;
  /** Present only when the condition is unknown. */
  readonly reason?: UnknownReason;
  readonly hint?: Hint;
  /** Whether the filter would keep the record if only this condition were true. */
  readonly isSoleBlocker: boolean;
  /** Whether the filter would drop the record if only this condition were false. */
  readonly isSoleKeeper: boolean;
}

/** The result of a group on one record. */
export interface GroupExplanation {
  readonly kind: Group['kind'];
  readonly path: string;
  readonly text: string;
  readonly truth: Truth;
  readonly children: readonly Explanation[];
}

/** The truth tree of a filter on one record. */
export type Explanation = ConditionExplanation | GroupExplanation;

/** The verdict of a filter whose root has this truth value. */
export const VERDICT_OF_TRUTH: Readonly<Record<Truth, VerdictName>> = {
  true: 'keep',
  false: 'drop',
  unknown: 'undecided',
};

/** Names of the truth values, indexed by {@link Verdict}. */
const TRUTHS: readonly Truth[] = ['false', 'true', 'unknown'];
const REASONS: Readonly<Partial<Record<Outcome, UnknownReason>>> = {
  [ABSENT]: 'absent',
  [NULL]: 'null',
  [MISMATCH]: 'mismatch',
};

/** Explains the verdict on a record. The truth of the root is the verdict: true is keep, false is drop, unknown is undecided. */
export function explainFilter(compiled: CompiledFilter, source: FieldSource): Explanation {
  const outcomes = new Uint8Array(compiled.conditions.length);
  const verdict: Verdict = compiled.evaluate(source, outcomes);
  const decisive = new Set<number>();
  compiled.forEachDecisive(verdict, outcomes, (index) => decisive.add(index));

  function explainNode(node: Node, tree: OutcomeTree, path: string): Explanation {
    if (node.kind === 'condition' || tree.kind === 'condition') {
      const index = tree.kind === 'condition' ? tree.index : -1;
      return {
        ...explainCondition(compiled.conditions[index]!, outcomes[index] as Outcome, source),
        isSoleBlocker: verdict === DROP && decisive.has(index),
        isSoleKeeper: verdict === KEEP && decisive.has(index),
      };
    }
    return {
      kind: node.kind,
      path,
      text: printNode(node, false),
      truth: TRUTHS[verdictOfTree(tree, outcomes)]!,
      children: node.children.map((child, index) =>
        explainNode(child, tree.children[index]!, childPath(path, node.kind, index)),
      ),
    };
  }

  return explainNode(compiled.filter.where, compiled.root, ROOT_PATH);
}

function explainCondition(
  condition: CompiledCondition,
  outcome: Outcome,
  source: FieldSource,
): Omit<ConditionExplanation, 'isSoleBlocker' | 'isSoleKeeper'> {
  const { path, text, field } = condition;
  const reason = REASONS[outcome];
  const hint = hintOf(condition, source);
  return {
    kind: 'condition',
    path,
    text,
    truth: TRUTHS[truthOf(outcome)]!,
    field,
    found: source.get(field),
    ...(reason !== undefined && { reason }),
    ...(hint !== undefined && { hint }),
  };
}
