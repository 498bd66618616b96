// Addresses and replaces parts of a filter's tree. Trees are canonical: no group of one child, no group inside one of its kind.
import {
  type Condition,
  canonicalNode,
  type FilterSize,
  type Group,
  type Node,
  type Scalar,
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
  if (index === undefined || root.kind === 'condition') return canonicalNode(by[0]!);
  const children = root.children.flatMap((child, at) => {
    if (at !== index) return [child];
    return rest.length === 0 ? by : [replaceAt(child, rest, by)];
  });
  return canonicalNode({ kind: root.kind, children });
}

/** A group, or its child if it has only one. */
export function groupOf(kind: Group['kind'], children: readonly Node[]): Node {
  return canonicalNode({ kind, children });
}

/** `in` with one value is `eq`. */
export function listCondition(key: string, values: readonly Scalar[], isNegated: boolean): Condition {
  const not = isNegated ? '!' : '';
  if (values.length > 1) return { kind: 'condition', key, operator: `${not}in`, value: values };
  return { kind: 'condition', key, operator: `${not}eq`, value: values[0]! };
}

/** Whether a node is a condition. */
export function isCondition(node: Node): node is Condition {
  return node.kind === 'condition';
}
