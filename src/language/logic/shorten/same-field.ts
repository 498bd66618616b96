// Combines the conditions of one group that test one field: lists of values, values that another condition covers, ranges of integers.
import type { Dataset } from '../../dataset/index.ts';
import {
  type Condition,
  compileFilter,
  conditionsOf,
  distinctValues,
  type Group,
  KEEP,
  listOf,
  type Node,
  negated,
  OPERATORS,
  type Scalar,
} from '../../filter/index.ts';
import { unionOf } from '../values/range-set.ts';
import { integersOf, treesOf } from './integer-set.ts';
import { groupOf, isCondition, listCondition } from './tree.ts';

/** A group with the conditions on one field combined. */
export interface CombinedGroup {
  readonly group: Node;
  readonly kind: 'merge-values' | 'merge-ranges';
  readonly field: string;
  /** How many conditions were combined. */
  readonly count: number;
}

/** Lists the combinations of a group. Each is probably equal to the group: the caller proves it. */
export function* combinedGroups(group: Group, dataset: Dataset): Generator<CombinedGroup> {
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
export function rangesOfList(condition: Condition, dataset: Dataset): Node[] {
  const isInteger = dataset.fields.get(condition.key)!.type === 'int';
  const isList = OPERATORS[condition.operator].positive === 'in';
  const set = isInteger && isList ? integersOf(condition) : undefined;
  return set === undefined ? [] : treesOf(condition.key, set);
}

/** A condition without repeated values, and a list of one value as a single value; undefined if it is so already. */
export function plainCondition(condition: Condition, dataset: Dataset): Condition | undefined {
  const { positive, isNegated } = OPERATORS[condition.operator];
  if (positive !== 'in') return undefined;
  const isInteger = dataset.fields.get(condition.key)!.type === 'int';
  const values = listOf(condition);
  const left = isInteger ? [...distinctValues(values).values()] : [...new Set(values)];
  if (left.length === values.length && left.length > 1) return undefined;
  return listCondition(condition.key, left, isNegated);
}
