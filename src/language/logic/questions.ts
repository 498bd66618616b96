// The questions about filters that the library answers: implication, equality, and whether a filter ever has a verdict.
import type { Dataset } from '../dataset/index.ts';
import { DROP, type Filter, KEEP, UNDECIDED, VERDICT_NAMES, type Verdict, type VerdictName } from '../filter/index.ts';
import { type Proof, type ProofOptions, proveNone, type VerdictPair } from './prove.ts';

const IMPLIED: readonly VerdictPair[] = [
  { from: KEEP, to: DROP },
  { from: KEEP, to: UNDECIDED },
];
const DIFFERENT: readonly VerdictPair[] = [
  { from: KEEP, to: DROP },
  { from: DROP, to: KEEP },
  { from: KEEP, to: UNDECIDED },
  { from: UNDECIDED, to: KEEP },
  { from: DROP, to: UNDECIDED },
  { from: UNDECIDED, to: DROP },
];

/**
 * Whether `to` keeps every record that `from` keeps.
 * @param from undefined: keeps every record; `to` likewise
 * @throws HeadgateError `filter-invalid` (kind `negative`) when a filter is invalid for the dataset
 */
export function implies(
  from: Filter | undefined,
  to: Filter | undefined,
  dataset: Dataset,
  options?: ProofOptions,
): Proof {
  return proveNone(from, to, IMPLIED, dataset, options);
}

/**
 * Whether two filters have the same verdict on every record: keep, drop or undecided.
 * @param a undefined: keeps every record; `b` likewise
 * @throws HeadgateError as {@link implies}
 */
export function areEqual(
  a: Filter | undefined,
  b: Filter | undefined,
  dataset: Dataset,
  options?: ProofOptions,
): Proof {
  return proveNone(a, b, DIFFERENT, dataset, options);
}

/**
 * Whether no record has this verdict: `neverHas(filter, 'keep', …)` asks whether a filter is contradictory. In a witness, `from` is the
 * verdict, and `to` is `keep`.
 * @throws HeadgateError as {@link implies}
 */
export function neverHas(filter: Filter, verdict: VerdictName, dataset: Dataset, options?: ProofOptions): Proof {
  const from = VERDICT_NAMES.indexOf(verdict) as Verdict;
  return proveNone(filter, undefined, [{ from, to: KEEP }], dataset, options);
}
