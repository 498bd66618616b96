// Proves that no record gives two filters certain verdicts, or finds one, and has the compiled filters confirm it.
// questions.ts defines which verdicts.
import { type JsonObject, printPlural, type Value } from '../../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import {
  type CompiledFilter,
  compileCombination,
  DROP,
  type Filter,
  KEEP,
  UNDECIDED,
  VERDICT_NAMES,
  type Verdict,
} from '../filter/index.ts';
import type { Proof, ProofOptions } from './proof.ts';
import { search } from './search.ts';
import type { StepBudget } from './search-state.ts';
import { FALSE, TRUE, type Truths, UNKNOWN } from './truths.ts';
import { type VerdictTrees, verdictTrees } from './verdict-trees.ts';

/** Verdicts of two filters on one record. */
export interface VerdictPair {
  readonly from: Verdict;
  readonly to: Verdict;
}

const TRUTHS: Readonly<Record<Verdict, Truths>> = { [DROP]: FALSE, [KEEP]: TRUE, [UNDECIDED]: UNKNOWN };

/**
 * Default of {@link ProofOptions.maxSteps}. A step takes 10 to 50 ns: about half a second at most, after the filters are compiled and the
 * values of the fields are listed.
 */
export const MAX_STEPS = 10_000_000;

/**
 * Proves that no record gives any of these pairs of verdicts. Looks for the pairs in this order: a witness has the first one that exists.
 * @throws HeadgateError `filter-invalid` as `compileFilter`
 */
export function proveNone(
  from: Filter | undefined,
  to: Filter | undefined,
  pairs: readonly VerdictPair[],
  dataset: Dataset,
  { domain = 'any', nullAs = 'unknown', maxSteps = MAX_STEPS }: ProofOptions = {},
): Proof {
  const compiled = [from, to].map((filter) => filter && compileCombination(filter, dataset, { nullAs }));
  const trees = verdictTrees(compiled);
  const budget: StepBudget = { left: maxSteps };
  let beyond: string | undefined;
  for (const pair of pairs) {
    const goal = { roots: [TRUTHS[pair.from], TRUTHS[pair.to]], mayBeUnknown: domain === 'any' };
    const found = search(trees, goal, budget);
    if (found === 'none') continue;
    if (found === 'stopped') {
      return { answer: 'undecided', reason: `the search stopped after ${printPlural(maxSteps, 'step')}` };
    }
    const record = recordOf(trees, found, domain === 'any');
    if (record instanceof Map) return refutation(smallest(record, compiled, pair, domain), compiled, pair);
    beyond ??= record.beyond;
  }
  return beyond === undefined ? { answer: 'proven' } : { answer: 'undecided', reason: beyond };
}

/** Builds a record that has the truth values; a field that may be unknown is absent. */
function recordOf(
  { fields }: VerdictTrees,
  tests: Uint8Array,
  mayBeAbsent: boolean,
): JsonObject | { readonly beyond: string } {
  const record = new Map<string, Value>();
  for (const { name, start, end, values } of fields) {
    const wanted = tests.subarray(start, end);
    if (mayBeAbsent && wanted.every((truths) => truths & UNKNOWN)) continue;
    if ('beyond' in values) return values;
    const value = values.find(wanted);
    if (value === undefined)
      throw new Error(`cannot build a witness: found no value of ${name} for possible truth values`);
    record.set(name, value);
  }
  return record;
}

/** Removes the fields that the verdicts do not need. */
function smallest(
  record: JsonObject,
  filters: readonly (CompiledFilter | undefined)[],
  pair: VerdictPair,
  domain: 'any' | 'complete',
): JsonObject {
  if (domain === 'complete') return record;
  for (const [name, value] of [...record]) {
    record.delete(name);
    if (!isPair(record, filters, pair)) record.set(name, value);
  }
  return record;
}

function isPair(
  record: JsonObject,
  filters: readonly (CompiledFilter | undefined)[],
  { from, to }: VerdictPair,
): boolean {
  const [first, second] = filters.map((filter) => filter?.verdict(record) ?? KEEP);
  return first === from && second === to;
}

function refutation(record: JsonObject, filters: readonly (CompiledFilter | undefined)[], pair: VerdictPair): Proof {
  if (!isPair(record, filters, pair)) {
    throw new Error('cannot refute: the compiled filters do not confirm the witness, which is a bug in headgate');
  }
  const { from, to } = pair;
  return {
    answer: 'refuted',
    witness: { record: Object.fromEntries(record), from: VERDICT_NAMES[from], to: VERDICT_NAMES[to] },
  };
}
