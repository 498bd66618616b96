// Literals of a filter by the type of their field: which are accepted, which are expected, and the exact correction of a wrong one
// when there is only one. match.ts reads values of records, with `readInteger` and `readNumber` from here.
import { Decimal, HugeInteger, type Integer, integerOf, numberOf, printJson, type Value } from '../../base/index.ts';
import { type FieldType, instantOf } from '../dataset/index.ts';
import type { Scalar } from './node.ts';

/** Types of a literal: those of filterable fields, and of the elements of their arrays. */
export type ScalarType = 'string' | 'int' | 'bool' | 'float' | 'timestamp';

/** The expected literal of each type, for messages. */
export const EXPECTED_SCALAR: Readonly<Record<ScalarType, string>> = {
  string: 'a string',
  int: 'an integer, as a number (30) or a string ("30")',
  bool: 'true or false',
  float: 'a number',
  timestamp: 'an RFC 3339 time like "2026-11-01T00:00:00Z", or an integer',
};

/** Any common notation of an integer. */
const LOOSE_NUMBER = /^\s*([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?\s*$/;
/** Maximum number of digits of a corrected integer. */
const MAX_CORRECTED_DIGITS = 40;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The type of the values that a field is compared with; undefined for fields that cannot be filtered. */
export function scalarType(type: FieldType): ScalarType | undefined {
  if (type === 'array[string]') return 'string';
  if (type === 'array[int]') return 'int';
  return type === 'object' || type === 'array[object]' || type === 'unknown' ? undefined : type;
}

/** Whether a condition can have this value outside a list. */
export function isScalar(value: Value): value is Scalar {
  return value !== null && !Array.isArray(value) && !(value instanceof Map);
}

/** Reads an exact integer, or a canonical decimal string as one; undefined for any other value (`500.0`, `"0500"`, `5e2`). */
export function readInteger(value: Value): Integer | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof HugeInteger) return value;
  return typeof value === 'string' ? integerOf(value) : undefined;
}

/** Reads the integer of a valid literal: trees that code builds may contain `30n` for 30. */
export function integerConstant(value: Scalar): Integer {
  const integer = integerOf(typeof value === 'string' ? value : printJson(value));
  if (integer !== undefined) return integer;
  throw new TypeError('cannot compile a condition: found a value that is not an integer, expected an integer');
}

/** Reads an exact number; undefined for any other value, strings included. */
export function readNumber(value: Value): Integer | Decimal | undefined {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal ? value : undefined;
}

/** Whether a literal can be compared with values of the type. Accepts `"true"` and `"false"` for a bool. */
export function isOfType(value: Value, type: ScalarType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'int':
      return readInteger(value) !== undefined;
    case 'bool':
      return typeof value === 'boolean' || value === 'true' || value === 'false';
    case 'float':
      return readNumber(value) !== undefined;
    case 'timestamp':
      return instantOf(value) !== undefined;
  }
}

/** Corrects a literal when only one correction is possible: `"0500"` → 500, `5e2` → 500, `"TRUE"` → true, a date → its midnight UTC. */
export function correctedScalar(value: Value, type: ScalarType): Scalar | undefined {
  if (isScalar(value) && isOfType(value, type)) return value;
  const text = readNumber(value) === undefined ? value : String(printable(value));
  if (typeof text !== 'string') return undefined;
  switch (type) {
    case 'string':
      return undefined;
    case 'bool': {
      const word = text.trim().toLowerCase();
      return word === 'true' || word === 'false' ? word === 'true' : undefined;
    }
    case 'float':
      return JSON_NUMBER.test(text.trim()) ? numberOf(text.trim()) : undefined;
    case 'timestamp':
      if (DATE.test(text) && instantOf(`${text}T00:00:00Z`) !== undefined) return `${text}T00:00:00Z`;
      return plainInteger(text);
    case 'int':
      return plainInteger(text);
  }
}

/** Whether a value is an integer, in any notation: those that are not accepted (`0500`, `5e2`) get an error that explains why. */
export function isLooseInteger(value: Value): boolean {
  return correctedScalar(value, 'int') !== undefined;
}

function plainInteger(text: string): Integer | undefined {
  const parts = LOOSE_NUMBER.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const shift = Number(exponent) - fraction.length;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0;
  if (digits.length + shift > MAX_CORRECTED_DIGITS) return undefined;
  const kept = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift);
  if (shift < 0 && /[1-9]/.test(digits.slice(shift))) return undefined;
  return integerOf(`${sign === '-' ? '-' : ''}${kept}`);
}

function printable(value: Value): string {
  const number = readNumber(value);
  return typeof number === 'object' ? number.text : String(number);
}
