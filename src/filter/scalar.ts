// Literals of a filter by the type of their field: what is accepted, what is expected, and the one exact correction
// where there is one. Records are read by match.ts, with readInteger from here.
import { Decimal, HugeInteger, type Integer, integerOf, numberOf, type Value } from '../base/index.ts';
import { type FieldType, instantOf } from '../dataset/index.ts';
import type { Scalar } from './node.ts';

/** Types a literal can have: those of the fields that can be filtered, and of the elements of their arrays. */
export type ScalarType = 'string' | 'int' | 'bool' | 'float' | 'timestamp';

/** What each type wants, for messages. */
export const EXPECTED_SCALAR: Readonly<Record<ScalarType, string>> = {
  string: 'a string',
  int: 'an integer, plain (30) or as a string ("30")',
  bool: 'true or false',
  float: 'a number',
  timestamp: 'an RFC 3339 time like "2026-11-01T00:00:00Z", or an integer',
};

/** Any notation of a number that people use for an integer. */
const LOOSE_NUMBER = /^\s*([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?\s*$/;
/** Most digits of an integer that a correction writes out. */
const MAX_CORRECTED_DIGITS = 40;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The type that values compared with a field have; undefined for fields that cannot be filtered. */
export function scalarType(type: FieldType): ScalarType | undefined {
  if (type === 'array[string]') return 'string';
  if (type === 'array[int]') return 'int';
  return type === 'object' || type === 'array[object]' || type === 'unknown' ? undefined : type;
}

/** Whether a value is one that a condition can hold by itself. */
export function isScalar(value: Value): value is Scalar {
  return value !== null && !Array.isArray(value) && !(value instanceof Map);
}

/** An integer, also as a canonical decimal string; undefined for anything else (`500.0`, `"0500"`, `5e2`). Exact. */
export function readInteger(value: Value): Integer | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof HugeInteger) return value;
  return typeof value === 'string' ? integerOf(value) : undefined;
}

/** An exact number; text is none. */
export function readNumber(value: Value): Integer | Decimal | undefined {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal ? value : undefined;
}

/** Whether a literal can be compared with values of the type. `"true"` for a bool counts. */
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

/** The literal that is meant, where exactly one can be meant: `"0500"` → 500, `5e2` → 500, `"TRUE"` → true, a date → its midnight UTC. */
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

/** Whether a value is an integer in a notation that is not taken (`0500`, `5e2`): the cause of most refusals. */
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
