// Terms → the filter that drops their lines and no promised one: `in force and (promised or (not A and not B))`; and the list of what is kept instead:
// `in force and (promised or C or D)`. Within the limits of the platform, merged, shortened, and proven.
import type { Dataset } from '../../language/dataset/index.ts';
import {
  type Condition,
  canonicalFilter,
  type Filter,
  type FilterSize,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  mergeEquals,
  type Node,
  negated,
  type Selection,
  sizeOf,
  unionOf,
} from '../../language/filter/index.ts';
import { implies, type Proof, type RecordDomain, shorten } from '../../language/logic/index.ts';

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
  const guarded = unionOf(promised, { where: list });
  const where: Node[] = [...(inForce === undefined ? [] : [inForce.where]), (guarded as Filter).where];
  return mergeEquals(canonicalFilter({ where: { kind: 'and', children: where } }), dataset).filter;
}

/** Whether the platform accepts a filter of this size. */
export function isWithinLimits({ operators, bytes }: FilterSize): boolean {
  return operators <= MAX_FILTER_OPERATORS && bytes <= MAX_FILTER_BYTES;
}

/** A proof about a filter. */
export interface FilterProofs {
  /** That it keeps every promised line that the filter in force keeps. */
  promises: Proof['answer'];
  /** That it keeps no line that the filter in force drops. */
  narrows: Proof['answer'];
  /** The records that the proofs cover. */
  domain: RecordDomain;
}

/** A filter to suggest. */
export interface FinishedFilter {
  filter: Filter;
  size: FilterSize;
  proofs: FilterProofs;
}

/** Shortens a filter, and proves the shorter one; without a proof, the longer one. */
export function finishFilter(filter: Filter, base: FilterBase): FinishedFilter {
  const { dataset } = base;
  const shorter = shorten(filter, dataset, { domain: 'any' }).filter;
  for (const one of shorter === undefined ? [filter] : [shorter, filter]) {
    const proofs = proofsOf(one, base);
    if (isProven(proofs) || one === filter) return { filter: one, size: sizeOf(one), proofs };
  }
  throw new TypeError('found no filter to prove');
}

/** Whether both statements are proven. */
export function isProven({ promises, narrows }: FilterProofs): boolean {
  return promises === 'proven' && narrows === 'proven';
}

function proofsOf(filter: Filter, { dataset, inForce, promised }: FilterBase): FilterProofs {
  const kept = promised === 'none' ? undefined : keptPromises(promised, inForce);
  return {
    promises: kept === undefined ? 'proven' : implies(kept === 'every' ? undefined : kept, filter, dataset).answer,
    narrows: implies(filter, inForce, dataset).answer,
    domain: 'any',
  };
}

function keptPromises(promised: Filter | 'every', inForce: Filter | undefined): Filter | 'every' {
  if (inForce === undefined) return promised;
  if (promised === 'every') return inForce;
  return { where: { kind: 'and', children: [inForce.where, promised.where] } };
}
