// Decides whether conditions on one field can all be true at once. Tries a set of values that contains a satisfying value if any
// value satisfies all conditions, and otherwise reports a contradiction only when it is certain.
import { type Integer, integerOf, printJson, type Value } from '../../../base/index.ts';
import type { FieldType } from '../../dataset/index.ts';
import { matchOf } from '../evaluate/match.ts';
import { type Condition, listOf } from '../node.ts';
import { OPERATORS } from '../operator.ts';
import { TRUE } from '../outcome.ts';
import { readInteger } from '../scalar.ts';

/** Whether it is certain that no value of a field of this type satisfies all conditions. */
export function isContradiction(conditions: readonly Condition[], type: FieldType): boolean {
  const matches = conditions.map((condition) => matchOf(condition, type));
  const candidates = candidatesFor(conditions, type);
  if (candidates !== undefined) return !candidates.some((value) => matches.every((match) => match(value) === TRUE));
  return type === 'string' && (hasConflict(conditions, 'startsWith') || hasConflict(conditions, 'endsWith'));
}

/** Lists values, one of which satisfies all conditions if any value does; undefined when no finite list does. */
function candidatesFor(conditions: readonly Condition[], type: FieldType): readonly Value[] | undefined {
  if (type === 'bool') return [true, false];
  if (type === 'int') return conditions.flatMap(listOf).flatMap((value) => neighbours(readInteger(value)!));
  const wanted = conditions.filter(({ operator }) => !OPERATORS[operator].isNegated);
  if (type === 'array[string]' || type === 'array[int]') return [wanted.flatMap(listOf)];
  const equal = wanted.find(({ operator }) => OPERATORS[operator].positive === 'eq' || operator === 'in');
  return equal === undefined ? undefined : listOf(equal);
}

/** A non-empty set of integers that bounds and holes define has a member at or next to a bound or hole. */
function neighbours(integer: Integer): Value[] {
  return [-1n, 0n, 1n].map((step) => integerOf((BigInt(printJson(integer)) + step).toString())!);
}

/** Whether two prefixes (or suffixes) exclude each other: neither is a prefix of the other. */
function hasConflict(conditions: readonly Condition[], operator: 'startsWith' | 'endsWith'): boolean {
  const parts = conditions.filter((one) => one.operator === operator).map((one) => String(one.value));
  const longest = parts.reduce((found, part) => (part.length > found.length ? part : found), '');
  return parts.some((part) => (operator === 'startsWith' ? !longest.startsWith(part) : !longest.endsWith(part)));
}
