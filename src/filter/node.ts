// The filter as a tree: plain readonly values, told apart by `kind`. Nothing here checks types; see check-condition.ts.
import type { Decimal } from '../base/index.ts';
import type { Operator } from './operator.ts';

/** A literal of a filter, exact: a `number` is a safe integer, a `bigint` an unsafe one. */
export type Scalar = string | number | bigint | Decimal | boolean;

/** Key, operator, value. A list only with `in` and `!in`. */
export interface Condition {
  readonly kind: 'condition';
  readonly key: string;
  readonly operator: Operator;
  readonly value: Scalar | readonly Scalar[];
}

/** All (`and`) or at least one (`or`) of its children. */
export interface Group {
  readonly kind: 'and' | 'or';
  readonly children: readonly Node[];
}

/** A condition or a group. */
export type Node = Condition | Group;

/** The values of a condition, a single one included. */
export function listOf({ value }: Condition): readonly Scalar[] {
  return isList(value) ? value : [value];
}

/** Whether a condition's value is a list. `Array.isArray` does not tell readonly arrays from the rest. */
export function isList(value: Condition['value']): value is readonly Scalar[] {
  return Array.isArray(value);
}

/** A whole filter. */
export interface Filter {
  readonly where: Node;
}

/** A condition with its place in the filter. */
export interface PlacedCondition {
  readonly condition: Condition;
  /** `where.and[1]` */
  readonly path: string;
}

/** Path of a filter's root node. */
export const ROOT_PATH = 'where';

/** Path of a key of an object. */
export function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Path of a group's child. */
export function childPath(path: string, kind: Group['kind'], index: number): string {
  return `${joinPath(path, kind)}[${index}]`;
}

/** The conditions of a tree in depth-first order, each with its path. */
export function conditionsOf(node: Node, path = ROOT_PATH): PlacedCondition[] {
  if (node.kind === 'condition') return [{ condition: node, path }];
  return node.children.flatMap((child, index) => conditionsOf(child, childPath(path, node.kind, index)));
}

/** The same filter with groups of one child replaced by that child, and groups inside a group of the same kind dissolved. */
export function canonicalFilter(filter: Filter): Filter {
  return { where: canonicalNode(filter.where) };
}

function canonicalNode(node: Node): Node {
  if (node.kind === 'condition') return node;
  const children = node.children
    .map(canonicalNode)
    .flatMap((child) => (child.kind === node.kind ? child.children : [child]));
  return children.length === 1 ? children[0]! : { kind: node.kind, children };
}
