// Names one reason for a verdict, so that the lines of each reason add up to all lines. explain.ts has the whole tree of one record.
import { ABSENT, KEEP, MISMATCH, NULL, type Outcome, UNDECIDED, type Verdict } from '../outcome.ts';
import type { CompiledFilter } from './compile.ts';
import { type OutcomeTree, verdictOfTree } from './outcome-tree.ts';

/** The codes of reasons, in the order of the verdicts keep, drop, undecided. */
export const VERDICT_REASONS = [
  /** The filter is true. */
  'kept',
  /** Exactly one condition is a sole blocker. */
  'sole-blocker',
  /** Several conditions are sole blockers: each would keep the record if it alone were true, as in a false `or`. */
  'no-alternative',
  /** No condition is a sole blocker: several are false or unknown. */
  'several-blockers',
  /** The record lacks the only field that leaves the verdict open. */
  'field-missing',
  /** That field is null. */
  'field-null',
  /** That field does not have its type. */
  'field-mismatch',
  /** Several fields leave the verdict open. */
  'several-unknown',
] as const;

/** Why a record has its verdict. */
export interface VerdictReason {
  readonly code: (typeof VERDICT_REASONS)[number];
  /** The sole blocker. */
  readonly path?: string;
  /** The sole blocker as an expression. */
  readonly text?: string;
  /** The field that leaves the verdict open. */
  readonly field?: string;
}

const CODES_OF_UNKNOWN: Readonly<Partial<Record<Outcome, VerdictReason['code']>>> = {
  [ABSENT]: 'field-missing',
  [NULL]: 'field-null',
  [MISMATCH]: 'field-mismatch',
};

/** Names the reason for a verdict. @param outcomes of all conditions, as `evaluate` fills them */
export function reasonOfVerdict(compiled: CompiledFilter, verdict: Verdict, outcomes: Uint8Array): VerdictReason {
  if (verdict === KEEP) return { code: 'kept' };
  const found: number[] = [];
  if (verdict === UNDECIDED) {
    forEachOpen(compiled.root, outcomes, (index) => found.push(index));
    const { field } = compiled.conditions[found[0]!]!;
    const isOne = found.every((index) => compiled.conditions[index]!.field === field);
    // Null and a value of another type are the same for all conditions of a field.
    return isOne ? { code: CODES_OF_UNKNOWN[outcomes[found[0]!] as Outcome]!, field } : { code: 'several-unknown' };
  }
  compiled.forEachDecisive(verdict, outcomes, (index) => found.push(index));
  if (found.length !== 1) return { code: found.length === 0 ? 'several-blockers' : 'no-alternative' };
  const { path, text } = compiled.conditions[found[0]!]!;
  return { code: 'sole-blocker', path, text };
}

/** Visits the unknown conditions that leave an unknown tree open: not those below a group that is decided without them. */
function forEachOpen(node: OutcomeTree, outcomes: Uint8Array, visit: (index: number) => void): void {
  if (verdictOfTree(node, outcomes) !== UNDECIDED) return;
  if (node.kind === 'condition') visit(node.index);
  else for (const child of node.children) forEachOpen(child, outcomes, visit);
}
