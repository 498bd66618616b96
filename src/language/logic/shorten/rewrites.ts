// Lists the ways to rewrite a filter into a smaller one that is probably equal, such as one condition for those of a group that test one field. Proves
// nothing: shorten.ts accepts only proven ones.
import { printJson, printPlural } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import {
  type Condition,
  compileFilter,
  conditionsOf,
  distinctValues,
  type Filter,
  type Group,
  KEEP,
  listOf,
  mergeEquals,
  type Node,
  negated,
  OPERATORS,
  otherKind,
  printNode,
  printNodeJson,
  type Scalar,
  utf8Length,
} from '../../filter/index.ts';
import { unionOf } from '../values/range-set.ts';
import { integersOf, treesOf } from './integer-set.ts';
import { groupOf, isCondition, listCondition, nodesOf, type PlacedNode, replaceAt } from './tree.ts';

/** A group with the conditions on one field combined. */
interface CombinedGroup {
  readonly group: Node;
  readonly kind: 'merge-values' | 'merge-ranges';
  readonly field: string;
  /** How many conditions were combined. */
  readonly count: number;
}

/** What a rewrite does. */
export type RewriteKind =
  | 'flatten-groups'
  | 'merge-values'
  | 'merge-ranges'
  | 'remove-repeated'
  | 'remove-covered'
  | 'remove-never-true'
  | 'remove-always-true'
  | 'remove-values'
  | 'factor-out'
  | 'keep-every-line';

/** A smaller filter that is probably equal. */
export interface Rewrite {
  readonly kind: RewriteKind;
  /** What was done, in words: `merged 3 conditions on BotScore into one list`. */
  readonly text: string;
  /** The root of the new filter; undefined: no filter, which keeps every line. */
  readonly where: Node | undefined;
  /** A part before and after: the filters are equal if these are. Absent if only the whole filters can be equal. */
  readonly part?: readonly [before: Node, after: Node];
  /** A part that is removed. Absent if none is. */
  readonly removed?: Node;
  /** Whether it may add an operator for fewer bytes. @default false */
  readonly mayAddOperator?: boolean;
}

/** A node with its place in a filter. */
type Place = Pick<PlacedNode, 'node' | 'address'>;

/** Replaces one node of a filter by another one that is probably equal. */
function replacement(where: Node, { node, address }: Place, after: Node, kind: RewriteKind, text: string): Rewrite {
  return { kind, text, where: replaceAt(where, address, [after]), part: [node, after] };
}

/** Lists rewrites of a canonical filter, those first that save most or are proven fastest. */
export function* rewritesOf(filter: Filter, dataset: Dataset): Generator<Rewrite> {
  const { where } = filter;
  const nodes = nodesOf(where);
  yield* repeatedNodes(nodes, where);
  yield* mergedValues(filter, dataset);
  yield* plainValues(nodes, where, dataset);
  const groups = nodes.filter((one): one is PlacedNode & { node: Group } => !isCondition(one.node));
  const combined = groups.flatMap((place) =>
    [...combinedGroups(place.node, dataset)].map(({ kind, group, field, count }) =>
      replacement(where, place, group, kind, `combined ${count} conditions on ${field}`),
    ),
  );
  yield* combined.filter(({ kind }) => kind === 'merge-values');
  yield* removedNodes(nodes, where);
  yield* removedValues(nodes, where);
  yield* combined.filter(({ kind }) => kind === 'merge-ranges');
  yield* listsAsRanges(nodes, where, dataset);
  for (const place of groups) yield* factoredGroups(place.node, place, where);
}

/**
 * Lists the ways to factor one part out of a group, the part in most groups first: (A and B) or (A and C) is A and (B or C), and the same with
 * "and" and "or" exchanged. All are equal to the group.
 */
function factoredGroups(group: Group, place: Place, where: Node): Rewrite[] {
  const inner = otherKind(group.kind);
  const places = new Map<string, { part: Node; parents: Set<Node> }>();
  for (const child of group.children) {
    if (child.kind !== inner) continue;
    for (const part of child.children) {
      const name = printNodeJson(part);
      const known = places.get(name) ?? { part, parents: new Set() };
      known.parents.add(child);
      places.set(name, known);
    }
  }
  return [...places.values()]
    .filter(({ parents }) => parents.size > 1)
    .sort((a, b) => b.parents.size - a.parents.size)
    .map(({ part, parents }) => {
      const text = `factored ${printNode(part, false)} out of ${parents.size} groups`;
      return replacement(where, place, factorOut(group, part, parents), 'factor-out', text);
    });
}

