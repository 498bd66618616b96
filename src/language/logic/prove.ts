// Proves that no record gives two filters certain verdicts, or finds one, and has the compiled filters confirm it; questions.ts defines which verdicts.
// Searches for truth values of all tests with which each filter has a wanted verdict, and that values of the fields have. Sets of truth
// values only shrink: from the tests up to the roots, from the wanted verdicts down, and by what the values of a field allow together.
// Remaining sets are split at one test. Complete: without a result, there is none.
import { type JsonObject, printPlural, type Value } from '../../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import {
  type CompiledFilter,
  compileCombination,
  DROP,
  type Filter,
  KEEP,
  type NullReading,
  UNDECIDED,
  VERDICT_NAMES,
  type Verdict,
  type VerdictName,
} from '../filter/index.ts';
import { type Goal, SearchState, type StepBudget } from './search-state.ts';
import { FALSE, NEGATED, TRUE, type Truths, UNKNOWN } from './truths.ts';
import { type TreeNode, type VerdictTrees, verdictTrees } from './verdict-trees.ts';

/**
 * The records that a proof covers. `any`: every record, with fields absent, null or of another type. `complete`: every field that a filter
 * tests is present with a value of its type, as it is when the platform evaluates a filter.
 */
export type RecordDomain = 'any' | 'complete';

/** Options of a proof. */
export interface ProofOptions {
  /** @default 'any' */
  readonly domain?: RecordDomain;
  /**
   * The meaning of a JSON `null`, as in `compileFilter`. No proof depends on it: a null counts as an absent field or as a value that
   * the field may have anyway.
   * @default 'unknown'
   */
  readonly nullAs?: NullReading;
  /** Bound of the search, in steps: `docs/semantics.md`, "Proofs about filters". @default 10000000 */
  readonly maxSteps?: number;
}

/** A record for which a statement is false, confirmed by the compiled filters. */
export interface Witness {
  readonly record: Readonly<Record<string, Value>>;
  /** Verdict of the first filter. */
  readonly from: VerdictName;
  /** Verdict of the second filter. */
  readonly to: VerdictName;
}

/** The answer. `undecided`: neither a proof nor a witness was found within the bound. */
export type Proof =
  | { readonly answer: 'proven' }
  | { readonly answer: 'refuted'; readonly witness: Witness }
  | {
      readonly answer: 'undecided';
      /** Why, in words: `the search stopped after 10,000,000 steps`. */
      readonly reason: string;
    };

/** The sets of truth values of all tests: any value that fits them is a result. `stopped`: the budget is used up. */
type SearchResult = Uint8Array | 'none' | 'stopped';

/** A test to split at, and the truth value to try first. */
interface Choice {
  readonly test: number;
  readonly first: Truths;
}

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
