// Chooses how to find the values of a field whose values are not reduced to cells, and normalizes its conditions to tests: equal tests
// are one, whatever their notation.
import { printJson, type Value } from '../../../base/index.ts';
import { type CompiledCondition, integerConstant, listOf, OPERATORS } from '../../filter/index.ts';
import { KNOWN, TRUE } from '../truths.ts';
import type { FieldValues } from './field-values.ts';
import { stringValues } from './string-values.ts';

/** The values of a field, or the reason why they are beyond a bound. */
export type ValuesOfField = FieldValues | { readonly beyond: string };

/** Returns the key by which conditions on one field have the same test, or one the negation of the other. */
export function testKey({ type, condition }: CompiledCondition): string {
  const values = listOf(condition).map((value) => {
    if (type === 'array[int]') return printJson(integerConstant(value));
    return typeof value === 'string' ? JSON.stringify(value) : printJson(value);
  });
  return JSON.stringify([OPERATORS[condition.operator].positive, ...[...new Set(values)].sort()]);
}

/** @param tests all on one field, and all different by {@link testKey} */
export function valuesOfField(tests: readonly CompiledCondition[]): ValuesOfField {
  const { type, field } = tests[0]!;
  const constants = tests.flatMap(({ condition }) => listOf(condition));
  switch (type) {
    case 'string':
      return stringValues(tests);
    case 'array[string]':
      return arrayValues(constants);
    case 'array[int]':
      return arrayValues(constants.map(integerConstant));
    default:
      throw new TypeError(`cannot list the values of ${field}: fields of type ${type} cannot be filtered`);
  }
}

/**
 * The values of an array: each tested element may be present or not, whatever the others are.
 * @param elements the tested element of each test, all different
 */
function arrayValues(elements: readonly Value[]): FieldValues {
  return {
    find: (wanted) => elements.filter((_, index) => (wanted[index]! & KNOWN) === TRUE),
    narrow: () => true,
    work: elements.length,
  };
}