function factorOut(group: Group, part: Node, parents: ReadonlySet<Node>): Node {
  const inner = otherKind(group.kind);
  const name = printNodeJson(part);
  const rests = [...parents].map((parent) =>
    groupOf(
      inner,
      (parent as Group).children.filter((child) => printNodeJson(child) !== name),
    ),
  );
  const [first] = parents;
  const factored = groupOf(inner, [part, groupOf(group.kind, rests)]);
  const children = group.children.flatMap((child) => {
    if (child === first) return [factored];
    return parents.has(child) ? [] : [child];
  });
  return groupOf(group.kind, children);
}

function* mergedValues(filter: Filter, dataset: Dataset): Generator<Rewrite> {
  const { filter: after, merged } = mergeEquals(filter, dataset);
  if (merged.length === 0) return;
  const texts = merged.map(({ field, operator, count }) => `${count} conditions on ${field} into one "${operator}"`);
  const text = `merged ${texts.join(', ')}`;
  yield { kind: 'merge-values', text, where: after.where, part: [filter.where, after.where] };
}

function* listsAsRanges(nodes: readonly PlacedNode[], where: Node, dataset: Dataset): Generator<Rewrite> {
  for (const place of nodes) {
    const { node } = place;
    if (!isCondition(node)) continue;
    for (const ranges of rangesOfList(node, dataset)) {
      const text = `replaced ${listOf(node).length} values of ${node.key} by a range`;
      yield { ...replacement(where, place, ranges, 'merge-ranges', text), mayAddOperator: true };
    }
  }
}

function* plainValues(nodes: readonly PlacedNode[], where: Node, dataset: Dataset): Generator<Rewrite> {
  for (const place of nodes) {
    const plain = isCondition(place.node) ? plainCondition(place.node, dataset) : undefined;
    if (plain === undefined) continue;
    yield replacement(where, place, plain, 'remove-values', `removed repeated values of ${plain.key}`);
  }
}

