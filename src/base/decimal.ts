// Exact comparison of numbers of any size and form. Never goes through a double, never expands an exponent.
import { Decimal } from './value.ts';

/** A number as sign, digits without zeros at either end, and the power of ten of the first digit. Zero has no digits. */
interface Scientific {
  sign: 1 | -1 | 0;
  digits: string;
  exponent: bigint;
}

const PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Compares two numbers exactly: `500`, `500.0` and `5e2` are equal here.
 * @returns negative, zero or positive, as for `Array.sort`
 */
export function compareNumbers(a: number | bigint | Decimal, b: number | bigint | Decimal): number {
  if (!(a instanceof Decimal) && !(b instanceof Decimal)) return a < b ? -1 : a > b ? 1 : 0;
  const left = scientific(a);
  const right = scientific(b);
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.sign === 0) return 0;
  return left.sign * compareMagnitudes(left, right);
}

function compareMagnitudes(left: Scientific, right: Scientific): number {
  if (left.exponent !== right.exponent) return left.exponent < right.exponent ? -1 : 1;
  return left.digits < right.digits ? -1 : left.digits > right.digits ? 1 : 0;
}

function scientific(value: number | bigint | Decimal): Scientific {
  const text = value instanceof Decimal ? value.text : value.toString();
  const parts = PARTS.exec(text);
  if (parts === null)
    throw new TypeError(`cannot compare numbers: found ${JSON.stringify(text)}, wanted a JSON number`);
  const [, minus, whole = '', fraction = '', power = '0'] = parts;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return { sign: 0, digits: '', exponent: 0n };
  return {
    sign: minus === '-' ? -1 : 1,
    digits: all.slice(first).replace(/0+$/, ''),
    exponent: BigInt(power) + BigInt(whole.length - 1 - first),
  };
}
