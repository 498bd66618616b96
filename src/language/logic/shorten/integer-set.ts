// Sets of integers as ordered intervals: what conditions on an int field accept, and the conditions that accept a set.
import { integerOf } from '../../../base/index.ts';
import { type Condition, listOf, type Node, OPERATORS, readInteger } from '../../filter/index.ts';
import { groupOf, negateNode } from './tree.ts';

/** Integers from `from` to `to`, inclusive; undefined: no bound. */
interface Interval {
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
}

/** Intervals in order that neither overlap nor touch. */
type IntegerSet = readonly Interval[];

/** Longest interval that is written as a list of its values, if a list is needed anyway. Values; our own choice. */
const MAX_LISTED_LENGTH = 8n;

/** The integers that a condition accepts; undefined if a value is too large to calculate with. */
export function integersOf(condition: Condition): IntegerSet | undefined {
  const values: bigint[] = [];
  for (const value of listOf(condition)) {
    const integer = readInteger(value);
    if (integer === undefined || typeof integer === 'object') return undefined;
    values.push(BigInt(integer));
  }
  const { positive, isNegated } = OPERATORS[condition.operator];
  const first = values[0]!;
  const accepted = ((): Interval[] => {
    switch (positive) {
      case 'lt':
        return [{ from: undefined, to: first - 1n }];
      case 'leq':
        return [{ from: undefined, to: first }];
      case 'gt':
        return [{ from: first + 1n, to: undefined }];
      case 'geq':
        return [{ from: first, to: undefined }];
      default:
        return values.map((value) => ({ from: value, to: value }));
    }
  })();
  return isNegated ? withoutIntegers(joinIntegers(accepted)) : joinIntegers(accepted);
}

/** The union of sets. */
export function joinIntegers(intervals: readonly Interval[]): IntegerSet {
  const sorted = intervals.toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : isBelow(b.from, a.from) ? 1 : 0));
  const joined: Interval[] = [];
  for (const { from, to } of sorted) {
    const last = joined.at(-1);
    if (last === undefined || (last.to !== undefined && from !== undefined && from > last.to + 1n)) {
      joined.push({ from, to });
    } else if (last.to !== undefined && (to === undefined || to > last.to)) {
      joined[joined.length - 1] = { from: last.from, to };
    }
  }
  return joined;
}

/** All other integers. */
function withoutIntegers(set: IntegerSet): IntegerSet {
  const others: Interval[] = [];
  let from: bigint | undefined;
  for (const interval of set) {
    if (interval.from !== undefined) others.push({ from, to: interval.from - 1n });
    if (interval.to === undefined) return others;
    from = interval.to + 1n;
  }
  others.push({ from, to: undefined });
  return others;
}

/** Lists trees that accept exactly a set. Empty for the empty set and for all integers. */
export function treesOf(key: string, set: IntegerSet): Node[] {
  const others = withoutIntegers(set);
  if (set.length === 0 || others.length === 0) return [];
  const listed = [1n, MAX_LISTED_LENGTH];
  return [
    ...listed.map((length) => unionTree(key, set, length)),
    ...listed.map((length) => negateNode(unionTree(key, others, length))),
  ];
}

/** An `or` of a list and ranges. @param listed longest interval that becomes part of the list */
function unionTree(key: string, set: IntegerSet, listed: bigint): Node {
  const values: (number | bigint)[] = [];
  const ranges: Node[] = [];
  for (const { from, to } of set) {
    if (from !== undefined && to !== undefined && to - from < listed) {
      for (let value = from; value <= to; value += 1n) values.push(plain(value));
      continue;
    }
    const bounds: Condition[] = [
      ...(from === undefined ? [] : [{ kind: 'condition', key, operator: 'geq', value: plain(from) } as const]),
      ...(to === undefined ? [] : [{ kind: 'condition', key, operator: 'leq', value: plain(to) } as const]),
    ];
    ranges.push(groupOf('and', bounds));
  }
  const list = values.length === 0 ? [] : [listCondition(key, values)];
  return groupOf('or', [...list, ...ranges]);
}

function listCondition(key: string, values: readonly (number | bigint)[]): Condition {
  if (values.length === 1) return { kind: 'condition', key, operator: 'eq', value: values[0]! };
  return { kind: 'condition', key, operator: 'in', value: values };
}

function plain(value: bigint): number | bigint {
  return integerOf(value.toString()) as number | bigint;
}

function isBelow(a: bigint | undefined, b: bigint | undefined): boolean {
  if (a === undefined) return b !== undefined;
  return b !== undefined && a < b;
}
