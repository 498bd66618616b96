// Chooses how to reduce the values of a field to cells by its type, and which cells a condition accepts.
import { type Integer, integerOf, printJson } from '../../../base/index.ts';
import { instantOf } from '../../dataset/index.ts';
import {
  type CompiledCondition,
  integerConstant,
  listOf,
  OPERATORS,
  type PositiveOperator,
  type Scalar,
} from '../../filter/index.ts';
import { decimalsAround, MAX_DECIMAL_POWER } from './decimals.ts';
import type { FieldCells } from './field-cells.ts';
import { instantsAround } from './instants.ts';
import { type OrderKey, orderedCells } from './ordered-cells.ts';
import { type CellSet, complementOf } from './range-set.ts';
import { textCells } from './text-cells.ts';

/**
 * What proofs know of the operators. `exact`: which of the tests on a field can be true together. `beyond`: nothing; a proof that depends on such
 * a test is undecided, which is always correct.
 */
export const OPERATOR_PROOFS: Readonly<Record<PositiveOperator, 'exact' | 'beyond'>> = {
  eq: 'exact',
  lt: 'exact',
  leq: 'exact',
  gt: 'exact',
  geq: 'exact',
  startsWith: 'exact',
  endsWith: 'exact',
  contains: 'exact',
  in: 'exact',
};

/** Returns the cells whose values a condition accepts. */
export function setOf(compiled: CompiledCondition, cells: FieldCells): CellSet {
  const set = cells.positiveSet(compiled);
  return OPERATORS[compiled.condition.operator].isNegated ? complementOf(set, 0, cells.values.length) : set;
}

/**
 * Makes the cells of a field.
 * @param conditions all of those on one field
 * @returns undefined if the values are not reduced to cells; or the reason why they are beyond a bound
 */
export function cellsOf(
  conditions: readonly CompiledCondition[],
): FieldCells | { readonly beyond: string } | undefined {
  const { type, field } = conditions[0]!;
  for (const { condition } of conditions) {
    const { positive, spelling } = OPERATORS[condition.operator];
    // An operator that is added at runtime is in no table.
    if (OPERATOR_PROOFS[positive] !== 'exact') return { beyond: `${field} has a condition with ${spelling}` };
  }
  const constants = conditions.flatMap(({ condition }) => listOf(condition));
  switch (type) {
    case 'int':
      return orderedCells(constants, integersAround(constants), (value) => integerConstant(value as Scalar));
    case 'bool':
      return orderedCells(constants, [true, false], (value) => (value === true || value === 'true' ? 1 : 0));
    case 'float': {
      const values = decimalsAround(constants);
      if (values !== undefined) return orderedCells(constants, values, (value) => value as OrderKey);
      return { beyond: `${field} is compared with a number beyond 1e${MAX_DECIMAL_POWER} or 1e-${MAX_DECIMAL_POWER}` };
    }
    case 'timestamp':
      return orderedCells(constants, instantsAround(constants), (value) => instantOf(value)!);
    case 'string':
      return textCells(conditions, constants as readonly string[]);
    default:
      return undefined;
  }
}

/**
 * Lists an integer of every interval that the constants bound, the constants included: each constant and its two neighbours.
 * Constants come first and negative neighbours last, since witnesses prefer the first.
 */
function integersAround(constants: readonly Scalar[]): Integer[] {
  const exact = constants.map(integerConstant);
  const neighbours = exact
    .map((one) => BigInt(printJson(one)))
    .flatMap((one) => [one + 1n, one - 1n])
    .map((one) => [one, integerOf(one.toString())!] as const);
  return [
    ...exact,
    ...neighbours.filter(([one]) => one >= 0n).map(([, value]) => value),
    ...neighbours.filter(([one]) => one < 0n).map(([, value]) => value),
  ];
}
