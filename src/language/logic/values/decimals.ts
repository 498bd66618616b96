// Floats: exact decimals, which are dense. Between two different constants there is always another decimal, and its digits can be written.
import { compareNumbers, Decimal, type Integer, numberOf } from '../../../base/index.ts';
import type { Scalar } from '../../filter/index.ts';

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

/**
 * Lists a number of every interval that the constants bound, the constants included.
 * @returns undefined when a constant has a power of ten beyond {@link MAX_DECIMAL_POWER}
 */
export function decimalsAround(constants: readonly Scalar[]): Float[] | undefined {
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

/** Powers up to this one are written without an exponent. */
const MAX_PLAIN_POWER = 15;

function textOf({ digits, power }: Positive): string {
  if (Math.abs(power) > MAX_PLAIN_POWER) {
    return `${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${power}`;
  }
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return digits.length > power + 1 ? `${whole}.${digits.slice(power + 1)}` : whole;
}
