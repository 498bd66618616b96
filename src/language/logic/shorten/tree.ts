// Addresses and replaces parts of a filter's tree. Trees are canonical: no group of one child, no group inside one of its kind.
import {
  type Condition,
  canonicalFilter,
  conditionsOf,
  type Filter,
  type Group,
  type Node,
  OPERATORS,
  printFilterJson,
  utf8Length,
} from '../../filter/index.ts';

/** Indexes of children from the root to a node. */
export type Address = readonly number[];

/** A node with its place. */
export interface PlacedNode {
  readonly node: Node;
  readonly address: Address;
  /** Undefined for the root. */
  readonly parent: Group | undefined;
}

/** The figures that the platform limits. */
export interface FilterSize {
  /** Conditions. */
  readonly operators: number;
  /** UTF-8 bytes of the filter as compact JSON. */
  readonly bytes: number;
}

/** Measures a filter as it is sent. */
export function sizeOf(filter: Filter): FilterSize {
  return { operators: conditionsOf(filter.where).length, bytes: utf8Length(printFilterJson(filter)) };
}

/** Whether a filter is not larger in either figure, and smaller in one. */
export function isSmaller(size: FilterSize, than: FilterSize): boolean {
  if (size.operators > than.operators || size.bytes > than.bytes) return false;
  return size.operators < than.operators || size.bytes < than.bytes;
}

/** Lists the nodes of a tree, each before its children. */
export function nodesOf(node: Node, address: Address = [], parent?: Group): PlacedNode[] {
  const own: PlacedNode = { node, address, parent };
  if (node.kind === 'condition') return [own];
  return [own, ...node.children.flatMap((child, index) => nodesOf(child, [...address, index], node))];
}

/** Replaces the node at an address by nodes of its parent's group; none removes it. The result is canonical. */
export function replaceAt(root: Node, address: Address, by: readonly Node[]): Node {
  const [index, ...rest] = address;
  if (index === undefined || root.kind === 'condition') return canonicalFilter({ where: by[0]! }).where;
  const children = root.children.flatMap((child, at) => {
    if (at !== index) return [child];
    return rest.length === 0 ? by : [replaceAt(child, rest, by)];
  });
  return canonicalFilter({ where: { kind: root.kind, children } }).where;
}

/** A group, or its child if it has only one. */
export function groupOf(kind: Group['kind'], children: readonly Node[]): Node {
  return canonicalFilter({ where: { kind, children } }).where;
}

/** The other kind of group. */
export function otherKind(kind: Group['kind']): Group['kind'] {
  return kind === 'and' ? 'or' : 'and';
}

/** Negates a condition. */
export function negateCondition(condition: Condition): Condition {
  return { ...condition, operator: OPERATORS[condition.operator].negation };
}

/** Negates a tree by De Morgan. */
export function negateNode(node: Node): Node {
  if (node.kind === 'condition') return negateCondition(node);
  return { kind: otherKind(node.kind), children: node.children.map(negateNode) };
}

/** Whether a node is a condition. */
export function isCondition(node: Node): node is Condition {
  return node.kind === 'condition';
}
