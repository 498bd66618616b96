// Chooses how to reduce the values of a field to cells by its type, and which cells a condition accepts. Floats are exact decimals, which are dense:
// between two different constants there is always another one, and its digits can be written.
import { compareNumbers, Decimal, type Integer, integerOf, numberOf, printJson } from '../../../base/index.ts';
import { instantOf } from '../../dataset/index.ts';
import {
  type CompiledCondition,
  integerConstant,
  listOf,
  OPERATORS,
  type PositiveOperator,
  type Scalar,
} from '../../filter/index.ts';
import { instantsAround } from './instants.ts';
import { type OrderKey, orderedCells } from './ordered-cells.ts';
import { type CellSet, complementOf, type FieldCells } from './range-set.ts';
import { textCells } from './text-cells.ts';

/** Largest power of ten of a constant: larger ones are not decided. Ours: doubles end at 308. */
export const MAX_DECIMAL_POWER = 1_000_000;

/** A JSON number. */
type Float = Integer | Decimal;

/** A positive number: its digits without trailing zeros, and the power of ten of the first one. */
interface Positive {
  readonly digits: string;
  readonly power: number;
}

const PARTS = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Powers up to this one are written without an exponent. */
const MAX_PLAIN_POWER = 15;

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

/**
 * Lists a number of every interval that the constants bound, the constants included.
 * @returns undefined when a constant has a power of ten beyond {@link MAX_DECIMAL_POWER}
 */
function decimalsAround(constants: readonly Scalar[]): Float[] | undefined {
  const sorted = [...(constants as readonly Float[]), 0].sort(compareNumbers);
  const distinct = sorted.filter((one, index) => index === 0 || compareNumbers(one, sorted[index - 1]!) !== 0);
  const zero = distinct.findIndex((one) => compareNumbers(one, 0) === 0);
  const positive = distinct.slice(zero + 1).map(positiveOf);
  const negative = distinct.slice(0, zero).reverse().map(positiveOf);
  if (![...positive, ...negative].every(({ power }) => Math.abs(power) <= MAX_DECIMAL_POWER)) return undefined;
  return [
    ...(constants as readonly Float[]),
    ...between(positive).map((one) => numberOf(textOf(one))),
    ...between(negative).map((one) => numberOf(`-${textOf(one)}`)),
  ];
}

/** A number below the first (and above zero), one between each two, and one above the last. @param ascending may be empty */
function between(ascending: readonly Positive[]): Positive[] {
  if (ascending.length === 0) return [{ digits: '1', power: 0 }];
  return [
    below(ascending[0]!),
    ...ascending.slice(1).map((high, index) => middle(ascending[index]!, high)),
    above(ascending.at(-1)!),
  ];
}

function below({ digits, power }: Positive): Positive {
  return { digits: '1', power: digits > '1' ? power : power - 1 };
}

/** A number above, with the same power. */
function above({ digits, power }: Positive): Positive {
  return { digits: greater(digits), power };
}

function middle(low: Positive, high: Positive): Positive {
  if (low.power < high.power) return high.digits > '1' ? { digits: '1', power: high.power } : above(low);
  const { power } = low;
  let shared = 0;
  while (low.digits[shared] === high.digits[shared]) shared += 1;
  const prefix = high.digits.slice(0, shared);
  const [lowDigit, highDigit] = [Number(low.digits[shared] ?? -1), Number(high.digits[shared])];
  if (lowDigit < 0) return { digits: prefix + smaller(high.digits.slice(shared)), power };
  if (highDigit - lowDigit > 1) return { digits: prefix + (lowDigit + 1), power };
  if (high.digits.length > shared + 1) return { digits: prefix + highDigit, power };
  return { digits: `${prefix}${lowDigit}${greater(low.digits.slice(shared + 1))}`, power };
}

/** The shortest digits after these, as text: `19` → `2`, `99` → `995`. */
function greater(digits: string): string {
  const at = digits.search(/[0-8]/);
  return at < 0 ? `${digits}5` : digits.slice(0, at) + (Number(digits[at]) + 1);
}

/** Digits before these, as text, that do not end in 0: `05` → `04`, `1` → `05`, `12` → `1`. */
function smaller(digits: string): string {
  const at = digits.search(/[1-9]/);
  const zeros = digits.slice(0, at);
  if (digits[at] !== '1') return zeros + (Number(digits[at]) - 1);
  return digits.length > at + 1 ? `${zeros}1` : `${zeros}05`;
}

/** @param number not zero */
function positiveOf(number: Float): Positive {
  const text = number instanceof Decimal ? number.text : number.toString();
  const [, whole = '', fraction = '', power = '0'] = PARTS.exec(text)!;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  return { digits: all.slice(first).replace(/0+$/, ''), power: Number(power) + whole.length - 1 - first };
}

function textOf({ digits, power }: Positive): string {
  if (Math.abs(power) > MAX_PLAIN_POWER) {
    return `${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${power}`;
  }
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return digits.length > power + 1 ? `${whole}.${digits.slice(power + 1)}` : whole;
}
