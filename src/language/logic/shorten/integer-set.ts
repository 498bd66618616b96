// Sets of integers: what conditions on an int field accept, and the conditions that accept a set.
import { integerOf, MAX_BIGINT_DIGITS } from '../../../base/index.ts';
import { type Condition, listOf, type Node, negated, OPERATORS, readInteger } from '../../filter/index.ts';
import { acceptedRanges, complementOf, type RangeSet, unionOf } from '../values/range-set.ts';
import { groupOf, listCondition } from './tree.ts';

/** The places before and after every integer that is calculated with. */
const END = 10n ** BigInt(MAX_BIGINT_DIGITS + 1);
const FIRST = -END;

/** Longest interval that is written as a list of its values, if a list is needed anyway. Values; our own choice. */
const MAX_LISTED_LENGTH = 8n;

/** The integers that a condition accepts; undefined if a value is too large to calculate with. */
export function integersOf(condition: Condition): RangeSet<bigint> | undefined {
  const values: bigint[] = [];
  for (const value of listOf(condition)) {
    const integer = readInteger(value);
    if (integer === undefined || typeof integer === 'object') return undefined;
    values.push(BigInt(integer));
  }
  const { positive, isNegated } = OPERATORS[condition.operator];
  const accepted = unionOf(acceptedRanges(positive, values, (value) => value + 1n, FIRST, END));
  return isNegated ? complementOf(accepted, FIRST, END) : accepted;
}

/** Lists trees that accept exactly a set. Empty for the empty set and for all integers. */
export function treesOf(key: string, set: RangeSet<bigint>): Node[] {
  const others = complementOf(set, FIRST, END);
  if (set.length === 0 || others.length === 0) return [];
  const listed = [1n, MAX_LISTED_LENGTH];
  return [
    ...listed.map((length) => unionTree(key, set, length)),
    ...listed.map((length) => negated(unionTree(key, others, length))),
  ];
}

/** An `or` of a list and ranges. @param listed longest interval that becomes part of the list */
function unionTree(key: string, set: RangeSet<bigint>, listed: bigint): Node {
  const values: (number | bigint)[] = [];
  const ranges: Node[] = [];
  for (let at = 0; at < set.length; at += 2) {
    const [from, to] = [set[at]!, set[at + 1]!];
    if (to - from <= listed) {
      for (let value = from; value < to; value += 1n) values.push(plain(value));
      continue;
    }
    const bounds: Condition[] = [];
    if (from !== FIRST) bounds.push({ kind: 'condition', key, operator: 'geq', value: plain(from) });
    if (to !== END) bounds.push({ kind: 'condition', key, operator: 'leq', value: plain(to - 1n) });
    ranges.push(groupOf('and', bounds));
  }
  return groupOf('or', values.length === 0 ? ranges : [listCondition(key, values, false), ...ranges]);
}

function plain(value: bigint): number | bigint {
  return integerOf(value.toString()) as number | bigint;
}
