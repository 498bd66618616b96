// Integers of any size. The constants of the tests cut them into intervals, and there is no integer between 5 and 6.
import { type Integer, integerOf, printJson } from '../../../base/index.ts';
import type { Scalar } from '../../filter/index.ts';

/** Reads the constant of a condition on an int field exactly: `30`, `"30"` and `30n` are the same integer. */
export function integerConstant(value: Scalar): Integer {
  return integerOf(typeof value === 'string' ? value : printJson(value))!;
}

/**
 * Lists an integer of every interval that the constants bound, the constants included: each constant and its two neighbours.
 * Constants come first and negative neighbours last, since witnesses prefer the first.
 */
export function integersAround(constants: readonly Scalar[]): Integer[] {
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
