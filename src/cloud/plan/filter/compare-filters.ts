// The difference of two filters as one tree: conditions and groups that remain, are added, removed or changed. The order of
// children is no difference. Reading the old side of the tree gives a filter that means the old one, the new side the new one.
import type { Dataset } from '../../../language/dataset/index.ts';
import { type Condition, type Filter, type Node, printExpression } from '../../../language/filter/index.ts';
import type { FilterNodeChange } from '../change.ts';
import { nodeKey } from './filter-key.ts';

/** A node with its place; groups inside groups of the same kind are joined, groups of one child are that child. */
interface PlacedNode {
  readonly kind: Node['kind'];
  /** Path in the filter as written. */
  readonly path: string;
  /** {@link nodeKey} */
  readonly key: string;
  /** Of a condition. */
  readonly condition?: Condition;
  /** Of a group. */
  readonly children: readonly PlacedNode[];
}

/** Compares two filters of a dataset. */
export function compareFilters(from: Filter, to: Filter, dataset: Dataset): FilterNodeChange {
  return compareNodes(placed(from.where, 'where', dataset), placed(to.where, 'where', dataset));
}

function placed(node: Node, path: string, dataset: Dataset): PlacedNode {
  const key = nodeKey(node, dataset);
  if (node.kind === 'condition') return { kind: node.kind, path, key, condition: node, children: [] };
  const children = node.children
    .map((child, index) => placed(child, `${path}.${node.kind}[${index}]`, dataset))
    .flatMap((child) => (child.kind === node.kind ? child.children : [child]));
  return children.length === 1 ? children[0]! : { kind: node.kind, path, key, children };
}

function compareNodes(from: PlacedNode, to: PlacedNode): FilterNodeChange {
  if (from.key === to.key) return whole(to, 'same');
  if (from.condition !== undefined && to.condition !== undefined) {
    return { kind: 'change', path: to.path, text: textOf(to), from: textOf(from) };
  }
  // A condition that became a part of a group, or the reverse, is a group of one.
  if (from.condition !== undefined) return group(to, to.kind, [from], to.children);
  if (to.condition !== undefined) return group(to, from.kind, from.children, [to]);
  if (from.kind === to.kind) return group(to, to.kind, from.children, to.children);
  const candidates = [
    { ...group(to, to.kind, from.children, to.children), kind: 'change' as const, from: from.kind },
    group(to, to.kind, [from], to.children),
    group(to, from.kind, from.children, [to]),
  ];
  return candidates.reduce((best, one) => (edits(one) < edits(best) ? one : best));
}

function group(
  { path }: PlacedNode,
  kind: Node['kind'],
  from: readonly PlacedNode[],
  to: readonly PlacedNode[],
): FilterNodeChange {
  return { kind: 'same', path, text: kind, children: compareChildren(from, to) };
}

/** A node with all that is in it. */
function whole(node: PlacedNode, kind: 'same' | 'add' | 'remove'): FilterNodeChange {
  const { path, condition, children } = node;
  if (condition !== undefined) return { kind, path, text: textOf(node) };
  return { kind, path, text: node.kind, children: children.map((child) => whole(child, kind)) };
}

function textOf({ kind, condition }: PlacedNode): string {
  return condition === undefined ? kind : printExpression({ where: condition });
}

/** The number of conditions that are not the same. */
function edits({ kind, children, from }: FilterNodeChange): number {
  if (children === undefined) return kind === 'same' ? 0 : 1;
  return children.reduce((sum, child) => sum + edits(child), from === undefined ? 0 : 1);
}

/** Lists the new children in their order, then the removed ones in theirs. */
function compareChildren(from: readonly PlacedNode[], to: readonly PlacedNode[]): FilterNodeChange[] {
  const partners = pairsOf(from, to);
  const kept = new Set(partners.values());
  return [
    ...to.map((node) => {
      const partner = partners.get(node);
      return partner === undefined ? whole(node, 'add') : compareNodes(partner, node);
    }),
    ...from.filter((node) => !kept.has(node)).map((node) => whole(node, 'remove')),
  ];
}

/** How alike two nodes are; the most alike are paired first. */
type Likeness = (from: PlacedNode, to: PlacedNode) => number;

const isEqual: Likeness = (from, to) => (from.key === to.key ? 1 : 0);
/** Conditions on one field, those with the same operator first. */
const isSameField: Likeness = ({ condition: a }, { condition: b }) => {
  if (a === undefined || b === undefined || a.key !== b.key) return 0;
  return a.operator === b.operator ? 2 : 1;
};
/** The share of conditions that occur in both, when at least one of the two is a group. */
const shareInCommon: Likeness = (from, to) => {
  if (from.condition !== undefined && to.condition !== undefined) return 0;
  const [a, b] = [leavesOf(from), leavesOf(to)];
  const keys = overlap(a, b, ({ key }) => key);
  const fields = overlap(a, b, ({ condition }) => condition!.key);
  // A condition in common weighs more than any number of fields in common.
  return (keys + fields / (a.length + b.length)) / (a.length + b.length);
};

/** Pairs new nodes with old ones. */
function pairsOf(from: readonly PlacedNode[], to: readonly PlacedNode[]): Map<PlacedNode, PlacedNode> {
  const partners = new Map<PlacedNode, PlacedNode>();
  const taken = new Set<PlacedNode>();
  for (const likeness of [isEqual, isSameField, shareInCommon]) {
    const open = to.filter((node) => !partners.has(node));
    const pairs = open
      .flatMap((node) =>
        from.filter((old) => !taken.has(old)).map((old) => ({ old, node, score: likeness(old, node) })),
      )
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    for (const { old, node } of pairs) {
      if (taken.has(old) || partners.has(node)) continue;
      taken.add(old);
      partners.set(node, old);
    }
  }
  return partners;
}

function leavesOf(node: PlacedNode): PlacedNode[] {
  return node.condition === undefined ? node.children.flatMap(leavesOf) : [node];
}

/** The size of the intersection of two multisets. */
function overlap(a: readonly PlacedNode[], b: readonly PlacedNode[], keyOf: (node: PlacedNode) => string): number {
  const counts = new Map<string, number>();
  for (const node of a) counts.set(keyOf(node), (counts.get(keyOf(node)) ?? 0) + 1);
  let common = 0;
  for (const node of b) {
    const left = counts.get(keyOf(node)) ?? 0;
    if (left > 0) common += 1;
    counts.set(keyOf(node), left - 1);
  }
  return common;
}
