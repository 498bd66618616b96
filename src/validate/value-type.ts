// Whether a value is of its field's type, and a timestamp in the format of the job. By the catalog; null is fine for any field.
import {
  Decimal,
  HugeInteger,
  instantFromText,
  MILLISECONDS_BELOW,
  SECONDS_BELOW,
  typeName,
  type Value,
} from '../base/index.ts';
import type { FieldType } from '../dataset/index.ts';
import type { TimestampFormat } from '../output/index.ts';

/** Digits of a second's fraction, by format. reference/logpush.md, section 4. */
export const FRACTION_DIGITS: Readonly<Partial<Record<TimestampFormat, number>>> = {
  rfc3339: 0,
  rfc3339ms: 3,
  rfc3339ns: 9,
};

/** Which rule a value breaks, and how: "found …, wanted …". */
export interface ValueFault {
  code: 'type' | 'timestamp-format';
  message: string;
}

/** Checks one value. @param isCell it was a cell of CSV, where the form of arrays and objects is not documented */
export function checkValue(
  value: Value,
  type: FieldType,
  format: TimestampFormat,
  isCell: boolean,
): ValueFault | undefined {
  if (value === null || type === 'unknown') return undefined;
  if (type === 'timestamp') return checkTimestamp(value, format);
  if (isOfType(value, type)) return undefined;
  if (isCell && typeof value === 'string' && (type === 'object' || type.startsWith('array'))) return undefined;
  return { code: 'type', message: `found ${foundText(value)}, wanted ${type}` };
}

function isOfType(value: Value, type: FieldType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'int':
      return isInteger(value);
    case 'float':
      return isInteger(value) || value instanceof Decimal;
    case 'bool':
      return typeof value === 'boolean';
    case 'object':
      return value instanceof Map;
    case 'array[string]':
      return Array.isArray(value) && value.every((element) => typeof element === 'string');
    case 'array[int]':
      return Array.isArray(value) && value.every(isInteger);
    case 'array[object]':
      return Array.isArray(value) && value.every((element) => element instanceof Map);
    default:
      return true;
  }
}

function isInteger(value: Value): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof HugeInteger;
}

function checkTimestamp(value: Value, format: TimestampFormat): ValueFault | undefined {
  const digits = FRACTION_DIGITS[format];
  const isGood = digits === undefined ? isNumberIn(value, format) : isTextIn(value, digits);
  if (isGood) return undefined;
  const isTime = isInteger(value) || (typeof value === 'string' && instantFromText(value) !== undefined);
  return { code: isTime ? 'timestamp-format' : 'type', message: `found ${foundText(value)}, wanted ${format}` };
}

/** Nothing in a record says its unit: decided by size, as everywhere. */
function isNumberIn(value: Value, format: TimestampFormat): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const exact = BigInt(value);
  return format === 'unix' ? exact >= 0n && exact < SECONDS_BELOW : exact >= MILLISECONDS_BELOW;
}

function isTextIn(value: Value, digits: number): boolean {
  if (typeof value !== 'string' || instantFromText(value) === undefined || !value.endsWith('Z')) return false;
  const fraction = /\.(\d+)Z$/.exec(value)?.[1] ?? '';
  return fraction.length === digits;
}

/** Longest text quoted. Characters. */
const MAX_QUOTED = 40;

function foundText(value: Value): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value);
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Decimal ? value.text.slice(0, MAX_QUOTED) : `an ${typeName(value)}`;
}
