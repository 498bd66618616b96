// Chooses how to list the values of a field by its type, and normalizes its conditions to tests: equal tests are one, whatever their notation.
import { printJson, printPlural, type Value } from '../../base/index.ts';
import { instantOf } from '../../dataset/index.ts';
import { type CompiledCondition, listOf, OPERATORS, TRUE } from '../../filter/index.ts';
import { arrayValues } from './array-values.ts';
import { decimalsAround, MAX_DECIMAL_POWER } from './decimals.ts';
import type { FieldTest, FieldValues } from './field-values.ts';
import { instantsAround } from './instants.ts';
import { integerConstant, integersAround } from './integers.ts';
import { listedValues } from './listed-values.ts';
import { stringValues } from './string-values.ts';

/** Most pairs of a condition and a constant on one field: about a second. A filter within the platform's limits has at most 10,000. Ours. */
const MAX_FIELD_PAIRS = 2_000_000;

/** The values of a field, or the reason why they are beyond a bound. */
export type ValuesOfField = FieldValues | { readonly beyond: string };

/** Returns the key by which conditions have the same test, or one the negation of the other. */
export function testKey({ field, type, condition }: CompiledCondition): string {
  const values = listOf(condition).map((value) => {
    if (type === 'int' || type === 'array[int]') return printJson(integerConstant(value));
    if (type === 'timestamp') return String(instantOf(value));
    return typeof value === 'string' ? JSON.stringify(value) : String(printJson(value));
  });
  return JSON.stringify([field, OPERATORS[condition.operator].positive, ...[...new Set(values)].sort()]);
}

/** Makes the test of a condition. */
export function fieldTest(compiled: CompiledCondition): FieldTest {
  const { isNegated } = OPERATORS[compiled.condition.operator];
  let tested: Value;
  const source = { get: () => tested };
  return {
    compiled,
    matches(value) {
      tested = value;
      return (compiled.test(source) === TRUE) !== isNegated;
    },
  };
}

/** @param tests all on one field, and all different by {@link testKey} */
export function valuesOfField(tests: readonly FieldTest[]): ValuesOfField {
  const { type, field } = tests[0]!.compiled;
  const constants = tests.flatMap(({ compiled }) => listOf(compiled.condition));
  if (constants.length * tests.length > MAX_FIELD_PAIRS) {
    return {
      beyond: `${field} has ${printPlural(tests.length, 'condition')} with ${printPlural(constants.length, 'value')}`,
    };
  }
  switch (type) {
    case 'int':
      return listedValues(tests, integersAround(constants));
    case 'bool':
      return listedValues(tests, [true, false]);
    case 'float': {
      const values = decimalsAround(constants);
      if (values !== undefined) return listedValues(tests, values);
      return { beyond: `${field} is compared with a number beyond 1e${MAX_DECIMAL_POWER} or 1e-${MAX_DECIMAL_POWER}` };
    }
    case 'timestamp':
      return listedValues(tests, instantsAround(constants));
    case 'string':
      return stringValues(tests) ?? { beyond: `the conditions on ${field} contain every character` };
    case 'array[string]':
      return arrayValues(constants);
    case 'array[int]':
      return arrayValues(constants.map(integerConstant));
    default:
      throw new TypeError(`cannot list the values of ${field}: fields of type ${type} cannot be filtered`);
  }
}
