// The meaning of a filter as text: two filters with equal keys have the same verdict on every line. The converse does not
// hold: `BotScore < 30` and `BotScore <= 29` differ here. docs/semantics.md, "Reading a filter".
import { integerOf, printJson } from '../../../base/index.ts';
import type { Dataset, FieldType } from '../../../language/dataset/index.ts';
import { type Condition, type Filter, listOf, type Node, type Scalar } from '../../../language/filter/index.ts';

/** A condition or group whose equal forms are equal text. */
type Canonical =
  | {
      readonly kind: 'condition';
      readonly field: string;
      readonly operator: string;
      readonly values: readonly string[];
    }
  | { readonly kind: 'and' | 'or'; readonly children: readonly Canonical[] };

/**
 * Returns text that is equal for filters of equal meaning: it ignores the order and the repetition of children and of list
 * values, nested groups of one kind, a list of one value, `30` and `"30"` of an int field, and `or` of `eq` in place of `in`.
 */
export function filterKey(filter: Filter, dataset: Dataset): string {
  return nodeKey(filter.where, dataset);
}

/** The same for a part of a filter. */
export function nodeKey(node: Node, dataset: Dataset): string {
  return textOf(canonicalOf(node, dataset));
}

function textOf(node: Canonical): string {
  if (node.kind === 'condition') return JSON.stringify([node.field, node.operator, node.values]);
  return `${node.kind}(${node.children.map(textOf).join()})`;
}

function canonicalOf(node: Node, dataset: Dataset): Canonical {
  if (node.kind === 'condition') return canonicalCondition(node, dataset.fields.get(node.key)?.type);
  const { kind } = node;
  const flat = node.children
    .map((child) => canonicalOf(child, dataset))
    .flatMap((child) => (child.kind === kind ? child.children : [child]));
  const children = sortedOnce(mergedLists(flat, kind), textOf);
  return children.length === 1 ? children[0]! : { kind, children };
}

function canonicalCondition(condition: Condition, type: FieldType | undefined): Canonical {
  const values = sortedOnce(listOf(condition).map((value) => valueKey(value, type)));
  return { kind: 'condition', field: condition.key, operator: scalarForm(condition.operator, values.length), values };
}

/** `in` with one value is `eq`. */
function scalarForm(operator: string, count: number): string {
  if (count > 1) return operator;
  return operator === 'in' ? 'eq' : operator === '!in' ? '!eq' : operator;
}

/** Floats and timestamps keep their notation: the platform does not document how it compares them. */
function valueKey(value: Scalar, type: FieldType | undefined): string {
  if (type === 'bool') return String(value);
  if (type !== 'int' && type !== 'array[int]') return printJson(value);
  const text = typeof value === 'string' ? value : printJson(value);
  const integer = integerOf(text);
  return integer === undefined ? text : printJson(integer);
}

/** Joins the values that one field may equal in an `or`, and those that it may not equal in an `and`. */
function mergedLists(children: readonly Canonical[], kind: 'and' | 'or'): Canonical[] {
  const [one, list] = kind === 'or' ? ['eq', 'in'] : ['!eq', '!in'];
  const lists = new Map<string, string[]>();
  const others: Canonical[] = [];
  for (const child of children) {
    if (child.kind === 'condition' && (child.operator === one || child.operator === list)) {
      const values = lists.get(child.field) ?? [];
      lists.set(child.field, values);
      values.push(...child.values);
    } else others.push(child);
  }
  const merged = [...lists].map(([field, found]): Canonical => {
    const values = sortedOnce(found);
    return { kind: 'condition', field, operator: scalarForm(list, values.length), values };
  });
  return [...others, ...merged];
}

/** Sorts by code units, which is the same everywhere, and removes repeats. */
function sortedOnce<T>(items: readonly T[], keyOf: (item: T) => string = String): T[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
