// The filter as a tree of plain readonly values, distinguished by `kind`. check-condition.ts checks the types of fields and values.
import type { Decimal } from '../../base/index.ts';
import type { Operator } from './operator.ts';

/** An exact literal of a filter: a `number` is a safe integer, a `bigint` an unsafe one. */
export type Scalar = string | number | bigint | Decimal | boolean;

/** Key, operator and value. Only `in` and `!in` take a list. */
export interface Condition {
  readonly kind: 'condition';
  readonly key: string;
  readonly operator: Operator;
  readonly value: Scalar | readonly Scalar[];
}

/** True when all (`and`) or any (`or`) of its children are true. */
export interface Group {
  readonly kind: 'and' | 'or';
  readonly children: readonly Node[];
}

/** The other kind of group. */
export function otherKind(kind: Group['kind']): Group['kind'] {
  return kind === 'and' ? 'or' : 'and';
}

/** A condition or a group. */
export type Node = Condition | Group;

/** The values of a condition; a single value becomes a list of one. */
export function listOf({ value }: Condition): readonly Scalar[] {
  return isList(value) ? value : [value];
}

/** Whether a condition's value is a list. `Array.isArray` does not narrow readonly arrays. */
export function isList(value: Condition['value']): value is readonly Scalar[] {
  return Array.isArray(value);
}

/** A whole filter. */
export interface Filter {
  readonly where: Node;
}

/** A condition with its path in the filter. */
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

/** Lists the conditions of a tree in depth-first order, each with its path. */
export function conditionsOf(node: Node, path = ROOT_PATH): PlacedCondition[] {
  if (node.kind === 'condition') return [{ condition: node, path }];
  return node.children.flatMap((child, index) => conditionsOf(child, childPath(path, node.kind, index)));
}

/** Lists the fields that a filter tests, each once, in order of appearance. @param filter undefined: every line is kept */
export function testedFields(filter: Filter | undefined): string[] {
  return filter === undefined ? [] : [...new Set(conditionsOf(filter.where).map(({ condition }) => condition.key))];
}

/** Simplifies a filter as {@link canonicalNode} does. */
export function canonicalFilter(filter: Filter): Filter {
  return { where: canonicalNode(filter.where) };
}

/** Replaces a group of one child with that child, and flattens a group inside a group of the same kind. */
export function canonicalNode(node: Node): Node {
  if (node.kind === 'condition') return node;
  const children = node.children
    .map(canonicalNode)
    .flatMap((child) => (child.kind === node.kind ? child.children : [child]));
  return children.length === 1 ? children[0]! : { kind: node.kind, children };
}
