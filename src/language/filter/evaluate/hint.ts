// Finds near misses: conditions that would match if case were ignored, or if they compared a part of an array element.
// For users who inspect dropped lines; never part of a verdict.
import type { FieldSource, Value } from '../../../base/index.ts';
import type { FieldType } from '../../dataset/index.ts';
import { type Condition, listOf } from '../node.ts';
import { OPERATORS } from '../operator.ts';
import { FALSE, TRUE } from '../outcome.ts';
import type { CompiledCondition } from './compile.ts';
import { textTest } from './match.ts';

/** `differs-by-case`: it would match if case were ignored. `part-of-element`: an element of the array contains the value. */
export type Hint = 'differs-by-case' | 'part-of-element';

/** Types of fields whose conditions may have hints. */
export type HintedType = 'string' | 'array[string]';

/** Whether conditions on fields of a type may have hints. */
export function isHintedType(type: FieldType): type is HintedType {
  return type === 'string' || type === 'array[string]';
}

/**
 * Finds why the outcome of a condition may be unintended: for a positive condition that is false, a reason why it could be
 * true; for a negated condition that is true, a reason why it could be false.
 */
export function hintOf(
  { field, type, condition, test }: Pick<CompiledCondition, 'field' | 'type' | 'condition' | 'test'>,
  source: FieldSource,
): Hint | undefined {
  if (!isHintedType(type)) return undefined;
  if (test(source) !== (OPERATORS[condition.operator].isNegated ? TRUE : FALSE)) return undefined;
  const value = source.get(field);
  return type === 'string' ? textHint(condition, value) : elementHint(condition, value);
}

function textHint(condition: Condition, value: Value | undefined): Hint | undefined {
  if (typeof value !== 'string') return undefined;
  return lowerCaseTest(condition)(value.toLowerCase()) ? 'differs-by-case' : undefined;
}

const lowerCaseTests = new WeakMap<Condition, (text: string) => boolean>();

/** Returns the test of a condition on texts in lower case, which is built once. */
function lowerCaseTest(condition: Condition): (text: string) => boolean {
  let test = lowerCaseTests.get(condition);
  if (test === undefined) {
    const wanted = listOf(condition).map((one) => String(one).toLowerCase());
    test = textTest(OPERATORS[condition.operator].positive, wanted);
    lowerCaseTests.set(condition, test);
  }
  return test;
}

function elementHint(condition: Condition, value: Value | undefined): Hint | undefined {
  if (!Array.isArray(value)) return undefined;
  const wanted = String(condition.value);
  const elements = value.filter((element) => typeof element === 'string');
  if (elements.some((element) => element.toLowerCase() === wanted.toLowerCase())) return 'differs-by-case';
  return elements.some((element) => element.includes(wanted)) ? 'part-of-element' : undefined;
}
