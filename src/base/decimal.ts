// Exact comparison of numbers of any size and notation. Never converts to a double, never expands an exponent, and takes
// time proportional to the digits: untrusted input may contain numbers of several megabytes.
import { Decimal, HugeInteger, type Integer, MAX_BIGINT_DIGITS } from './value.ts';

/** A number as a sign, its digits without leading or trailing zeros, and the power of ten of the first digit. Zero has no digits. */
interface Scientific {
  sign: 1 | -1 | 0;
  digits: string;
  exponent: bigint;
}

const NO_DIGIT = /[^0-9]/;
const ZERO = 48;
/** Replaces every exponent that has more than {@link MAX_BIGINT_DIGITS} digits: it is greater than all others. */
const ENDLESS_POWER = 10n ** BigInt(MAX_BIGINT_DIGITS + 1);

/**
 * Compares two numbers exactly: `500`, `500.0` and `5e2` are equal. Exponents with more than {@link MAX_BIGINT_DIGITS}
 * digits all count as equal.
 * @returns negative, zero or positive, as for `Array.sort`
 */
export function compareNumbers(a: number | bigint | Decimal, b: number | bigint | Decimal): number {
  if (!(a instanceof Decimal) && !(b instanceof Decimal)) return a < b ? -1 : a > b ? 1 : 0;
  if (isInteger(a) && isInteger(b)) return compareIntegers(textOf(a), textOf(b));
  const left = scientific(textOf(a));
  const right = scientific(textOf(b));
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.sign === 0) return 0;
  return left.sign > 0 ? compareMagnitudes(left, right) : compareMagnitudes(right, left);
}

function isInteger(value: number | bigint | Decimal): value is Integer {
  return !(value instanceof Decimal) || value instanceof HugeInteger;
}

function textOf(value: number | bigint | Decimal): string {
  return value instanceof Decimal ? value.text : value.toString();
}

/** Compares two canonical integers, by length first. */
function compareIntegers(left: string, right: string): number {
  const isNegative = left.startsWith('-');
  if (isNegative !== right.startsWith('-')) return isNegative ? -1 : 1;
  const [small, large] = isNegative ? [right, left] : [left, right];
  return small.length - large.length || (small < large ? -1 : small > large ? 1 : 0);
}

function compareMagnitudes(left: Scientific, right: Scientific): number {
  if (left.exponent !== right.exponent) return left.exponent < right.exponent ? -1 : 1;
  return left.digits < right.digits ? -1 : left.digits > right.digits ? 1 : 0;
}

/** Without a pattern of the whole number: of megabytes of digits, V8 may have no room for the steps back. */
function scientific(text: string): Scientific {
  const mark = text.search(/[eE]/);
  const [mantissa, power] = mark < 0 ? [text, '0'] : [text.slice(0, mark), text.slice(mark + 1)];
  const sign = mantissa.startsWith('-') ? -1 : 1;
  const [whole = '', fraction = ''] = mantissa.slice(sign < 0 ? 1 : 0).split('.', 2);
  const all = whole + fraction;
  if (whole === '' || NO_DIGIT.test(all) || NO_DIGIT.test(unsigned(power)))
    throw new TypeError(`cannot compare numbers: found ${JSON.stringify(text)}, expected a JSON number`);
  const first = all.search(/[1-9]/);
  if (first < 0) return { sign: 0, digits: '', exponent: 0n };
  let end = all.length;
  while (all.charCodeAt(end - 1) === ZERO) end -= 1;
  return { sign, digits: all.slice(first, end), exponent: exponentOf(power, whole.length - 1 - first) };
}

function exponentOf(power: string, shift: number): bigint {
  const digits = unsigned(power);
  const first = digits.search(/[1-9]/);
  if (first < 0) return BigInt(shift);
  const isNegative = power.startsWith('-');
  if (digits.length - first > MAX_BIGINT_DIGITS) return isNegative ? -ENDLESS_POWER : ENDLESS_POWER;
  const value = BigInt(digits.slice(first));
  return (isNegative ? -value : value) + BigInt(shift);
}

function unsigned(power: string): string {
  return power.startsWith('-') || power.startsWith('+') ? power.slice(1) : power;
}
