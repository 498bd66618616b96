// Combines filters as sets of lines: complement, intersection and union. Every line stays undecided for which the combination is unknown:
// Kleene logic, by negated operators and De Morgan. The results are evaluated here and never sent, so the platform's limits do not apply.
import { conditionsOf, type Filter, type Group, type Node, otherKind } from './node.ts';
import { OPERATORS } from './operator.ts';

/** The lines that a filter keeps: those of a filter, every line, or no line. */
export type Selection = Filter | 'every' | 'none';

/** Returns the lines that a filter keeps. @param filter undefined: every line */
export function selectionOf(filter: Filter | undefined): Selection {
  return filter ?? 'every';
}

/** Returns the lines that a selection drops. */
export function complementOf(selection: Selection): Selection {
  if (selection === 'every') return 'none';
  return selection === 'none' ? 'every' : { where: negated(selection.where) };
}

/** Returns the lines that both selections keep. */
export function intersectionOf(a: Selection, b: Selection): Selection {
  if (a === 'none' || b === 'none') return 'none';
  if (a === 'every') return b;
  return b === 'every' ? a : { where: join('and', a.where, b.where) };
}

/** Returns the lines that at least one of two selections keeps. */
export function unionOf(a: Selection, b: Selection): Selection {
  if (a === 'every' || b === 'every') return 'every';
  if (a === 'none') return b;
  return b === 'none' ? a : { where: join('or', a.where, b.where) };
}

/** Returns a selection that keeps a line if `selection` decides it, and leaves it undecided otherwise. */
export function decidedBy(selection: Selection): Selection {
  return unionOf(selection, complementOf(selection));
}

/** Negates a part of a filter by De Morgan. */
export function negated<Part extends Node>(node: Part): Part;
export function negated(node: Node): Node {
  if (node.kind === 'condition') return { ...node, operator: OPERATORS[node.operator].negation };
  return { kind: otherKind(node.kind), children: node.children.map((child) => negated(child)) };
}

/** Adds the children of a group of the same kind directly: the nesting stays low. */
function join(kind: Group['kind'], ...nodes: readonly Node[]): Node {
  return { kind, children: nodes.flatMap((node) => (node.kind === kind ? node.children : [node])) };
}

/**
 * Returns the lines that one condition alone drops, or alone keeps: those of which it is the sole blocker, or the sole keeper.
 * `docs/semantics.md`, "Evaluation".
 * @param index of the condition in depth-first order, as in `conditionsOf`
 */
export function decidedAloneBy(filter: Filter, index: number, verdict: 'drop' | 'keep'): Selection {
  // What a condition alone keeps, its negation alone drops from the complement.
  if (verdict === 'keep') return decidedAloneBy({ where: negated(filter.where) }, index, 'drop');
  const isFalse: Selection = { where: negated(conditionsOf(filter.where)[index]!.condition) };
  const keptWithoutIt = selectionOf(assumingTrue(filter, new Set([index])));
  return intersectionOf(intersectionOf(isFalse, keptWithoutIt), complementOf(filter));
}

/**
 * Removes conditions as if they were true.
 * @param conditions indexes in depth-first order, as in `CompiledFilter.conditions`
 * @returns undefined if the filter then keeps every line
 */
export function assumingTrue(filter: Filter, conditions: ReadonlySet<number>): Filter | undefined {
  let index = -1;
  /** Undefined: true. */
  const reduce = (node: Node): Node | undefined => {
    if (node.kind === 'condition') {
      index += 1;
      return conditions.has(index) ? undefined : node;
    }
    const children = node.children.map(reduce);
    const left = children.filter((child) => child !== undefined);
    const isTrue = node.kind === 'and' ? left.length === 0 : left.length < children.length;
    return isTrue ? undefined : { kind: node.kind, children: left };
  };
  const where = reduce(filter.where);
  return where && { where };
}
