// The tree of a filter in a form for comparison: groups are flattened, repeated children are dropped, and each part has its place in the
// filter and a text that equals that of every part with the same meaning. Compares nothing.
import { integerOf, printJson } from '../../base/index.ts';
import { type Dataset, type FieldType, instantOf } from '../../language/dataset/index.ts';
import {
  type Condition,
  childPath,
  type Filter,
  type Group,
  listOf,
  type Node,
  OPERATORS,
  ROOT_PATH,
  type Scalar,
} from '../../language/filter/index.ts';

/** A condition with its place. */
export interface PlacedCondition {
  readonly kind: 'condition';
  /** Place in the filter as it was written. */
  readonly path: string;
  /** Equal for conditions of the same meaning, whatever the order and the spelling of their values. */
  readonly identity: string;
  readonly condition: Condition;
}

/** A group with its place. */
interface PlacedGroup {
  readonly kind: Group['kind'];
  readonly path: string;
  /** Equal for groups of the same children in any order. */
  readonly identity: string;
  /** At least two, all different, none of the same kind. */
  readonly children: readonly PlacedNode[];
}

/** A part of a filter. */
export type PlacedNode = PlacedCondition | PlacedGroup;

/** Returns the tree of a valid filter. */
export function placedTree({ where }: Filter, dataset: Dataset): PlacedNode {
  return placed(where, ROOT_PATH, dataset);
}

/** Returns a part as a node of a filter. */
export function nodeOf(part: PlacedNode): Node {
  if (part.kind === 'condition') return part.condition;
  return { kind: part.kind, children: part.children.map(nodeOf) };
}

/** Lists the conditions of a part. */
export function conditionsIn(part: PlacedNode): readonly PlacedCondition[] {
  return part.kind === 'condition' ? [part] : part.children.flatMap(conditionsIn);
}

/** Returns the values of a condition in a form that is equal for equal values of the field, each once. */
export function valuesOf(condition: Condition, dataset: Dataset): Map<string, Scalar> {
  const type = dataset.fields.get(condition.key)?.type ?? 'unknown';
  return new Map(listOf(condition).map((value) => [canonicalValue(value, type), value]));
}

function placed(node: Node, path: string, dataset: Dataset): PlacedNode {
  if (node.kind === 'condition') {
    return { kind: 'condition', path, identity: identityOf(node, dataset), condition: node };
  }
  const { kind } = node;
  const byIdentity = new Map<string, PlacedNode>();
  for (const [index, child] of node.children.entries()) {
    const part = placed(child, childPath(path, kind, index), dataset);
    for (const one of part.kind === kind ? part.children : [part]) {
      if (!byIdentity.has(one.identity)) byIdentity.set(one.identity, one);
    }
  }
  const children = [...byIdentity.values()];
  if (children.length === 1) return children[0]!;
  return { kind, path, identity: `${kind}(${[...byIdentity.keys()].sort().join(' ')})`, children };
}

function identityOf(condition: Condition, dataset: Dataset): string {
  const { key, operator } = condition;
  const { positive, isNegated } = OPERATORS[operator];
  // `eq` is `in` with one value.
  const name = positive === 'eq' ? 'in' : positive;
  return printJson([key, isNegated ? `!${name}` : name, ...[...valuesOf(condition, dataset).keys()].sort()]);
}

function canonicalValue(value: Scalar, type: FieldType): string {
  const text = typeof value === 'string' ? value : printJson(value);
  if (type === 'int' || type === 'array[int]') {
    const integer = integerOf(text);
    return integer === undefined ? text : printJson(integer);
  }
  if (type === 'timestamp') return String(instantOf(value) ?? text);
  return text;
}
