// Terms → the filter that drops their lines and no promised one: `in force and (promised or (not A and not B))`; and the list of what is kept instead:
// `in force and (promised or C or D)`. Merged, shortened, and proven.
import type { Dataset } from '../../language/dataset/index.ts';
import {
  type Condition,
  canonicalFilter,
  type Filter,
  intersectionOf,
  mergeEquals,
  type Node,
  negated,
  type Selection,
  selectionOf,
  unionOf,
} from '../../language/filter/index.ts';
import { implies, shorten } from '../../language/logic/index.ts';

/** Conditions that are all true for the lines that a term drops, or keeps. */
export type Term = readonly Condition[];

/** What a filter is made from. */
export interface FilterBase {
  dataset: Dataset;
  /** Undefined: every line is in force. */
  inForce: Filter | undefined;
  /** `none` without promises. */
  promised: Selection;
}

/** The kind of list: of terms to drop, or of terms to keep. */
export type ListKind = 'drop' | 'keep';

/** Returns the filter of some terms, merged. */
export function filterOf(terms: readonly Term[], kind: ListKind, { dataset, inForce, promised }: FilterBase): Filter {
  const parts = terms.map((term): Node => {
    const node: Node = term.length === 1 ? term[0]! : { kind: 'and', children: term };
    return kind === 'drop' ? negated(node) : node;
  });
  const list: Node = kind === 'drop' ? { kind: 'and', children: parts } : { kind: 'or', children: parts };
  const filter = intersectionOf(selectionOf(inForce), unionOf(promised, { where: list })) as Filter;
  return mergeEquals(canonicalFilter(filter), dataset).filter;
}

/**
 * Returns the filter of some terms, shortened, if two statements are proven for every possible line: it keeps every promised line that the filter in
 * force keeps, and no line that the filter in force drops. Without a proof of the shorter filter, the longer one.
 */
export function provenFilter(terms: readonly Term[], kind: ListKind, base: FilterBase): Filter | undefined {
  const { dataset, inForce, promised } = base;
  const kept = intersectionOf(selectionOf(inForce), promised);
  const isProven = (filter: Filter): boolean =>
    (kept === 'none' || implies(kept === 'every' ? undefined : kept, filter, dataset).answer === 'proven') &&
    implies(filter, inForce, dataset).answer === 'proven';
  const filter = filterOf(terms, kind, base);
  const shorter = shorten(filter, dataset, { domain: 'any' }).filter;
  return [...(shorter === undefined ? [] : [shorter]), filter].find(isProven);
}
