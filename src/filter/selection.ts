// Combines filters as sets of lines: complement, intersection and union. Every line stays undecided for which the combination is unknown:
// Kleene logic, by negated operators and De Morgan. The results are evaluated here and never sent, so the platform's limits do not apply.
import { childPath, conditionsOf, type Filter, type Group, type Node, ROOT_PATH } from './node.ts';
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

function negated(node: Node): Node {
  if (node.kind === 'condition') return { ...node, operator: OPERATORS[node.operator].negation };
  return { kind: node.kind === 'and' ? 'or' : 'and', children: node.children.map(negated) };
}

/** Adds the children of a group of the same kind directly: the nesting stays low. */
function join(kind: Group['kind'], ...nodes: readonly Node[]): Node {
  return { kind, children: nodes.flatMap((node) => (node.kind === kind ? node.children : [node])) };
}

/**
 * Returns the lines of which a condition is the sole blocker: the filter drops them, the condition is false, and the filter would keep them if
 * it alone were true. `docs/semantics.md`, "Evaluation".
 * @param path of the condition, as `conditionsOf` returns it
 */
export function soleBlockedBy(filter: Filter, path: string): Selection {
  const blocker = conditionsOf(filter.where).find((one) => one.path === path)!;
  const withoutIt = assumeTrue(filter.where, path, ROOT_PATH);
  const keptWithoutIt: Selection = withoutIt === 'true' ? 'every' : { where: withoutIt };
  const isFalse: Selection = { where: negated(blocker.condition) };
  return intersectionOf(intersectionOf(isFalse, keptWithoutIt), complementOf(filter));
}

/** The node with the condition at `path` replaced by true. */
function assumeTrue(node: Node, path: string, own: string): Node | 'true' {
  if (node.kind === 'condition') return own === path ? 'true' : node;
  const children = node.children.map((child, index) => assumeTrue(child, path, childPath(own, node.kind, index)));
  if (node.kind === 'or' && children.includes('true')) return 'true';
  const rest = children.filter((child) => child !== 'true');
  return rest.length === 0 ? 'true' : { kind: node.kind, children: rest };
}