/** Removes one node; a large one first. */
function* removedNodes(nodes: readonly PlacedNode[], where: Node): Generator<Rewrite> {
  const inGroups = nodes
    .filter((one): one is PlacedNode & { parent: Group } => one.parent !== undefined)
    .map((one) => ({ ...one, bytes: utf8Length(printNodeJson(one.node)) }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { node, address, parent } of inGroups) {
    const rest = { kind: parent.kind, children: parent.children.filter((child) => child !== node) };
    const text = `removed ${printNode(node, false)}`;
    yield { kind: 'remove-covered', text, where: replaceAt(where, address, []), part: [parent, rest], removed: node };
  }
}

/** Removes nodes that equal an earlier one of their group. */
function* repeatedNodes(nodes: readonly PlacedNode[], where: Node): Generator<Rewrite> {
  for (const place of nodes) {
    const { node } = place;
    if (isCondition(node)) continue;
    const byText = new Map(node.children.map((child) => [printNodeJson(child), child]));
    const count = node.children.length - byText.size;
    if (count === 0) continue;
    const rest = groupOf(node.kind, [...byText.values()]);
    yield replacement(where, place, rest, 'remove-repeated', `removed ${printPlural(count, 'repeated part')}`);
  }
}

/** Removes one value of a list, if another condition tests the same field. */
function* removedValues(nodes: readonly PlacedNode[], where: Node): Generator<Rewrite> {
  const byField = Map.groupBy(conditionsOf(where), ({ condition }) => condition.key);
  for (const { node, address, parent } of nodes) {
    if (!isCondition(node) || OPERATORS[node.operator].positive !== 'in') continue;
    const values = listOf(node);
    if (byField.get(node.key)!.length < 2 || values.length < 2) continue;
    const { isNegated } = OPERATORS[node.operator];
    for (const [at, value] of values.entries()) {
      const left = listCondition(node.key, values.toSpliced(at, 1), isNegated);
      const text = `removed the value ${printJson(value)} of ${node.key}`;
      const rewrite: Rewrite = { kind: 'remove-values', text, where: replaceAt(where, address, [left]) };
      if (parent === undefined) yield rewrite;
      else {
        const children = parent.children.map((child) => (child === node ? left : child));
        yield { ...rewrite, part: [parent, { kind: parent.kind, children }] };
      }
    }
  }
}

/** Lists the combinations of a group. Each is probably equal to the group: the caller proves it. */
function* combinedGroups(group: Group, dataset: Dataset): Generator<CombinedGroup> {
  const byField = Map.groupBy(group.children.filter(isCondition), ({ key }) => key);
  for (const [field, members] of byField) {
    if (members.length < 2) continue;
    const type = dataset.fields.get(field)!.type;
    const combined = { field, count: members.length };
    if (type === 'string' || type === 'int') {
      const nodes = combinedLists(group.kind, members, dataset);
      if (nodes !== undefined) yield { ...combined, kind: 'merge-values', group: withMembers(group, members, nodes) };
    }
    if (type !== 'int') continue;
    for (const tree of combinedRanges(group.kind, members)) {
      yield { ...combined, kind: 'merge-ranges', group: withMembers(group, members, [tree]) };
    }
  }
}

/** The members become other nodes, at the place of the first member. */
function withMembers(group: Group, members: readonly Condition[], nodes: readonly Node[]): Node {
  const old = new Set<Node>(members);
  const children = group.children.flatMap((child) => {
    if (child === members[0]) return nodes;
    return old.has(child) ? [] : [child];
  });
  return groupOf(group.kind, children);
}

/** Combines lists; undefined if there is none, or nothing is left. */
function combinedLists(kind: Group['kind'], members: readonly Condition[], dataset: Dataset): Condition[] | undefined {
  if (kind === 'or') return combinedInOr(members, dataset);
  return combinedInOr(members.map(negated), dataset)?.map(negated);
}

function combinedInOr(members: readonly Condition[], dataset: Dataset): Condition[] | undefined {
  const { key } = members[0]!;
  const isList = ({ operator }: Condition): boolean => ['eq', 'in'].includes(OPERATORS[operator].positive);
  const wanted = members.filter((one) => isList(one) && !OPERATORS[one.operator].isNegated);
  const excluded = members.filter((one) => isList(one) && OPERATORS[one.operator].isNegated);
  const others = members.filter((one) => !isList(one));
  const isCovered = (value: Scalar, by: readonly Condition[]): boolean =>
    by.some((one) => {
      const source = new Map([[key, value]]);
      return compileFilter({ where: one }, dataset).verdict(source) === KEEP;
    });
  // Everything but a list of values covers every other condition, except on those values.
  if (excluded.length > 0) {
    const [first, ...rest] = excluded.map((one) => distinctValues(listOf(one)));
    const values = [...first!]
      .filter(([name]) => rest.every((list) => list.has(name)))
      .map(([, value]) => value)
      .filter((value) => !isCovered(value, [...wanted, ...others]));
    return values.length === 0 ? undefined : [listCondition(key, values, true)];
  }
  if (wanted.length === 0) return undefined;
  const values = [...distinctValues(wanted.flatMap(listOf)).values()].filter((value) => !isCovered(value, others));
  const list = values.length === 0 ? [] : [listCondition(key, values, false)];
  return list.length + others.length === 0 ? undefined : [...list, ...others];
}

function combinedRanges(kind: Group['kind'], members: readonly Condition[]): Node[] {
  const sets = members.map(kind === 'or' ? integersOf : (one) => integersOf(negated(one)));
  const known = sets.filter((set) => set !== undefined);
  if (known.length < sets.length) return [];
  const { key } = members[0]!;
  const trees = treesOf(key, unionOf(known));
  const found = kind === 'or' ? trees : trees.map(negated);
  // The same number of conditions saves nothing.
  return found.filter((tree) => conditionsOf(tree).length < members.length);
}

/** Lists ranges instead of a list of integers that are next to each other. They may take one more condition. */
function rangesOfList(condition: Condition, dataset: Dataset): Node[] {
  const isInteger = dataset.fields.get(condition.key)!.type === 'int';
  const isList = OPERATORS[condition.operator].positive === 'in';
  const set = isInteger && isList ? integersOf(condition) : undefined;
  return set === undefined ? [] : treesOf(condition.key, set);
}

/** A condition without repeated values, and a list of one value as a single value; undefined if it is so already. */
function plainCondition(condition: Condition, dataset: Dataset): Condition | undefined {
  const { positive, isNegated } = OPERATORS[condition.operator];
  if (positive !== 'in') return undefined;
  const isInteger = dataset.fields.get(condition.key)!.type === 'int';
  const values = listOf(condition);
  const left = isInteger ? [...distinctValues(values).values()] : [...new Set(values)];
  if (left.length === values.length && left.length > 1) return undefined;
  return listCondition(condition.key, left, isNegated);
}
