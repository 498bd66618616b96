// Whether conditions on one field can ever be true together. Answers "never" only where that is certain: it tries values
// among which there must be one that satisfies all of them, if there is any.
import { type Integer, integerOf, printJson, type Value } from '../../base/index.ts';
import type { FieldType } from '../../dataset/index.ts';
import { matchOf } from '../evaluate/match.ts';
import { type Condition, listOf } from '../node.ts';
import { OPERATORS } from '../operator.ts';
import { TRUE } from '../outcome.ts';
import { readInteger } from '../scalar.ts';

/** Whether no value of a field of the type satisfies all conditions. */
export function isContradiction(conditions: readonly Condition[], type: FieldType): boolean {
  const matches = conditions.map((condition) => matchOf(condition, type));
  const candidates = candidatesFor(conditions, type);
  if (candidates !== undefined) return !candidates.some((value) => matches.every((match) => match(value) === TRUE));
  return type === 'string' && (hasConflict(conditions, 'startsWith') || hasConflict(conditions, 'endsWith'));
}

/** The same conditions denied: an `or` is always true where these contradict each other. */
export function denied(conditions: readonly Condition[]): Condition[] {
  return conditions.map((condition) => ({ ...condition, operator: OPERATORS[condition.operator].negation }));
}

/** Values one of which satisfies all conditions if any value does; undefined where there is no such list. */
function candidatesFor(conditions: readonly Condition[], type: FieldType): readonly Value[] | undefined {
  if (type === 'bool') return [true, false];
  if (type === 'int') return conditions.flatMap(listOf).flatMap((value) => neighbours(readInteger(value)!));
  const wanted = conditions.filter(({ operator }) => !OPERATORS[operator].isNegated);
  if (type === 'array[string]' || type === 'array[int]') return [wanted.flatMap(listOf)];
  const equal = wanted.find(({ operator }) => OPERATORS[operator].positive === 'eq' || operator === 'in');
  return equal === undefined ? undefined : listOf(equal);
}

/** Where a set of integers made of bounds and holes is not empty, one of its members is next to a bound or hole. */
function neighbours(integer: Integer): Value[] {
  return [-1n, 0n, 1n].map((step) => integerOf((BigInt(printJson(integer)) + step).toString())!);
}

/** Whether two beginnings (or ends) exclude each other: neither is the beginning of the other. */
function hasConflict(conditions: readonly Condition[], operator: 'startsWith' | 'endsWith'): boolean {
  const parts = conditions.filter((one) => one.operator === operator).map((one) => String(one.value));
  const longest = parts.reduce((found, part) => (part.length > found.length ? part : found), '');
  return parts.some((part) => (operator === 'startsWith' ? !longest.startsWith(part) : !longest.endsWith(part)));
}
