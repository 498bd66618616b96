// The conditions of WHERE that are filters too, moved into the filter of the job: the platform then transforms, and bills, fewer lines. Proves that the
// filter of the job and WHERE together still keep the same records.
import type { Dataset } from '../dataset/index.ts';
import {
  canonicalFilter,
  compileCombination,
  FALSE,
  type Filter,
  type Node,
  printFilterJson,
  readFilter,
  TRUE,
} from '../filter/index.ts';
import { implies, neverHas } from '../logic/index.ts';
import { CONDITION_OUTCOMES, type Transformer, type WhereCondition } from '../transformer/index.ts';
import { nodeOfExpression } from './where-to-filter.ts';

/** A condition of WHERE, as a part of a filter. */
export interface MovedCondition {
  /** As in the SQL. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** What moves. */
export interface MovedWhere {
  /** The filter of the job with the conditions. */
  readonly filter: Filter;
  /** Empty if the filter of the job implies {@link implied} as it is. */
  readonly conditions: readonly MovedCondition[];
  /** Conditions that each line meets which the filter keeps. */
  readonly implied: readonly MovedCondition[];
  /** The other conditions, which remain in WHERE. */
  readonly remaining: readonly MovedCondition[];
}

/** Steps of each proof; ours: 50 ms. */
const MAX_STEPS = 1_000_000;
const OUTCOME_OF = {
  [TRUE]: CONDITION_OUTCOMES.indexOf('true'),
  [FALSE]: CONDITION_OUTCOMES.indexOf('false'),
} as const;

/**
 * Moves conditions into a filter, as many as the limits of the platform allow, in their order. Equality is proven for complete records: those that have
 * every field, with a value of its type.
 * @param filter of the job; undefined: it keeps every line
 * @returns undefined if nothing can be moved, and the filter implies no condition
 */
export function moveWhere({ conditions, dataset }: Transformer, filter: Filter | undefined): MovedWhere | undefined {
  let moved = filter;
  const chosen = new Set<WhereCondition>();
  const implied = new Set<WhereCondition>();
  for (const condition of conditions) {
    const node = nodeOfExpression(condition, dataset);
    if (node === undefined || !isConfirmed(condition, node, dataset)) continue;
    const proof = implies(moved, { where: node }, dataset, { domain: 'complete', maxSteps: MAX_STEPS });
    if (proof.answer === 'proven') {
      implied.add(condition);
      continue;
    }
    const next = canonicalFilter({
      where: moved === undefined ? node : { kind: 'and', children: [moved.where, node] },
    });
    const { problems } = readFilter(printFilterJson(next), dataset);
    // A later condition may be shorter, but each costs a proof.
    if (problems.some(({ severity }) => severity === 'error')) break;
    moved = next;
    chosen.add(condition);
  }
  if (chosen.size + implied.size === 0 || moved === undefined) return undefined;
  const among = (isPart: (one: WhereCondition) => boolean): MovedCondition[] =>
    conditions.filter(isPart).map(({ text, line, column }) => ({ text, line, column }));
  return {
    filter: moved,
    conditions: among((one) => chosen.has(one)),
    implied: among((one) => implied.has(one)),
    remaining: among((one) => !chosen.has(one) && !implied.has(one)),
  };
}

/** Whether a condition and its part of a filter agree on a record that the part keeps, and on one that it drops, as the proofs find them. */
function isConfirmed(condition: WhereCondition, node: Node, dataset: Dataset): boolean {
  const part = { where: node };
  const compiled = compileCombination(part, dataset);
  return (['keep', 'drop'] as const).every((verdict) => {
    const proof = neverHas(part, verdict, dataset, { domain: 'complete', maxSteps: MAX_STEPS });
    if (proof.answer !== 'refuted') return proof.answer === 'proven';
    const record = new Map(Object.entries(proof.witness.record));
    const truth = compiled.verdict(record);
    return (truth === TRUE || truth === FALSE) && condition.outcome(record) === OUTCOME_OF[truth];
  });
}
